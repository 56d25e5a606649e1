// Stops, metres and trips of a trail, folded one position after the other: a vehicle that stands adds nothing, however its
// place drifts.
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

/** A stop that ends a trip is this long at least, ms. */
const tripStopMs = 15 * 60_000
/** A shorter way is none, metres: a truck that changes its place in a yard. */
const tripLeastM = 500

const isSlow = (point: Point): boolean => !point.hasIgnition || point.speed < standingSpeed

/** Whether a position belongs to a stay whose positions are around a centre. */
const belongs = (point: Point, centre: Place): boolean =>
  metresBetween(point, centre) <= (point.hasIgnition ? stopM : parkedM)

/** The centre of a stay settles with so many positions: later drift does not carry it away. */
const settledBy = 30

/** A stay that may be a stop. */
interface Stay {
  readonly first: Point
  readonly last: Point
  readonly centre: Place
  readonly count: number
  /** Positions with the engine off. */
  readonly off: number
  readonly mostSpeed: number
  /** The first positions, of which the centre is made. */
  readonly early: readonly Point[]
  /** All positions, until it is long enough whatever comes: one that is none is looked at again from the second on. */
  readonly held: readonly Point[] | undefined
}

const stayAt = (first: Point): Stay => ({
  first,
  last: first,
  centre: first,
  count: 1,
  off: first.hasIgnition ? 0 : 1,
  mostSpeed: 0,
  early: [first],
  held: [first],
})

function longer(stay: Stay, point: Point): Stay {
  const isEarly = stay.count < settledBy
  const early = isEarly ? [...stay.early, point] : stay.early
  return {
    first: stay.first,
    last: point,
    centre: isEarly ? robustCentre(early) : stay.centre,
    count: stay.count + 1,
    off: stay.off + (point.hasIgnition ? 0 : 1),
    mostSpeed: Math.max(stay.mostSpeed, point.speed),
    early,
    held: point.at - stay.first.at >= stopMs || stay.held === undefined ? undefined : [...stay.held, point],
  }
}

const lengthOf = ({ first, last }: Stay): number => last.at - first.at
const isMostOff = ({ off, count }: Stay): boolean => off * 2 > count
const isStop = (stay: Stay): boolean => lengthOf(stay) >= stopMs || (lengthOf(stay) >= offMs && isMostOff(stay))

/** Metres and ms so far. */
interface Sums {
  readonly distance: number
  readonly gapped: number
  readonly movingMs: number
}
interface OpenTrip {
  readonly from: Point
  readonly before: Sums
  readonly mostSpeed: number
}

/**
 * A trail folded position by position: what it costs to add some does not grow with those before. `lead` is the last trusted
 * position before them: the step from it counts in metres, so that days lose nothing at midnight.
 */
export class JourneyFold {
  readonly #lead: Point | undefined
  #stops: readonly Stop[] = []
  #gaps: Journey['gaps'] = []
  #trips: readonly Trip[] = []
  #sums: Sums = { distance: 0, gapped: 0, movingMs: 0 }
  #idleMs = 0
  #first: Point | undefined
  #last: Point | undefined
  #counters: readonly [first: number, last: number] | undefined
  /** The last position that is judged, and the place from which the next step is measured. */
  #end: { readonly point: Point; readonly place: Place } | undefined
  #stay: Stay | undefined
  #trip: OpenTrip | undefined

  constructor(lead?: Point) {
    this.#lead = lead
    this.#readCounter(lead)
  }

