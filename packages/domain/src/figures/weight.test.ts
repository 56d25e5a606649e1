// Tests of weight, volume and unit price: exact reading and printing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams, isGrams, parseKg, parseTons, printKg, printTons } from './weight.ts'
import { parseUnitPrice, printUnitPrice, unitPrice } from './unitPrice.ts'
import { parseVolume, printVolume, volume } from './volume.ts'

const amount = fc.maxSafeInteger().map(Math.abs)

test('tons are read to the gram and kilograms too', () => {
  expect(parseTons('32.400')).toBe(32_400_000)
  expect(parseTons('0.000001')).toBe(1)
  expect(parseTons('49')).toBe(49_000_000)
  expect(parseKg('97.2')).toBe(97_200)
})

test.each(['', '-1', '1.2345678', '1,000', '1t', ' 1', '1e3', '.5', '9007199254740992'])(
  'text that is not a weight is refused: %j',
  text => {
    expect(parseTons(text)).toBeUndefined()
  },
)

test('kilograms finer than a gram are refused', () => {
  expect(parseKg('1.2345')).toBeUndefined()
})

test('tons print at least three decimals and lose no gram; kilograms print three', () => {
  expect(printTons(grams(32_400_000))).toBe('32.400')
  expect(printTons(grams(97_200))).toBe('0.0972')
  expect(printTons(grams(1))).toBe('0.000001')
  expect(printKg(grams(97_200))).toBe('97.200')
  expect(printKg(grams(0))).toBe('0.000')
})

test('weights, volumes and unit prices are whole and never negative', () => {
  for (const make of [grams, volume, unitPrice]) {
    expect(make(-0)).toBe(0)
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => make(wrong)).toThrow(RangeError)
  }
  expect(isGrams('5')).toBe(false)
})

test('unit prices and volumes keep four decimals and print at least two', () => {
  expect(parseUnitPrice('293.21')).toBe(2_932_100)
  expect(printUnitPrice(unitPrice(2_932_100))).toBe('293.21')
  expect(printUnitPrice(unitPrice(4_525))).toBe('0.4525')
  expect(parseUnitPrice('0.45255')).toBeUndefined()
  expect(parseUnitPrice('-1')).toBeUndefined()
  expect(parseVolume('12.5')).toBe(125_000)
  expect(printVolume(volume(125_000))).toBe('12.50')
  expect(parseVolume('-12.5')).toBeUndefined()
})

test('every weight, volume and unit price survives printing and reading', () => {
  fc.assert(
    fc.property(amount, value => {
      expect(parseTons(printTons(grams(value)))).toBe(value)
      expect(parseKg(printKg(grams(value)))).toBe(value)
      expect(parseUnitPrice(printUnitPrice(unitPrice(value)))).toBe(value)
      expect(parseVolume(printVolume(volume(value)))).toBe(value)
    }),
  )
})
