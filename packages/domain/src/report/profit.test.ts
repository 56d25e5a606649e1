// Profit: every account of the income statement has one class, and the classes come to what the statement comes to.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, type Fen } from '../figures/money.ts'
import {
  accountsOf,
  costOf,
  marginOf,
  marginText,
  profitAccounts,
  profitClassOf,
  profitKeys,
  profitOf,
} from './profit.ts'

test('every account of income and cost has exactly one class, so that nothing is left out or counted twice', () => {
  const all = profitKeys.flatMap(key => accountsOf(key))
  expect(all.toSorted()).toEqual([...profitAccounts].toSorted())
  expect(new Set(all).size).toBe(all.length)
  expect(() => profitClassOf('1002.01')).toThrow(RangeError)
})

test('profit is credits less debits of all its accounts, whatever the amounts', () => {
  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...profitAccounts), amount, amount), { maxLength: 40 }), lines => {
      const sums: Record<string, number> = Object.fromEntries(profitKeys.map(key => [key, 0]))
      let statement = 0
      for (const [account, debit, credit] of lines) {
        const key = profitClassOf(account)
        sums[key] = (sums[key] ?? 0) + (['net', 'penalty'].includes(key) ? credit - debit : debit - credit)
        statement += credit - debit
      }
      const of = (key: string): Fen => fen(sums[key] ?? 0)
      const figures = {
        net: of('net'),
        freight: of('freight'),
        fuel: of('fuel'),
        toll: of('toll'),
        other: of('other'),
        fee: of('fee'),
        penalty: of('penalty'),
        compensation: of('compensation'),
        expense: of('expense'),
      }
      expect(profitOf(figures)).toBe(fen(statement))
      expect(costOf(figures)).toBe(fen(figures.freight + figures.fuel + figures.toll + figures.other + figures.fee))
    }),
  )
})

test('a share is of net revenue, and there is none without revenue', () => {
  expect(marginText(marginOf(fen(5_470), fen(100_000)))).toBe('5.47%')
  expect(marginText(marginOf(fen(-5_470), fen(100_000)))).toBe('-5.47%')
  expect(marginText(marginOf(fen(5_470), fen(0)))).toBe('')
})
