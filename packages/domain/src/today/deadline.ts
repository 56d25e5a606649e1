// Deadlines in words, near now and far from it.
import { DAY_MS, formatDate, formatDateTime, HOUR_MS, MINUTE_MS, startOfDay } from '../figures/time.ts'
import { daysOverdue } from '../settlement/payPlan.ts'

/** Time left or passed in its largest unit: 40 分钟, 3 小时, 2 天; never nothing. */
function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} 分钟`
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} 小时` : `${Math.floor(ms / DAY_MS)} 天`
}

/** Less than this left is told as a time left. */
const soonMs = 4 * HOUR_MS

/** A deadline in words: 逾期 2 天, 还剩 3 小时, 今天 20:00 前, 11-24 18:00 前, in another year 2027-01-20 前. */
export function deadlineText(deadline: number, now: number): string {
  // a term that ends with a day is late by days of the calendar, as lists count it
  if (deadline <= now && startOfDay(deadline) === deadline) return `逾期 ${daysOverdue(deadline - 1, now)} 天`
  if (deadline < now) return `逾期 ${span(now - deadline)}`
  if (deadline - now < soonMs) return `还剩 ${span(deadline - now)}`
  // the end of a day is the last minute of it
  const isMidnight = startOfDay(deadline + 1) > deadline || startOfDay(deadline) === deadline
  const at = startOfDay(deadline) === deadline ? deadline - 1 : deadline
  const time = isMidnight ? '24:00' : formatDateTime(at).slice(11, 16)
  if (startOfDay(at) === startOfDay(now)) return `今天 ${time} 前`
  const day = formatDate(at)
  return day.slice(0, 4) === formatDate(now).slice(0, 4)
    ? `${day.slice(5)}${isMidnight ? '' : ` ${time}`} 前`
    : `${day} 前`
}
