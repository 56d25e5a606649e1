// Changes of published goods (货源信息变更): their state table, what of goods may change, and what carriers must agree to.
import type { GoodsTerms } from './diff.ts'
import { machine } from '../states.ts'

export const goodsChangeStates = machine({
  table: 'goods_changes',
  column: 'state',
  entity: 'goodsChange',
  start: 'pending',
  states: {
    pending: { label: '待承运商同意', tone: 'busy', awaits: { permit: 'goods.take', sides: ['carrier'] } },
    refused: { label: '已拒绝', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
    applied: { label: '已生效', tone: 'good', final: true },
  },
  moves: {
    apply: { from: ['pending'], to: 'applied', label: '变更生效', permit: 'system' },
    refuse: { from: ['pending'], to: 'refused', label: '拒绝变更', permit: 'goods.take', danger: true, ask: 'reason' },
    withdraw: { from: ['pending'], to: 'withdrawn', label: '撤回变更', permit: 'goods.publish' },
    lapse: { from: ['pending'], to: 'withdrawn', label: '货源已结束，变更失效', permit: 'system' },
    /** Everybody has agreed or has no work left, and still it cannot be laid over the goods as they are by now. */
    drop: { from: ['pending'], to: 'withdrawn', label: '变更无法生效', permit: 'system' },
  },
})
export type GoodsChangeState = keyof typeof goodsChangeStates.states

/**
 * States of one carrier's consent to a change; a carrier whose open work has ended is no longer asked. The reason of a
 * refusal stands in the history of the change, which the refusal ends.
 */
export const consentStates = machine({
  table: 'goods_consents',
  column: 'state',
  entity: 'goodsConsent',
  start: 'asked',
  states: {
    asked: { label: '待答复', tone: 'busy', awaits: { permit: 'goods.take', sides: ['carrier'] } },
    agreed: { label: '已同意', tone: 'good', final: true },
    refused: { label: '已拒绝', tone: 'bad', final: true },
    lapsed: { label: '已无在途业务，无需同意', tone: 'idle', final: true },
  },
  moves: {
    agree: { from: ['asked'], to: 'agreed', label: '同意变更', permit: 'goods.take' },
    refuse: { from: ['asked'], to: 'refused', label: '拒绝变更', permit: 'goods.take', danger: true },
    lapse: { from: ['asked'], to: 'lapsed', label: '无需同意', permit: 'system' },
  },
})

/** States of goods that can still change: ended goods stay as they were. */
export const changeableStates = ['published', 'partial', 'full', 'paused'] as const

/**
 * Terms of the bargain with carriers that have taken some of the goods: they change only with the carriers' consent.
 */
export const lockedKeys: ReadonlySet<keyof GoodsTerms> = new Set<keyof GoodsTerms>([
  'loadPoints',
  'unloadPoints',
  'items',
  'vehicleNeed',
  'perTruckMax',
  'dailyTrucks',
  'pricing',
  'unitPrice',
  'priceSteps',
  'distanceKm',
  'payPlan',
  'lossRule',
  'receiptRule',
  'poundRule',
  'gx',
])

/**
 * Whether carriers with open work must agree: something locked changes, or the total falls below what they took (in the
 * unit of the goods).
 */
export function needsConsent(
  changed: readonly (keyof GoodsTerms)[],
  { totalQty, taken }: { totalQty: number; taken: number },
): boolean {
  return changed.some(key => lockedKeys.has(key)) || (changed.includes('totalQty') && totalQty < taken)
}

/** Terms that only carriers priced by the goods have to agree to. */
const priceKeys: ReadonlySet<keyof GoodsTerms> = new Set<keyof GoodsTerms>(['unitPrice', 'priceSteps'])

/**
 * Whether of the bargain nothing but the price changes: carriers with a price of their own are not concerned, for they
 * keep it.
 */
export function isPriceAlone(changed: readonly (keyof GoodsTerms)[]): boolean {
  const locked = changed.filter(key => lockedKeys.has(key))
  return locked.length > 0 && locked.every(key => priceKeys.has(key))
}

/** A part of goods a carrier took and has on no truck yet. */
export interface OpenPart {
  readonly id: string
  readonly remainQty: number
}

/**
 * The quantity each open part gives back so that the parts fit a smaller total, the youngest part first (`parts` come
 * oldest first). Undefined when all of it is not enough, because the rest is on the road.
 */
export function cutParts(
  parts: readonly OpenPart[],
  tooMuch: number,
): readonly { readonly id: string; readonly qty: number }[] | undefined {
  let left = tooMuch
  const cuts: { id: string; qty: number }[] = []
  for (const { id, remainQty } of parts.toReversed()) {
    const qty = Math.min(left, remainQty)
    if (qty > 0) cuts.push({ id, qty })
    left -= qty
  }
  return left > 0 ? undefined : cuts
}
