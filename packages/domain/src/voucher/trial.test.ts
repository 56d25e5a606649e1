// A trial of the posting rules: what is handed out before the trip, fees and invoices are entries of it as they are of the books.
import { expect, test } from 'vitest'
import { fen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { plainRules } from './postingRules.ts'
import { faultOfExample, trialEntries, type TrialExample } from './trial.ts'

/** The example of the manual: 9,500.00 less 120.00; 5,500.00 left before the trip, of them 2,000.00 in money. */
const worked: TrialExample = {
  charges: [{ code: 'FREIGHT', amount: fen(1_000_000) }],
  carrierFreight: fen(950_000),
  deducted: fen(12_000),
  advance: fen(200_000),
  cardOil: fen(300_000),
  tolls: fen(50_000),
  oil: ZERO_FEN,
  prepaid: fen(1_000_000),
}
const balancesOf = (example: TrialExample): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { account, debitFen, creditFen } of trialEntries(plainRules, example).flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + debitFen - creditFen
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}
const debitOf = (example: TrialExample, moment: string): Fen =>
  sumFen(
    trialEntries(plainRules, example)
      .filter(entry => entry.moment === moment)
      .flatMap(({ lines }) => lines.map(({ debitFen }) => debitFen)),
  )

test('the worked example ends with nothing on receivable, advance, payable, estimate and tax that waits; the rest is cash', () => {
  expect(balancesOf(worked)).toEqual({
    '6001.01': -917_431,
    '2221.05': -82_569,
    '2205.01': 1_000_000,
    '6401.01': 938_000,
    '1123.01': -300_000,
    '1123.02': -50_000,
    '1002.02': -588_000,
  })
  // money, fuel and tolls that left before are not paid again
  expect(debitOf(worked, '提交支付')).toBe(388_000)
  expect(debitOf(worked, '提交支付预付')).toBe(200_000)
})

test('more handed out than is earned is a debt of the carrier, and no cash', () => {
  const example = { ...worked, deducted: fen(650_000) }
  expect(debitOf(example, '扣款超出转承运商欠款')).toBe(250_000)
  expect(debitOf(example, '提交支付')).toBe(0)
  expect(balancesOf(example)['1221.01']).toBe(250_000)
})

test('fees are estimated, payable and paid apart; parts are lines of their own', () => {
  const example: TrialExample = {
    ...worked,
    fees: [fen(10_000), fen(5_000)],
    parts: [
      { freight: fen(862_000), deducted: fen(12_000), penalty: ZERO_FEN },
      { freight: fen(88_000), deducted: ZERO_FEN, penalty: ZERO_FEN },
    ],
  }
  expect(balancesOf(example)).toMatchObject({ '6401.04': 15_000, '6401.01': 938_000, '1002.02': -603_000 })
  expect(balancesOf(example)['2202.03']).toBeUndefined()
  const payable = trialEntries(plainRules, example).find(({ moment }) => moment === '结算审核：应付运费')
  expect(payable?.lines.map(({ debitFen, creditFen }) => debitFen - creditFen)).toEqual([
    850_000, -850_000, 88_000, -88_000,
  ])
})

test('tax of carriers lowers the cost they invoice; fuel and tolls leave freight whole for cost of their own and tax', () => {
  const example: TrialExample = {
    ...worked,
    inputTax: fen(31_000),
    fuelInvoice: { amount: fen(300_000), tax: fen(34_513) },
    tollInvoice: { amount: fen(50_000), tax: fen(4_128) },
  }
  expect(balancesOf(example)).toMatchObject({
    '6401.01': 938_000 - 31_000 - 300_000 - 50_000,
    '6401.02': 265_487,
    '6401.03': 45_872,
    '2221.01': 31_000 + 34_513 + 4_128,
  })
  expect(faultOfExample(example)).toBeUndefined()
  expect(faultOfExample({ ...worked, inputTax: fen(938_000) })?.[0]).toBe('inputTax')
  expect(faultOfExample({ ...worked, fuelInvoice: { amount: fen(10), tax: fen(10) } })?.[0]).toBe('fuelTax')
  expect(faultOfExample({ ...worked, fuelInvoice: { amount: fen(938_001), tax: ZERO_FEN } })?.[0]).toBe('fuelInvoice')
})
