// Amounts set off on the lines of a sheet: none is lost, none is laid twice, and no payee is charged before his own.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, type Fen } from '../figures/money.ts'
import { setOffLines, type DueLine } from './setOff.ts'

const line = (due: number, account?: string, dueAt?: number): DueLine => ({ due: fen(due), account, dueAt })

test('nothing to set off leaves every line whole', () => {
  expect(setOffLines([line(500), line(300, 'a')], fen(0))).toEqual([0, 0])
})

test('a waybill below zero comes off the same payee first, then off the carrier, then off what falls due first', () => {
  expect(setOffLines([line(-700, 'a'), line(500, 'a'), line(300, 'b', 1), line(100)], fen(0))).toEqual([
    -700, 500, 100, 100,
  ])
})

test('debts of earlier sheets come off the account of the carrier before those of its drivers', () => {
  expect(setOffLines([line(500, 'a', 1), line(300, undefined, 2), line(200, 'b', 3)], fen(400))).toEqual([100, 300, 0])
})

test('the sheet pays what is due less the debts, whatever its lines are', () => {
  const lines = fc.array(
    fc.record({
      due: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(fen),
      account: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      dueAt: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 2_000_000 }).map(fen), (all, carriedIn) => {
      const setOff = setOffLines(all, carriedIn)
      const pays = all.map(({ due }, index) => due - (setOff[index] ?? 0))
      const due = all.reduce((sum, each) => sum + each.due, 0) - carriedIn
      expect(pays.every(pay => pay >= 0)).toBe(true)
      expect(setOff.every((amount: Fen, index) => amount >= 0 || amount === all[index]?.due)).toBe(true)
      expect(pays.reduce((sum, pay) => sum + pay, 0)).toBe(Math.max(0, due))
      // nobody is charged for the shortfall of another while its own account has something left
      for (const account of ['a', 'b', 'c']) {
        const mine = all.flatMap((each, index) =>
          each.account === account ? [{ ...each, pay: pays[index] ?? 0 }] : [],
        )
        const own = mine.reduce((sum, each) => sum + each.due, 0)
        if (own < 0) expect(mine.every(({ pay }) => pay === 0)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

test('of lines of one account the one that falls due first goes first, one without a day last, and the first of equals', () => {
  expect(setOffLines([line(100, undefined, 9), line(100, undefined, 2), line(100)], fen(150))).toEqual([50, 100, 0])
  expect(setOffLines([line(100), line(100, undefined, 2)], fen(100))).toEqual([0, 100])
  expect(setOffLines([line(100, undefined, 2), line(100, undefined, 2)], fen(100))).toEqual([100, 0])
  expect(setOffLines([line(0), line(100)], fen(60))).toEqual([0, 60])
})
