// Stretches of days and moments people ask for most.
import { DAY_MS, formatDate, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'

/** A stretch of time, `to` its last millisecond; either end may be open. */
export interface Range {
  from?: number | undefined
  to?: number | undefined
}

/** The usual stretches of days, whole days up to the last millisecond. */
export function usualRanges(now: number): readonly { label: string; from: number; to: number }[] {
  const today = startOfDay(now)
  const monthStart = startOfDay(today - (Number(formatDate(today).slice(8)) - 1) * DAY_MS)
  const lastMonthEnd = monthStart - 1
  const lastMonthStart = startOfDay(lastMonthEnd - (Number(formatDate(lastMonthEnd).slice(8)) - 1) * DAY_MS)
  const end = today + DAY_MS - 1
  return [
    { label: '今天', from: today, to: end },
    { label: '昨天', from: today - DAY_MS, to: today - 1 },
    { label: '近7天', from: today - 6 * DAY_MS, to: end },
    { label: '近30天', from: today - 29 * DAY_MS, to: end },
    { label: '本月', from: monthStart, to: end },
    { label: '上月', from: lastMonthStart, to: lastMonthEnd },
  ]
}

/** The moments of a picker, ms; those ahead are left out where only what has happened can be told. */
export function usualMoments(now: number, isPast = false): readonly { label: string; at: number }[] {
  const present = { label: '此刻', at: now }
  return isPast ? [present] : [present, { label: '明天 08:00', at: startOfDay(now) + DAY_MS + 8 * HOUR_MS }]
}
