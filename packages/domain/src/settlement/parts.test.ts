// Tests of payable parts: the example of the design, sums that hold for any plan, and an oracle written from the design.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fen, sumFen, type Fen } from '../figures/money.ts'
import {
  fixParts,
  isCashPart,
  isFeePart,
  partOfWaybill,
  partStates,
  plannedParts,
  settleStateOf,
  sharesOf,
  waybillParts,
  type PartState,
  type SignedAmounts,
  type WaybillPart,
} from './parts.ts'
import type { PayPlan } from './payPlan.ts'

const runs = { numRuns: 10_000 }
const plan: PayPlan = {
  prePpm: 200_000,
  oilPpm: 300_000,
  etcPpm: 50_000,
  arrivePpm: 300_000,
  receiptPpm: 150_000,
  termDays: 15,
}
const none = { pre: fen(0), oil: fen(0), etc: fen(0) }
const handedOut = { pre: fen(200_000), oil: fen(300_000), etc: fen(50_000) }

describe('the parts of a waybill of 10,000.00 estimated', () => {
  test('are planned by the shares of its pay plan', () => {
    expect(plannedParts(plan, fen(1_000_000))).toEqual([
      { part: 'pre', planned: 200_000 },
      { part: 'oil', planned: 300_000 },
      { part: 'etc', planned: 50_000 },
      { part: 'arrive', planned: 300_000 },
      { part: 'receipt', planned: 150_000 },
    ])
  })

  test('are 3,000 on arrival and 880 with the receipt where 9,380 is earned and the early parts were handed out', () => {
    expect(
      fixParts(plan, fen(1_000_000), {
        net: fen(938_000),
        penalties: fen(0),
        issued: handedOut,
        receiptWanted: true,
      }),
    ).toEqual({ arrive: 300_000, receipt: 88_000, debt: 0, penaltyOn: 'receipt' })
  })

  test('leave all to arrival where no receipt is wanted or the plan has no share for it', () => {
    const amounts = { net: fen(938_000), penalties: fen(0), issued: none }
    expect(fixParts(plan, fen(1_000_000), { ...amounts, receiptWanted: false })).toMatchObject({
      arrive: 938_000,
      receipt: 0,
    })
    const atOnce = { ...plan, arrivePpm: 450_000, receiptPpm: 0 }
    expect(fixParts(atOnce, fen(1_000_000), { ...amounts, net: fen(1_050_000), receiptWanted: true })).toMatchObject({
      arrive: 1_050_000,
      receipt: 0,
    })
  })

  test('become a debt where more was handed out than is earned: 600 of fuel, 150 earned', () => {
    const amounts = { net: fen(15_000), penalties: fen(0), issued: { ...none, oil: fen(60_000) }, receiptWanted: true }
    expect(fixParts(plan, fen(95_000), amounts)).toEqual({ arrive: 0, receipt: 0, debt: 45_000, penaltyOn: 'issued' })
  })

  test('pay what a penalty leaves, on the last part with cash', () => {
    const amounts = { net: fen(938_000), penalties: fen(20_000), issued: none, receiptWanted: true }
    expect(fixParts(plan, fen(1_000_000), amounts)).toEqual({
      arrive: 300_000,
      receipt: 618_000,
      debt: 0,
      penaltyOn: 'receipt',
    })
  })

  test('refuse amounts below zero', () => {
    const amounts = { net: fen(1), penalties: fen(0), issued: { ...none, oil: fen(-1) }, receiptWanted: true }
    expect(() => fixParts(plan, fen(1), amounts)).toThrow(RangeError)
    expect(() => fixParts(plan, fen(1), { ...amounts, issued: none, penalties: fen(-1) })).toThrow(RangeError)
  })
})

const anyPlan = fc
  .array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 })
  .map(cuts => [0, ...cuts.toSorted((a, b) => a - b), 1_000_000])
  .map((cuts): PayPlan => ({
    prePpm: (cuts[1] ?? 0) - (cuts[0] ?? 0),
    oilPpm: (cuts[2] ?? 0) - (cuts[1] ?? 0),
    etcPpm: (cuts[3] ?? 0) - (cuts[2] ?? 0),
    arrivePpm: (cuts[4] ?? 0) - (cuts[3] ?? 0),
    receiptPpm: (cuts[5] ?? 0) - (cuts[4] ?? 0),
    termDays: 0,
  }))
const amount = fc.nat(20_000_000).map(fen)
const anyAmounts: fc.Arbitrary<SignedAmounts> = fc.record({
  net: fc.integer({ min: -1_000_000, max: 20_000_000 }).map(fen),
  penalties: fc.oneof(fc.constant(fen(0)), fc.nat(500_000).map(fen)),
  issued: fc.record({
    pre: fc.oneof(fc.constant(fen(0)), amount),
    oil: fc.oneof(fc.constant(fen(0)), amount),
    etc: fc.oneof(fc.constant(fen(0)), amount),
  }),
  receiptWanted: fc.boolean(),
})

