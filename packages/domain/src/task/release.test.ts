// Work handed down: who may, at what price, and fees that add up to the first price exactly, whatever is billed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freightOf, type FreightQuantity } from '../goods/freight.ts'
import { addFen, sumFen } from '../figures/money.ts'
import { feesOf, releaseFault, releasePriceFault } from './release.ts'
import { unitPrice } from '../figures/unitPrice.ts'
import { volume } from '../figures/volume.ts'
import { grams } from '../figures/weight.ts'

const billed: fc.Arbitrary<FreightQuantity> = fc.oneof(
  fc.integer({ min: 1, max: 200_000_000 }).map(weight => ({ pricing: 'PER_TON' as const, weight: grams(weight) })),
  fc.integer({ min: 1, max: 2_000_000 }).map(amount => ({ pricing: 'PER_M3' as const, volume: volume(amount) })),
  fc.integer({ min: 1, max: 9 }).map(trucks => ({ pricing: 'PER_TRUCK' as const, trucks })),
  fc.integer({ min: 1, max: 5_000_000 }).map(distanceM => ({ pricing: 'PER_KM' as const, distanceM })),
)
const falling = fc
  .array(fc.integer({ min: 0, max: 30_000_000 }), { minLength: 1, maxLength: 4 })
  .map(prices => prices.toSorted((a, b) => b - a).map(unitPrice))

describe('fees of work handed down', () => {
  it('are the difference of the freights: 32.4 t at 278.5495 and 260 leave 601.00', () => {
    const trip: FreightQuantity = { pricing: 'PER_TON', weight: grams(32_400_000) }
    expect(feesOf(trip, [unitPrice(2_785_495), unitPrice(2_600_000)])).toEqual([60_100])
    expect(feesOf(trip, [unitPrice(2_785_495)])).toEqual([])
  })
  it('together with the freight of the last carrier are the freight at the first price, and no fee is below zero', () => {
    fc.assert(
      fc.property(billed, falling, (trip, prices) => {
        const fees = feesOf(trip, prices)
        expect(fees).toHaveLength(prices.length - 1)
        expect(Math.min(0, ...fees)).toBe(0)
        expect(addFen(sumFen(fees), freightOf(trip, prices.at(-1) ?? unitPrice(0)))).toBe(
          freightOf(trip, prices[0] ?? unitPrice(0)),
        )
      }),
    )
  })
  it('do not exist for a price that rises', () => {
    expect(() => feesOf({ pricing: 'PER_TRUCK', trucks: 1 }, [unitPrice(1), unitPrice(2)])).toThrow(RangeError)
  })
})

describe('handing down', () => {
  it('goes two carriers deep, and only where it is allowed', () => {
    expect([0, 1, 2].map(depth => releaseFault({ depth, mayRelease: true }))).toEqual([
      undefined,
      undefined,
      'task.depth',
    ])
    expect(releaseFault({ depth: 0, mayRelease: false })).toBe('task.kept')
  })
  it('is for some price, and for no more than one gets', () => {
    expect([
      releasePriceFault(unitPrice(0), unitPrice(5)),
      releasePriceFault(unitPrice(5), unitPrice(5)),
      releasePriceFault(unitPrice(60_001), unitPrice(60_000)),
    ]).toEqual(['须大于0', undefined, '不能高于本公司承运单价 6.00'])
  })
})
