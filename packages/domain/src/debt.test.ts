// Debts: money is laid on them in order and never above what is open; two people give one up, and only one that stands.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageOfDebt, debtMovesOf, faultOfDebtMove, instalmentsOf, layOnDebts } from './debt.ts'
import { fen } from './figures/money.ts'
import { formatDate, parseDate } from './figures/time.ts'

test('money is laid on debts in order: what is laid and what is left are the money, and no debt gets more than is open', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000 })),
      fc.integer({ min: 0, max: 3_000_000 }),
      (opens, amount) => {
        const debts = opens.map((open, n) => ({ n, open }))
        const { laid, rest } = layOnDebts(debts, amount)
        const sum = laid.reduce((total, each) => total + each.amount, 0)
        const owed = opens.reduce((total, open) => total + open, 0)
        expect(sum + rest).toBe(amount)
        expect(sum).toBe(Math.min(owed, amount))
        // only the last one may be paid in part
        expect(laid.slice(0, -1).every(each => each.amount === each.debt.open)).toBe(true)
        expect(laid.map(each => each.debt.n)).toEqual(laid.map(each => each.debt.n).toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 2000 },
  )
})

test('nobody confirms giving up what they asked for, and a debt that is over is not given up', () => {
  const asked = { isOver: false, isAsker: true }
  expect(faultOfDebtMove('confirmWriteOff', asked)?.problem).toBe('maker.checker')
  expect(faultOfDebtMove('withdrawWriteOff', asked)).toBeUndefined()
  expect(faultOfDebtMove('withdrawWriteOff', { ...asked, isAsker: false })?.problem).toBe('debt.asker')
  expect(faultOfDebtMove('askWriteOff', { isOver: true, isAsker: false })?.problem).toBe('debt.over')
  expect(debtMovesOf({ state: 'asking', isOver: false, isAsker: false }, () => true)).toEqual([
    'confirmWriteOff',
    'refuseWriteOff',
  ])
  expect(ageOfDebt(0, 86_400_000 * 30 + 1)).toBe(30)
})

test('instalments are the amount to the fen, and the last day of a short month stands for one it has not', () => {
  const first = parseDate('2026-12-31')?.start ?? 0
  const plan = instalmentsOf(fen(100_000), 3, first)
  expect(plan.map(({ amount }) => amount)).toEqual([33_333, 33_333, 33_334])
  expect(plan.map(({ dueAt }) => formatDate(dueAt))).toEqual(['2026-12-31', '2027-01-31', '2027-02-28'])
})
