// Rules of shifts of stock: nobody agrees to what they asked for, and each event of the books has its word.
import { expect, test } from 'vitest'
import { fuelShiftMovesOf } from './fuelShift.ts'
import { fen } from '../figures/money.ts'
import { gainFuel, loseFuel, transferStock } from '../voucher/shiftPostings.ts'
import { fuelMoveOf, otherCategoryOf } from '../voucher/voucherPages.ts'

test('a shift is agreed to, rejected and taken back by another person than asked for it; only its maker withdraws it', () => {
  const steps = (state: 'asked' | 'booked' | 'undoing', isMaker: boolean, isUndoAsker = false) =>
    fuelShiftMovesOf({ state, isMaker, isUndoAsker }, () => true)
  expect([steps('asked', true), steps('asked', false)]).toEqual([['withdraw'], ['confirm', 'reject']])
  expect([steps('undoing', true), steps('undoing', false, true)]).toEqual([['undo', 'keep'], ['keep']])
  expect(fuelShiftMovesOf({ state: 'booked', isMaker: false, isUndoAsker: false }, () => false)).toEqual([])
})

test('a transfer moves no balance, a loss is an expense, a surplus its mirror', () => {
  const amount = fen(700)
  const moved = (lines: ReturnType<typeof loseFuel>): [string, number][] =>
    lines.map(({ account, debitFen, creditFen }) => [account, debitFen - creditFen])
  expect(moved(transferStock({ kind: 'ETC', amount }))).toEqual([
    ['1123.02', 700],
    ['1123.02', -700],
  ])
  expect(moved(loseFuel({ amount }))).toEqual([
    ['6602', 700],
    ['1123.01', -700],
  ])
  expect(moved(gainFuel({ amount }))).toEqual([
    ['1123.01', 700],
    ['6602', -700],
  ])
})

test('vouchers of shifts have their words, in red those of what goes back', () => {
  expect(['E6t', 'E6x', 'E6y'].map(event => fuelMoveOf(event, false))).toEqual(['TRANSFER', 'LOSS', 'SURPLUS'])
  expect(['E6a', 'E6i', 'E6b'].map(event => fuelMoveOf(event, false))).toEqual(['BUY', 'ISSUE', 'FREIGHT'])
  expect(['E6tr', 'E6r'].map(event => fuelMoveOf(event, false))).toEqual(['BACK', 'BACK'])
  expect([fuelMoveOf('E6xr', true), otherCategoryOf('E10t'), otherCategoryOf('E10tr')]).toEqual([
    'BACK',
    'TOLL',
    'TOLL',
  ])
})
