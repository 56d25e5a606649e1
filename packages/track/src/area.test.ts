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
})
const box: Area = { box: [109_000_000, 37_900_000, 109_010_000, 38_100_000] }
const circle: Area = { circle: { lonE6: 109_005_000, latE6: 38_000_000, radiusM: 440 } }

test.each([
  ['rectangle', box],
  ['circle', circle],
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
