// Arrivals that circles prove (围栏到达): which step of a waybill a visit speaks for, at what time, and the answers to it.
import { MINUTE_MS } from '../figures/time.ts'
import { machine } from '../states.ts'
import type { WaybillMove, WaybillState } from '../waybill/waybill.ts'

/** Steps a visit can speak for: the kind of circle, the state they start from, and the place in words. */
export const arrivalMoves = {
  arriveLoad: { label: '到达装货地', place: '装货地', kind: 'load', from: 'toLoad' },
  arriveUnload: { label: '到达卸货地', place: '卸货地', kind: 'unload', from: 'inTransit' },
} as const satisfies Partial<
  Record<WaybillMove, { label: string; place: string; kind: 'load' | 'unload'; from: WaybillState }>
>
export type ArrivalMove = keyof typeof arrivalMoves
export const arrivalMoveKeys = Object.keys(arrivalMoves) as ArrivalMove[]

/** The step the circle of a kind of place proves. */
export const arrivalMoveOf = (kind: string): ArrivalMove | undefined =>
  arrivalMoveKeys.find(name => arrivalMoves[name].kind === kind)

export const proposalStates = machine({
  table: 'waybill_proposals',
  column: 'state',
  start: 'open',
  states: {
    open: { label: '待采用', tone: 'warn' },
    taken: { label: '已采用', tone: 'good', final: true },
    refused: { label: '不采用', tone: 'idle', final: true },
    overtaken: { label: '已失效', tone: 'idle', final: true },
    withdrawn: { label: '已撤销', tone: 'idle', final: true },
  },
  moves: {
    take: { from: ['open'], to: 'taken', label: '采用围栏到达', permit: 'waybill.advance' },
    refuse: { from: ['open'], to: 'refused', label: '不采用围栏到达', permit: 'waybill.advance', ask: 'reason' },
    /** The waybill went on, ended, or has another vehicle. */
    overtake: { from: ['open'], to: 'overtaken', label: '围栏到达失效', permit: 'system' },
    /** Late positions say the vehicle was not there, or the company wants none. */
    withdraw: { from: ['open'], to: 'withdrawn', label: '围栏到达撤销', permit: 'system' },
  },
})

/** Answers people give. */
export const arrivalAnswers = ['take', 'refuse'] as const
export type ArrivalAnswer = (typeof arrivalAnswers)[number]

/** A stay in a circle that counts. */
export interface Stay {
  readonly enteredAt: number
  readonly leftAt: number | undefined
}

/** The times of arrival a person may choose: from the whole minute of the proven one to the end of the stay, or to now. */
export const chosenWithin = (
  { at, leftAt }: { readonly at: number; readonly leftAt?: number | undefined },
  now: number,
): { readonly from: number; readonly to: number } => ({
  from: Math.floor(at / MINUTE_MS) * MINUTE_MS,
  to: Math.min(leftAt ?? now, now),
})

/**
 * The time of arrival a stay proves for a waybill whose steps so far end at `floor`: a vehicle that stood there already
 * has arrived with the last step. Undefined where it had left by then.
 */
export function provenAt({ enteredAt, leftAt }: Stay, floor: number): number | undefined {
  const at = Math.max(enteredAt, floor)
  return leftAt !== undefined && leftAt < at ? undefined : at
}
