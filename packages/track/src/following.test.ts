// A trail that goes on: folds that take positions as they come are those of the whole trail, whatever is late or doubled.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gcjOf, type Place } from './datum.ts'
import { Following } from './following.ts'
import { metresBetween, placeFrom, robustCentre } from './geometry.ts'
import { comparePoints, isSpare, isTrusted, sortedPoints, spareMs, standingSpeed, type Point } from './point.ts'
import { classifiedPoints } from './quality.ts'
import { gapMs, JourneyFold, journeyOf, type Journey } from './stops.ts'
import { VisitFold, type StandingFence } from './visits.ts'
import { tripsOf, visitsOf } from '../../../tests/track/wholeTrail.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 25)
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }

/** A step of a truck: ms since the one before, metres, and how it says so. */
const step = fc.record({
  ms: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 90 }).map(s => s * 1000) },
    { weight: 2, arbitrary: fc.integer({ min: 2, max: 12 }).map(m => m * minute) },
    { weight: 1, arbitrary: fc.constant(45 * minute) },
  ),
  move: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -20, max: 20 }) },
    { weight: 4, arbitrary: fc.integer({ min: 100, max: 1500 }) },
    { weight: 4, arbitrary: fc.integer({ min: -1500, max: -100 }) },
  ),
  leap: fc.oneof({ weight: 14, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(40_000) }),
  speed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })),
  hasIgnition: fc.boolean(),
  cls: fc.oneof(
    { weight: 10, arbitrary: fc.constant<Point['cls']>('good') },
    { weight: 3, arbitrary: fc.constant<Point['cls']>('late') },
    { weight: 1, arbitrary: fc.constant<Point['cls']>('noFix') },
  ),
  isSpare: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
})

/** Trails of a truck around a yard, in order. */
const trail = fc.array(step, { minLength: 1, maxLength: 120, size: 'max' }).map(steps => {
  let at = start,
    east = 0
  return steps.map(({ ms, move, leap, speed, hasIgnition, cls, isSpare: spare }): Point => {
    at += ms
    east += move
    const source = spare ? 'spare' : '808'
    const place = placeFrom(yard, east + leap, move % 7)
    return { at, ...place, speed, heading: 0, hasIgnition, cls, source, datum: 'wgs84', odometer: undefined, alarms: 0 }
  })
})

const drawn = { ...gcjOf(yard, 'wgs84'), radiusM: 300, fromAt: 0, isOn: true }
const fences: StandingFence[] = [drawn, { ...drawn, ...placeFrom(drawn, 250, 0), fromAt: start + 40 * minute }]
const byRule = { dwellS: 180 }

/** The classes as a rule over the whole trail says them. */
function wholeClasses(points: readonly Point[]): Point[] {
  const sorted = sortedPoints(points)
  const mains = sorted.filter(point => isTrusted(point) && !isSpare(point))
  const ranked = sorted.map((point): Point => {
    const isTold = mains.some(({ at }) => Math.abs(at - point.at) <= spareMs)
    return isSpare(point) && isTrusted(point) && isTold ? { ...point, cls: 'duplicate' } : point
  })
  const trusted = ranked.filter(isTrusted)
  const jumps = new Set<Point>()
  for (let n = 1; n < trusted.length; n++) {
    const [before, here] = [trusted[n - 1], trusted[n]]
    if (before === undefined || here === undefined || !leaps(before, here)) continue
    const back = trusted.slice(n + 1, n + 4).findIndex(next => !leaps(before, next))
    if (back === -1) continue
    for (const wild of trusted.slice(n, n + 1 + back)) jumps.add(wild)
    n += back + 1
  }
  return ranked.map(point => (jumps.has(point) ? { ...point, cls: 'jump' } : point))
}
function leaps(from: Point, to: Point): boolean {
  const metres = metresBetween(from, to)
  const seconds = Math.max(1, (to.at - from.at) / 1000)
  if (metres > 300 && from.speed < 50 && to.speed < 50 && seconds < 600) return true
  return metres > 100 && metres / seconds > 160 / 3.6
}

const isSlow = (point: Point): boolean => !point.hasIgnition || point.speed < standingSpeed

/** The stay that begins with a position, looked for over all that follow. */
function stayFrom(points: readonly Point[], from: number): { to: number; centre: Place } | undefined {
  const first = points[from]
  if (first === undefined || !isSlow(first)) return undefined
  const held = [first]
  let centre: Place = first
  for (let n = from + 1; n < points.length; n++) {
    const [before, point] = [points[n - 1], points[n]]
    if (!before || !point || point.at - before.at > gapMs) break
    if (metresBetween(point, centre) > (point.hasIgnition ? 60 : 150)) break
    held.push(point)
    if (held.length <= 30) centre = robustCentre(held)
  }
  const long = (held.at(-1)?.at ?? 0) - first.at
  const off = held.filter(({ hasIgnition }) => !hasIgnition).length
  const isStop = long >= 5 * minute || (long >= 3 * minute && off * 2 > held.length)
  return isStop ? { to: from + held.length - 1, centre } : undefined
}

