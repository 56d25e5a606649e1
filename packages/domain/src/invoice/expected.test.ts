// Ages of freight without an invoice: every day of a signature is in one age, and none is left out.
import { expect, test } from 'vitest'
import { DAY_MS, startOfDay } from '../figures/time.ts'
import { expectedAgeKeys, expectedDays, signedWithin } from './expected.ts'

test('each day looked through is in one age alone: of today the first, of the ninety-first before the last', () => {
  const now = Date.UTC(2026, 10, 27, 8)
  const agesOf = (days: number) =>
    expectedAgeKeys.filter(age => {
      const { from, before } = signedWithin(age, now)
      const signedAt = startOfDay(now) - days * DAY_MS + 1
      return signedAt >= from && signedAt < before
    })
  expect([0, 1, 30, 31, 90, 91, expectedDays, expectedDays + 1].map(agesOf)).toEqual([
    ['d30'],
    ['d30'],
    ['d30'],
    ['d90'],
    ['d90'],
    ['older'],
    ['older'],
    [],
  ])
})
