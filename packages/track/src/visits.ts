// Visits to circles: a pure fold over positions in the order of time, so that late ones are as good as those in time. Each
// position is held against the circle as it stood at its moment.
import { gcjOf, type Place } from './datum.ts'
import { metresUpTo, robustCentre, shareInside, type Circle } from './geometry.ts'
import { isTrusted, standingSpeed, type Point } from './point.ts'

const minuteMs = 60_000

/** The way a boundary was crossed: between two fixes near in time, somewhere in a gap, or seen from the inside at once. */
export type Crossing = 'crossed' | 'between' | 'inside'

/** A stay inside a circle, or a passage that was none. */
export interface Visit {
  readonly enteredAt: number
  readonly enteredHow: Crossing
  /** Undefined while the vehicle is inside. */
  readonly leftAt: number | undefined
  /** The moment it counts as an arrival; undefined for a passage. */
  readonly countedAt: number | undefined
  readonly dwellS: number
}

export interface VisitRules {
  /** Seconds inside after which a visit counts. */
  readonly dwellS: number
}

/** A circle as it stands from a moment on; one that is off holds nobody. */
export interface StandingCircle extends Circle {
  readonly fromAt: number
  readonly isOn: boolean
}

/**
 * The circle that stood at a moment: of those drawn by then the last. The first one stood before it was drawn, too: nothing
 * else was ever said about the place.
 */
export const circleAt = <C extends { readonly fromAt: number }>(circles: readonly C[], at: number): C | undefined =>
  circles.findLast(({ fromAt }) => fromAt <= at) ?? circles[0]

/** A position in the datum of circles, held against the circle of its moment. */
interface Fix {
  readonly at: number
  readonly place: Place
  readonly circle: StandingCircle
  /** Metres to the middle, or some number beyond the far margin; endless where the circle is off. */
  readonly far: number
  readonly isStill: boolean
}

/** Steps longer than this are no straight line, and the crossing lies somewhere between. */
const straightMs = 5 * minuteMs
/** A passage between two fixes is looked for in steps up to this. */
const passMs = 2 * minuteMs
const enterApartMs = 15_000
const leaveApartMs = minuteMs
/** Standing inside with the engine off for this long counts without the dwell. */
const offCountsMs = minuteMs

const leaveMargin = (radiusM: number): number => Math.max(30, radiusM / 10)
/** Beyond this one good fix is enough to have left. */
const farMargin = 500

const farOf = (place: Place, circle: StandingCircle): number =>
  circle.isOn ? metresUpTo(place, circle, circle.radiusM + farMargin) : Infinity
const isIn = ({ far, circle }: Fix): boolean => far <= circle.radiusM
const isNear = ({ far, circle }: Fix): boolean => far <= circle.radiusM + leaveMargin(circle.radiusM)

function fixesOf(points: readonly Point[], circles: readonly StandingCircle[]): Fix[] {
  return points.flatMap((point): Fix[] => {
    const circle = circleAt(circles, point.at)
    if (circle === undefined || !isTrusted(point)) return []
    const place = gcjOf(point, point.datum)
    const isStill = !point.hasIgnition && point.speed < standingSpeed
    return [{ at: point.at, place, circle, far: farOf(place, circle), isStill }]
  })
}

/** Visits of a vehicle to one circle, as it was drawn first and changed since; `points` are classified and in order. */
export function visitsOf(points: readonly Point[], circles: readonly StandingCircle[], rules: VisitRules): Visit[] {
  const fixes = fixesOf(points, circles)
  const visits: Visit[] = []
  let inside: Fix[] = [],
    before: Fix | undefined,
    entry: Fix | undefined
  const close = (leftAt: number | undefined): void => {
    const [first] = inside
    if (first === undefined || !isEntered(inside)) {
      // seen inside once, or never: a passage
      if (first !== undefined) visits.push(passed(entry, first))
    } else visits.push(visitIn(inside, { entry, leftAt, rules }))
    inside = []
  }
  for (const [n, fix] of fixes.entries()) {
    if (inside.length > 0) {
      if (!isLeft(fixes, n)) {
        if (isNear(fix)) inside.push(fix)
      } else {
        close(crossingOut(inside.at(-1), fix))
      }
    } else if (isIn(fix)) {
      entry = before
      inside = [fix]
    } else if (before?.circle === fix.circle && fix.circle.isOn && fix.at - before.at <= passMs) {
      const share = shareInside(before.place, fix.place, fix.circle)
      if (share) visits.push(passage(before, fix, share))
    }
    before = fix
  }
  if (inside.length > 0 && isEntered(inside)) close(undefined)
  return visits
}

