// Tests of exact decimals: reading, printing and rounding once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideDown, divideRounded, groupThousands, printDecimal, readDecimal } from './decimal.ts'

test('decimal text is scaled by its digits', () => {
  expect(readDecimal('32.4', 3)).toBe(32_400)
  expect(readDecimal('-0.05', 2)).toBe(-5)
  expect(readDecimal('-0', 2)).toBe(0)
  expect(readDecimal('1.005', 2)).toBeUndefined()
  expect(readDecimal('99999999999999999', 0)).toBeUndefined()
  // sixteen digits can still be more than a number holds exactly
  expect([readDecimal('9007199254740991', 0), readDecimal('9007199254740993', 0)]).toEqual([2 ** 53 - 1, undefined])
})

test('printing drops zeros at the end only down to the wanted decimals', () => {
  expect(printDecimal(32_400, 3)).toBe('32.400')
  expect(printDecimal(32_400, 3, 0)).toBe('32.4')
  expect(printDecimal(32_000, 3, 0)).toBe('32')
  expect(printDecimal(-5, 2)).toBe('-0.05')
  expect(printDecimal(0, 0)).toBe('0')
})

test('division rounds half away from zero, or drops the rest', () => {
  expect([5n, 4n, 15n, -5n, -4n].map(dividend => divideRounded(dividend, 10n))).toEqual([1, 0, 2, -1, 0])
  expect([9n, 10n, -9n].map(dividend => divideDown(dividend, 10n))).toEqual([0, 1, 0])
  for (const divisor of [0n, -1n]) {
    expect(() => divideRounded(1n, divisor)).toThrow('the divisor must be positive')
    expect(() => divideDown(1n, divisor)).toThrow('the divisor must be positive')
  }
  expect(() => divideDown(2n ** 60n, 1n)).toThrow(RangeError)
})

test('a negative amount rounds to the mirror of the positive one', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n), fc.bigInt(1_000_000n, 10n ** 9n), (dividend, divisor) => {
      expect(divideRounded(-dividend, divisor) + divideRounded(dividend, divisor)).toBe(0)
    }),
  )
})

test('thousands are parted by commas, decimals never', () => {
  expect(['0.5', '999', '1324.500', '-1234567.8901', '12345'].map(groupThousands)).toEqual([
    '0.5',
    '999',
    '1,324.500',
    '-1,234,567.8901',
    '12,345',
  ])
})