/**
 * The table of the design in words of its own, in whole fen and without the code's types: what is left of the net after
 * penalties and what was handed out; its share of the estimate on arrival, cut to whole fen; the rest with the receipt.
 */
function oracle(shares: PayPlan, estimate: number, amounts: SignedAmounts) {
  const left = amounts.net - amounts.penalties - amounts.issued.pre - amounts.issued.oil - amounts.issued.etc
  if (left <= 0) return { arrive: 0, receipt: 0, debt: -left }
  if (!amounts.receiptWanted || shares.receiptPpm === 0) return { arrive: left, receipt: 0, debt: 0 }
  const planned = Number((BigInt(estimate) * BigInt(shares.arrivePpm)) / 1_000_000n)
  const arrive = planned < left ? planned : left
  return { arrive, receipt: left - arrive, debt: 0 }
}

describe('for any plan, estimate, net amount, penalties and what was handed out', () => {
  test('parts are those of the design', () => {
    fc.assert(
      fc.property(anyPlan, amount, anyAmounts, (shares, estimate, amounts) => {
        const { arrive, receipt, debt } = fixParts(shares, estimate, amounts)
        const wanted = oracle(shares, estimate, amounts)
        expect([arrive, receipt, debt + 0]).toEqual([wanted.arrive, wanted.receipt, wanted.debt + 0])
      }),
      runs,
    )
  })

  test('parts add up to the net amount, none is below zero, and a debt stands alone', () => {
    fc.assert(
      fc.property(anyPlan, amount, anyAmounts, (shares, estimate, amounts) => {
        const { arrive, receipt, debt } = fixParts(shares, estimate, amounts)
        const { pre, oil, etc } = amounts.issued
        expect(arrive + receipt - debt + pre + oil + etc + amounts.penalties).toBe(amounts.net)
        expect(Math.min(arrive, receipt, debt)).toBeGreaterThanOrEqual(0)
        if (debt > 0) expect([arrive, receipt]).toEqual([0, 0])
      }),
      runs,
    )
  })

  test('nothing waits for a receipt before the planned share of arrival is full, nor where no receipt is wanted', () => {
    fc.assert(
      fc.property(anyPlan, amount, anyAmounts, (shares, estimate, amounts) => {
        const { arrive, receipt, penaltyOn } = fixParts(shares, estimate, amounts)
        if (receipt > 0) {
          expect(amounts.receiptWanted && shares.receiptPpm > 0).toBe(true)
          const planned = plannedParts(shares, estimate).find(({ part }) => part === 'arrive')?.planned ?? 0
          expect(arrive).toBe(planned)
          expect(penaltyOn).toBe('receipt')
        }
      }),
      runs,
    )
  })

  test('planned parts add up to the estimate', () => {
    fc.assert(
      fc.property(anyPlan, amount, (shares, estimate) => {
        expect(sumFen(plannedParts(shares, estimate).map(({ planned }) => planned))).toBe(estimate)
      }),
      runs,
    )
  })

  test('the lines of a waybill hold its freight, deductions and what was handed out, each once', () => {
    fc.assert(
      fc.property(anyPlan, amount, amount, anyAmounts, (shares, estimate, deducted, { issued, receiptWanted, net }) => {
        const freight = fen(Math.max(0, net) + deducted)
        const advanced = sumFen([issued.pre, issued.etc])
        const fixed = fixParts(shares, estimate, {
          net: fen(Math.max(0, net)),
          penalties: fen(0),
          issued,
          receiptWanted,
        })
        const lines = sharesOf(fixed, { freight, deducted, penalty: fen(0), oil: issued.oil, advanced })
        const total = (read: (line: (typeof lines)[number]) => Fen) => sumFen(lines.map(read))
        expect([
          total(line => line.freight),
          total(line => line.deducted),
          total(line => line.oil),
          total(line => line.advanced),
        ]).toEqual([freight, deducted, issued.oil, advanced])
        for (const line of lines) expect(line.freight - line.deducted - line.oil - line.advanced).toBe(line.cash)
        expect(lines.length).toBeGreaterThan(0)
      }),
      runs,
    )
  })
})

test('lines that do not hold the freight are refused', () => {
  expect(() =>
    sharesOf(
      { arrive: fen(100), receipt: fen(0), debt: fen(0) },
      { freight: fen(99), deducted: fen(0), penalty: fen(0), oil: fen(0), advanced: fen(0) },
    ),
  ).toThrow(RangeError)
})

