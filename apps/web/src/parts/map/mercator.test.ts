// Places and pixels: there and back, zoom about a spot, boxes that fit, and the bar of the scale.
import { expect, test } from 'vitest'
import {
  boxAround,
  boxShown,
  cameraOf,
  metresOfPixel,
  pannedCamera,
  placeAt,
  projectionOf,
  scaleBar,
  wholeCountry,
  zoomedCamera,
  zoomLimits,
} from './mercator.ts'

const size = { width: 800, height: 500 }
const xian = { lon: 108.94, lat: 34.34 }

test('a spot of the window and the place under it are each the other’s, at every zoom', () => {
  for (let zoom = zoomLimits.least; zoom <= zoomLimits.most; zoom += 0.7) {
    const camera = { ...xian, zoom }
    const place = placeAt(camera, size, { x: 133, y: 421 })
    const { x, y } = projectionOf(camera, size)(place)
    expect([x, y].map(value => Math.round(value * 100) / 100)).toEqual([133, 421])
  }
  expect(projectionOf({ ...xian, zoom: 9 }, size)(xian)).toEqual({ x: 400, y: 250 })
})

test('zooming about a spot keeps what lies under it, and dragging moves the picture by the pixels of the hand', () => {
  const camera = { ...xian, zoom: 6 }
  const at = { x: 620, y: 80 }
  const held = placeAt(camera, size, at)
  const there = projectionOf(zoomedCamera(camera, size, { by: 2.3, at }), size)(held)
  expect([there.x, there.y].map(Math.round)).toEqual([620, 80])
  const moved = projectionOf(pannedCamera(camera, { x: 50, y: -20 }), size)(xian)
  expect([moved.x, moved.y].map(Math.round)).toEqual([450, 230])
})

test('a camera for a box shows the whole of it; zoom keeps its limits', () => {
  const [west, south, east, north] = boxShown(cameraOf(wholeCountry, size, { edge: 8 }), size)
  expect(west).toBeLessThan(wholeCountry[0])
  expect(south).toBeLessThan(wholeCountry[1])
  expect(east).toBeGreaterThan(wholeCountry[2])
  expect(north).toBeGreaterThan(wholeCountry[3])
  expect(zoomedCamera({ ...xian, zoom: 16 }, size, { by: 9, at: { x: 0, y: 0 } }).zoom).toBe(zoomLimits.most)
  // beside what lies on the map, the box and its edge are in sight
  const covered = { right: 60, below: 44 }
  const project = projectionOf(cameraOf([108, 34, 110, 38], size, { covered }), size)
  const [low, high] = [project({ lon: 110, lat: 34 }), project({ lon: 108, lat: 38 })]
  expect([Math.round(high.y), Math.round(low.y)]).toEqual([40, 500 - 44 - 40])
  expect(Math.round(high.x + low.x)).toBe(800 - 60)
  expect(boxAround([])).toBeUndefined()
  expect(boxAround([xian, { lon: 100, lat: 40 }])).toEqual([100, 34.34, 108.94, 40])
})

test('the bar of the scale is a round number of metres and no longer than asked', () => {
  for (const zoom of [3, 7.3, 12, 16.9]) {
    const camera = { ...xian, zoom }
    const { metres, px } = scaleBar(camera, 96)
    expect(px).toBeLessThanOrEqual(96)
    expect(String(metres)).toMatch(/^[125]0*$/)
    expect(px * metresOfPixel(xian.lat, zoom)).toBeCloseTo(metres, 6)
  }
})
