// Vehicles in an area: inside by positions, passing between two, the rectangle as the circle.
import { expect, test } from 'vitest'
import { insideOf, type Area } from './area.ts'
import type { Point } from './point.ts'

const at = 1_800_000_000_000
const point = (seconds: number, lonE6: number, cls: Point['cls'] = 'good'): Point => ({
  at: at + seconds * 1000,
  lonE6,
  latE6: 38_000_000,
  speed: 600,
  heading: 90,
  hasIgnition: true,
  cls,
  source: '808',
  datum: 'gcj02',
  odometer: undefined,
  alarms: 0,
})
const box: Area = { box: [109_000_000, 37_900_000, 109_010_000, 38_100_000] }
/** The same room as the rectangle, with a notch from the north that does not reach the way. */
const polygon: Area = {
  corners: [
    { lonE6: 109_000_000, latE6: 37_900_000 },
    { lonE6: 109_010_000, latE6: 37_900_000 },
    { lonE6: 109_010_000, latE6: 38_100_000 },
    { lonE6: 109_006_000, latE6: 38_100_000 },
    { lonE6: 109_005_000, latE6: 38_050_000 },
    { lonE6: 109_004_000, latE6: 38_100_000 },
    { lonE6: 109_000_000, latE6: 38_100_000 },
  ],
}
const circle: Area = { circle: { lonE6: 109_005_000, latE6: 38_000_000, radiusM: 440 } }

test.each([
  ['rectangle', box],
  ['circle', circle],
  ['polygon', polygon],
])('a vehicle that drives through a %s is inside from edge to edge', (_, area) => {
  const drive = [point(0, 108_990_000), point(60, 109_000_500), point(120, 109_009_500), point(180, 109_030_000)]
  const inside = insideOf(drive, area)
  expect(inside).toMatchObject({ points: 2 })
  expect(inside?.firstAt).toBeGreaterThan(at)
  expect(inside?.firstAt).toBeLessThanOrEqual(at + 60_000)
  expect(inside?.lastAt).toBeGreaterThanOrEqual(at + 120_000)
  expect(inside?.insideS).toBeGreaterThan(59)
  expect(inside?.insideS).toBeLessThan(70)
  // between two fixes without one inside
  const passed = insideOf([point(0, 108_990_000), point(60, 109_020_000)], area)
  expect(passed).toMatchObject({ points: 0 })
  expect(passed?.insideS).toBeGreaterThan(10)
})

test('a jump is not inside, nor is a vehicle nobody heard of between two places for a quarter of an hour', () => {
  expect(
    insideOf([point(0, 108_990_000), point(60, 109_005_000, 'jump'), point(120, 108_990_000)], box),
  ).toBeUndefined()
  expect(insideOf([point(0, 108_990_000), point(900, 109_020_000)], box)).toBeUndefined()
  expect(insideOf([], box)).toBeUndefined()
})

test('a stay counts its minutes, over half an hour of silence none', () => {
  const inside = insideOf([point(0, 109_005_000), point(1500, 109_005_000), point(9000, 109_005_000)], box)
  expect(inside).toMatchObject({ points: 3, insideS: 1500, lastAt: at + 9_000_000 })
})

test('a polygon is its own ground: what stands in its notch, or in the box around it, was not inside', () => {
  // a U around the yard, open to the north
  const corners = [
    { lonE6: 109_000_000, latE6: 37_990_000 },
    { lonE6: 109_010_000, latE6: 37_990_000 },
    { lonE6: 109_010_000, latE6: 38_010_000 },
    { lonE6: 109_008_000, latE6: 38_010_000 },
    { lonE6: 109_008_000, latE6: 37_995_000 },
    { lonE6: 109_002_000, latE6: 37_995_000 },
    { lonE6: 109_002_000, latE6: 38_010_000 },
    { lonE6: 109_000_000, latE6: 38_010_000 },
  ]
  const stand = [point(0, 109_005_000), point(60, 109_005_000), point(120, 109_005_000)]
  expect(insideOf(stand, { corners })).toBeUndefined()
  // the ground is that of the corners, whichever way round they are told
  for (const area of [{ corners }, { corners: corners.toReversed() }]) {
    const across = insideOf([point(0, 108_999_000), point(60, 109_001_000), point(120, 109_005_000)], area)
    expect(across).toMatchObject({ points: 1, firstAt: at + 30_000, lastAt: at + 75_000 })
    // its edge belongs to it
    expect(insideOf([point(0, 109_002_000)], area)).toMatchObject({ points: 1, insideS: 0 })
  }
})
