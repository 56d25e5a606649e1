// Sums of a sheet whose lines changed.
import { expect, test } from 'vitest'
import { fen, ZERO_FEN } from '../figures/money.ts'
import { sheetSums } from './sheetChange.ts'

const line = (freight: number, deducted = 0, penalty = 0) => ({
  freight: fen(freight),
  deducted: fen(deducted),
  penalty: fen(penalty),
  oil: ZERO_FEN,
  advanced: ZERO_FEN,
})

test('lines that stay bear the debts the sheet took off; what they cannot bear is owed again', () => {
  expect(sheetSums([line(100_000), line(50_000, 2_000, 500)], fen(30_000))).toMatchObject({
    freight: 150_000,
    deducted: 2_000,
    penalty: 500,
    due: 118_000,
    carriedOut: 0,
  })
  expect(sheetSums([line(20_000)], fen(30_000))).toMatchObject({ due: 0, carriedOut: 10_000 })
  // a line below zero that leaves takes its shortfall along
  expect(sheetSums([line(100_000), line(10_000, 40_000)], ZERO_FEN)).toMatchObject({ due: 70_000, carriedOut: 0 })
  expect(sheetSums([line(10_000, 40_000)], ZERO_FEN)).toMatchObject({ due: 0, carriedOut: 30_000 })
})
