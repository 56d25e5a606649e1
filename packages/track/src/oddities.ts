// Positions that cannot be trusted, seen in the trail itself: leaps, a place that stays while the vehicle drives, places
// abroad, and a clock that is wrong.
import { aheadMs } from './clockFix.ts'
import { isTrusted, type Point } from './point.ts'

/** Kinds of positions that cannot be trusted. */
export type OddKind = 'jump' | 'frozen' | 'abroad' | 'clock'

/** One of them, since when. */
export interface Oddity {
  readonly kind: OddKind
  readonly since: number
}

export interface OddRules {
  /** Leaps within this time count together, ms. */
  readonly jumpMs: number
  /** A place that stays for so long, ms, while the vehicle drives. */
  readonly frozenMs: number
}

/** The vehicle as it was heard last, by whatever message, and its last place that may be trusted. */
export interface HeardLast {
  readonly receivedAt: number
  readonly placedAt: number
  /** When the last position ahead or behind came; undefined when one of another kind came after it. */
  readonly aheadAt: number | undefined
  /** Its terminal tells times of before: none of its positions is in the trail. */
  readonly isBehind: boolean
}

const jumpsLeast = 3,
  abroadLeast = 3,
  aheadLeast = 5
/** Positions of a frozen receiver are equal, or a metre apart; degrees × 10⁶. */
const sameE6 = 10
/** Nobody stands at this speed, 0.1 km/h, and no counter goes on so far, 0.1 km. */
const drivingSpeed = 200,
  drivenTenthKm = 50
/** Trusted positions after which a vehicle is back from abroad. */
const backLeast = 2

/** The oddities of classified positions in order of time, up to a moment. */
export function odditiesOf(points: readonly Point[], heard: HeardLast, rules: OddRules, now: number): Oddity[] {
  return [
    jumps(points, now - rules.jumpMs),
    frozen(points, rules.frozenMs),
    abroad(points),
    wrongClock(points, heard),
  ].filter(one => one !== undefined)
}

function jumps(points: readonly Point[], from: number): Oddity | undefined {
  const [first, ...others] = points.filter(({ cls, at }) => cls === 'jump' && at >= from)
  return first && others.length >= jumpsLeast - 1 ? { kind: 'jump', since: first.at } : undefined
}

/** The positions at the end that hold something. */
const tailOf = (points: readonly Point[], holds: (point: Point) => boolean): readonly Point[] =>
  points.slice(points.findLastIndex(point => !holds(point)) + 1)

function frozen(points: readonly Point[], leastMs: number): Oddity | undefined {
  const trusted = points.filter(isTrusted)
  const last = trusted.at(-1)
  if (last === undefined) return undefined
  const isThere = (one: Point): boolean =>
    Math.abs(one.lonE6 - last.lonE6) <= sameE6 && Math.abs(one.latE6 - last.latE6) <= sameE6
  const stay = tailOf(trusted, isThere)
  const driven = tailOf(stay, ({ speed }) => speed > drivingSpeed)
  const counted = (stay.at(-1)?.odometer ?? 0) - (stay[0]?.odometer ?? Infinity) >= drivenTenthKm ? stay : []
  const found = [driven, counted].find(some => some.length >= 3 && last.at - (some[0]?.at ?? last.at) >= leastMs)
  return found?.[0] && { kind: 'frozen', since: found[0].at }
}

function abroad(points: readonly Point[]): Oddity | undefined {
  const told = points.filter(point => isTrusted(point) || point.cls === 'abroad')
  const end = told.findLastIndex(({ cls }) => cls === 'abroad')
  if (end === -1 || told.length - 1 - end >= backLeast) return undefined
  const away = tailOf(told.slice(0, end + 1), ({ cls }) => cls === 'abroad')
  return away[0] && away.length >= abroadLeast ? { kind: 'abroad', since: away[0].at } : undefined
}

/**
 * A clock is ahead while positions lie beyond the last message, the last one that came is one of them, and none of those
 * before it is new. They stay in the trail when the clock is mended, and say nothing then. One that is behind is known by
 * the pace of its reports, which are not in the trail.
 */
function wrongClock(points: readonly Point[], heard: HeardLast): Oddity | undefined {
  const { receivedAt, placedAt, aheadAt, isBehind } = heard
  if (aheadAt === undefined || aheadAt - placedAt <= aheadMs) return undefined
  if (isBehind) return { kind: 'clock', since: placedAt }
  const beyond = points.filter(({ cls, at }) => cls === 'clockAhead' && at > receivedAt + aheadMs)
  return beyond.length >= aheadLeast ? { kind: 'clock', since: placedAt } : undefined
}
