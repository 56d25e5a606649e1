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
 * Trusted positions of a vehicle as they come in order, judged by their neighbours: of a spare terminal those beside the main
 * one's, within three minutes, tell nothing (two receivers, and two clocks, are never mixed), and those that leapt away and
 * came back within three fixes are jumps. A vehicle that does not come back has changed its place.
 */
export class Sieve {
  readonly #mark: (point: Point, cls: PointClass) => void
  /** The last position of a terminal that is no spare one. */
  #mainAt = -Infinity
  /** Positions that wait for the judgement of the first, of a spare terminal. */
  #asked: Point[] = []
  #before: Point | undefined
  /** Positions away from the one before: nobody knows yet whether the vehicle comes back. */
  #leapt: Point[] = []

  /** `mark` hears of each position that is not trusted for its neighbours, with the class it has. */
  constructor(mark: (point: Point, cls: PointClass) => void = () => {}) {
    this.#mark = mark
  }

  /** Takes the next position; `out` gets those that stay trusted whatever comes, in order. */
  push(point: Point, out: Point[]): void {
    if (isSpare(point)) {
      if (point.at - this.#mainAt <= spareMs) this.#mark(point, 'duplicate')
      else this.#asked.push(point)
    } else {
      this.#mainAt = point.at
      if (this.#asked.length > 0) this.#tell(point)
      this.#asked.push(point)
    }
    let known = 0
    for (const one of this.#asked) {
      if (isSpare(one) && point.at - one.at <= spareMs) break
      known++
      this.#pass(one, out)
    }
    if (known > 0) this.#asked = this.#asked.slice(known)
  }

  /** Positions that wait, as they are judged when nothing more comes. */
  get rest(): Point[] {
    if (this.#asked.length + this.#leapt.length === 0) return []
    const last = new Sieve()
    last.#asked = this.#asked
    last.#before = this.#before
    last.#leapt = this.#leapt
    return last.end()
  }

  /** Ends the trail here and answers the positions that waited. */
  end(): Point[] {
    const out: Point[] = []
    for (const point of this.#asked) this.#pass(point, out)
    this.#asked = []
    while (this.#leapt.length > 0) this.#stay(out)
    return out
  }

  /** Marks the positions of a spare terminal that lie near one of the main one behind them. */
  #tell(main: Point): void {
    this.#asked = this.#asked.filter(point => {
      const isTold = isSpare(point) && main.at - point.at <= spareMs
      if (isTold) this.#mark(point, 'duplicate')
      return !isTold
    })
  }

  #pass(point: Point, out: Point[]): void {
    const isAway = this.#before !== undefined && isLeap(this.#before, point)
    if (isAway) {
      this.#leapt = [...this.#leapt, point]
      if (this.#leapt.length > backWithin) this.#stay(out)
      return
    }
    for (const wild of this.#leapt) this.#mark(wild, 'jump')
    this.#leapt = []
    this.#before = point
    out.push(point)
  }

  /** The vehicle is where the first position away says, and the others are judged from there. */
  #stay(out: Point[]): void {
    const [first, ...others] = this.#leapt
    this.#leapt = []
    this.#before = first
    if (first) out.push(first)
    for (const point of others) this.#pass(point, out)
  }
}

/** Positions in order with the class their neighbours give them, by the set of them alone and never by the order they came in. */
export function classifiedPoints(points: Iterable<Point>): Point[] {
  const sorted = sortedPoints(points)
  const marks = new Map<Point, PointClass>()
  const sieve = new Sieve((point, cls) => marks.set(point, cls))
  const out: Point[] = []
  for (const point of sorted) if (isTrusted(point)) sieve.push(point, out)
  sieve.end()
  if (marks.size === 0) return sorted
  return sorted.map(point => {
    const cls = marks.get(point)
    return cls === undefined ? point : { ...point, cls }
  })
}
