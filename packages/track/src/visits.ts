// Visits to fences: a pure fold over positions in the order of time, one after the other, so that late ones are as good as
// those in time. Each position is held against the fence as it stood at its moment.
import { gcjOf, type Place } from './datum.ts'
import { robustCentre } from './geometry.ts'
import { metresOutside, shareWithin, type Ground } from './ground.ts'
import { standingSpeed, type Point } from './point.ts'

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

/** A stay that goes on. */
interface Inside {
  readonly first: Fix
  /** The last fix in the fence or its margin. */
  readonly last: Fix
  /** The last fix in the fence itself. */
  readonly withinAt: number
  /** Places of its fixes, until two in the fence say that it was entered. */
  readonly places: readonly Place[] | undefined
  /** Since when the vehicle stands with its engine off. */
  readonly stillSince: number | undefined
  /** The moment it has stood so for a minute. */
  readonly offAt: number | undefined
}

function stayWith(inside: Inside | undefined, fix: Fix): Inside {
  const { first = fix, stillSince = fix.at, offAt } = inside ?? {}
  const withinAt = isIn(fix) ? fix.at : (inside?.withinAt ?? fix.at)
  const isSure = withinAt - first.at >= enterApartMs
  return {
    first,
    last: fix,
    withinAt,
    places: isSure ? undefined : [...(inside?.places ?? []), fix.place],
    stillSince: fix.isStill ? stillSince : undefined,
    offAt: offAt ?? (fix.isStill && fix.at - stillSince >= offCountsMs ? fix.at : undefined),
  }
}

/** Two good fixes inside, fifteen seconds apart, or a stop whose centre lies in the fence. */
function isEntered({ first, last, places }: Inside): boolean {
  if (places === undefined) return true
  return last.at - first.at >= straightMs && outsideOf(robustCentre(places), last.fence) <= stopMargin
}

/** Visits of a vehicle to one fence folded position by position: what it costs to add some does not grow with those before. */
export class VisitFold {
  readonly #fences: readonly StandingFence[]
  readonly #rules: VisitRules
  #visits: readonly Visit[] = []
  #onAt = -Infinity
  #before: Fix | undefined
  /** The first of the fixes beyond the margin up to the last one. */
  #outSince: number | undefined
  #entry: Fix | undefined
  #inside: Inside | undefined

  /** `fences` are the fence as it was drawn first and changed since. */
  constructor(fences: readonly StandingFence[], rules: VisitRules) {
    this.#fences = fences
    this.#rules = rules
  }

  /** The same, to go on by itself. */
  copy(): VisitFold {
    const copy = new VisitFold(this.#fences, this.#rules)
    copy.#visits = this.#visits
    copy.#onAt = this.#onAt
    copy.#before = this.#before
    copy.#outSince = this.#outSince
    copy.#entry = this.#entry
    copy.#inside = this.#inside
    return copy
  }

  /** Takes the next trusted position. */
  add(point: Point): void {
    const fence = standingAt(this.#fences, point.at)
    if (fence === undefined) return
    const place = gcjOf(point, point.datum)
    if (point.hasIgnition) this.#onAt = point.at
    // a wire that was never seen on is not connected
    const isOff = !point.hasIgnition && point.at - this.#onAt <= wireMs
    const isStill = isOff && point.speed < standingSpeed
    this.#take({ at: point.at, place, fence, outside: outsideOf(place, fence), isStill })
  }

  /** Visits of the positions so far; one that was not entered yet is none. */
  read(): readonly Visit[] {
    const inside = this.#inside
    return inside && isEntered(inside) ? [...this.#visits, this.#visitOf(inside, undefined)] : this.#visits
  }

  #take(fix: Fix): void {
    const before = this.#before
    this.#before = fix
    this.#outSince = isNear(fix) ? undefined : (this.#outSince ?? fix.at)
    const inside = this.#inside
    if (inside) {
      if (this.#isLeft(fix)) this.#leave(inside, crossingOut(inside.last, fix))
      else if (isNear(fix)) this.#inside = stayWith(inside, fix)
    } else if (isIn(fix)) {
      this.#entry = before
      this.#inside = stayWith(undefined, fix)
    } else if (before?.fence === fix.fence && fix.fence.isOn && fix.at - before.at <= passMs) {
      const share = shareWithin(before.place, fix.place, fix.fence)
      if (share) this.#visits = [...this.#visits, passage(before, fix, share)]
    }
  }

  /** Two good fixes beyond the margin and a minute from the first of them, or one far away. */
  #isLeft({ at, outside }: Fix): boolean {
    return outside > farMargin || (this.#outSince !== undefined && at - this.#outSince >= leaveApartMs)
  }

  /** A vehicle that was seen inside once passed by. */
  #leave(inside: Inside, leftAt: number): void {
    const visit = isEntered(inside) ? this.#visitOf(inside, leftAt) : passed(this.#entry, inside.first)
    this.#visits = [...this.#visits, visit]
    this.#inside = undefined
  }

  #visitOf({ first, last, offAt }: Inside, leftAt: number | undefined): Visit {
    const [enteredAt, enteredHow] = crossingIn(this.#entry, first)
    const dwellMs = (leftAt ?? last.at) - enteredAt
    const needMs = this.#rules.dwellS * 1000
    const countedAt = dwellMs >= needMs ? enteredAt + needMs : offAt
    return { enteredAt, enteredHow, leftAt, countedAt, dwellS: Math.floor(dwellMs / 1000) }
  }
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

function crossingOut(last: Fix, out: Fix): number {
  const { fence } = out
  // the fence went away from the vehicle, or was put off
  if (isMoved(last, out, false)) return secondsUp(fence.fromAt)
  if (out.at - last.at > straightMs) return out.at
  const share = shareWithin(last.place, out.place, fence)
  return seconds(last.at + (share?.[1] ?? 0) * (out.at - last.at))
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
