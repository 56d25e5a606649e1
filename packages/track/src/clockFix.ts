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

/**
 * The offset of a clock, learned where it is exact: eight hours when UTC is sent as China's time (the median of 20 fixes
 * within 90 s), or a constant within 30 s over 50 fixes and an hour. 0 for a clock that is right, undefined for one
 * nothing is known of. `fixes` are of one terminal, with the time it sent and the time it came.
 */
export function learnedOffset(
  fixes: readonly { readonly deviceAt: number; readonly receivedAt: number }[],
): number | undefined {
  const offsets = fixes.map(({ deviceAt, receivedAt }) => receivedAt - deviceAt)
  if (offsets.length < 20) return undefined
  const middle = medianOf(offsets)
  if (Math.abs(middle) <= lateMs) return 0
  if (Math.abs(middle - 8 * hourMs) <= 90_000) return 8 * hourMs
  const times = fixes.map(({ receivedAt }) => receivedAt)
  const isLong = Math.max(...times) - Math.min(...times) >= hourMs
  const isConstant = offsets.every(offset => Math.abs(offset - middle) <= 30_000)
  return offsets.length >= 50 && isLong && isConstant ? middle : undefined
}
