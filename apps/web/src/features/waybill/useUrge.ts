// Urging (催办) as an act of the record: once a day, told with whom and when where somebody did it before.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { urgeWaybill } from '@yunshu/contract/waybill/life'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { nextOf } from './next.ts'
import { useActor } from './useActor.ts'

/** 10:05. */
const hourOfDay = (at: number): string => formatDateTime(at).slice(11, 16)
const doneText = (by: string, at: number): string => `今天 ${hourOfDay(at)} 已由 ${by} 催办，明天可以再催`

/** None while it is the reader's own turn, or nobody's. */
export function useUrge(waybill: WaybillDetail): readonly RowAction[] {
  const actor = useActor(waybill)
  const next = nextOf(waybill)
  const { urged } = waybill
  const { run, isBusy } = useSend(urgeWaybill, {
    invalidates: staleAfter('waybill'),
    done: ({ isNew, by, at, company, act }) =>
      isNew ? toast.success(`已催办${company}${act}`) : toast.info(doneText(by, at)),
  })
  if (next === undefined || next.side === actor) return []
  const label = urged === undefined ? '催办' : `催办（已催 ${urged.count} 次）`
  if (urged?.isToday) return [{ label, why: doneText(urged.by, urged.at) }]
  return [{ label, disabled: isBusy, onClick: () => void run({ id: waybill.id }) }]
}