test.each<[string, [PartState, PartState], string]>([
  ['nothing of it is on a sheet', ['ready', 'planned'], 'unsettled'],
  ['a part is on a sheet', ['onSheet', 'planned'], 'settling'],
  ['one is paid and one waits', ['paid', 'planned'], 'partly'],
  ['one is paid and one is on a sheet', ['setOff', 'onSheet'], 'settling'],
  ['both are paid', ['paid', 'setOff'], 'settled'],
  ['what is left came to nothing', ['paid', 'dropped'], 'settled'],
])('a waybill of which %s', (_what, [arrive, receipt], state) => {
  expect(
    settleStateOf([
      { part: 'oil', state: 'ready' },
      { part: 'arrive', state: arrive },
      { part: 'receipt', state: receipt },
    ]),
  ).toBe(state)
})

test('a waybill whose every cash part was let go is settled; one without any is not', () => {
  const standing = (part: WaybillPart, state: PartState) => ({ part, state })
  expect(settleStateOf([standing('arrive', 'dropped'), standing('receipt', 'dropped')])).toBe('settled')
  expect(settleStateOf([standing('arrive', 'dropped'), standing('receipt', 'ready')])).toBe('unsettled')
  expect(settleStateOf([standing('oil', 'dropped')])).toBe('unsettled')
})

test('a part goes from planned over ready or handed out to a sheet, and to paid or set off; what is dropped stays so', () => {
  const moves = Object.entries(partStates.moves).map(([name, { from, to }]) => `${name}: ${from.join(' ')} → ${to}`)
  expect(moves).toEqual([
    'open: planned → ready',
    'take: ready issued → onSheet',
    'release: onSheet → ready',
    'issue: onSheet → issued',
    'handOut: planned ready issued → issued',
    'takeIn: issued → issued',
    'takeAllIn: issued → planned',
    'keep: onSheet → issued',
    'pay: onSheet → paid',
    'setOff: onSheet → setOff',
    'giveBack: issued paid setOff → onSheet',
    'drop: planned ready → dropped',
    'cancel: planned ready issued → dropped',
  ])
})

test('three kinds are paid in cash after the signature, and one is a fee', () => {
  const kinds = Object.keys(waybillParts) as WaybillPart[]
  expect(kinds.filter(isCashPart).toSorted()).toEqual(['adjust', 'arrive', 'debt', 'receipt'])
  expect(kinds.filter(isFeePart)).toEqual(['fee'])
})

test('a part is numbered only among others of its kind', () => {
  const label = waybillParts.arrive.label
  expect([
    partOfWaybill({ part: 'arrive' }),
    partOfWaybill({ part: 'arrive', nth: { n: 1, of: 1 } }),
    partOfWaybill({ part: 'arrive', nth: { n: 2, of: 2 } }),
  ]).toEqual([label, label, `${label} 2/2`])
})

test('amounts below nothing are refused, and shares that are not the freight', () => {
  const amounts = { net: fen(100), penalties: fen(0), issued: none, receiptWanted: true }
  expect(() => fixParts(plan, fen(100), { ...amounts, penalties: fen(-1) })).toThrow(RangeError)
  expect(() => fixParts(plan, fen(100), { ...amounts, issued: { ...none, etc: fen(-1) } })).toThrow(RangeError)
  const shared = { freight: fen(101), deducted: fen(0), penalty: fen(0), oil: fen(0), advanced: fen(0) }
  expect(() => sharesOf({ arrive: fen(100), receipt: fen(0), debt: fen(0) }, shared)).toThrow(RangeError)
})

test('shares: what was handed out goes with the first, deductions and the penalties among them with the last', () => {
  const shared = { freight: fen(1_000), deducted: fen(50), penalty: fen(30), oil: fen(200), advanced: fen(150) }
  const of = (arrive: number, receipt: number, debt = 0, over = shared) =>
    sharesOf({ arrive: fen(arrive), receipt: fen(receipt), debt: fen(debt) }, over).map(share => [
      share.part,
      share.cash,
      share.freight,
      share.deducted,
      share.penalty,
      share.oil,
      share.advanced,
    ])
  expect(of(400, 200)).toEqual([
    ['arrive', 400, 750, 0, 0, 200, 150],
    ['receipt', 200, 250, 50, 30, 0, 0],
  ])
  expect(of(0, 600)).toEqual([['receipt', 600, 1_000, 50, 30, 200, 150]])
  expect(of(600, 0)).toEqual([['arrive', 600, 1_000, 50, 30, 200, 150]])
  expect(of(0, 0, 100, { ...shared, freight: fen(300) })).toEqual([['debt', -100, 300, 50, 30, 200, 150]])
})

test('a plan foresees an arrival whatever it says, fuel as agreed, and nothing of no share', () => {
  const bare = { ...plan, prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 0, receiptPpm: 1_000_000 }
  expect(plannedParts(bare, fen(100)).map(({ part }) => part)).toEqual(['arrive', 'receipt'])
  expect(plannedParts(bare, fen(100), fen(30))[0]).toEqual({ part: 'oil', planned: 30 })
  expect(plannedParts(plan, fen(1_000), fen(0)).map(({ part }) => part)).toEqual(['pre', 'etc', 'arrive', 'receipt'])
})
