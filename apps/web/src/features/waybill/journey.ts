// The way of a waybill as the stepper draws it, with a mishap at the place where it happened.
import type { WaybillState } from '@yunshu/domain/waybill/waybill'

const usualWay = [
  'toAccept',
  'toLoad',
  'loading',
  'inTransit',
  'arrived',
  'toSign',
  'signed',
  'finished',
] as const satisfies readonly WaybillState[]

/** The step after which a mishap stands. */
const mishaps: Readonly<Partial<Record<WaybillState, WaybillState>>> = { interrupted: 'inTransit', disputed: 'toSign' }

/**
 * The usual way; while a waybill is interrupted or disputed, that stands in it, so that what is still to come stays in
 * sight.
 */
export function wayOf(state: WaybillState): readonly WaybillState[] {
  const after = mishaps[state]
  return after === undefined ? usualWay : usualWay.flatMap(step => (step === after ? [step, state] : [step]))
}
