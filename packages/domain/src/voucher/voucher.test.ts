// Accounting months: which one a moment falls in, and how people read it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookDate, periodOf, periodText, shiftPeriod, startOfPeriod, voucherNo } from './voucher.ts'

test("the accounting month is that of China's clock", () => {
  expect(periodOf(Date.UTC(2026, 9, 31, 15, 59))).toBe('202610')
  expect(periodOf(Date.UTC(2026, 9, 31, 16, 0))).toBe('202611')
})

test('a month is read as year and month; other text stays as it is', () => {
  expect(periodText('202601')).toBe('2026年1月')
  expect(periodText('202611')).toBe('2026年11月')
  expect(periodText('全部')).toBe('全部')
})

const at = (month: number, day: number, hour = 12) => Date.UTC(2026, month - 1, day, hour - 8)

test('an event is booked on its own day while its month is open, and in the month before at most', () => {
  const open = () => false
  expect(bookDate(at(11, 3), at(11, 24), open)).toEqual({ date: at(11, 3), period: '202611' })
  expect(bookDate(at(10, 31), at(11, 24), open)).toEqual({ date: at(10, 31), period: '202610' })
  expect(bookDate(at(9, 30), at(11, 24), open)).toEqual({ date: at(10, 1, 0), period: '202610' })
  expect(bookDate(at(12, 3), at(11, 24), open), 'a clock ahead of ours').toEqual({ date: at(11, 24), period: '202611' })
})

test('a closed month hands an event on to the first day of the first month that is open', () => {
  const closed =
    (...months: string[]) =>
    (period: string) =>
      months.includes(period)
  expect(bookDate(at(10, 31), at(11, 24), closed('202610'))).toEqual({ date: at(11, 1, 0), period: '202611' })
  expect(bookDate(at(11, 20), at(11, 24), closed('202611'))).toEqual({ date: at(12, 1, 0), period: '202612' })
  expect(bookDate(at(9, 1), at(11, 24), closed('202610', '202611', '202612')).period).toBe('202701')
})

test('months are shifted over years and back, and begin at midnight in China', () => {
  expect(shiftPeriod('202611', 2)).toBe('202701')
  expect(shiftPeriod('202601', -1)).toBe('202512')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: -500, max: 500 }), (n, by) => {
      const period = shiftPeriod('202001', n)
      expect(shiftPeriod(shiftPeriod(period, by), -by)).toBe(period)
      expect(periodOf(startOfPeriod(period))).toBe(period)
      expect(periodOf(startOfPeriod(period) - 1)).toBe(shiftPeriod(period, -1))
    }),
  )
})

test('a month that no calendar has does not begin', () => {
  for (const period of ['202600', '202613', '2026', '']) expect(() => startOfPeriod(period)).toThrow(RangeError)
})

test('vouchers are numbered within their month, by four digits or more', () => {
  expect([1, 9999, 10_000].map(n => voucherNo('202611', n))).toEqual([
    '记-202611-0001',
    '记-202611-9999',
    '记-202611-10000',
  ])
})
