// Polygons of fences: containment and metres against other ways to find them, faults, and stays that every order proves.
import fc from 'fast-check'
import { polygonLimits } from '@yunshu/domain/fence'
import { expect, test } from 'vitest'
import { metresBetween, metresFrom, placeFrom } from './geometry.ts'
import { metresOutside, shareWithin, type Ground } from './ground.ts'
import type { Point } from './point.ts'
import { areaOf, circleAround, isInPolygon, metresToEdge, polygonFault, type Corners } from './polygon.ts'
import { visitsOf } from '../../../tests/track/wholeTrail.ts'

const yard = { lonE6: 109_734_567, latE6: 38_285_390 }
const at = (east: number, north: number) => placeFrom(yard, east, north)
const polygon = (corners: Corners): Ground => ({ ...circleAround(corners), corners })

/** The angle a place sees a polygon under: a whole turn inside, none outside; an oracle that shares nothing with it. */
function turnsAround(place: { lonE6: number; latE6: number }, corners: Corners): number {
  const angles = corners.map(corner => {
    const [east, north] = metresFrom(place, corner)
    return Math.atan2(north, east)
  })
  let sum = 0
  for (const [n, angle] of angles.entries()) {
    let step = (angles[(n + 1) % angles.length] ?? 0) - angle
    if (step > Math.PI) step -= 2 * Math.PI
    if (step < -Math.PI) step += 2 * Math.PI
    sum += step
  }
  return Math.round(Math.abs(sum) / (2 * Math.PI))
}

/** A simple polygon: corners around a middle in the order of their angles, some far out, some near. */
const star = fc
  .record({
    size: fc.constantFrom(30, 100, 500, 5000),
    radii: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 3, maxLength: 60 }),
    lat: fc.integer({ min: 4, max: 53 }),
  })
  .map(({ size, radii, lat }): Corners =>
    radii.map((share, n) => {
      const angle = (2 * Math.PI * n) / radii.length
      return placeFrom(
        { lonE6: yard.lonE6, latE6: lat * 1_000_000 },
        Math.cos(angle) * share * size,
        Math.sin(angle) * share * size,
      )
    }),
  )

test('a place is in a polygon where it sees a whole turn of it, whatever its size and latitude', () => {
  fc.assert(
    fc.property(
      star,
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      (corners, x, y) => {
        const around = circleAround(corners)
        const place = placeFrom(around, x * around.radiusM, y * around.radiusM)
        // on the edge the oracle is rounding alone
        fc.pre(metresToEdge(place, corners) > 0.3)
        expect(isInPolygon(place, corners)).toBe(turnsAround(place, corners) === 1)
        expect(isInPolygon(place, corners.toReversed())).toBe(isInPolygon(place, corners))
      },
    ),
    { numRuns: 500 },
  )
})

test('a diamond of 30 m answers right for every place around it, its corners and edges belong to it', () => {
  const diamond = [at(30, 0), at(0, 30), at(-30, 0), at(0, -30)]
  let inside = 0
  for (let east = -40; east <= 40; east += 1)
    for (let north = -40; north <= 40; north += 1) {
      const far = Math.abs(east) + Math.abs(north)
      // places are whole millionths of a degree, about 0.1 m
      if (Math.abs(far - 30) < 0.5) continue
      expect(isInPolygon(at(east, north), diamond), `${east},${north}`).toBe(far < 30)
      inside += far < 30 ? 1 : 0
    }
  expect(inside).toBe(1741)
  expect(diamond.every(corner => isInPolygon(corner, diamond))).toBe(true)
  const box = [
    yard,
    { ...yard, lonE6: yard.lonE6 + 400 },
    { lonE6: yard.lonE6 + 400, latE6: yard.latE6 + 300 },
    { ...yard, latE6: yard.latE6 + 300 },
  ]
  expect(isInPolygon({ lonE6: yard.lonE6 + 200, latE6: yard.latE6 }, box)).toBe(true)
  expect(isInPolygon({ lonE6: yard.lonE6 + 200, latE6: yard.latE6 - 1 }, box)).toBe(false)
})

test('metres outside are those to the nearest place of the edge; beyond the bound they are beyond it', () => {
  fc.assert(
    fc.property(
      star,
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      (corners, x, y) => {
        const ground = polygon(corners)
        const place = placeFrom(ground, x * ground.radiusM, y * ground.radiusM)
        if (isInPolygon(place, corners)) {
          expect(metresOutside(place, ground)).toBe(0)
          return
        }
        // by walking the edge in 200 steps a side
        let least = Infinity
        for (const [n, a] of corners.entries()) {
          const b = corners[(n + 1) % corners.length] ?? a
          for (let step = 0; step <= 200; step++) {
            const share = step / 200
            const on = { lonE6: a.lonE6 + share * (b.lonE6 - a.lonE6), latE6: a.latE6 + share * (b.latE6 - a.latE6) }
            least = Math.min(least, metresBetween(place, on))
          }
        }
        const outside = metresOutside(place, ground)
        expect(outside).toBeGreaterThan(0)
        expect(Math.abs(outside - least)).toBeLessThan(0.2 + ground.radiusM / 150)
        expect(metresOutside(place, ground, 5) > 5).toBe(outside > 5)
      },
    ),
    { numRuns: 200 },
  )
})

