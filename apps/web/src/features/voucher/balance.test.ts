// Balances by side.
import { absoluteFen, fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { sideOf, sideSums } from './balance.ts'

test('a credit balance is an amount on the credit side, not a negative one', () => {
  expect([sideOf(fen(-500)), absoluteFen(fen(-500))]).toEqual(['贷', 500])
  expect([sideOf(fen(500)), absoluteFen(fen(500))]).toEqual(['借', 500])
  expect(sideOf(fen(0))).toBe('平')
})

test('debit and credit balances are added apart', () => {
  expect(sideSums([fen(700), fen(-500), fen(-200), fen(0)])).toEqual({ debit: 700, credit: 700 })
  expect(sideSums([])).toEqual({ debit: 0, credit: 0 })
})
