// The age of something in its largest unit, where age is the point; the full moment when pointed at.
import { DAY_MS, formatDateTime, HOUR_MS, MINUTE_MS, shortDate } from '@yunshu/domain/figures/time'
import { serverNow } from '../../lib/clock.ts'

/** The days whose number says more than their date. */
const countedDays = 30

/** 18 分钟, 6 小时, 3 天, then the day. */
export function ageText(at: number, now: number): string {
  const ms = Math.max(0, now - at)
  if (ms < MINUTE_MS) return '刚刚'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} 分钟`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} 小时`
  const days = Math.floor(ms / DAY_MS)
  return days <= countedDays ? `${days} 天` : shortDate(at, now)
}

/** The time since a moment. */
export function Age({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {ageText(at, serverNow())}
    </time>
  )
}