/** The journey as a rule over the whole trail says it. */
function wholeJourney(points: readonly Point[]): Omit<Journey, 'odometerM'> {
  const stops: Journey['stops'][number][] = [],
    gaps: Journey['gaps'][number][] = []
  let [distance, gapped, movingMs, idleMs] = [0, 0, 0, 0]
  for (let n = 0; n < points.length; n++) {
    const stay = stayFrom(points, n)
    const [here, end] = [points[n], points[stay?.to ?? n]]
    if (!here || !end) break
    if (stay) {
      const own = points.slice(n, stay.to + 1)
      const isParked = own.filter(({ hasIgnition }) => !hasIgnition).length * 2 > own.length
      const { lonE6, latE6 } = stay.centre
      stops.push({ fromAt: here.at, toAt: end.at, kind: isParked ? 'parked' : 'idle', lonE6, latE6 })
      if (!isParked) idleMs += end.at - here.at
      n = stay.to
    }
    const next = points[n + 1]
    if (!next) continue
    const isGap = next.at - end.at > gapMs
    if (isGap) gaps.push({ fromAt: end.at, toAt: next.at })
    const metres = metresBetween(stay?.centre ?? end, next)
    if (isSlow(end) && isSlow(next) && metres <= 150) continue
    distance += metres
    if (isGap) gapped += metres
    else if (metres > 0) movingMs += next.at - end.at
  }
  const [first, last] = [points[0], points.at(-1)]
  return {
    distanceM: Math.round(distance),
    gapM: Math.round(gapped),
    movingS: Math.floor(movingMs / 1000),
    idleS: Math.floor(idleMs / 1000),
    stops,
    gaps,
    firstAt: first?.at,
    lastAt: last?.at,
  }
}

const folds = () => ({ journey: new JourneyFold(), visits: new VisitFold(fences, byRule) })
class Both {
  readonly #own: ReturnType<typeof folds>
  constructor(own = folds()) {
    this.#own = own
  }
  add(point: Point): void {
    this.#own.journey.add(point)
    this.#own.visits.add(point)
  }
  copy(): Both {
    return new Both({ journey: this.#own.journey.copy(), visits: this.#own.visits.copy() })
  }
  read() {
    return { ...this.#own.journey.read(), visits: this.#own.visits.read() }
  }
}
const wholeOf = (points: readonly Point[]) => {
  const all = classifiedPoints(points)
  return { journey: journeyOf(all), trips: tripsOf(all), visits: visitsOf(all, fences, byRule) }
}

test('classes and journeys folded position by position are those of the rule over the whole trail', () => {
  fc.assert(
    fc.property(trail, points => {
      const all = classifiedPoints(points)
      expect(all).toEqual(wholeClasses(points))
      const trusted = all.filter(isTrusted)
      const { odometerM, ...journey } = journeyOf(all)
      expect([journey, odometerM]).toEqual([wholeJourney(trusted), undefined])
    }),
    { numRuns: 400 },
  )
})

test('folds that are kept are those of the whole trail after each batch: in order, late, shuffled and doubled', () => {
  const batches = fc.tuple(trail, fc.array(fc.nat(9), { minLength: 120, maxLength: 120 }), fc.boolean())
  let [followed, anew] = [0, 0]
  fc.assert(
    fc.property(batches, ([points, dice, isShuffled]) => {
      const order = points
        // one in ten comes three batches later, one in ten twice
        .flatMap((point, n) => {
          const isLate = dice[n] === 0
          const key = isShuffled ? (dice[n] ?? 0) * 120 + n : n + (isLate ? 25 : 0)
          return dice[n] === 1
            ? [
                { point, key },
                { point, key: key + 4 },
              ]
            : [{ point, key }]
        })
        .sort((a, b) => a.key - b.key)
        .map(({ point }) => point)
      let known: Point[] = []
      let following = new Following([new Both()])
      for (let from = 0; from < order.length;) {
        const batch = order.slice(from, from + 1 + (dice[from % 120] ?? 0))
        from += batch.length
        const all = sortedPoints([...known, ...batch])
        const isBehind = known.every((point, n) => comparePoints(point, all[n] ?? point) === 0)
        if (isBehind && following.add(all.slice(known.length))) followed++
        else {
          anew++
          following = new Following([new Both()])
          following.add(all)
        }
        known = all
        expect(following.read()[0]?.read()).toEqual(wholeOf(all))
      }
    }),
    { numRuns: 300 },
  )
  expect([followed > 300, anew > 300]).toEqual([true, true])
})

test('a fold that takes a position that is not behind the others is found', () => {
  const careless = ([a, b, ...rest]: readonly Point[]) => {
    const both = new Both()
    for (const point of [b, a, ...rest]) if (point) both.add(point)
    return both.read()
  }
  const found = fc.check(
    fc.property(trail, points => {
      const trusted = classifiedPoints(points).filter(isTrusted)
      expect(careless(trusted)).toEqual(wholeOf(trusted))
    }),
    { numRuns: 300 },
  )
  expect(found.failed).toBe(true)
})
