// Tests of time: China's wall clock, days, and how messages say how long ago.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DAY_MS,
  dayInWords,
  dayKey,
  formatDate,
  formatDateTime,
  HOUR_MS,
  hourOf,
  LATEST_MS,
  MINUTE_MS,
  parseDate,
  parseDateTime,
  printSpan,
  relativeTime,
  shortDate,
  shortDateTime,
  startOfDay,
} from './time.ts'

const since1992 = fc.integer({ min: Date.UTC(1992, 0, 1), max: Date.UTC(2099, 11, 31) })

test('an instant prints as the clock in China shows it, wherever the code runs', () => {
  const ms = Date.UTC(2026, 0, 4, 16, 30, 5)
  expect(formatDateTime(ms)).toBe('2026-01-05 00:30:05')
  expect(formatDate(ms)).toBe('2026-01-05')
  expect(dayKey(ms)).toBe('260105')
  expect(() => formatDate(Number.NaN)).toThrow(RangeError)
  expect(formatDateTime(LATEST_MS)).toBe('9999-12-31 23:59:59')
  expect(startOfDay(LATEST_MS) + DAY_MS).toBe(LATEST_MS + 1)
})

test('the fixed offset agrees with the time zone data for Asia/Shanghai', () => {
  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
  fc.assert(
    fc.property(since1992, ms => {
      expect(formatDateTime(ms)).toBe(zone.format(ms))
    }),
  )
})

test('a day covers 24 hours from midnight in China, its end belonging to the next day', () => {
  expect(parseDate('2026-01-05')).toEqual({ start: Date.UTC(2026, 0, 4, 16), end: Date.UTC(2026, 0, 5, 16) })
  expect(parseDate('2024-02-29')).toBeDefined()
})

test.each([
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-1-5',
  '26-01-05',
  '2026/01/05',
  '2026-01-05 00:00:00',
  '',
])('a day that does not exist or is written otherwise is refused: %j', text => expect(parseDate(text)).toBeUndefined())

test.each(['2026-01-05 24:00:00', '2026-01-05 23:60:00', '2026-01-05T23:00:00', '2026-01-05', '2026-02-30 10:00:00'])(
  'a time that does not exist or is written otherwise is refused: %j',
  text => expect(parseDateTime(text)).toBeUndefined(),
)

test('every second survives printing and reading, and lies in its own day', () => {
  fc.assert(
    fc.property(since1992, ms => {
      expect(parseDateTime(formatDateTime(ms))).toBe(Math.floor(ms / 1000) * 1000)
      const start = startOfDay(ms)
      expect(parseDate(formatDate(ms))).toEqual({ start, end: start + DAY_MS })
      expect(ms - start).toBeGreaterThanOrEqual(0)
      expect(ms - start).toBeLessThan(DAY_MS)
    }),
  )
})

const then = Date.UTC(2026, 2, 8, 1, 30)
test.each([
  [0, '刚刚'],
  [MINUTE_MS - 1, '刚刚'],
  [-30_000, '刚刚'],
  [MINUTE_MS, '1 分钟前'],
  [HOUR_MS - 1, '59 分钟前'],
  [HOUR_MS, '1 小时前'],
  [DAY_MS - 1, '23 小时前'],
  [DAY_MS, '03-08 09:30'],
  [364 * DAY_MS, '03-08 09:30'],
  [365 * DAY_MS, '2026-03-08 09:30'],
  [-HOUR_MS, '03-08 09:30'],
  [-400 * DAY_MS, '2026-03-08 09:30'],
])('%i ms later a message says %s', (later, text) => {
  expect(relativeTime(then, then + later)).toBe(text)
})

test('hour and weekday are those of China, whatever zone the machine is in', () => {
  const friday = Date.UTC(2026, 10, 20, 15, 59)
  expect([hourOf(friday), dayInWords(friday)]).toEqual([23, '11月20日 星期五'])
  expect([hourOf(friday + MINUTE_MS), dayInWords(friday + MINUTE_MS)]).toEqual([0, '11月21日 星期六'])
})

test('a moment near now is read without its year, one of another year with it', () => {
  const now = parseDateTime('2026-11-22 19:00:00') ?? 0
  const at = (text: string): number => parseDateTime(text) ?? 0
  expect(shortDateTime(at('2026-11-22 18:55:41'), now)).toBe('11-22 18:55')
  expect(shortDateTime(at('2025-12-31 23:59:59'), now)).toBe('2025-12-31 23:59')
  expect(shortDate(at('2026-01-01 00:00:00'), now)).toBe('01-01')
  expect(shortDate(at('2027-01-01 00:00:00'), now)).toBe('2027-01-01')
})

test('a length of time is said in hours and minutes', () => {
  expect([0, 45, 59.6, 80, 120, 1440].map(minutes => printSpan(minutes * MINUTE_MS))).toEqual([
    '0 分钟',
    '45 分钟',
    '1 小时',
    '1 小时 20 分',
    '2 小时',
    '24 小时',
  ])
})
