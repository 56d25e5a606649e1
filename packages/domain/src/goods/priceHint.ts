// The price of a lane by one's own deals of late: a range and its middle, or nothing where they are too few.
import { DAY_MS } from '../figures/time.ts'
import { unitPrice, type UnitPrice } from '../figures/unitPrice.ts'

/** Deals of this long count, ms, and fewer than this many say nothing. */
export const hintRules = { forMs: 30 * DAY_MS, least: 5 } as const

export interface PriceHint {
  readonly count: number
  readonly low: UnitPrice
  readonly middle: UnitPrice
  readonly high: UnitPrice
}

/** The middle of an even number is the lower of the two: a price somebody paid. */
export function hintOf(prices: readonly number[]): PriceHint | undefined {
  if (prices.length < hintRules.least) return undefined
  const sorted = prices.toSorted((a, b) => a - b)
  const at = (place: number): UnitPrice => unitPrice(sorted[place] ?? 0)
  return {
    count: sorted.length,
    low: at(0),
    middle: at(Math.ceil(sorted.length / 2) - 1),
    high: at(sorted.length - 1),
  }
}
