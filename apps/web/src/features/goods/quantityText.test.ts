// Quantities taken of goods, in words and percent.
import { expect, test } from 'vitest'
import { partsText, remainText, takenPercent } from './quantityText.ts'

test('what is left stands before the whole, with one unit', () => {
  expect(remainText({ quantityMode: 'BY_TON', totalQty: 32_400_000, remainQty: 12_000_000 })).toBe('12.000 / 32.400 吨')
  expect(remainText({ quantityMode: 'BY_TRUCK', totalQty: 10, remainQty: 0 })).toBe('0 / 10 车')
})

test('the percentage is 0 and 100 only at the ends', () => {
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 1_000_000_000 })).toBe(0)
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 999_999_999 })).toBe(1)
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 1 })).toBe(99)
  expect(takenPercent({ quantityMode: 'BY_TON', totalQty: 1_000_000_000, remainQty: 0 })).toBe(100)
})

test('what was taken is said by its parts, each with what it counts; who sees no parts reads none', () => {
  const goods = { quantityMode: 'BY_TON', totalQty: 100_000_000, remainQty: 40_000_000 } as const
  const progress = { waiting: 10_000_000, undispatched: 20_000_000, trucks: 2 }
  expect(partsText({ ...goods, progress })).toEqual([
    '待承运商答复 10.000 吨',
    '已接单 50.000 吨',
    '待派车 20.000 吨',
    '已派车 30.000 吨（2 车）',
  ])
  expect(partsText(goods)).toEqual([])
  const trucks = { quantityMode: 'BY_TRUCK', totalQty: 5, remainQty: 2 } as const
  expect(partsText({ ...trucks, progress: { waiting: 0, undispatched: 0, trucks: 3 } })).toEqual([
    '已接单 3 车',
    '已派车 3 车',
  ])
})
