// Time as whole milliseconds since 1970, read and printed as the wall clock of Asia/Shanghai.

/** China has kept UTC+8 without summer time since 1992; every instant the product handles is later. */
export const shanghaiOffsetMs = 8 * 3_600_000

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The last moment of the year 9999 in China: later ones have no text of the forms below, and some are no dates at all. */
export const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999) - shanghaiOffsetMs

const dateText = /^\d{4}-\d{2}-\d{2}$/
const dateTimeText = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** 'yyyy-MM-dd HH:mm:ss' in China. Throws RangeError when `ms` is not a time. */
export function formatDateTime(ms: number): string {
  return wallClock(ms).slice(0, 19)
}

/** 'yyyy-MM-dd' in China. Throws RangeError when `ms` is not a time. */
export function formatDate(ms: number): string {
  return wallClock(ms).slice(0, 10)
}

/** A moment as people read it near `now`: '11-22 18:55', and with its year when that is another one. */
export function shortDateTime(ms: number, now: number): string {
  return withoutYearOf(now, wallClock(ms).slice(0, 16))
}

/** A day as people read it near `now`: '11-22', and with its year when that is another one. */
export function shortDate(ms: number, now: number): string {
  return withoutYearOf(now, formatDate(ms))
}

const withoutYearOf = (now: number, text: string): string =>
  text.startsWith(wallClock(now).slice(0, 5)) ? text.slice(5) : text

/** The hour of the day in China, 0 to 23. */
export function hourOf(ms: number): number {
  return Number(wallClock(ms).slice(11, 13))
}

const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const

/** The day in China in words: '11月21日 星期六'. */
export function dayInWords(ms: number): string {
  const day = new Date(ms + shanghaiOffsetMs)
  return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日 ${weekdays[day.getUTCDay()] ?? ''}`
}

/** The day in a document number, 'yyMMdd' in China: 260105 is 2026-01-05. */
export function dayKey(ms: number): string {
  return formatDate(ms).slice(2).replaceAll('-', '')
}

/**
 * Reads a day 'yyyy-MM-dd' as the stretch of time it covers in China.
 *
 * `start` is its first millisecond, `end` the first of the next day: test with `start <= t && t < end`.
 * Answers undefined for other text and for days that do not exist, such as 2026-02-29.
 */
export function parseDate(text: string): { start: number; end: number } | undefined {
  if (!dateText.test(text)) return undefined
  const start = readWallClock(`${text} 00:00:00`)
  return start === undefined ? undefined : { start, end: start + DAY_MS }
}

/**
 * Reads 'yyyy-MM-dd HH:mm:ss' on China's clock as milliseconds; undefined for other text and for times that do not
 * exist.
 */
export function parseDateTime(text: string): number | undefined {
  return dateTimeText.test(text) ? readWallClock(text) : undefined
}

/** The first millisecond of the day in China that `ms` falls on. */
export function startOfDay(ms: number): number {
  return Math.floor((ms + shanghaiOffsetMs) / DAY_MS) * DAY_MS - shanghaiOffsetMs
}

/** The first millisecond of the same day of the month `n` months on, or of that month's last day where it is shorter. */
export function monthsLater(ms: number, n: number): number {
  const day = new Date(startOfDay(ms) + shanghaiOffsetMs)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + n]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day.getUTCDate(), last)) - shanghaiOffsetMs
}

/**
 * The age of something, as messages say it: 刚刚, 5 分钟前, 3 小时前, then 03-08 09:30, after a year 2025-03-08 09:30.
 *
 * Up to a minute ahead of `now` counts as 刚刚 (two clocks rarely agree); further ahead the date is shown.
 */
export function relativeTime(ms: number, now: number): string {
  const ago = now - ms
  if (Math.abs(ago) < MINUTE_MS) return '刚刚'
  if (ago >= 0 && ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} 分钟前`
  if (ago >= 0 && ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} 小时前`
  const minuteText = wallClock(ms).slice(0, 16)
  return Math.abs(ago) < 365 * DAY_MS ? minuteText.slice(5) : minuteText
}

/** A length of time in whole minutes, as people say it: 45 分钟, 1 小时 20 分, 24 小时. */
export function printSpan(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return `${minutes} 分钟`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} 小时${rest === 0 ? '' : ` ${rest} 分`}`
}

function wallClock(ms: number): string {
  return new Date(ms + shanghaiOffsetMs).toISOString().replace('T', ' ')
}

function readWallClock(text: string): number | undefined {
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`) - shanghaiOffsetMs
  // Date.parse reads 2026-02-30 as 2 March; only a time that prints the same exists
  return Number.isFinite(ms) && formatDateTime(ms) === text ? ms : undefined
}
