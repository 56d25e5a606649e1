// An appointment under way: its lines, sending them, and what the server said against it.
import type { Output } from '@yunshu/contract/call'
import { appoint, listVehicleChoices, type AppointView, type VehicleChoice } from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import type { Fen } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { useState } from 'react'
import { Refusal, type Failure, type FieldFaults } from '../../lib/errors.ts'
import { refreshCalls } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { randomUuid } from '../../lib/uuid.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import { asSent, lineFaults, restAfter, shareOut, withVehicleToggled, type Line, type Sharing } from './appointLines.ts'
import { usePlanChecked } from './usePlanChecked.ts'

/**
 * The faults of one line among those of a refusal: `lines.2.qty` is the quantity of the third, `lines.2` the line
 * itself.
 */
export function faultsOfLine(faults: FieldFaults, index: number): Readonly<Record<string, string>> {
  const own = `lines.${index}`
  return Object.fromEntries(
    Object.entries(faults).flatMap(([path, fault]) =>
      path === own ? [['', fault]] : path.startsWith(`${own}.`) ? [[path.slice(own.length + 1), fault]] : [],
    ),
  )
}

/** Debts above the limit as the page tells them: their sum, or the limit alone; undefined where there is nothing to confirm. */
const debtToConfirm = ({ carrierDebt, debtLimit }: AppointView): Fen | undefined =>
  debtLimit === undefined ? undefined : (carrierDebt?.owed ?? debtLimit)

/** True where a refusal tells of another task, other debts or another day than the page shows. */
const isBehind = ({ code, http, fields }: Refusal): boolean =>
  http === 409 ||
  code === problems['task.remain'].code ||
  code === problems['goods.dailyTrucks'].code ||
  'expectDebt' in fields

interface Plan extends Readonly<Record<string, unknown>> {
  readonly lines: readonly Line[]
}
const noPlan: Plan = { lines: [] }

/** `onStale` is called when the server knows a newer task than the page shows; the lines stay as they are. */
export function useAppointment(taskId: string, view: AppointView | undefined, onStale: () => void) {
  const { typed, type, clear, draft } = useTyped(
    { call: appoint, fixed: { taskId }, title: '派车', isPage: true },
    noPlan,
  )
  const { lines } = typed
  const [fault, setFault] = useState<Refusal | Failure>()
  const [made, setMade] = useState<Output<typeof appoint>>()
  // the debts that were confirmed: others are to be confirmed anew
  const [seen, setSeen] = useState<Fen>()
  const owed = view && debtToConfirm(view)
  const isDebtSeen = owed !== undefined && seen === owed
  const { submit, isBusy } = useSend(appoint, { quiet: true, invalidates: staleAfter('task', 'waybill') })

  const change = (next: readonly Line[]): void => {
    type({ lines: next })
    setFault(undefined)
  }
  const { noteChecked } = usePlanChecked(taskId, lines, next => type({ lines: next }))
  const toggle = (vehicle: VehicleChoice): void => {
    if (!view) return
    setMade(undefined)
    noteChecked(vehicle.id)
    change(withVehicleToggled(view, lines, vehicle, randomUuid()))
  }
  const share = (sharing: Sharing): void => {
    if (view) change(shareOut(view, lines, sharing))
  }
  const send = async (): Promise<void> => {
    const sent = asSent(lines)
    if (!view || !sent) return
    setFault(undefined)
    try {
      const output = await submit({
        taskId: view.task.id,
        version: view.task.version,
        lines: sent,
        ...(isDebtSeen ? { expectDebt: owed } : {}),
      })
      clear()
      setMade(output)
    } catch (error) {
      const told = faultOfWrite(error)
      setFault(told)
      if (!(told instanceof Refusal)) return
      if (isBehind(told)) onStale()
      // trucks another dispatcher sent are on the road now
      void refreshCalls([listVehicleChoices.path])
    }
  }
  const serverFaults = fault instanceof Refusal ? fault.fields : {}
  const own = view ? lines.map(line => lineFaults(view, line, lines)) : []
  const faults = lines.map((_, index) => ({ ...faultsOfLine(serverFaults, index), ...own[index] }))
  const rest = view ? restAfter(view, lines) : 0
  const isRight = own.every(each => Object.keys(each).length === 0)
  return {
    lines,
    notice: draft.notice,
    faults,
    rest,
    fault,
    made,
    isBusy,
    canSend: asSent(lines) !== undefined && rest >= 0 && isRight && (owed === undefined || isDebtSeen),
    /** The debts of the carrier pass the limit and are not confirmed yet. */
    asksDebt: owed !== undefined && !isDebtSeen,
    isDebtSeen,
    seeDebt: (isSeen: boolean): void => setSeen(isSeen ? owed : undefined),
    change,
    toggle,
    share,
    send,
    forgetFault: () => setFault(undefined),
    closeMade: () => setMade(undefined),
  }
}
