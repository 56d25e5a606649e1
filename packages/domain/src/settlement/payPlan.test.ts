// Tests of pay plans: parts that add up, cash and what is owed, due dates.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messages } from '../message/messages.ts'
import { fen, sumFen } from '../figures/money.ts'
import { cashDue, checkPayPlan, daysOverdue, dueAt, type PayPlan, splitPayPlan } from './payPlan.ts'
import { DAY_MS, parseDateTime } from '../figures/time.ts'

const plan: PayPlan = { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 200_000, termDays: 30 }

describe('a pay plan', () => {
  test('adds up to 100 %', () => {
    expect(checkPayPlan(plan, 400_000)).toBeUndefined()
    expect(checkPayPlan({ ...plan, receiptPpm: 199_999 }, 400_000)).toBe(messages.payPlanTotal)
    expect(checkPayPlan({ ...plan, receiptPpm: 200_001 }, 400_000)).toBe(messages.payPlanTotal)
    expect(checkPayPlan({ ...plan, prePpm: -100_000, receiptPpm: 300_000 }, 400_000)).toBe(messages.payPlanTotal)
  })

  test('keeps oil within the cap of the company', () => {
    expect(checkPayPlan(plan, 300_000)).toBeUndefined()
    expect(checkPayPlan(plan, 299_999)).toBe('油卡比例不能超过29.9999%')
    expect(checkPayPlan(plan, 250_000)).toBe('油卡比例不能超过25%')
  })

  test('gives 3,000 oil + 5,000 on arrival + 1,380 on receipt of 9,380 payable when 10,000 was estimated', () => {
    expect(splitPayPlan(plan, fen(1_000_000), fen(938_000))).toEqual({
      pre: 0,
      oil: 300_000,
      etc: 0,
      arrive: 500_000,
      receipt: 138_000,
    })
  })

  test('leaves the whole change to the last part in use', () => {
    const prepaid = { ...plan, prePpm: 500_000, receiptPpm: 0, arrivePpm: 200_000 }
    expect(splitPayPlan(prepaid, fen(1001), fen(1001))).toEqual({ pre: 500, oil: 300, etc: 0, arrive: 201, receipt: 0 })
    expect(splitPayPlan(prepaid, fen(1000), fen(1500))).toEqual({ pre: 500, oil: 300, etc: 0, arrive: 700, receipt: 0 })
    expect(splitPayPlan(plan, fen(0), fen(100))).toEqual({ pre: 0, oil: 0, etc: 0, arrive: 0, receipt: 100 })
    expect(splitPayPlan(plan, fen(1_000_000), fen(1_100_000))).toMatchObject({ receipt: 300_000 })
  })

  test('pays its parts in order until nothing is left when less is payable than planned', () => {
    expect(splitPayPlan(plan, fen(1_000_000), fen(600_000))).toEqual({
      pre: 0,
      oil: 300_000,
      etc: 0,
      arrive: 300_000,
      receipt: 0,
    })
    expect(splitPayPlan(plan, fen(1_000_000), fen(0))).toEqual({ pre: 0, oil: 0, etc: 0, arrive: 0, receipt: 0 })
  })

  test('is refused when it does not add up or an amount is negative', () => {
    expect(() => splitPayPlan({ ...plan, oilPpm: 0 }, fen(100), fen(100))).toThrow(RangeError)
    expect(() => splitPayPlan(plan, fen(100), fen(-1))).toThrow(RangeError)
  })

  test('always adds up to the payable amount, never goes below zero, and plans no more oil than its share', () => {
    const cuts = fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 }).map(list => list.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(
        cuts,
        fc.nat(1_000_000_000),
        fc.nat(1_000_000_000),
        ([a = 0, b = 0, c = 0, d = 0], estimate, payable) => {
          const some: PayPlan = {
            prePpm: a,
            oilPpm: b - a,
            etcPpm: c - b,
            arrivePpm: d - c,
            receiptPpm: 1_000_000 - d,
            termDays: 0,
          }
          const parts = splitPayPlan(some, fen(estimate), fen(payable))
          expect(sumFen(Object.values(parts))).toBe(payable)
          for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0)
          if (c < 1_000_000) expect(BigInt(parts.oil) * 1_000_000n <= BigInt(estimate) * BigInt(b - a)).toBe(true)
        },
      ),
    )
  })
})

test('cash is what is payable less oil, deductions and what was paid, and never below zero', () => {
  const amounts = { payable: fen(938_000), oil: fen(300_000), deductions: fen(0), paid: fen(0) }
  expect(cashDue(amounts)).toEqual({ cash: 638_000, owed: 0 })
  expect(cashDue({ ...amounts, paid: fen(638_000) })).toEqual({ cash: 0, owed: 0 })
  expect(cashDue({ ...amounts, deductions: fen(700_000) })).toEqual({ cash: 0, owed: 62_000 })
  expect(cashDue({ ...amounts, payable: fen(-2_000), oil: fen(0) })).toEqual({ cash: 0, owed: 2_000 })
})

describe('due dates', () => {
  const at = (text: string) => parseDateTime(text) ?? expect.fail(`not a time: ${text}`)

  test('a payment falls due the days of its term after it was signed', () => {
    expect(dueAt(at('2026-01-05 18:00:00'), 30)).toBe(at('2026-02-04 18:00:00'))
  })

  test('overdue days are counted on the calendar of China, and not before the day after', () => {
    const due = at('2026-02-04 18:00:00')
    expect(daysOverdue(due, at('2026-02-04 23:59:59'))).toBe(0)
    expect(daysOverdue(due, at('2026-02-05 00:00:00'))).toBe(1)
    expect(daysOverdue(due, due - 10 * DAY_MS)).toBe(0)
    expect(daysOverdue(due, due + 31 * DAY_MS)).toBe(31)
  })
})
