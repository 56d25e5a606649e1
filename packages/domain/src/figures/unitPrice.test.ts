// Unit prices: four decimals of a yuan, and the carrier's price after the platform's fee.
import { expect, test } from 'vitest'
import { isUnitPrice, parseUnitPrice, priceLessFee, printUnitPrice, unitPrice } from './unitPrice.ts'

test('a price has up to four decimals of a yuan and is never below zero', () => {
  expect([parseUnitPrice('293.21'), parseUnitPrice('0.4525'), parseUnitPrice('0')]).toEqual([2_932_100, 4525, 0])
  for (const text of ['-1', '0.45255', '', 'abc']) expect(parseUnitPrice(text)).toBeUndefined()
  expect([printUnitPrice(unitPrice(2_932_100)), printUnitPrice(unitPrice(4525))]).toEqual(['293.21', '0.4525'])
  expect([isUnitPrice(0), isUnitPrice(-1), isUnitPrice(0.5), isUnitPrice('5')]).toEqual([true, false, false, false])
  expect(Object.is(unitPrice(-0), 0)).toBe(true)
  for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => unitPrice(wrong)).toThrow(RangeError)
})

test('the carrier has the price less the fee on the total, cut down to 10⁻⁴ yuan', () => {
  expect(priceLessFee(unitPrice(2_932_100), 50_000)).toBe(2_785_495)
  expect(priceLessFee(unitPrice(3), 333_333), '2.000001 is cut').toBe(2)
  expect([0, 1_000_000].map(fee => priceLessFee(unitPrice(2_932_100), fee))).toEqual([2_932_100, 0])
})

test('a fee is from nothing to the whole, in whole ppm', () => {
  for (const fee of [-1, 1_000_001, 0.5, Number.NaN])
    expect(() => priceLessFee(unitPrice(100), fee)).toThrow('a fee on the total is from 0 to 100 %')
})
