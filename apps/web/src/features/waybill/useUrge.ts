// Urging (催办) as an act of the record: once a day, told with whom and when where somebody did it before.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { urgeWaybill } from '@yunshu/contract/waybill/life'
import { useSend } from '../../lib/useCall.ts'
import { toldUrge, urgeAct } from '../../parts/urge/urging.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { nextOf } from './next.ts'
import { useActor } from './useActor.ts'

/** None while it is the reader's own turn, or nobody's. */
export function useUrge(waybill: WaybillDetail): readonly RowAction[] {
  const actor = useActor(waybill)
  const next = nextOf(waybill)
  const { urged } = waybill
  const { run, isBusy } = useSend(urgeWaybill, {
    invalidates: staleAfter('waybill'),
    done: toldUrge,
  })
  if (next === undefined || next.side === actor) return []
  return [urgeAct({ urged, isBusy, onUrge: () => void run({ id: waybill.id }) })]
}
