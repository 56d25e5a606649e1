// Accounting months: the list to pick from.
import { expect, test } from 'vitest'
import { recentPeriods } from './periods.ts'

test('recent periods run back over the turn of the year, by the clock of China', () => {
  // 2026-01-31 17:00 UTC is already February in China
  expect(recentPeriods(Date.UTC(2026, 0, 31, 17), 3)).toEqual(['202602', '202601', '202512'])
})
