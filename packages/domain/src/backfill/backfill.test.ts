// Trips entered afterwards: what is wrong with one, which are entered twice, and the price behind a freight.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownFault, priceForFreight, tripFaults, twiceAmong, type DoneTrip, type KnownTrip } from './backfill.ts'
import { freightOf } from '../goods/freight.ts'
import { fen } from '../figures/money.ts'
import { DAY_MS, HOUR_MS, parseDateTime } from '../figures/time.ts'
import { grams } from '../figures/weight.ts'

const at = parseDateTime('2026-11-20 08:00:00') ?? 0
const now = at + 2 * DAY_MS
const trip = (over: Partial<DoneTrip> = {}): DoneTrip => ({
  row: 2,
  vehicleId: 'a',
  loadAt: at,
  unloadAt: at + 20 * HOUR_MS,
  load: grams(32_400_000),
  unload: grams(32_250_000),
  ...over,
})
const fields = (over: Partial<DoneTrip>, distanceKm?: number): string[] =>
  tripFaults(trip(over), now, distanceKm).map(({ field }) => field)

test('a trip that may have been is right, and each impossible figure is told at its field', () => {
  expect(fields({}, 980)).toEqual([])
  expect(fields({ loadAt: now + 1, unloadAt: now + HOUR_MS })).toEqual(['loadAt', 'unloadAt'])
  expect(fields({ unloadAt: at })).toEqual(['unloadAt'])
  expect(fields({ loadAt: at - 400 * DAY_MS })).toEqual(['loadAt', 'unloadAt'])
  expect(fields({ unloadAt: at + 5 * HOUR_MS }, 980)).toEqual(['unloadAt'])
  expect(fields({ unloadAt: at + 5 * HOUR_MS })).toEqual([])
  expect(fields({ load: grams(0), unload: grams(0) })).toEqual(['loadWeight', 'unloadWeight'])
  expect(fields({ unload: grams(36_000_000) })).toEqual(['unloadWeight'])
})

test('the later of two rows of one vehicle is the one at fault', () => {
  const later = { loadAt: at + 3 * HOUR_MS, unloadAt: at + 30 * HOUR_MS }
  expect(twiceAmong([trip(), trip({ row: 3 })])).toEqual([
    { row: 3, field: 'plate', reason: '与第2行重复（同一车辆、装货日期和重量）' },
  ])
  expect(twiceAmong([trip(), trip({ row: 3, ...later, load: grams(30_000_000) })])).toEqual([
    { row: 3, field: 'loadAt', reason: '与第2行的时间重叠（同一车辆）' },
  ])
  expect(
    twiceAmong([
      trip(),
      trip({ row: 3, vehicleId: 'b' }),
      trip({ row: 4, loadAt: at + 20 * HOUR_MS, unloadAt: at + 40 * HOUR_MS }),
    ]),
  ).toEqual([])
})

test('a waybill that held the vehicle stands against a trip, other goods on the same route do not', () => {
  const known = (over: Partial<KnownTrip> = {}): KnownTrip => ({
    waybillNo: 'YD1',
    vehicleId: 'a',
    startAt: at + HOUR_MS,
    endAt: at + 9 * HOUR_MS,
    isSameGoods: false,
    isSameRoute: false,
    load: grams(30_000_000),
    unload: grams(30_000_000),
    ...over,
  })
  expect(knownFault(trip(), [known()])).toMatchObject({ field: 'loadAt' })
  expect(knownFault(trip(), [known({ isSameRoute: true })])).toBeUndefined()
  expect(knownFault(trip(), [known({ isSameRoute: true, isSameGoods: true })])).toMatchObject({ field: 'loadAt' })
  expect(knownFault(trip(), [known({ isSameRoute: true, load: trip().load, unload: trip().unload })])).toMatchObject({
    field: 'plate',
  })
  expect(knownFault(trip(), [known({ startAt: at + 20 * HOUR_MS, endAt: at + 30 * HOUR_MS })])).toBeUndefined()
})

test('the price behind a freight makes exactly that freight, up to a hundred tons always', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100_000, max: 100_000_000 }),
      fc.integer({ min: 0, max: 10_000_000_00 }),
      (weight, amount) => {
        const quantity = { pricing: 'PER_TON', weight: grams(weight) } as const
        const price = priceForFreight(quantity, fen(amount))
        expect(price !== undefined && freightOf(quantity, price)).toBe(amount)
      },
    ),
  )
  expect(priceForFreight({ pricing: 'PER_TRUCK', trucks: 1 }, fen(888_800))).toBe(88_880_000)
  expect(priceForFreight({ pricing: 'PER_TON', weight: grams(1) }, fen(90_071_993))).toBeUndefined()
  expect(priceForFreight({ pricing: 'PER_KM', distanceM: 0 }, fen(1))).toBeUndefined()
})
