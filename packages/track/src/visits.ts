// Visits to fences: a pure fold over positions in the order of time, so that late ones are as good as those in time. Each
// position is held against the fence as it stood at its moment.
import { gcjOf, type Place } from './datum.ts'
import { robustCentre } from './geometry.ts'
import { metresOutside, shareWithin, type Ground } from './ground.ts'
import { isTrusted, standingSpeed, type Point } from './point.ts'

const minuteMs = 60_000

/** The way a boundary was crossed: between two fixes near in time, somewhere in a gap, or seen from the inside at once. */
export type Crossing = 'crossed' | 'between' | 'inside'

/** A stay inside a fence, or a passage that was none. */
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

/** A fence as it stands from a moment on; one that is off holds nobody. */
export interface StandingFence extends Ground {
  readonly fromAt: number
  readonly isOn: boolean
}

/**
 * The fence that stood at a moment: of those drawn by then the last. The first one stood before it was drawn, too: nothing
 * else was ever said about the place.
 */
export const standingAt = <F extends { readonly fromAt: number }>(fences: readonly F[], at: number): F | undefined =>
  fences.findLast(({ fromAt }) => fromAt <= at) ?? fences[0]

/** A position in the datum of fences, held against the fence of its moment. */
interface Fix {
  readonly at: number
  readonly place: Place
  readonly fence: StandingFence
  /** Metres outside, zero or less inside, or some number beyond the far margin; endless where the fence is off. */
  readonly outside: number
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
/** The engine was seen running within this time: otherwise nobody knows whether its wire is connected. */
const wireMs = 24 * 60 * minuteMs

/** Of a polygon the least one: it has no radius to take a part of. */
const leaveMargin = ({ corners, radiusM }: Ground): number => (corners === undefined ? Math.max(30, radiusM / 10) : 30)
/** A stop whose centre lies outside by no more is inside. */
const stopMargin = 15
/** Beyond this one good fix is enough to have left. */
const farMargin = 500

const outsideOf = (place: Place, fence: StandingFence): number =>
  fence.isOn ? metresOutside(place, fence, farMargin) : Infinity
const isIn = ({ outside }: Fix): boolean => outside <= 0
const isNear = ({ outside, fence }: Fix): boolean => outside <= leaveMargin(fence)

function fixesOf(points: readonly Point[], fences: readonly StandingFence[]): Fix[] {
  let onAt = -Infinity
  return points.flatMap((point): Fix[] => {
    const fence = standingAt(fences, point.at)
    if (fence === undefined || !isTrusted(point)) return []
    const place = gcjOf(point, point.datum)
    if (point.hasIgnition) onAt = point.at
    // a wire that was never seen on is not connected
    const isOff = !point.hasIgnition && point.at - onAt <= wireMs
    const isStill = isOff && point.speed < standingSpeed
    return [{ at: point.at, place, fence, outside: outsideOf(place, fence), isStill }]
  })
}

/** Visits of a vehicle to one fence, as it was drawn first and changed since; `points` are classified and in order. */
export function visitsOf(points: readonly Point[], fences: readonly StandingFence[], rules: VisitRules): Visit[] {
  const fixes = fixesOf(points, fences)
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
    } else if (before?.fence === fix.fence && fix.fence.isOn && fix.at - before.at <= passMs) {
      const share = shareWithin(before.place, fix.place, fix.fence)
      if (share) visits.push(passage(before, fix, share))
    }
    before = fix
  }
  if (inside.length > 0 && isEntered(inside)) close(undefined)
  return visits
}

/** Two good fixes inside, fifteen seconds apart, or a stop whose centre lies in the fence. */
function isEntered(inside: readonly Fix[]): boolean {
  const [first] = inside,
    last = inside.at(-1)
  if (first === undefined || last === undefined) return false
  const within = inside.filter(isIn)
  if (within.length >= 2 && (within.at(-1)?.at ?? 0) - (within[0]?.at ?? 0) >= enterApartMs) return true
  const centre = robustCentre(inside.map(fix => fix.place))
  return last.at - first.at >= straightMs && outsideOf(centre, last.fence) <= stopMargin
}

/** Two good fixes beyond the margin and a minute from the first of them, or one far away. */
function isLeft(fixes: readonly Fix[], n: number): boolean {
  const fix = fixes[n]
  if (fix === undefined) return false
  if (fix.outside > farMargin) return true
  if (isNear(fix)) return false
  let first = fix
  for (let back = n - 1; back >= 0; back--) {
    const one = fixes[back]
    if (one === undefined || isNear(one)) break
    first = one
  }
  return fix.at - first.at >= leaveApartMs
}

/** Whether the fence is another than at the fix before, and with it the side of its edge that fix lies on. */
const isMoved = (from: Fix, to: Fix, isInsideNow: boolean): boolean =>
  from.fence !== to.fence && outsideOf(from.place, to.fence) <= 0 === isInsideNow

function crossingIn(entry: Fix | undefined, first: Fix): readonly [number, Crossing] {
  if (entry === undefined) return [first.at, 'inside']
  const { fence } = first
  // the fence came to the vehicle
  if (isMoved(entry, first, true)) return [secondsUp(fence.fromAt), 'inside']
  if (first.at - entry.at > straightMs) return [first.at, 'between']
  const share = shareWithin(entry.place, first.place, fence)
  return [seconds(entry.at + (share?.[0] ?? 1) * (first.at - entry.at)), 'crossed']
}

function crossingOut(last: Fix | undefined, out: Fix): number {
  if (last === undefined) return out.at
  const { fence } = out
  // the fence went away from the vehicle, or was put off
  if (isMoved(last, out, false)) return secondsUp(fence.fromAt)
  if (out.at - last.at > straightMs) return out.at
  const share = shareWithin(last.place, out.place, fence)
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
