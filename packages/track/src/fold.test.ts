// Folds over positions: clocks, classes, visits, stops and metres are the same in whatever order and parts positions come.
import { expect, test } from 'vitest'
import { classOfTime, learnedOffset, momentOf, noFixes, repairedTime, withFix } from './clockFix.ts'
import { etaOf } from './eta.ts'
import { metresBetween, placeFrom } from './geometry.ts'
import { isTrusted, liveStateOf, type Point } from './point.ts'
import { circleAround } from './polygon.ts'
import { classifiedPoints, ownClass } from './quality.ts'
import { hourOf, readSegment, writeSegment } from './segment.ts'
import { journeyOf } from './stops.ts'
import { visitsOf } from '../../../tests/track/wholeTrail.ts'

function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const minute = 60_000,
  hours = 60 * minute
const start = Date.UTC(2026, 10, 25, 0)
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }

const point = (at: number, place: { lonE6: number; latE6: number }, more: Partial<Point> = {}): Point => ({
  at,
  lonE6: place.lonE6,
  latE6: place.latE6,
  speed: 0,
  heading: 90,
  hasIgnition: true,
  cls: 'good',
  source: '808',
  datum: 'gcj02',
  odometer: undefined,
  alarms: 0,
  ...more,
})

/** A drive east from `from` km to `to` km of the yard at 60 km/h, a fix each half minute. */
function drive(startAt: number, from: number, to: number): Point[] {
  const step = 0.5,
    count = Math.round((to - from) / step)
  return Array.from({ length: count }, (_, n) =>
    point(startAt + n * 30_000, placeFrom(yard, (from + n * step) * 1000, 0), { speed: 600 }),
  )
}
function stand(startAt: number, km: number, forMs: number, roll: () => number, sigma = 10): Point[] {
  return Array.from({ length: Math.floor(forMs / 30_000) }, (_, n) =>
    point(startAt + n * 30_000, placeFrom(yard, km * 1000 + (roll() - 0.5) * 2 * sigma, (roll() - 0.5) * 2 * sigma), {
      hasIgnition: false,
    }),
  )
}

/** A day of 600 positions: to a loading place, an hour there, to an unloading place, with two jumps and a late part. */
function dayOf600(): Point[] {
  const roll = dice(11)
  const first = drive(start, 0, 50)
  const at = (list: readonly Point[]): number => (list.at(-1)?.at ?? start) + 30_000
  const load = stand(at(first), 50, 60 * minute, roll)
  const second = drive(at(load), 50, 190)
  const end = stand(at(second), 190, 50 * minute, roll)
  return [...first, ...load, ...second, ...end].slice(0, 600).map((one, n) => {
    if (n === 70 || n === 300) return { ...one, ...placeFrom(one, 40_000, 9000) }
    return n > 350 && n < 420 ? { ...one, cls: 'late' } : one
  })
}

const circle = { ...placeFrom(yard, 50_000, 0), radiusM: 500 }
const far = { ...placeFrom(yard, 120_000, 0), radiusM: 200 }
const corners = [placeFrom(circle, 0, 200), placeFrom(circle, -150, -100), placeFrom(circle, 150, -100)]
const yardOfCorners = { ...circleAround(corners), corners }
const drawn = { ...circle, fromAt: 0, isOn: true }
const byRule = { dwellS: 180 }

