// Pay plans (支付方案): how freight is divided into parts, when each falls due, and what cash is left to pay.
import { printDecimal } from '../figures/decimal.ts'
import { messages } from '../message/messages.ts'
import { type Fen, PPM, ZERO_FEN, negateFen, smallerFen, splitExact, subtractFen } from '../figures/money.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'

/**
 * The parts of the freight by when and how they are paid, in ppm of the estimate, and the days until the last is due.
 */
export interface PayPlan {
  readonly prePpm: number
  readonly oilPpm: number
  readonly etcPpm: number
  readonly arrivePpm: number
  readonly receiptPpm: number
  readonly termDays: number
}

/** The parts in the order in which they are paid. */
export const payParts = {
  pre: { label: '预付' },
  oil: { label: '油卡' },
  etc: { label: 'ETC' },
  arrive: { label: '到付' },
  receipt: { label: '回单付' },
} as const
export type PayPart = keyof typeof payParts

function shares(plan: PayPlan): [PayPart, number][] {
  return [
    ['pre', plan.prePpm],
    ['oil', plan.oilPpm],
    ['etc', plan.etcPpm],
    ['arrive', plan.arrivePpm],
    ['receipt', plan.receiptPpm],
  ]
}

/**
 * Checks that a plan adds up to exactly 100 % and that oil stays within the company's cap (ppm).
 */
export function checkPayPlan(plan: PayPlan, oilCapPpm: number): string | undefined {
  const parts = shares(plan).map(([, ppm]) => ppm)
  const isWhole = parts.every(ppm => Number.isSafeInteger(ppm) && ppm >= 0)
  if (!isWhole || parts.reduce((all, ppm) => all + ppm, 0) !== PPM) return messages.payPlanTotal
  return plan.oilPpm > oilCapPpm ? messages.payPlanOil(printDecimal(oilCapPpm, 4, 0)) : undefined
}

/** The amount of each part of a plan. */
export type PayParts = Readonly<Record<PayPart, Fen>>

/**
 * Divides what is payable by a plan whose percentages were agreed on an estimate.
 *
 * Each part is its percentage of the estimate, cut to whole fen; the last part in use takes what remains,
 * so that the parts add up to the payable amount exactly: 10,000 estimated at oil 30 %, arrival 50 %, receipt 20 %
 * with 9,380 payable is 3,000 + 5,000 + 1,380. When less is payable than the earlier parts, they are paid in
 * order until nothing is left. Before the weights are known, give the estimate as payable.
 * Throws RangeError when the plan does not add up or an amount is negative.
 */
export function splitPayPlan(plan: PayPlan, estimate: Fen, payable: Fen): PayParts {
  if (estimate < 0 || payable < 0) throw new RangeError('a pay plan divides amounts from 0')
  const fault = checkPayPlan(plan, PPM)
  if (fault) throw new RangeError(fault)
  const parts = shares(plan)
  const planned = splitExact(
    estimate,
    parts.map(([, ppm]) => ppm),
  )
  const last = parts.findLastIndex(([, ppm]) => ppm > 0)
  const paid: Record<PayPart, Fen> = {
    pre: ZERO_FEN,
    oil: ZERO_FEN,
    etc: ZERO_FEN,
    arrive: ZERO_FEN,
    receipt: ZERO_FEN,
  }
  let left = payable
  for (const [index, [part]] of parts.entries()) {
    const amount = index === last ? left : smallerFen(left, planned[index] ?? ZERO_FEN)
    paid[part] = amount
    left = subtractFen(left, amount)
  }
  return paid
}

/** The amount still open for a carrier: earned, less fuel, deductions and payments; below zero is a debt. */
export const openAmount = ({ payable, oil, deductions, paid }: Amounts): Fen =>
  subtractFen(subtractFen(subtractFen(payable, oil), deductions), paid)

/** A carrier's earnings of a waybill, and the amounts taken from them so far. */
interface Amounts {
  readonly payable: Fen
  readonly oil: Fen
  readonly deductions: Fen
  readonly paid: Fen
}

/**
 * The cash still to pay on a waybill, and what the payee owes instead when the deductions are larger.
 *
 * cash = payable − oil − deductions − paid, never below 0. The rest is `owed`: a receivable on 1221.01 that is
 * carried forward to the payee's next sheet. `deductions` are those not yet taken off `payable`.
 */
export function cashDue(amounts: Amounts): { cash: Fen; owed: Fen } {
  const open = openAmount(amounts)
  return open >= 0 ? { cash: open, owed: ZERO_FEN } : { cash: ZERO_FEN, owed: negateFen(open) }
}

/**
 * The time a payment falls due (ms): `termDays` after the waybill was signed or its receipt confirmed, at the same time
 * of day.
 */
export function dueAt(since: number, termDays: number): number {
  return since + termDays * DAY_MS
}

/** Calendar days in China by which a payment is overdue at `now`; 0 until the end of the day it falls due. */
export function daysOverdue(due: number, now: number): number {
  return Math.max(0, (startOfDay(now) - startOfDay(due)) / DAY_MS)
}
