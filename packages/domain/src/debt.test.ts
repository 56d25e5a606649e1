// Debts: money is laid on them in order and never above what is open; two people give one up, and only one that stands.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ageOfDebt,
  debtAges,
  debtMovesOf,
  debtStates,
  faultOfDebtMove,
  instalmentLimits,
  instalmentsOf,
  layOnDebts,
  type DebtState,
} from './debt.ts'
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

test('a debt is given up by two: asked, confirmed, refused or taken back', () => {
  const states = Object.keys(debtStates.states) as DebtState[]
  const of = (isAsker: boolean, isOver = false) =>
    states.map(state => debtMovesOf({ state, isAsker, isOver }, () => true))
  expect(of(false)).toEqual([['askWriteOff'], ['confirmWriteOff', 'refuseWriteOff'], []])
  expect(of(true)).toEqual([['askWriteOff'], ['withdrawWriteOff'], []])
  expect(of(false, true)).toEqual([[], ['confirmWriteOff', 'refuseWriteOff'], []])
  expect(debtMovesOf({ state: 'open', isAsker: false, isOver: false }, () => false)).toEqual([])
  const { moves, states: all } = debtStates
  expect([moves.askWriteOff.danger, moves.confirmWriteOff.danger, moves.refuseWriteOff.danger]).toEqual([
    true,
    true,
    true,
  ])
  expect([all.written.final, all.asking.awaits?.sides]).toEqual([true, ['platform', 'branch']])
  expect(faultOfDebtMove('refuseWriteOff', { isOver: false, isAsker: true })).toEqual({
    problem: 'maker.checker',
    detail: {},
  })
  expect(faultOfDebtMove('askWriteOff', { isOver: false, isAsker: true })).toBeUndefined()
})

test('ages follow each other without a gap, and a debt of tomorrow is none of yesterday', () => {
  const ages = Object.values(debtAges)
  expect(ages.slice(1).map(({ from }) => from - 1)).toEqual(ages.slice(0, -1).map(({ to }) => to))
  const day = 86_400_000
  expect([ageOfDebt(day, 0), ageOfDebt(0, day - 1), ageOfDebt(0, day), ageOfDebt(day, 3 * day)]).toEqual([0, 0, 1, 2])
  expect([instalmentLimits.most, instalmentLimits.days]).toEqual([36, 1098])
})

test('money finds no debt where there is none, and pays none of a debt of nothing', () => {
  expect(layOnDebts([], 5)).toEqual({ laid: [], rest: 5 })
  expect(layOnDebts([{ open: 0 }, { open: 3 }, { open: 3 }], 3)).toEqual({
    laid: [{ debt: { open: 3 }, amount: 3 }],
    rest: 0,
  })
  expect(instalmentsOf(fen(10), 1, 0).map(({ amount }) => amount)).toEqual([10])
})
