// Picking by a press, room for names, groups of vehicles that stand too near, tiles of a window.
import { expect, test } from 'vitest'
import { besideVehicle, groupedVehicles, makeRoom, nearestSpot } from './picking.ts'
import type { MapVehicle } from './scene.ts'
import { tilesOf } from './tiles.ts'

const vehicle = (no: number, lon: number, lat = 34): MapVehicle => ({
  no,
  lon,
  lat,
  label: `冀A${no}`,
  look: 'moving',
  heading: 0,
})

test('a press means the nearest within reach, and nothing where all are farther', () => {
  const spots = [
    { x: 10, y: 10, no: 1 },
    { x: 18, y: 10, no: 2 },
  ]
  expect(nearestSpot(spots, { x: 15, y: 10 }, 18)?.no).toBe(2)
  expect(nearestSpot(spots, { x: 60, y: 10 }, 18)).toBeUndefined()
})

test('no name lies on another, and the first keeps its room across cells', () => {
  const takes = makeRoom([], 64)
  expect(takes({ left: 40, top: 0, right: 100, bottom: 20 })).toBe(true)
  expect(takes({ left: 90, top: 10, right: 150, bottom: 30 })).toBe(false)
  expect(takes({ left: 101, top: 0, right: 160, bottom: 20 })).toBe(true)
})

test('the name of a vehicle lies under no button of the map: it goes to another side, and where none is free it is left out', () => {
  const buttons = { left: 360, top: 300, right: 400, bottom: 440 }
  const at = { x: 350, y: 290 }
  expect(besideVehicle(at, 40, makeRoom())).toEqual({ x: 350, y: 309 })
  expect(besideVehicle(at, 40, makeRoom([buttons]))).toEqual({ x: 350, y: 271 })
  const above = { left: 0, top: 250, right: 400, bottom: 275 }
  expect(besideVehicle(at, 40, makeRoom([buttons, above]))).toEqual({ x: 400, y: 290 })
  expect(
    besideVehicle({ x: 380, y: 370 }, 40, makeRoom([{ left: 0, top: 0, right: 900, bottom: 900 }])),
  ).toBeUndefined()
})

test('vehicles too near become a group whose count is theirs; the chosen one stays itself and nobody is lost', () => {
  const all = Array.from({ length: 40 }, (_, i) => vehicle(i, 108 + i / 1000)).concat(vehicle(99, 120))
  const far = groupedVehicles(all, 5, 7)
  expect(far.groups.reduce((sum, { count }) => sum + count, 0) + far.vehicles.length).toBe(41)
  expect(far.vehicles.map(({ no }) => no)).toEqual(expect.arrayContaining([7, 99]))
  expect(far.groups.length).toBeLessThanOrEqual(2)
  const near = groupedVehicles(all, 17)
  expect([near.vehicles.length, near.groups.length]).toEqual([41, 0])
})

test('the tiles of a window cover it whole and lie beside each other', () => {
  const size = { width: 900, height: 600 }
  const tiles = tilesOf({ lon: 108.9, lat: 34.3, zoom: 7.4 }, size)
  const area = (limit: (tile: (typeof tiles)[number]) => number) => tiles.reduce((sum, tile) => sum + limit(tile), 0)
  const covered = area(
    ({ left, top, side }) =>
      Math.max(0, Math.min(size.width, left + side) - Math.max(0, left)) *
      Math.max(0, Math.min(size.height, top + side) - Math.max(0, top)),
  )
  expect(covered).toBeCloseTo(size.width * size.height, 3)
  expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(tiles.length)
})
