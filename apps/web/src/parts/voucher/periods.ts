// Accounting months to pick from.
import { periodOf } from '@yunshu/domain/voucher/voucher'

/** The month now and the months before it, newest first. */
export function recentPeriods(now: number, count = 24): string[] {
  const newest = periodOf(now)
  const months = Number(newest.slice(0, 4)) * 12 + Number(newest.slice(4)) - 1
  return Array.from({ length: count }, (_, back) => {
    const month = months - back
    return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`
  })
}
