// The month whose return deducts an input invoice (税款所属期).
import { backdateMonths, periodOf, periodText, shiftPeriod } from './voucher.ts'

/**
 * The reason an invoice is not deducted in the return of a month, in words: that is this month, or the last while its books
 * are open, and none before the invoice's own.
 */
export function faultOfTaxPeriod({
  period,
  issuedAt,
  now,
  isClosed,
}: {
  readonly period: string
  readonly issuedAt: number
  readonly now: number
  readonly isClosed: boolean
}): string | undefined {
  const running = periodOf(now)
  if (period !== running && period !== shiftPeriod(running, -backdateMonths)) return '税款所属期只能是本月或上月'
  if (periodOf(issuedAt) > period) return '税款所属期不能早于开票月份'
  return isClosed ? `${periodText(period)}已结账，请选本月` : undefined
}