function shuffled<T>(list: readonly T[], roll: () => number): T[] {
  return list
    .map(one => ({ one, key: roll() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

test('100 orders and batchings of a day of 600 positions give equal visits, stops, metres and bytes', () => {
  const day = dayOf600()
  expect(day).toHaveLength(600)
  const outcome = (points: readonly Point[]): unknown => {
    const hoursOf = new Map<number, Uint8Array>()
    const roll = dice(points.length + (points[0]?.at ?? 0))
    // batches of any size are merged into the hours they belong to
    for (let from = 0; from < points.length;) {
      const batch = points.slice(from, from + 1 + Math.floor(roll() * 90))
      from += batch.length
      for (const hour of new Set(batch.map(({ at }) => hourOf(at)))) {
        const before = hoursOf.get(hour)
        const mine = batch.filter(({ at }) => hourOf(at) === hour)
        hoursOf.set(hour, writeSegment(hour, [...(before ? readSegment(hour, before) : []), ...mine]))
      }
    }
    const trail = [...hoursOf].sort(([a], [b]) => a - b)
    const all = classifiedPoints(trail.flatMap(([hour, body]) => readSegment(hour, body)))
    return {
      bytes: trail.map(([, body]) => Buffer.from(body).toString('hex')),
      visits: visitsOf(all, [drawn], byRule),
      passages: visitsOf(all, [{ ...drawn, ...far }], byRule),
      inPolygon: visitsOf(all, [{ ...drawn, ...yardOfCorners }], byRule),
      journey: journeyOf(all),
    }
  }
  const once = outcome(day)
  expect(once).toMatchObject({ inPolygon: [{ enteredHow: 'crossed' }] })
  const roll = dice(12)
  for (let turn = 0; turn < 100; turn++) expect(outcome(shuffled(day, roll))).toEqual(once)
})

test('a stay in a circle is one visit at the time of the crossing, a drive through another is a passage', () => {
  const all = classifiedPoints(dayOf600())
  const visits = visitsOf(all, [drawn], byRule)
  expect(visits).toHaveLength(1)
  const [visit] = visits
  // 49.5 km at 60 km/h
  expect(Math.abs((visit?.enteredAt ?? 0) - (start + 49.5 * minute))).toBeLessThanOrEqual(15_000)
  expect(visit?.enteredHow).toBe('crossed')
  expect(visit?.countedAt).toBe((visit?.enteredAt ?? 0) + 180_000)
  expect(visit?.dwellS).toBeGreaterThan(3500)
  const passages = visitsOf(all, [{ ...drawn, ...far }], byRule)
  expect(passages.map(({ countedAt }) => countedAt)).toEqual([undefined])
})

test('an arrival within a blind hour is between its fixes, one still inside is open, a vehicle that was there began inside', () => {
  const roll = dice(3)
  const blind = [...drive(start, 0, 20), ...stand(start + 2 * hours, 50, 20 * minute, roll)]
  const [visit] = visitsOf(blind, [drawn], byRule)
  expect(visit).toMatchObject({ enteredHow: 'between', enteredAt: start + 2 * hours, leftAt: undefined })
  const [there] = visitsOf(stand(start, 50, 20 * minute, roll), [drawn], byRule)
  expect(there).toMatchObject({ enteredHow: 'inside', enteredAt: start })
})

test('a circle that is moved away while a vehicle stands in it ends the stay at that moment; what it proved stays proved', () => {
  const there = stand(start, 50, 60 * minute, dice(5))
  const movedAt = start + 20 * minute + 500
  const moved = { ...drawn, ...placeFrom(circle, 5000, 0), fromAt: movedAt }
  expect(visitsOf(there, [drawn, moved], byRule)).toEqual([
    {
      enteredAt: start,
      enteredHow: 'inside',
      countedAt: start + 3 * minute,
      leftAt: movedAt + 500,
      dwellS: 20 * 60 + 1,
    },
  ])
  // and it began where the other circle stands from then on
  const elsewhere = stand(start, 55, 60 * minute, dice(6))
  expect(visitsOf(elsewhere, [drawn, moved], byRule)).toMatchObject([
    { enteredAt: movedAt + 500, enteredHow: 'inside', leftAt: undefined },
  ])
  // a little to the side, or wider: the same stay
  const aside = { ...drawn, ...placeFrom(circle, 300, 0), radiusM: 1000, fromAt: movedAt }
  expect(visitsOf(there, [drawn, aside], byRule)).toMatchObject([{ enteredAt: start, leftAt: undefined }])
})

test('each position is held against the circle of its moment, the first one also before it was drawn', () => {
  const there = stand(start, 50, 60 * minute, dice(7))
  const off = { ...drawn, isOn: false, fromAt: start + 10 * minute }
  const again = { ...drawn, fromAt: start + 40 * minute }
  expect(visitsOf(there, [{ ...drawn, fromAt: start + 5 * minute }, off, again], byRule)).toMatchObject([
    { enteredAt: start, leftAt: start + 10 * minute },
    { enteredAt: start + 40 * minute, enteredHow: 'inside', leftAt: undefined },
  ])
  // a drive into the circle that was drawn anew on the way is a crossing of the new one
  const road = drive(start, 0, 60)
  const wider = { ...drawn, radiusM: 5000, fromAt: start + 30 * minute }
  const [visit] = visitsOf(road, [drawn, wider], byRule)
  expect(visit).toMatchObject({ enteredHow: 'crossed', enteredAt: start + 45 * minute })
})

test('fixes that flap over the edge are one visit, and one wild fix inside is no arrival', () => {
  const edge = (n: number): Point =>
    point(start + n * 30_000, placeFrom(circle, n % 2 === 0 ? 495 : 515, 0), { hasIgnition: true })
  const flapping = Array.from({ length: 40 }, (_, n) => edge(n))
  expect(visitsOf(flapping, [drawn], byRule)).toHaveLength(1)
  const outside = (n: number): Point => point(start + n * 60_000, placeFrom(circle, 3000, 0))
  const wild = [outside(0), outside(1), point(start + 2 * minute, circle), outside(3), outside(4), outside(5)]
  const counted = visitsOf(classifiedPoints(wild), [drawn], byRule).filter(({ countedAt }) => countedAt !== undefined)
  expect(counted).toEqual([])
})

test('an engine that is off for a minute inside has arrived, where its wire was seen both ways within a day', () => {
  // 90 seconds in the circle, as at a red light
  const halt = (hasIgnition: boolean): Point[] => [
    ...drive(start, 47, 49).map(one => ({ ...one, hasIgnition })),
    ...[0, 30, 60, 90].map(s => point(start + 2 * minute + s * 1000, circle, { speed: 0, hasIgnition: false })),
    ...drive(start + 4 * minute, 52, 54).map(one => ({ ...one, hasIgnition })),
  ]
  const counts = (points: readonly Point[]): number[] =>
    visitsOf(points, [drawn], byRule).flatMap(({ countedAt }) => countedAt ?? [])
  expect(counts(halt(true))).toEqual([start + 3 * minute])
  // a terminal whose wire hangs in the air says the whole day that the engine is off
  expect(counts(halt(false))).toEqual([])
  const yesterday = (ago: number): Point => point(start - ago, yard, { speed: 600, hasIgnition: true })
  expect(counts([yesterday(23 * hours), ...halt(false)])).toEqual([start + 3 * minute])
  expect(counts([yesterday(25 * hours), ...halt(false)])).toEqual([])
})

test('a night in the yard adds at most 100 m, a fiftieth of what its fixes wander, and a drive is as long as its road', () => {
  for (const sigma of [15, 25, 40]) {
    const roll = dice(sigma)
    const night = stand(start, 0, 8 * hours, roll, sigma)
    const raw = night.reduce((sum, one, n) => sum + (n === 0 ? 0 : metresBetween(night[n - 1] ?? one, one)), 0)
    const { distanceM, stops } = journeyOf(classifiedPoints(night))
    expect(distanceM).toBeLessThanOrEqual(100)
    expect(raw / Math.max(1, distanceM)).toBeGreaterThanOrEqual(50)
    expect(stops).toHaveLength(1)
  }
  const road = drive(start, 0, 100)
  expect(Math.abs(journeyOf(classifiedPoints(road)).distanceM - 99_500)).toBeLessThan(995)
})

test('silence is a gap and no stop', () => {
  const silent = [...drive(start, 0, 10), ...drive(start + 3 * hours, 60, 70)]
  const { stops, gaps } = journeyOf(classifiedPoints(silent))
  expect(stops).toEqual([])
  expect(gaps).toHaveLength(1)
})

test('metres of a day begin at the last position before it, those over a gap are told apart, and the counter is read', () => {
  const road = drive(start, 0, 60).map((one, n) => ({ ...one, odometer: 5000 + n * 5 }))
  const [before, after] = [road.slice(0, 50), road.slice(50)]
  const { distanceM, odometerM, gapM } = journeyOf(after, before.at(-1))
  expect([Math.abs(journeyOf(before).distanceM + distanceM - 59_500) < 5, odometerM, gapM]).toEqual([true, 35_000, 0])
  const blind = journeyOf([...drive(start, 0, 10), ...drive(start + 3 * hours, 60, 70)])
  expect(Math.abs(blind.gapM - 50_500)).toBeLessThan(5)
  // a counter that was changed says nothing
  const other = road.map((one, n) => ({ ...one, odometer: n < 60 ? 9000 + n : n }))
  expect(journeyOf(other).odometerM).toBe(undefined)
})

test('a fix that leaps away and comes back is a jump, a ferry is not', () => {
  const road = drive(start, 0, 10)
  const leapt = road.map((one, n) => (n === 8 || n === 9 ? { ...one, ...placeFrom(one, 0, 30_000) } : one))
  expect(classifiedPoints(leapt).filter(({ cls }) => cls === 'jump')).toHaveLength(2)
  const ferry = [...road, ...drive(start + 20 * minute, 80, 90)]
  expect(classifiedPoints(ferry).some(({ cls }) => cls === 'jump')).toBe(false)
})

test('clocks: UTC sent as the time of China, weeks that began again, a constant lag, and what is only judged', () => {
  const at = Date.UTC(2026, 10, 25, 4, 5, 6)
  expect(momentOf('261125120506')).toBe(at)
  for (const wrong of ['261325120506', '260231120506', '2611251205', '26112512050A', '261125250506'])
    expect(momentOf(wrong)).toBe(undefined)
  const learnedOf = (count: number, everyMs: number, lagOf: (n: number) => number): number | undefined => {
    let fixes = noFixes
    for (let n = 0; n < count; n++)
      fixes = withFix(fixes, { deviceAt: at + n * everyMs - lagOf(n), receivedAt: at + n * everyMs })
    return learnedOffset(fixes)
  }
  // the pace of the terminal changes nothing
  for (const everyMs of [5000, 30_000, 90_000, 300_000]) {
    expect(learnedOf(20, everyMs, () => 8 * hours + 4000)).toBe(8 * hours)
    expect(learnedOf(20, everyMs, () => 3000)).toBe(0)
    expect(learnedOf((70 * minute) / Math.min(everyMs, minute), everyMs, () => 17 * minute)).toBe(17 * minute)
    // not before an hour of it
    expect(learnedOf((50 * minute) / everyMs, everyMs, () => 17 * minute)).toBe(undefined)
  }
  expect(learnedOf(19, 90_000, () => 8 * hours)).toBe(undefined)
  // a queue sent after a blind spot shrinks, whatever its length: no clock is learned of it
  expect(learnedOf(60, 90_000, n => (60 - n) * minute)).toBe(undefined)
  for (const everyMs of [5000, 10_000])
    expect(learnedOf(20, 50, n => 8 * hours + 50_000 - n * (everyMs - 50))).toBe(undefined)
  // a clock that was mended is right again with the next twenty
  expect(learnedOf(60, 30_000, n => (n < 40 ? 8 * hours : 2000))).toBe(0)
  const rolled = at - 1024 * 7 * 24 * hours
  expect(repairedTime(rolled, at + 1000, 0)).toBe(at)
  expect(classOfTime(at + 6 * minute, at)).toBe('clockAhead')
  expect(classOfTime(rolled, at)).toBe('clockBehind')
  expect(classOfTime(at - 3 * minute, at)).toBe('late')
  expect(classOfTime(at - minute, at)).toBe('good')
})

test('a spare terminal tells where its vehicle is once the main one is silent for three minutes, and adds no way beside it', () => {
  const main = drive(start, 0, 60).map(point => ({ ...point, source: '808' as const }))
  // its clock is forty seconds ahead
  const spare = main.map((point): Point => ({ ...point, at: point.at + 40_000, source: 'spare' }))
  const metres = (points: readonly Point[]): number => journeyOf(classifiedPoints(points)).distanceM
  const both = classifiedPoints([...main, ...spare])
  expect(both.filter(isTrusted).some(({ source, at }) => source === 'spare' && at <= (main.at(-1)?.at ?? 0))).toBe(
    false,
  )
  expect(both.some(({ cls }) => cls === 'jump')).toBe(false)
  expect(Math.abs(metres([...main, ...spare]) / metres(main) - 1)).toBeLessThan(0.01)
  // the main one is silent for a while in the middle
  const [before, after] = [main.slice(0, main.length / 3), main.slice((2 * main.length) / 3)]
  const filled = classifiedPoints([...after, ...spare, ...before]).filter(isTrusted)
  const [from, to] = [before.at(-1)?.at ?? 0, after[0]?.at ?? 0]
  const used = filled.filter(({ source }) => source === 'spare').map(({ at }) => at)
  expect([Math.min(...used) - from > 3 * minute, used.some(at => at < to)]).toEqual([true, true])
  expect(used.filter(at => at > to - 3 * minute && at < (main.at(-1)?.at ?? 0))).toEqual([])
})

test('positions at 0,0, without a fix and outside the country are told apart', () => {
  const of = (more: object): string => ownClass({ isFixed: true, ...yard, ...more }, start, start)
  expect(of({})).toBe('good')
  expect(of({ lonE6: 0, latE6: 0 })).toBe('zero')
  expect(of({ isFixed: false })).toBe('noFix')
  expect(of({ lonE6: 2_350_000, latE6: 48_850_000 })).toBe('abroad')
  expect(of({ isCoarse: true })).toBe('coarse')
  expect(liveStateOf({ cls: 'good', speed: 400, hasIgnition: true })).toBe('moving')
  expect(liveStateOf({ cls: 'good', speed: 0, hasIgnition: false })).toBe('parked')
})

test('an arrival is expected by the line times 1.32 at the own median speed, or at 60 km/h before anything was driven', () => {
  const goal = placeFrom(yard, 100_000, 0)
  const slow = etaOf([], yard, goal, start)
  expect(slow).toMatchObject({ kmh: 60, isOwnSpeed: false })
  expect(Math.abs(slow.leftM - 132_000)).toBeLessThan(200)
  const own = etaOf(drive(start, 0, 20), yard, goal, start)
  expect(own).toMatchObject({ kmh: 60, isOwnSpeed: true })
})
