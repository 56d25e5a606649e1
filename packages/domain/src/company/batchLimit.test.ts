// The limit of a batch as a company decides it: inside the bounds of the product, and the standard where it did not.
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { batchLimitBounds, batchLimitInWords, batchLimitOf, isBatchLimit } from './batchLimit.ts'

const { rows, sum } = batchLimitBounds
const standard = { rows: rows.standard, sum: sum.standard }

test('a company that decided nothing has the standard; so has one whose decision is outside the bounds', () => {
  for (const decided of [{}, null, undefined, { batchLimit: null }, { batchLimit: { rows: 0, sum: 0 } }])
    expect(batchLimitOf(decided)).toEqual(standard)
  expect(batchLimitOf({ batchLimit: { rows: rows.most + 1, sum: sum.most + 1 } })).toEqual(standard)
  expect(batchLimitOf({ batchLimit: { rows: 2, sum: 'x' } })).toEqual({ ...standard, rows: 2 })
})

test('each bound itself may be decided, one beyond it not', () => {
  expect(isBatchLimit({ rows: rows.least, sum: sum.least })).toBe(true)
  expect(isBatchLimit({ rows: rows.most, sum: sum.most })).toBe(true)
  for (const beyond of [
    { rows: rows.least - 1 },
    { rows: rows.most + 1 },
    { rows: 1.5 },
    { sum: fen(sum.least - 1) },
    { sum: fen(sum.most + 1) },
  ])
    expect(isBatchLimit({ ...standard, ...beyond })).toBe(false)
  expect(batchLimitInWords('sum', standard)).toBe('5,000,000.00 元')
})
