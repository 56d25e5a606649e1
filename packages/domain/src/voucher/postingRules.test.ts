// Posting rules: shares of revenue, and the entries of an example, balanced whatever the charges.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, sumFen, ZERO_FEN } from '../figures/money.ts'
import type { ChargeCode } from '../settlement/charges.ts'
import { entryFault } from './ledger.ts'
import { recognisePayable } from './postings.ts'
import { costAccounts } from './shares.ts'
import {
  accountOfCode,
  postingMovesOf,
  plainRules,
  postingVersionStates,
  revenueShares,
  ruleCodes,
  totalOf,
  vatRates,
  type PostingRules,
  type RuleCode,
} from './postingRules.ts'
import { faultOfExample, trialEntries } from './trial.ts'

const charge = (code: ChargeCode, amount: number) => ({ code, amount: fen(amount) })
const rest = { carrierFreight: fen(950_000), deducted: fen(12_000), oil: fen(300_000), prepaid: ZERO_FEN }
const serving = (...services: RuleCode[]): PostingRules => ({ ...plainRules, services })
const sumsOf = (
  services: readonly RuleCode[],
  charges: ReturnType<typeof charge>[],
  more: Partial<PostingRules> & { carrierCharges?: ReturnType<typeof charge>[] } = {},
) => {
  const sums: Record<string, number> = {}
  for (const { lines } of trialEntries(
    { ...serving(...services), ...more },
    { charges, ...rest, carrierCharges: more.carrierCharges },
  ))
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
  expect(revenueShares(serving('SERVICE'), charges, fen(1_004_562))).toEqual([
    { account: '6001.01', vatBp: 900, weight: 971_229 },
    { account: '6051.01', vatBp: 900, weight: 33_333 },
  ])
  const one = sumsOf([], charges)
  const two = sumsOf(['SERVICE'], charges)
  expect((two['6001.01'] ?? 0) + (two['6051.01'] ?? 0)).toBe(one['6001.01'])
  expect(two['2221.05']).toBe(one['2221.05'])
})