test('a circle around a polygon holds its corners, and its area is that of the figure', () => {
  const square = [at(0, 0), at(200, 0), at(200, 100), at(0, 100)]
  const around = circleAround(square)
  expect(metresBetween(around, at(100, 50))).toBeLessThan(0.2)
  expect(around.radiusM).toBe(112)
  expect(Math.abs(areaOf(square) - 20_000)).toBeLessThan(20)
  // an L: the part that is cut out is none of it
  const corner = [at(0, 0), at(200, 0), at(200, 50), at(50, 50), at(50, 200), at(0, 200)]
  expect(Math.abs(areaOf(corner) - 17_500)).toBeLessThan(20)
  expect([isInPolygon(at(100, 100), corner), isInPolygon(at(25, 150), corner)]).toEqual([false, true])
  expect(Math.abs(metresOutside(at(100, 90), polygon(corner)) - 40)).toBeLessThan(0.3)
})

test('corners that make no polygon are told apart, and which they are', () => {
  const fault = (corners: Corners) => polygonFault(corners, polygonLimits)
  const square = [at(0, 0), at(200, 0), at(200, 200), at(0, 200)]
  expect(fault(square)).toBeUndefined()
  expect(fault(square.toReversed())).toBeUndefined()
  expect(fault(square.slice(0, 2))).toEqual({ kind: 'few', corners: [] })
  expect(fault([...square, at(0, 0)])).toEqual({ kind: 'twice', corners: [1, 5] })
  expect(fault([at(0, 0), at(200, 200), at(200, 0), at(0, 200)])).toEqual({ kind: 'crosses', corners: [1, 3] })
  // an edge that goes back over the one before, and a corner that lies on another edge
  expect(fault([at(0, 0), at(200, 0), at(100, 0), at(100, 200)])).toMatchObject({ kind: 'crosses' })
  expect(
    fault([yard, at(100, 300), at(-100, 300), { ...yard, latE6: yard.latE6 - 200 }, at(300, -100)]),
  ).toBeUndefined()
  const tall = { lonE6: yard.lonE6, latE6: yard.latE6 + 4000 }
  expect(
    fault([
      yard,
      { ...yard, lonE6: yard.lonE6 + 4000 },
      { lonE6: yard.lonE6 + 4000, latE6: tall.latE6 },
      { lonE6: yard.lonE6 + 2000, latE6: yard.latE6 },
      tall,
    ]),
  ).toMatchObject({ kind: 'crosses' })
  expect(fault([at(0, 0), at(8, 0), at(8, 8), at(0, 8)])).toEqual({ kind: 'small', corners: [] })
  expect(fault([at(0, 0), at(21_000, 0), at(21_000, 500)])).toMatchObject({ kind: 'wide', corners: [1, 2] })
  const round = (corners: number) =>
    Array.from({ length: corners }, (_, n) =>
      at(500 * Math.cos((2 * Math.PI * n) / corners), 500 * Math.sin((2 * Math.PI * n) / corners)),
    )
  expect(fault(round(200))).toBeUndefined()
  expect(fault(round(201))).toEqual({ kind: 'many', corners: [] })
})

test('a step is within from its first to its last touch, also through a corner and along an edge', () => {
  const square = polygon([at(0, 0), at(200, 0), at(200, 200), at(0, 200)])
  const shares = (from: readonly [number, number], to: readonly [number, number]) =>
    shareWithin(at(...from), at(...to), square)?.map(share => Math.round(share * 100))
  expect(shares([-100, 100], [300, 100])).toEqual([25, 75])
  expect(shares([100, 100], [100, 400])).toEqual([0, 33])
  expect(shares([100, 100], [120, 120])).toEqual([0, 100])
  expect(shares([-100, 300], [300, 300])).toBeUndefined()
  expect(shares([-100, 100], [-50, 100])).toBeUndefined()
})

