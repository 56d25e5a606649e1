// The dialog that takes an arrival a circle proves: with the proven time, or with another one within the stay.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { ProvenArrival, WaybillDetail } from '@yunshu/contract/waybill/details'
import { answerArrival } from '@yunshu/contract/waybill/life'
import { shortDateTime } from '@yunshu/domain/figures/time'
import { chosenWithin, proposalStates } from '@yunshu/domain/track/arrival'
import { serverNow } from '../../lib/clock.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { arrivalActOf } from './addressActs.ts'

interface Props {
  readonly waybill: WaybillDetail
  readonly arrival: ProvenArrival
  readonly onSend: (version: number, at: number | undefined) => Promise<unknown>
  readonly onReload: () => void
  readonly onClose: () => void
}

interface Typed extends Readonly<Record<string, unknown>> {
  readonly at: FieldProps<number>['value']
}

export function TakeArrival({ waybill, arrival, onSend, onReload, onClose }: Props) {
  const { version, isChanged, notice } = useSeen(waybill)
  const title = `${proposalStates.moves.take.label} ${waybill.waybillNo}`
  const about = {
    call: answerArrival,
    fixed: { id: waybill.id, version },
    part: `${arrival.id}.take`,
    url: actUrl(screenUrl('WaybillDetails', { id: waybill.id }), arrivalActOf.take),
    title,
  }
  const { typed, type, draft } = useTyped<Typed>(about, { at: arrival.at })
  const at = isUnreadable(typed.at) ? undefined : typed.at
  const { from, to } = chosenWithin(arrival, serverNow())
  const isOutside = at !== undefined && (at < from || at > to)
  const clock = (ms: number): string => shortDateTime(ms, serverNow())
  return (
    <WriteDialog
      title={title}
      okText="采用"
      isReady={!isChanged && at !== undefined && !isOutside}
      onSend={() => onSend(version, at === arrival.at ? undefined : at)}
      onClose={onClose}
      onReload={onReload}
      draft={draft}
    >
      {notice}
      <p>
        {waybill.plate} 在{arrival.place}围栏内：{clock(from)} ～ {arrival.leftAt === undefined ? '现在' : clock(to)}
      </p>
      <DialogField label="到达时间">
        {id => <DateTimeInput isPast id={id} value={typed.at} onChange={next => type({ at: next })} />}
      </DialogField>
      {isOutside && (
        <p className="ys-fault" role="alert">
          应在车辆在围栏内的时间
        </p>
      )}
      <p className="ys-weak">围栏证明的时间是 {clock(arrival.at)}；采用后按所选时间登记到达，之后可由平台纠错。</p>
    </WriteDialog>
  )
}