test('deductions beyond the freight, and charges that do not come to the total, leave all of it with the freight', () => {
  const whole = [{ account: '6001.01', vatBp: 900, weight: 1 }]
  expect(revenueShares(serving('SERVICE'), [charge('SERVICE', 900), charge('DAMAGE', -100)], fen(800))).toEqual(whole)
  expect(revenueShares(serving('SERVICE'), [charge('SERVICE', 900)], fen(901))).toEqual(whole)
  expect(revenueShares(plainRules, [], ZERO_FEN)).toEqual(whole)
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
        for (const { event, lines } of trialEntries(serving(...services), example)) {
          const isRed = event === 'E4a'
          const fault = entryFault(isRed ? lines.map(line => ({ ...line, reverses: { entryId: 'x', n: 1 } })) : lines)
          expect([event, fault]).toEqual([event, undefined])
        }
        const [first] = trialEntries(serving(...services), example)
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

test('a version is asked for once: active, refused and taken back are ends', () => {
  const { states, moves } = postingVersionStates
  expect(Object.values(moves).map(({ from }) => from)).toEqual([['asked'], ['asked'], ['asked']])
  expect([states.active.final, states.refused.final, states.withdrawn.final, moves.refuse.danger]).toEqual(
    Array.from({ length: 4 }, () => true),
  )
  expect(postingMovesOf({ state: 'asked', isMaker: false }, () => false)).toEqual([])
})

test('every charge of shippers that raises the account has a rule, and its account is that of the version', () => {
  expect([ruleCodes.length, new Set(ruleCodes).size]).toEqual([10, 10])
  for (const code of ruleCodes) expect(totalOf([charge(code, 7)])).toBe(7)
  expect([accountOfCode(serving('LOAD'), 'LOAD'), accountOfCode(serving('LOAD'), 'TOLL')]).toEqual([
    '6051.01',
    '6001.01',
  ])
})

test('shares: of services alone, of freight alone, and what deductions leave', () => {
  const shares = (services: readonly RuleCode[], charges: ReturnType<typeof charge>[], total: number) =>
    revenueShares(serving(...services), charges, fen(total)).map(({ account, weight }) => [account, weight])
  expect(shares(['SERVICE'], [charge('SERVICE', 900)], 900)).toEqual([['6051.01', 900]])
  expect(shares(['SERVICE'], [charge('FREIGHT', 900)], 900)).toEqual([['6001.01', 900]])
  // a deduction is typed above or below zero
  expect(shares(['SERVICE'], [charge('FREIGHT', 500), charge('SERVICE', 90), charge('FINE', 100)], 490)).toEqual([
    ['6001.01', 400],
    ['6051.01', 90],
  ])
  expect(totalOf([charge('FREIGHT', 500), charge('FINE', 100), charge('LOSS', -50)])).toBe(350)
  // deductions as high as the freight leave nothing of it
  expect(shares(['SERVICE'], [charge('FREIGHT', 100), charge('SERVICE', 90), charge('FINE', 100)], 90)).toEqual([
    ['6051.01', 90],
  ])
  // compensation is no cut of revenue; where it was booked as one, it is still
  const damaged = [charge('FREIGHT', 100), charge('SERVICE', 90), charge('DAMAGE', 60)]
  expect(shares(['SERVICE'], damaged, 190)).toEqual([
    ['6001.01', 100],
    ['6051.01', 90],
  ])
  expect(shares(['SERVICE'], damaged, 130)).toEqual([
    ['6001.01', 40],
    ['6051.01', 90],
  ])
  // of nothing all is freight
  expect(shares(['SERVICE'], [charge('FREIGHT', 0)], 0)).toEqual([['6001.01', 1]])
})

const eventsOf = (over: Partial<Parameters<typeof trialEntries>[1]>): [string, string, number][] =>
  trialEntries(plainRules, { charges: [charge('FREIGHT', 1_000)], ...rest, ...over }).map(({ event, kind, lines }) => [
    event,
    kind,
    sumFen(lines.map(line => line.debitFen)),
  ])

test('the entries of an example: with fuel and prepaid money, with a debt, with nothing paid', () => {
  const figures = { carrierFreight: fen(900), deducted: fen(100), oil: fen(300), prepaid: fen(400) }
  expect(eventsOf(figures)).toEqual([
    ['E2', 'ACCOUNTING', 1_000],
    ['E2b', 'ACCOUNTING', 400],
    ['E3', 'TENTATIVE', 900],
    ['E4a', 'TENTATIVE', -900],
    ['E4b', 'ACCOUNTING', 800],
    ['E6b', 'FUEL', 300],
    ['E7a', 'ACCOUNTING', 500],
    ['E7b', 'ACCOUNTING', 500],
    ['E8', 'INVOICE', 83],
  ])
  // prepaid money pays no more than is owed
  expect(eventsOf({ ...figures, prepaid: fen(5_000) }).find(([event]) => event === 'E2b')?.[2]).toBe(1_000)
  expect(eventsOf({ ...figures, deducted: fen(950), oil: ZERO_FEN }).slice(4)).toEqual([
    ['E13c', 'DEDUCT', 50],
    ['E4c', 'DEDUCT', 50],
    ['E8', 'INVOICE', 83],
  ])
  // a penalty leaves the cost as it is
  expect(eventsOf({ ...figures, penalty: fen(60), oil: ZERO_FEN, prepaid: ZERO_FEN }).slice(3, 6)).toEqual([
    ['E4b', 'ACCOUNTING', 860],
    ['E5', 'DEDUCT', 60],
    ['E7a', 'ACCOUNTING', 800],
  ])
  // damage on the shipper's account leaves revenue and invoice as they are
  const compensated = [charge('FREIGHT', 1_000), charge('DAMAGE', 150)]
  expect(eventsOf({ ...figures, charges: compensated, prepaid: fen(5_000) }).slice(0, 3)).toEqual([
    ['E2', 'ACCOUNTING', 1_000],
    ['E13', 'OTHER', 150],
    ['E2b', 'ACCOUNTING', 850],
  ])
  // deductions as high as the freight: neither payable nor debt
  const even = eventsOf({ ...figures, deducted: fen(900), oil: ZERO_FEN, prepaid: ZERO_FEN })
  expect(even.map(([event]) => event)).toEqual(['E2', 'E3', 'E4a', 'E8'])
  const [, , , back] = trialEntries(plainRules, { charges: [charge('FREIGHT', 1_000)], ...rest, ...figures })
  expect(back?.lines.map(({ debitFen, creditFen }) => [debitFen, creditFen])).toEqual([
    [-900, 0],
    [0, -900],
  ])
})

test('an example is refused at its field: amounts nobody can add, deductions or fuel beyond what there is', () => {
  const example = { charges: [charge('FREIGHT', 1_000)], ...rest }
  const fault = (over: Partial<typeof example>) => faultOfExample({ ...example, ...over })?.[0]
  expect(fault({})).toBeUndefined()
  expect(fault({ charges: [charge('FREIGHT', 100), charge('FINE', 100)] })).toBeUndefined()
  expect(fault({ charges: [charge('FREIGHT', 100), charge('FINE', 101)] })).toBe('charges')
  expect(fault({ carrierFreight: fen(312_000) })).toBeUndefined()
  expect(fault({ carrierFreight: fen(311_999) })).toBe('oil')
  expect(fault({ carrierFreight: fen(1), oil: ZERO_FEN })).toBeUndefined()
  const sixteenth = Math.floor(Number.MAX_SAFE_INTEGER / 16)
  expect(fault({ charges: [charge('FREIGHT', sixteenth + 1)] })).toBe('charges')
  expect(fault({ charges: [charge('FREIGHT', 0)], carrierFreight: fen(sixteenth + 1) })).toBe('carrierFreight')
  const bare = { charges: [charge('FREIGHT', 0)], deducted: ZERO_FEN, oil: ZERO_FEN }
  expect(fault({ ...bare, carrierFreight: fen(sixteenth) })).toBeUndefined()
  expect(fault({ ...bare, deducted: fen(sixteenth + 1) })).toBe('carrierFreight')
  expect(fault({ ...bare, oil: fen(sixteenth + 1) })).toBe('carrierFreight')
})

test('charges of two rates are taxed each by its own, and costs stand by what the carrier earns; deductions lower the freight', () => {
  const charges = [charge('FREIGHT', 1_000_000), charge('SERVICE', 33_333)]
  const rates = { SERVICE: 600 } as const
  const sums = sumsOf(['SERVICE'], charges, { rates })
  // 10,000.00 at 9 % and 333.33 at 6 %
  expect([sums['6001.01'], sums['6051.01'], sums['2221.05']]).toEqual([-917_431, -31_446, -(82_569 + 1_887)])
  const carrierCharges = [charge('FREIGHT', 900_000), charge('TOLL', 50_000), charge('LOSS', -12_000)]
  const costs = { TOLL: '6401.03', LOSS: '6401.09' } as const
  const split = sumsOf([], charges, { costs, carrierCharges })
  expect([split['6401.01'], split['6401.03'], split['6401.09'], split['2202.99']]).toEqual([
    888_000,
    50_000,
    undefined,
    0,
  ])
})

test('a payable stands on the accounts of its estimate; what passes the freight lowers the others, to the fen', () => {
  const lines = (amount: number, isFee = false) =>
    recognisePayable({
      carrier: 'c',
      amount: fen(amount),
      isFee,
      estimated: [
        { account: '6401.01', amount: fen(500) },
        { account: '6401.03', amount: fen(200) },
        { account: '6401.05', amount: fen(101) },
      ],
    }).map(({ account, debitFen, creditFen }) => [account, debitFen - creditFen])
  expect(lines(900)).toEqual([
    ['6401.01', 599],
    ['6401.03', 200],
    ['6401.05', 101],
    ['2202.01', -900],
  ])
  expect(lines(200)).toEqual([
    ['6401.03', 132],
    ['6401.05', 68],
    ['2202.01', -200],
  ])
  expect(lines(200, true)).toEqual([
    ['6401.04', 200],
    ['2202.03', -200],
  ])
})

test('with any rules every entry balances, and net and tax come to the total', () => {
  const any = fc.record({
    services: fc.subarray([...ruleCodes]),
    rates: fc.dictionary(fc.constantFrom(...ruleCodes), fc.constantFrom(...vatRates)),
    costs: fc.dictionary(fc.constantFrom(...ruleCodes), fc.constantFrom(...costAccounts)),
  })
  const amounts = fc.array(fc.tuple(fc.constantFrom(...ruleCodes), fc.integer({ min: 1, max: 9_999_999 })), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(any, amounts, amounts, fc.nat(50_000), (rules, ours, theirs, deducted) => {
      const charges = ours.map(([code, amount]) => charge(code, amount))
      const carrierCharges = theirs.map(([code, amount]) => charge(code, amount))
      const carrierFreight = totalOf(carrierCharges)
      const entries = trialEntries(rules, {
        charges,
        carrierCharges,
        carrierFreight,
        deducted: fen(deducted),
        oil: ZERO_FEN,
        prepaid: ZERO_FEN,
      })
      const faults = entries.filter(({ event }) => event !== 'E4a').map(({ lines }) => entryFault(lines))
      expect(faults.filter(fault => fault !== undefined)).toEqual([])
      const cost = entries.flatMap(({ lines }) => lines).filter(({ account }) => account.startsWith('6401'))
      expect(sumFen(cost.map(({ debitFen }) => debitFen)) - sumFen(cost.map(({ creditFen }) => creditFen))).toBe(
        Math.max(0, carrierFreight - deducted),
      )
    }),
    { numRuns: 2_000 },
  )
})