/** Two good fixes inside, fifteen seconds apart, or a stop whose centre lies in the circle. */
function isEntered(inside: readonly Fix[]): boolean {
  const [first] = inside,
    last = inside.at(-1)
  if (first === undefined || last === undefined) return false
  const within = inside.filter(isIn)
  if (within.length >= 2 && (within.at(-1)?.at ?? 0) - (within[0]?.at ?? 0) >= enterApartMs) return true
  const centre = robustCentre(inside.map(fix => fix.place))
  return last.at - first.at >= straightMs && farOf(centre, last.circle) <= last.circle.radiusM + 15
}

/** Two good fixes beyond the margin and a minute from the first of them, or one far away. */
function isLeft(fixes: readonly Fix[], n: number): boolean {
  const fix = fixes[n]
  if (fix === undefined) return false
  if (fix.far > fix.circle.radiusM + farMargin) return true
  if (isNear(fix)) return false
  let first = fix
  for (let back = n - 1; back >= 0; back--) {
    const one = fixes[back]
    if (one === undefined || isNear(one)) break
    first = one
  }
  return fix.at - first.at >= leaveApartMs
}

/** Whether the circle is another than at the fix before, and with it the side of its edge that fix lies on. */
const isMoved = (from: Fix, to: Fix, isInsideNow: boolean): boolean =>
  from.circle !== to.circle && farOf(from.place, to.circle) <= to.circle.radiusM === isInsideNow

function crossingIn(entry: Fix | undefined, first: Fix): readonly [number, Crossing] {
  if (entry === undefined) return [first.at, 'inside']
  const { circle } = first
  // the circle came to the vehicle
  if (isMoved(entry, first, true)) return [secondsUp(circle.fromAt), 'inside']
  if (first.at - entry.at > straightMs) return [first.at, 'between']
  const share = shareInside(entry.place, first.place, circle)
  return [seconds(entry.at + (share?.[0] ?? 1) * (first.at - entry.at)), 'crossed']
}

function crossingOut(last: Fix | undefined, out: Fix): number {
  if (last === undefined) return out.at
  const { circle } = out
  // the circle went away from the vehicle, or was put off
  if (isMoved(last, out, false)) return secondsUp(circle.fromAt)
  if (out.at - last.at > straightMs) return out.at
  const share = shareInside(last.place, out.place, circle)
  return seconds(last.at + (share?.[1] ?? 0) * (out.at - last.at))
}

interface Around {
  readonly entry: Fix | undefined
  readonly leftAt: number | undefined
  readonly rules: VisitRules
}

function visitIn(inside: readonly Fix[], { entry, leftAt, rules }: Around): Visit {
  const [first] = inside,
    last = inside.at(-1)
  if (first === undefined || last === undefined) throw new RangeError('a visit without a position')
  const [enteredAt, enteredHow] = crossingIn(entry, first)
  const until = leftAt ?? last.at
  const dwellMs = until - enteredAt
  const byDwell = dwellMs >= rules.dwellS * 1000 ? enteredAt + rules.dwellS * 1000 : undefined
  const countedAt = byDwell ?? engineOff(inside)
  return { enteredAt, enteredHow, leftAt, countedAt, dwellS: Math.floor(dwellMs / 1000) }
}

/** The moment a vehicle has stood inside with its engine off for a minute. */
function engineOff(inside: readonly Fix[]): number | undefined {
  let since: number | undefined
  for (const fix of inside) {
    if (!fix.isStill) since = undefined
    else if (since === undefined) since = fix.at
    else if (fix.at - since >= offCountsMs) return fix.at
  }
  return undefined
}

function passed(entry: Fix | undefined, first: Fix): Visit {
  const [enteredAt, enteredHow] = crossingIn(entry, first)
  return { enteredAt, enteredHow, leftAt: first.at, countedAt: undefined, dwellS: 0 }
}

function passage(from: Fix, to: Fix, [first, last]: readonly [number, number]): Visit {
  const at = (share: number): number => seconds(from.at + share * (to.at - from.at))
  return {
    enteredAt: at(first),
    enteredHow: 'crossed',
    leftAt: at(last),
    countedAt: undefined,
    dwellS: Math.floor((at(last) - at(first)) / 1000),
  }
}

const seconds = (at: number): number => Math.round(at / 1000) * 1000
const secondsUp = (at: number): number => Math.ceil(at / 1000) * 1000
