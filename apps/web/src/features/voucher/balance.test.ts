// Balances by side.
import { fen } from '@yunshu/domain/money'
import { expect, test } from 'vitest'
import { debitLessCredit, sideOf, sideSums, unsigned } from './balance.ts'

test('a credit balance is an amount on the credit side, not a negative one', () => {
  expect([sideOf(fen(-500)), unsigned(fen(-500))]).toEqual(['贷', 500])
  expect([sideOf(fen(500)), unsigned(fen(500))]).toEqual(['借', 500])
  expect(sideOf(fen(0))).toBe('平')
})

test('what is owed stands on the credit side though its account counts it as positive', () => {
  expect(sideOf(debitLessCredit('2202.01', fen(500)))).toBe('贷')
  expect(sideOf(debitLessCredit('1002.02', fen(500)))).toBe('借')
})

test('debit and credit balances are added apart', () => {
  expect(sideSums([fen(700), fen(-500), fen(-200), fen(0)])).toEqual({ debit: 700, credit: 700 })
  expect(sideSums([])).toEqual({ debit: 0, credit: 0 })
})
