// The price of a lane: the range of one's own deals and its middle.
import { expect, test } from 'vitest'
import { hintOf, hintRules } from './priceHint.ts'

test('too few deals say nothing', () => {
  expect(hintOf(Array.from({ length: hintRules.least - 1 }, () => 100))).toBeUndefined()
})

test('the middle is a price that was paid, in whatever order they come', () => {
  expect(hintOf([5, 1, 3, 2, 4])).toEqual({ count: 5, low: 1, middle: 3, high: 5 })
  expect(hintOf([6, 5, 1, 3, 2, 4])).toMatchObject({ count: 6, middle: 3, high: 6 })
})
