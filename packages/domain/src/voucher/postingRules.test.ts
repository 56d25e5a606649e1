// Posting rules: shares of revenue, and the entries of an example, balanced whatever the charges.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, sumFen, ZERO_FEN } from '../figures/money.ts'
import type { ChargeCode } from '../settlement/charges.ts'
import { entryFault } from './ledger.ts'
import { postingMovesOf, revenueShares, ruleCodes, totalOf, trialEntries } from './postingRules.ts'

const charge = (code: ChargeCode, amount: number) => ({ code, amount: fen(amount) })
const rest = { carrierFreight: fen(950_000), deducted: fen(12_000), oil: fen(300_000), prepaid: ZERO_FEN }
const sumsOf = (services: Parameters<typeof trialEntries>[0], charges: ReturnType<typeof charge>[]) => {
  const sums: Record<string, number> = {}
  for (const { lines } of trialEntries(services, { charges, ...rest }))
    for (const line of lines) sums[line.account] = (sums[line.account] ?? 0) + line.debitFen - line.creditFen
  return sums
}

test('the worked example: 10,000.00 of the shipper, 9,500.00 less 120.00 of the carrier, 3,000.00 of it fuel', () => {
  expect(sumsOf([], [charge('FREIGHT', 1_000_000)])).toEqual({
    '1122.01': 1_000_000,
    '6001.01': -917_431,
    '2221.07': 0,
    '2221.05': -82_569,
    '6401.01': 938_000,
    '2202.99': 0,
    '2202.01': 0,
    '1123.01': -300_000,
    '2202.02': 0,
    '1002.02': -638_000,
  })
})

test('charges of services stand on their own account, the tax is that of the whole, to the fen', () => {
  const charges = [charge('FREIGHT', 1_000_000), charge('SERVICE', 33_333), charge('LOSS', -28_771)]
  expect(revenueShares(['SERVICE'], charges, fen(1_004_562))).toEqual([
    { account: '6001.01', weight: 971_229 },
    { account: '6051.01', weight: 33_333 },
  ])
  const one = sumsOf([], charges)
  const two = sumsOf(['SERVICE'], charges)
  expect((two['6001.01'] ?? 0) + (two['6051.01'] ?? 0)).toBe(one['6001.01'])
  expect(two['2221.05']).toBe(one['2221.05'])
})

test('deductions beyond the freight, and charges that do not come to the total, leave all of it with the freight', () => {
  const whole = [{ account: '6001.01', weight: 1 }]
  expect(revenueShares(['SERVICE'], [charge('SERVICE', 900), charge('DAMAGE', -100)], fen(800))).toEqual(whole)
  expect(revenueShares(['SERVICE'], [charge('SERVICE', 900)], fen(901))).toEqual(whole)
  expect(revenueShares([], [], ZERO_FEN)).toEqual(whole)
})

test('every example balances entry by entry under every version', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 10 })
  fc.assert(
    fc.property(
      fc.subarray([...ruleCodes]),
      fc.array(fc.record({ code: fc.constantFrom(...ruleCodes), amount }), { maxLength: 12 }),
      amount,
      amount,
      amount,
      (services, typed, freight, deducted, prepaid) => {
        const charges = typed.map(({ code, amount: each }) => charge(code, each))
        const example = {
          charges,
          carrierFreight: fen(freight),
          deducted: fen(deducted),
          oil: ZERO_FEN,
          prepaid: fen(prepaid),
        }
        for (const { event, lines } of trialEntries(services, example)) {
          const isRed = event === 'E4a'
          const fault = entryFault(isRed ? lines.map(line => ({ ...line, reverses: { entryId: 'x', n: 1 } })) : lines)
          expect([event, fault]).toEqual([event, undefined])
        }
        const [first] = trialEntries(services, example)
        if (totalOf(charges) > 0) expect(sumFen((first?.lines ?? []).map(line => line.debitFen))).toBe(totalOf(charges))
      },
    ),
    { numRuns: 300 },
  )
})

test('the maker takes a version back, another judges it', () => {
  const all = () => true
  expect(postingMovesOf({ state: 'asked', isMaker: true }, all)).toEqual(['withdraw'])
  expect(postingMovesOf({ state: 'asked', isMaker: false }, all)).toEqual(['confirm', 'refuse'])
  expect(postingMovesOf({ state: 'active', isMaker: false }, all)).toEqual([])
})
