// Accounting months: which one a moment falls in, and how people read it.
import { expect, test } from 'vitest'
import { periodOf, periodText } from './voucher.ts'

test("the accounting month is that of China's clock", () => {
  expect(periodOf(Date.UTC(2026, 9, 31, 15, 59))).toBe('202610')
  expect(periodOf(Date.UTC(2026, 9, 31, 16, 0))).toBe('202611')
})

test('a month is read as year and month; other text stays as it is', () => {
  expect(periodText('202601')).toBe('2026年1月')
  expect(periodText('202611')).toBe('2026年11月')
  expect(periodText('全部')).toBe('全部')
})