const minute = 60_000
const start = Date.UTC(2026, 10, 25, 0)
const told = (n: number, east: number, north: number, speed: number): Point => ({
  at: start + n * 30_000,
  ...at(east, north),
  speed,
  heading: 90,
  hasIgnition: speed > 0,
  cls: 'good',
  source: '808',
  datum: 'gcj02',
  odometer: undefined,
  alarms: 0,
})
/** A yard like an L around a public square: its circle holds much that is none of it. */
const yardGround = {
  ...polygon([at(0, 0), at(600, 0), at(600, 150), at(150, 150), at(150, 600), at(0, 600)]),
  fromAt: 0,
  isOn: true,
}
/** A way along the road in the square, then into the yard, a stand of twenty minutes, and off. */
const day: Point[] = [
  ...Array.from({ length: 20 }, (_, n) => told(n, 2000 - n * 80, 400, 100)),
  ...Array.from({ length: 40 }, (_, n) => told(20 + n, 75 + (n % 3), 300, 0)),
  ...Array.from({ length: 20 }, (_, n) => told(60 + n, 75, 700 + n * 250, 300)),
]
const byRule = { dwellS: 180 }

test('a stay in a polygon is entered and left at its edge, late positions in any order prove the same, one outside its edge but within its circle is none', () => {
  const [visit, ...others] = visitsOf(day, [yardGround], byRule)
  expect(others).toEqual([])
  expect(visit).toMatchObject({ enteredHow: 'crossed', countedAt: (visit?.enteredAt ?? 0) + 3 * minute })
  // between the last fix in the square, at 480 m, and the first within, the edge is at 150 m
  expect((visit?.enteredAt ?? 0) - (start + 19 * 30_000)).toBeGreaterThan(20_000)
  expect((visit?.leftAt ?? 0) - (start + 59 * 30_000)).toBeGreaterThan(20_000)
  // a truck that waits in the square, 100 m and more from the yard, is not there
  const waiting = Array.from({ length: 60 }, (_, n) => told(n, 300 + (n % 3), 300, 0))
  expect(metresOutside(at(300, 300), yardGround)).toBeGreaterThan(100)
  expect(metresBetween(at(300, 300), yardGround)).toBeLessThan(yardGround.radiusM)
  expect(visitsOf(waiting, [yardGround], byRule)).toEqual([])
  expect(visitsOf(waiting, [{ ...yardGround, corners: undefined }], byRule)).toHaveLength(1)
  // sorted as the trail is, whatever came first: a part of it makes another stay, the whole the same one
  fc.assert(
    fc.property(fc.shuffledSubarray(day, { minLength: day.length, maxLength: day.length }), order => {
      expect(
        visitsOf(
          order.toSorted((a, b) => a.at - b.at),
          [yardGround],
          byRule,
        ),
      ).toEqual([visit])
    }),
    { numRuns: 100 },
  )
})

test('a polygon is left 30 m beyond its edge, begins inside where the vehicle was there, and is never entered by a passer-by', () => {
  const flapping = Array.from({ length: 40 }, (_, n) => told(n, n % 2 === 0 ? 20 : -20, 300, 0))
  expect(visitsOf(flapping, [yardGround], byRule)).toHaveLength(1)
  const off = [...flapping, ...Array.from({ length: 6 }, (_, n) => told(40 + n, -60, 300, 0))]
  expect(visitsOf(off, [yardGround], byRule)[0]?.leftAt).toBeDefined()
  const there = Array.from({ length: 20 }, (_, n) => told(n, 300, 75, 0))
  expect(visitsOf(there, [yardGround], byRule)).toMatchObject([
    { enteredHow: 'inside', enteredAt: start, leftAt: undefined },
  ])
  // across the corner of the yard between two fixes: a passage, no arrival
  const through = [told(0, 650, -100, 600), told(1, 450, 400, 600)]
  expect(visitsOf(through, [yardGround], byRule)).toMatchObject([{ countedAt: undefined }])
  const past = Array.from({ length: 30 }, (_, n) => told(n, n * 50, -50, 100))
  expect(visitsOf(past, [yardGround], byRule)).toEqual([])
})

test('a circle that becomes a polygon the vehicle stands in keeps the stay, one it stands outside of ends it', () => {
  const circle = { ...at(300, 300), radiusM: 500, fromAt: 0, isOn: true }
  const drawnAt = start + 10 * minute
  const inYard = Array.from({ length: 60 }, (_, n) => told(n, 75, 300, 0))
  expect(visitsOf(inYard, [circle, { ...yardGround, fromAt: drawnAt }], byRule)).toMatchObject([
    { enteredAt: start, leftAt: undefined },
  ])
  const inSquare = Array.from({ length: 60 }, (_, n) => told(n, 350, 350, 0))
  expect(visitsOf(inSquare, [circle, { ...yardGround, fromAt: drawnAt }], byRule)).toMatchObject([{ leftAt: drawnAt }])
})
