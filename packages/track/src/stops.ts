// Stops and metres of a trail: a vehicle that stands adds nothing, however its place drifts.
import type { Place } from './datum.ts'
import { metresBetween, robustCentre } from './geometry.ts'
import { isTrusted, standingSpeed, type Point } from './point.ts'

/** Around the centre of a stop, metres: what lies within belongs to it. */
const stopM = 60
/** Fixes of a parked vehicle drift further; with the engine off they belong to the stop as well. */
const parkedM = 150
const stopMs = 5 * 60_000,
  offMs = 3 * 60_000
/** Longer without a position is a gap, and no stop. */
export const gapMs = 30 * 60_000

/** A stay in one place. */
export interface Stop extends Place {
  readonly fromAt: number
  readonly toAt: number
  /** Engine off throughout the most of it, or running. */
  readonly kind: 'parked' | 'idle'
}

/** Figures of a part of a trail. */
export interface Journey {
  readonly distanceM: number
  /** Metres of it within which nothing came: the line over a gap. */
  readonly gapM: number
  /** By the vehicle's own counter; undefined when it sends none, or another one took its place. */
  readonly odometerM: number | undefined
  readonly movingS: number
  readonly idleS: number
  readonly stops: readonly Stop[]
  readonly gaps: readonly { readonly fromAt: number; readonly toAt: number }[]
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
}

interface Stay {
  readonly from: number
  readonly to: number
  readonly centre: Place
}

const isSlow = (point: Point): boolean => !point.hasIgnition || point.speed < standingSpeed

/** Whether a position belongs to a stay whose positions are around a centre. */
const belongs = (point: Point, centre: Place): boolean =>
  metresBetween(point, centre) <= (point.hasIgnition ? stopM : parkedM)

/** The stay that begins with a position, or undefined when the vehicle goes on. */
function stayFrom(points: readonly Point[], from: number): Stay | undefined {
  const first = points[from]
  if (first === undefined || !isSlow(first)) return undefined
  let centre: Place = first,
    to = from
  const held: Point[] = [first]
  for (let n = from + 1; n < points.length; n++) {
    const point = points[n],
      before = points[n - 1]
    if (point === undefined || before === undefined || point.at - before.at > gapMs) break
    if (!belongs(point, centre)) break
    held.push(point)
    to = n
    // the centre settles with the first positions: later drift does not carry it away
    if (held.length <= 30) centre = robustCentre(held)
  }
  const last = points[to]
  if (last === undefined) return undefined
  const long = last.at - first.at
  const off = held.filter(({ hasIgnition }) => !hasIgnition).length
  return long >= stopMs || (long >= offMs && off * 2 > held.length) ? { from, to, centre } : undefined
}

/** By the first and the last word of the vehicle's own counter, metres. */
function odometerOf(points: readonly Point[]): number | undefined {
  const first = points.find(({ odometer }) => odometer !== undefined)?.odometer
  const last = points.findLast(({ odometer }) => odometer !== undefined)?.odometer
  return first === undefined || last === undefined || last < first ? undefined : (last - first) * 100
}

const isOff = ({ hasIgnition }: Point): boolean => !hasIgnition

/**
 * Stops, metres and seconds of classified positions in order. `lead` is the last trusted position before them: the step
 * from it counts in metres, so that days lose nothing at midnight.
 */
export function journeyOf(classifiedPoints: readonly Point[], lead?: Point): Journey {
  const points = classifiedPoints.filter(isTrusted)
  const stops: Stop[] = [],
    gaps: { fromAt: number; toAt: number }[] = []
  let distance = 0,
    gapped = 0,
    movingMs = 0,
    idleMs = 0
  /** Metres of a step; 0 when it is the drift of one that stands at both ends. */
  const walk = (end: Point, next: Point, place: Place = end): number => {
    const metres = metresBetween(place, next)
    if (isSlow(end) && isSlow(next) && metres <= parkedM) return 0
    distance += metres
    if (next.at - end.at > gapMs) gapped += metres
    return metres
  }
  const [first] = points
  if (lead && first) walk(lead, first)
  for (let n = 0; n < points.length; n++) {
    const stay = stayFrom(points, n)
    const here = points[n],
      end = points[stay?.to ?? n]
    if (here === undefined || end === undefined) break
    if (stay) {
      const isParked = points.slice(stay.from, stay.to + 1).filter(isOff).length * 2 > stay.to - stay.from + 1
      const { lonE6, latE6 } = stay.centre
      stops.push({ fromAt: here.at, toAt: end.at, kind: isParked ? 'parked' : 'idle', lonE6, latE6 })
      if (!isParked) idleMs += end.at - here.at
      n = stay.to
    }
    const next = points[n + 1]
    if (next === undefined) continue
    const isGap = next.at - end.at > gapMs
    if (isGap) gaps.push({ fromAt: end.at, toAt: next.at })
    if (walk(end, next, stay?.centre) > 0 && !isGap) movingMs += next.at - end.at
  }
  return {
    distanceM: Math.round(distance),
    gapM: Math.round(gapped),
    odometerM: odometerOf(lead ? [lead, ...points] : points),
    movingS: Math.floor(movingMs / 1000),
    idleS: Math.floor(idleMs / 1000),
    stops,
    gaps,
    firstAt: first?.at,
    lastAt: points.at(-1)?.at,
  }
}

/** A stop that ends a trip is this long at least, ms. */
const tripStopMs = 15 * 60_000
/** A shorter way is none, metres: a truck that changes its place in a yard. */
const tripLeastM = 500

/** The way between two stops. */
export interface Trip {
  readonly from: Point
  readonly to: Point
  readonly distanceM: number
  readonly gapM: number
  readonly movingS: number
  /** 0.1 km/h. */
  readonly mostSpeed: number
}

/** Trips of classified positions in order: the ways between stops of a quarter of an hour and more. */
export function tripsOf(classifiedPoints: readonly Point[]): Trip[] {
  const points = classifiedPoints.filter(isTrusted)
  const stops = journeyOf(points).stops.filter(({ fromAt, toAt }) => toAt - fromAt >= tripStopMs)
  const starts = [-Infinity, ...stops.map(({ toAt }) => toAt)]
  const ends = [...stops.map(({ fromAt }) => fromAt), Infinity]
  return starts.flatMap((start, n): Trip[] => {
    const own = points.filter(({ at }) => at >= start && at <= (ends[n] ?? Infinity))
    const from = own[0],
      to = own.at(-1)
    if (!from || !to) return []
    const { distanceM, gapM, movingS } = journeyOf(own)
    const mostSpeed = own.reduce((most, { speed }) => Math.max(most, speed), 0)
    return distanceM < tripLeastM ? [] : [{ from, to, distanceM, gapM, movingS, mostSpeed }]
  })
}
