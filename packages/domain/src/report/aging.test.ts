// Ages of receivables: every day falls into exactly one, and the moments asked of SQL are those of the rule.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueWithin } from '../figures/ages.ts'
import { payableAgeKeys, payableAges, receivableAgeKeys, receivableAges, type ReceivableAge } from './aging.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'

/** The age by whole days between the two days, as an accountant counts on a calendar. */
function receivableAgeOf(dueAt: number, at: number): ReceivableAge | undefined {
  const days = Math.round((startOfDay(at) - startOfDay(dueAt)) / DAY_MS)
  return receivableAgeKeys.find(key => {
    const { from = -Infinity, to = Infinity } = receivableAges[key]
    return days >= from && days <= to
  })
}
/** The age whose moments hold a due day. */
const ageWithin = (dueAt: number, at: number): ReceivableAge[] =>
  receivableAgeKeys.filter(age => {
    const { from = -Infinity, before = Infinity } = dueWithin(receivableAges[age], at)
    return dueAt >= from && dueAt < before
  })
const noon = Date.UTC(2026, 10, 26, 4)

test('ages begin on the day after the due day, and end with their last day', () => {
  const at = (days: number) => ageWithin(noon - days * DAY_MS, noon).join()
  expect([-400, 0, 1, 30, 31, 60, 61, 90, 91, 4000].map(at)).toEqual([
    'due',
    'due',
    'd30',
    'd30',
    'd60',
    'd60',
    'd90',
    'd90',
    'older',
    'older',
  ])
  // due in the last minute of yesterday by the clock of China: one day late today
  const midnight = startOfDay(noon)
  expect([...ageWithin(midnight - 1, midnight), ...ageWithin(midnight, midnight)]).toEqual(['d30', 'due'])
})

test('every day falls into one age of payables too', () => {
  const at = (days: number) =>
    payableAgeKeys.filter(age => {
      const { from = -Infinity, before = Infinity } = dueWithin(payableAges[age], noon)
      return noon - days * DAY_MS >= from && noon - days * DAY_MS < before
    })
  expect([-3, 0, 1, 7, 8, 30, 31, 900].map(days => at(days).join())).toEqual([
    'due',
    'due',
    'd7',
    'd7',
    'd30',
    'd30',
    'older',
    'older',
  ])
})

test('a due day lies within the moments of its own age and of no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 * DAY_MS }), fc.integer({ min: 0, max: DAY_MS - 1 }), (ago, clock) => {
      const [dueAt, at] = [noon + 30 * DAY_MS - ago, startOfDay(noon) + clock]
      expect(ageWithin(dueAt, at)).toEqual([receivableAgeOf(dueAt, at)])
    }),
  )
})
