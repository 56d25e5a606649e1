// Tests of figures that stand alone.
import { expect, test } from 'vitest'
import { bareFigures, quantityText } from './quantityText.ts'

test('figures lose the zeros at their end, and no others', () => {
  expect(bareFigures('1,147.500')).toBe('1,147.5')
  expect(bareFigures('264.000')).toBe('264')
  expect(bareFigures('1,200')).toBe('1,200')
  expect(bareFigures('0.050')).toBe('0.05')
})

test('a quantity has a blank before its unit', () => {
  expect(quantityText('BY_TON', 264_000_000)).toBe('264 吨')
  expect(quantityText('BY_TON', 32_450_000)).toBe('32.45 吨')
  expect(quantityText('BY_TRUCK', 10)).toBe('10 车')
})
