// Times of terminals mended where the fault is exactly known, and judged where it is not.
import { medianOf } from './geometry.ts'
import type { PointClass } from './point.ts'

const minuteMs = 60_000,
  hourMs = 3_600_000
/** The weeks satellites count before they begin again. */
const rollOverMs = 1024 * 7 * 24 * hourMs
/** A clock may be this far ahead before its times are no longer believed. */
export const aheadMs = 5 * minuteMs
/** A position that came later than this after its time is late: it mends the trail and never moves the live place. */
export const lateMs = 2 * minuteMs
const year2020 = Date.UTC(2020, 0, 1)

/** The moment of BCD `yymmddhhmmss` of GMT+8; undefined for digits that are no moment. */
export function momentOf(bcd: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(bcd) ?? []
  const parts = [year, month, day, hour, minute, second].map(Number)
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts
  if (parts.some(part => Number.isNaN(part)) || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59)
    return undefined
  const utc = Date.UTC(2000 + y, mo - 1, d, h, mi, s)
  return new Date(utc).getUTCDate() === d ? utc - 8 * hourMs : undefined
}

/** The time of a position with the exact fault of its clock taken back: a learned offset, or weeks that began again. */
export function repairedTime(deviceAt: number, receivedAt: number, offsetMs: number): number {
  const at = deviceAt + offsetMs
  const isRolledOver = at < year2020 && Math.abs(at + rollOverMs - receivedAt) < 4 * 24 * hourMs
  return isRolledOver ? at + rollOverMs : at
}

/** The class a time gives a position, by its own times alone: in whatever order positions come it is the same. */
export function classOfTime(at: number, receivedAt: number): PointClass {
  if (at > receivedAt + aheadMs) return 'clockAhead'
  if (at < year2020) return 'clockBehind'
  return receivedAt - at > lateMs ? 'late' : 'good'
}

/** A position of a terminal: the time it sent, and the time it came. */
export interface ClockFix {
  readonly deviceAt: number
  readonly receivedAt: number
}

/** Fixes a clock is learned of: the last ones, and before them some of an hour. */
export interface ClockFixes {
  readonly recent: readonly ClockFix[]
  /** Of the time before `recent`, at least a minute apart. */
  readonly earlier: readonly ClockFix[]
}
export const noFixes: ClockFixes = { recent: [], earlier: [] }

const recentMost = 20,
  earlierMost = 70,
  apartMs = minuteMs

/** The fixes with one more, and without those that are not needed any more. */
export function withFix({ recent, earlier }: ClockFixes, fix: ClockFix): ClockFixes {
  const [oldest, ...others] = recent
  if (oldest === undefined || recent.length < recentMost) return { recent: [...recent, fix], earlier }
  const last = earlier.at(-1)
  const isKept = last === undefined || Math.abs(oldest.receivedAt - last.receivedAt) >= apartMs
  return { recent: [...others, fix], earlier: isKept ? [...earlier, oldest].slice(-earlierMost) : earlier }
}

const offsetOf = ({ deviceAt, receivedAt }: ClockFix): number => receivedAt - deviceAt

/**
 * Whether positions came at the pace they were made at. A queue that is sent behind a blind spot comes at once, and the
 * lag of its positions is that of the way, not of a clock.
 */
function isPaced(fixes: readonly ClockFix[]): boolean {
  const spanOf = (times: readonly number[]): number => Math.max(...times) - Math.min(...times)
  return 2 * spanOf(fixes.map(({ receivedAt }) => receivedAt)) >= spanOf(fixes.map(({ deviceAt }) => deviceAt))
}

/**
 * The offset of a clock, learned where it is exact: eight hours when UTC is sent as China's time (20 fixes within 90 s, at
 * their own pace), or a constant within 30 s over 50 fixes and an hour. 0 for a clock that is right, undefined for one
 * nothing is known of. All fixes are of one terminal.
 */
export function learnedOffset({ recent, earlier }: ClockFixes): number | undefined {
  if (recent.length < recentMost) return undefined
  const middle = medianOf(recent.map(offsetOf))
  if (Math.abs(middle) <= lateMs) return 0
  const isUtc = recent.every(fix => Math.abs(offsetOf(fix) - 8 * hourMs) <= 90_000)
  if (isUtc && isPaced(recent)) return 8 * hourMs
  const all = [...earlier, ...recent]
  const constant = medianOf(all.map(offsetOf))
  const times = all.map(({ receivedAt }) => receivedAt)
  const isLong = Math.max(...times) - Math.min(...times) >= hourMs
  const isConstant = all.every(fix => Math.abs(offsetOf(fix) - constant) <= 30_000)
  return all.length >= 50 && isLong && isConstant && isPaced(all) ? constant : undefined
}
