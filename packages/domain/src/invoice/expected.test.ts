// Ages of freight without an invoice: every day of a signature is in one age, and none is left out.
import { expect, test } from 'vitest'
import { dueWithin } from '../figures/ages.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'
import { expectedAgeKeys, expectedAges, expectedDays } from './expected.ts'

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