  /** The same, to go on by itself. */
  copy(): JourneyFold {
    const copy = new JourneyFold(this.#lead)
    copy.#stops = this.#stops
    copy.#gaps = this.#gaps
    copy.#trips = this.#trips
    copy.#sums = this.#sums
    copy.#idleMs = this.#idleMs
    copy.#first = this.#first
    copy.#last = this.#last
    copy.#counters = this.#counters
    copy.#end = this.#end
    copy.#stay = this.#stay
    copy.#trip = this.#trip
    return copy
  }

  /** Takes the next trusted position. */
  add(point: Point): void {
    if (this.#lead && !this.#first) this.#walk(this.#lead, point, this.#lead)
    this.#first ??= point
    this.#last = point
    this.#readCounter(point)
    this.#step(point)
  }

  /** Figures and trips of the positions so far. */
  read(): { journey: Journey; trips: readonly Trip[] } {
    const whole = this.copy()
    while (whole.#stay) whole.#leave(whole.#stay)
    return { journey: whole.#journey, trips: whole.#last ? whole.#tripsTo(whole.#last) : [] }
  }

  get #journey(): Journey {
    const [first, last] = this.#counters ?? []
    return {
      distanceM: Math.round(this.#sums.distance),
      gapM: Math.round(this.#sums.gapped),
      odometerM: first === undefined || last === undefined || last < first ? undefined : (last - first) * 100,
      movingS: Math.floor(this.#sums.movingMs / 1000),
      idleS: Math.floor(this.#idleMs / 1000),
      stops: this.#stops,
      gaps: this.#gaps,
      firstAt: this.#first?.at,
      lastAt: this.#last?.at,
    }
  }

  /** The vehicle's own counter: its first and its last word. */
  #readCounter(point: Point | undefined): void {
    if (point?.odometer !== undefined) this.#counters = [this.#counters?.[0] ?? point.odometer, point.odometer]
  }

  #step(point: Point): void {
    for (;;) {
      const stay = this.#stay
      if (stay === undefined) return this.#begin(point)
      if (point.at - stay.last.at <= gapMs && belongs(point, stay.centre)) {
        this.#stay = longer(stay, point)
        return
      }
      this.#leave(stay)
    }
  }

  #begin(point: Point): void {
    const end = this.#end
    if (end) {
      const isGap = point.at - end.point.at > gapMs
      if (isGap) this.#gaps = [...this.#gaps, { fromAt: end.point.at, toAt: point.at }]
      const metres = this.#walk(end.point, point, end.place)
      if (metres > 0 && !isGap) this.#sums = { ...this.#sums, movingMs: this.#sums.movingMs + point.at - end.point.at }
    }
    const trip = this.#trip ?? { from: point, before: this.#sums, mostSpeed: 0 }
    this.#trip = { ...trip, mostSpeed: Math.max(trip.mostSpeed, point.speed) }
    if (isSlow(point)) this.#stay = stayAt(point)
    else this.#end = { point, place: point }
  }

  /** Metres of a step; 0 when it is the drift of one that stands at both ends. */
  #walk(end: Point, next: Point, place: Place): number {
    const metres = metresBetween(place, next)
    if (isSlow(end) && isSlow(next) && metres <= parkedM) return 0
    const { distance, gapped } = this.#sums
    const isGap = next.at - end.at > gapMs
    this.#sums = { ...this.#sums, distance: distance + metres, gapped: isGap ? gapped + metres : gapped }
    return metres
  }

  /** The vehicle has gone on: the stay was a stop, or its first position was a step like the rest. */
  #leave(stay: Stay): void {
    this.#stay = undefined
    if (isStop(stay)) return this.#stopAt(stay)
    this.#end = { point: stay.first, place: stay.first }
    for (const point of stay.held?.slice(1) ?? []) this.#step(point)
  }

  #stopAt(stay: Stay): void {
    const { first, last, centre } = stay
    const { lonE6, latE6 } = centre
    const kind = isMostOff(stay) ? 'parked' : 'idle'
    this.#stops = [...this.#stops, { fromAt: first.at, toAt: last.at, kind, lonE6, latE6 }]
    if (kind === 'idle') this.#idleMs += last.at - first.at
    this.#end = { point: last, place: centre }
    if (lengthOf(stay) >= tripStopMs) {
      this.#trips = this.#tripsTo(first)
      this.#trip = { from: last, before: this.#sums, mostSpeed: last.speed }
    } else if (this.#trip) this.#trip = { ...this.#trip, mostSpeed: Math.max(this.#trip.mostSpeed, stay.mostSpeed) }
  }

  /** Trips with the one that ends with a position. */
  #tripsTo(to: Point): readonly Trip[] {
    if (!this.#trip) return this.#trips
    const { from, before, mostSpeed } = this.#trip
    const { distance, gapped, movingMs } = this.#sums
    const distanceM = Math.round(distance - before.distance)
    if (distanceM < tripLeastM) return this.#trips
    const gapM = Math.round(gapped - before.gapped)
    return [
      ...this.#trips,
      { from, to, distanceM, gapM, movingS: Math.floor((movingMs - before.movingMs) / 1000), mostSpeed },
    ]
  }
}

/** Stops, metres and seconds of classified positions in order, with the step from `lead`, the last trusted one before them. */
export function journeyOf(points: readonly Point[], lead?: Point): Journey {
  const fold = new JourneyFold(lead)
  for (const point of points) if (isTrusted(point)) fold.add(point)
  return fold.read().journey
}
