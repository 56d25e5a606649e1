// Classes of positions: by themselves as they come, and by their neighbours once they stand in the order of time.
import { classOfTime } from './clockFix.ts'
import { metresBetween } from './geometry.ts'
import { isSpare, isTrusted, sortedPoints, spareMs, type Point, type PointClass } from './point.ts'

/** The box of the land a freight vehicle of ours can be in, degrees × 10⁶. */
const landBox = { west: 73_000_000, south: 3_000_000, east: 136_000_000, north: 54_000_000 } as const

/** Most a vehicle drives, metres a second: 160 km/h. */
const mostSpeed = 160 / 3.6
/** A step of one that stands at both ends is a jump beyond this. */
const standingStepM = 300
/** Below this a vehicle says that it stands, 0.1 km/h. */
const standsBelow = 50
/** Fixes after which a vehicle that has not come back is where it says: a ferry, a tow. */
const backWithin = 3

/** The class of a position by what it says itself. */
export function ownClass(
  fix: { readonly isFixed: boolean; readonly lonE6: number; readonly latE6: number; readonly isCoarse?: boolean },
  at: number,
  receivedAt: number,
): PointClass {
  if (Math.abs(fix.lonE6) < 1000 && Math.abs(fix.latE6) < 1000) return 'zero'
  if (!fix.isFixed) return 'noFix'
  const { west, south, east, north } = landBox
  if (fix.lonE6 < west || fix.lonE6 > east || fix.latE6 < south || fix.latE6 > north) return 'abroad'
  const byTime = classOfTime(at, receivedAt)
  return byTime === 'good' && fix.isCoarse === true ? 'coarse' : byTime
}

/** Whether a vehicle cannot have gone from one position to the next. */
function isLeap(from: Point, to: Point): boolean {
  const metres = metresBetween(from, to)
  const seconds = Math.max(1, (to.at - from.at) / 1000)
  if (metres > standingStepM && from.speed < standsBelow && to.speed < standsBelow && seconds < 600) return true
  return metres > 100 && metres / seconds > mostSpeed
}

/**
 * Positions in order, those of a spare terminal marked as told already where another one of the vehicle tells a place
 * within three minutes: two receivers, and two clocks, are never mixed.
 */
function ranked(sorted: readonly Point[]): readonly Point[] {
  if (!sorted.some(isSpare)) return sorted
  const mains = sorted.filter(point => isTrusted(point) && !isSpare(point)).map(({ at }) => at)
  let next = 0
  return sorted.map(point => {
    while ((mains[next] ?? Infinity) < point.at) next++
    const apart = Math.min(point.at - (mains[next - 1] ?? -Infinity), (mains[next] ?? Infinity) - point.at)
    return isSpare(point) && isTrusted(point) && apart <= spareMs ? { ...point, cls: 'duplicate' } : point
  })
}

/**
 * Positions in order, those that leapt away and came back within three fixes marked as jumps. A vehicle that does not come
 * back has changed its place. The answer depends on the set of positions alone, never on the order they came in.
 */
export function classified(points: Iterable<Point>): Point[] {
  const sorted = [...ranked(sortedPoints(points))]
  const trusted = sorted.filter(isTrusted)
  const jumps = new Set<Point>()
  for (let n = 1; n < trusted.length; n++) {
    const before = trusted[n - 1],
      here = trusted[n]
    if (before === undefined || here === undefined || !isLeap(before, here)) continue
    const back = trusted.slice(n + 1, n + 1 + backWithin).findIndex(next => !isLeap(before, next))
    if (back === -1) continue
    for (const wild of trusted.slice(n, n + 1 + back)) jumps.add(wild)
    n += back + 1
  }
  return jumps.size === 0 ? sorted : sorted.map(point => (jumps.has(point) ? { ...point, cls: 'jump' } : point))
}
