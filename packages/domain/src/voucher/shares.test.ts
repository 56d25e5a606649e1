// Shares of an entry by account: cost on the accounts of its estimate, and what lowers it.
import { expect, test } from 'vitest'
import { fen, ZERO_FEN } from '../figures/money.ts'
import { estimateCost } from './postings.ts'
import { actualCosts, costLinesOf, loweredCosts, ratedRevenue, type CostLine } from './shares.ts'

const cost = (account: CostLine['account'], amount: number): CostLine => ({ account, amount: fen(amount) })

test('the costs of an estimate are its accounts of cost alone; what it owes is none', () => {
  const costs = [
    { account: '6401.01', weight: 3 },
    { account: '6401.03', weight: 1 },
  ] as const
  expect(costLinesOf(estimateCost({ carrier: 'c', waybillId: 'w', amount: fen(1_000), costs }))).toEqual([
    cost('6401.01', 750),
    cost('6401.03', 250),
  ])
})

test('a payable keeps tolls and loading as they were estimated: the freight bears what was deducted or added since', () => {
  const estimated = [cost('6401.01', 800), cost('6401.03', 150), cost('6401.03', 50)]
  expect(actualCosts(fen(900), estimated)).toEqual([cost('6401.01', 700), cost('6401.03', 200)])
  expect(actualCosts(fen(1_100), estimated)).toEqual([cost('6401.01', 900), cost('6401.03', 200)])
  expect(actualCosts(fen(200), estimated), 'nothing of the freight is left').toEqual([
    cost('6401.01', 0),
    cost('6401.03', 200),
  ])
  expect(actualCosts(fen(900), [])).toEqual([cost('6401.01', 900)])
})

test('where less is payable than tolls and loading alone, each of them bears its share and the freight nothing', () => {
  const estimated = [cost('6401.01', 800), cost('6401.03', 150), cost('6401.05', 50)]
  expect(actualCosts(fen(100), estimated)).toEqual([cost('6401.03', 75), cost('6401.05', 25)])
})

test('what lowers a cost lowers each account it stands on by its share to the fen, and freight where nothing stands', () => {
  expect(loweredCosts(fen(100), [cost('6401.01', 200), cost('6401.02', 100), cost('6401.03', 0)])).toEqual([
    cost('6401.01', 66),
    cost('6401.02', 34),
  ])
  for (const costs of [[], [cost('6401.03', 0)]]) expect(loweredCosts(fen(100), costs)).toEqual([cost('6401.01', 100)])
})

test('revenue is parted by rate and then by account; the rates come to the amount, gross is net and tax', () => {
  const shares = [
    { account: '6001.01', weight: 2 },
    { account: '6051.01', vatBp: 600, weight: 1 },
    { account: '6051.01', weight: 1 },
  ] as const
  const rated = ratedRevenue({ amount: fen(40_000), vatBasisPoints: 900, shares })
  expect(rated).toEqual([
    {
      vatBp: 900,
      gross: 30_000,
      tax: 2_477,
      nets: [
        { account: '6001.01', net: 18_348 },
        { account: '6051.01', net: 9_175 },
      ],
    },
    { vatBp: 600, gross: 10_000, tax: 566, nets: [{ account: '6051.01', net: 9_434 }] },
  ])
  expect(ratedRevenue({ amount: ZERO_FEN, vatBasisPoints: 900 })).toEqual([
    { vatBp: 900, gross: 0, tax: 0, nets: [{ account: '6001.01', net: 0 }] },
  ])
})
