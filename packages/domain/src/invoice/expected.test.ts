// Ages of freight without an invoice: every day of a signature is in one age, and none is left out.
import { expect, test } from 'vitest'
import { dueWithin } from '../figures/ages.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'
import { expectedAgeKeys, expectedAges, expectedDays, waitedDays } from './expected.ts'

test('each day looked through is in one age alone: of today the first, of the ninety-first before the last', () => {
  const now = Date.UTC(2026, 10, 27, 8)
  const agesOf = (days: number) =>
    expectedAgeKeys.filter(age => {
      const { from = 0, before = Infinity } = dueWithin(expectedAges[age], now)
      const signedAt = startOfDay(now) - days * DAY_MS + 1
      return signedAt >= from && signedAt < before
    })
  expect([0, 1, 30, 31, 90, 91, expectedDays].map(agesOf)).toEqual([
    ['d30'],
    ['d30'],
    ['d30'],
    ['d90'],
    ['d90'],
    ['older'],
    ['older'],
  ])
})

test('signatures of one day have waited the same days, whatever their hour, and as many as the age they stand in', () => {
  const now = Date.UTC(2026, 10, 29, 12, 36)
  const day = startOfDay(Date.UTC(2026, 7, 31, 4))
  expect([day, day + DAY_MS / 2, day + DAY_MS - 1, day + DAY_MS].map(at => waitedDays(at, now))).toEqual([
    90, 90, 90, 89,
  ])
  expect(waitedDays(now, now)).toBe(0)
})
