// Quantities taken of goods, in words and percent.
import { expect, test } from 'vitest'
import { remainText, takenPercent } from './quantityText.ts'

test('what is left stands before the whole, with one unit', () => {
  expect(remainText({ quantityMode: 'BY_TON', totalQty: 32_400_000, remainQty: 12_000_000 })).toBe('12.000 / 32.400吨')
  expect(remainText({ quantityMode: 'BY_TRUCK', totalQty: 10, remainQty: 0 })).toBe('0 / 10车')
})

test('the percentage is 0 and 100 only at the ends', () => {
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 1_000_000_000 })).toBe(0)
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 999_999_999 })).toBe(1)
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 1 })).toBe(99)
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 0 })).toBe(100)
})
