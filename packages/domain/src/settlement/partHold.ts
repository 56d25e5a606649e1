// Putting a part of a waybill on hold (暂缓): no sheet takes it before somebody lets it go again.
import { isCashPart, type PartState, type WaybillPart } from './parts.ts'

export const partHoldActs = {
  hold: { label: '暂缓', done: '已暂缓，不会进入结算单' },
  free: { label: '解除暂缓', done: '已解除暂缓' },
} as const
export type PartHoldAct = keyof typeof partHoldActs

/** A part as far as holding asks about it. */
export interface HoldablePart {
  readonly part: WaybillPart
  readonly state: PartState
  /** Since when it is on hold. */
  readonly heldSince: number | null
  /** Its cash, fen; below zero where the carrier owes. */
  readonly cash: number
  /** The sheet that has it. */
  readonly settlementNum?: string | undefined
}

/**
 * The fault of an act on a part, in words after the name of the part; undefined where it can be done. A part that is paid
 * in money is held while no sheet has it; fees of work handed down are not, nor fuel and tolls, which no sheet pays.
 */
export function faultOfHold(
  act: PartHoldAct,
  { part, state, heldSince, cash, settlementNum }: HoldablePart,
): string | undefined {
  if (act === 'free') return heldSince === null ? '没有暂缓，不用解除' : undefined
  if (heldSince !== null) return '已经暂缓'
  if (part === 'fee') return '不能暂缓'
  if ((!isCashPart(part) && part !== 'pre') || cash <= 0) return '不是要付给承运商的款项，不能暂缓'
  if (state === 'onSheet') return `已在结算单${settlementNum ?? ''}中，请先移出结算单再暂缓`
  return state === 'planned' || state === 'ready' ? undefined : '已经付过或不再支付，不能暂缓'
}

/** The acts a part is open to: one of both, or none. */
export const holdActsOf = (part: HoldablePart): PartHoldAct[] =>
  (['hold', 'free'] as const).filter(act => faultOfHold(act, part) === undefined)
