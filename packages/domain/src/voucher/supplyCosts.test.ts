// Fuel and tolls out of the costs of a waybill, and what their invoices and those of carriers book: to the fen in any order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fen, sumFen } from '../figures/money.ts'
import type { JournalLine } from './ledger.ts'
import { deductInputTax } from './postings.ts'
import type { CostLine } from './shares.ts'
import { bookSupply } from './supplyPostings.ts'
import { carrierCosts, nextTaken, takenCosts } from './supplyCosts.ts'

/** Accounts, debit less credit. */
const balances = (lines: readonly JournalLine[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(lines, ({ account }) => account)].map(([account, own]) => [
      account,
      own.reduce((sum, { debitFen, creditFen }) => sum + debitFen - creditFen, 0),
    ]),
  )
const cost = (account: CostLine['account'], amount: number): CostLine => ({ account, amount: fen(amount) })

describe('costs', () => {
  test('fuel and tolls leave freight first, then loading, other cost and tolls; what is above all of them is freight', () => {
    const costs = [cost('6401.01', 600), cost('6401.03', 50), cost('6401.05', 100)]
    const of = (amount: number) => takenCosts(fen(amount), costs).filter(each => each.amount > 0)
    expect(of(600)).toEqual([cost('6401.01', 600)])
    expect(of(740)).toEqual([cost('6401.01', 600), cost('6401.05', 100), cost('6401.03', 40)])
    expect(of(760)).toEqual([cost('6401.01', 610), cost('6401.05', 100), cost('6401.03', 50)])
    expect(carrierCosts(costs, fen(640)), 'the rest is what the carrier invoices').toEqual([
      cost('6401.01', 0),
      cost('6401.03', 50),
      cost('6401.05', 60),
    ])
  })

  test('what was given back is taken first again, and nothing goes below zero', () => {
    const costs = [cost('6401.01', 100), cost('6401.05', 100)]
    expect(nextTaken(fen(150), costs, [cost('6401.05', 60)])).toEqual([cost('6401.01', 110), cost('6401.05', 40)])
    expect(nextTaken(fen(120), costs, [cost('6401.05', 60)])).toEqual([cost('6401.01', 100), cost('6401.05', 20)])
  })

  test('in steps or at once the same accounts bear the same, and each step its whole amount', () => {
    const amounts = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 5 })
    const stands = fc.tuple(fc.nat(200_000), fc.nat(50_000), fc.nat(50_000))
    fc.assert(
      fc.property(amounts, stands, (steps, [freight, load, toll]) => {
        const costs = [cost('6401.01', freight), cost('6401.05', load), cost('6401.03', toll)]
        const taken: CostLine[] = []
        for (const step of steps) {
          const out = nextTaken(fen(step), costs, taken)
          expect(sumFen(out.map(each => each.amount))).toBe(step)
          taken.push(...out)
        }
        const whole = takenCosts(fen(steps.reduce((a, b) => a + b, 0)), costs)
        for (const { account, amount } of whole)
          expect(sumFen(taken.filter(each => each.account === account).map(each => each.amount))).toBe(amount)
      }),
    )
  })
})

describe('entries', () => {
  test('[RT-23] a fuel invoice of 3,000.00 at 13 % is 2,654.87 of fuel and 345.13 of input tax, out of freight', () => {
    const fuel = { class: 'FUEL', waybillId: 'w', amount: fen(300_000), tax: fen(34_513) } as const
    expect(balances(bookSupply({ ...fuel, out: [cost('6401.01', 300_000)] }))).toEqual({
      '6401.02': 265_487,
      '2221.01': 34_513,
      '6401.01': -300_000,
    })
  })

  test('freight 9,380.00 with fuel 3,000.00 and tolls 500.00: three invoices leave 8,534.81 of cost and 845.19 of tax', () => {
    const costs = [cost('6401.01', 938_000)]
    const tolls = { class: 'TOLL', waybillId: 'w', amount: fen(50_000), tax: fen(1456) } as const
    const lines = [
      ...bookSupply({
        class: 'FUEL',
        waybillId: 'w',
        amount: fen(300_000),
        tax: fen(34_513),
        out: [cost('6401.01', 300_000)],
      }),
      ...bookSupply({ ...tolls, out: nextTaken(fen(50_000), costs, [cost('6401.01', 300_000)]) }),
      ...deductInputTax({ waybillId: 'w', tax: fen(48_550), costs: carrierCosts(costs, fen(350_000)) }),
    ]
    expect(balances(lines)).toEqual({
      '6401.01': -398_550,
      '6401.02': 265_487,
      '6401.03': 48_544,
      '2221.01': 84_519,
    })
    expect(938_000 - 398_550 + 265_487 + 48_544).toBe(853_481)
  })
})
