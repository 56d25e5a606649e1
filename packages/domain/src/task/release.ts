// Work handed down from carrier to carrier (转派): how deep it may go, at what price, and what each carrier of the chain
// earns.
import { type FreightQuantity, freightOf } from '../goods/freight.ts'
import { type Fen, subtractFen } from '../figures/money.ts'
import { type UnitPrice, printUnitPrice } from '../figures/unitPrice.ts'
import { machine } from '../states.ts'

/** States of the fee of a carrier that handed work down: planned first, then fixed by the signed weights. */
export const feeStates = machine({
  table: 'waybill_fees',
  column: 'state',
  start: 'estimated',
  states: {
    estimated: { label: '预估', tone: 'idle' },
    confirmed: { label: '已确认', tone: 'good', final: true },
  },
  moves: { confirm: { from: ['estimated'], to: 'confirmed', label: '签收确认', permit: 'system' } },
})

/**
 * The number of times work can be handed down: from the carrier of the shipper to a second, and from there to a third.
 */
export const releaseDepth = 2

/** The position of a carrier that wants to hand a task down: its depth, and whether those above allow it. */
export interface Releasable {
  readonly depth: number
  readonly mayRelease: boolean
}

/** The reason a task cannot be handed down whatever is left of it; undefined when it can. */
export function releaseFault({ depth, mayRelease }: Releasable): 'task.kept' | 'task.depth' | undefined {
  if (depth >= releaseDepth) return 'task.depth'
  return mayRelease ? undefined : 'task.kept'
}

/** Checks the unit price work is handed down at: something, and no more than the carrier gets itself. */
export function releasePriceFault(price: UnitPrice, own: UnitPrice): string | undefined {
  if (price === 0) return '须大于0'
  return price > own ? `不能高于本公司承运单价 ${printUnitPrice(own)}` : undefined
}

/**
 * The fee of each carrier of a chain on a waybill, from the first down to the one before the last: the difference of
 * the freights at its own price and at the price it handed the work down for. `prices` run down the chain and never
 * rise.
 *
 * Freights are rounded, differences are exact: with the freight of the last carrier the fees always are the freight at
 * the first price. Throws RangeError when a price rises.
 */
export function feesOf(billed: FreightQuantity, prices: readonly UnitPrice[]): Fen[] {
  const freights = prices.map(price => freightOf(billed, price))
  return freights.slice(1).map((freight, n) => {
    const above = freights[n] ?? freight
    if ((prices[n + 1] ?? 0) > (prices[n] ?? 0))
      throw new RangeError('work is never handed down for more than it brings')
    return subtractFen(above, freight)
  })
}
