// The waybill a passage is proposed for.
import { expect, test } from 'vitest'
import { tripOf, type TollTrip } from './toll.ts'

const hours = (n: number): number => n * 3_600_000
const trip = (waybillId: string, from: number, to?: number, loadedAt?: number, unloadedAt?: number): TollTrip => ({
  waybillId,
  from: hours(from),
  to: to && hours(to),
  loadedAt: loadedAt && hours(loadedAt),
  unloadedAt: unloadedAt && hours(unloadedAt),
})

test('a passage belongs to the one trip that covers it, loaded before empty; between two a person decides', () => {
  const first = trip('a', 0, 100, 20, 80)
  const second = trip('b', 60, 200, 120, 180)
  expect(tripOf(hours(10), [first, second])).toBe('a')
  expect(tripOf(hours(70), [first, second]), 'loaded with the first, on its way to the second').toBe('a')
  expect(tripOf(hours(90), [first, second]), 'neither is loaded').toBeUndefined()
  expect(tripOf(hours(150), [first, second])).toBe('b')
  expect(tripOf(hours(300), [first, second])).toBeUndefined()
  expect(tripOf(hours(300), [trip('c', 250, undefined, 260)]), 'still on its way').toBe('c')
  expect(tripOf(hours(10) - 59_000, [trip('e', 10)]), 'a file that cuts the seconds off').toBe('e')
  expect(tripOf(hours(150), [second, trip('d', 100, 200, 130, 170)]), 'loaded on both').toBeUndefined()
})

test('a trip covers the minute it begins in and the moment it ends at, and nothing before or after', () => {
  const of = [trip('a', 10, 20)]
  const minute = 60_000
  expect([hours(10) - minute, hours(10), hours(20)].map(at => tripOf(at, of))).toEqual(['a', 'a', 'a'])
  expect([hours(10) - minute - 1, hours(20) + 1].map(at => tripOf(at, of))).toEqual([undefined, undefined])
})
