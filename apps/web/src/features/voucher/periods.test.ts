// Accounting months: names and the list to pick from.
import { expect, test } from 'vitest'
import { periodText, recentPeriods } from './periods.ts'

test('a period is read as year and month', () => {
  expect(periodText('202601')).toBe('2026年1月')
})

test('recent periods run back over the turn of the year, by the clock of China', () => {
  // 2026-01-31 17:00 UTC is already February in China
  expect(recentPeriods(Date.UTC(2026, 0, 31, 17), 3)).toEqual(['202602', '202601', '202512'])
})
