// Segments and data of coordinates: every order gives equal bytes, bytes give the positions back, datums go there and back.
import { expect, test } from 'vitest'
import { bdOfGcj, gcjOf, gcjOfBd, gcjOfWgs, isShifted, wgsOfGcj } from './datum.ts'
import { metresBetween, placeFrom, robustCentre, shareInside } from './geometry.ts'
import { comparePoints, sortedPoints, type Point } from './point.ts'
import { hourOf, readSegment, writeSegment } from './segment.ts'

/** Numbers from 0 to 1 that are the same each time. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const hour = hourOf(Date.UTC(2026, 10, 25, 3))

function drive(count: number, seed: number): Point[] {
  const roll = dice(seed)
  let place = { lonE6: 109_734_567, latE6: 38_285_390 },
    heading = 40,
    odometer = 1_234_567
  return Array.from({ length: count }, (_, n): Point => {
    heading = (heading + Math.round(roll() * 10 - 5) + 360) % 360
    place = placeFrom(place, Math.sin((heading / 180) * Math.PI) * 200, Math.cos((heading / 180) * Math.PI) * 200)
    odometer += 2
    return {
      at: hour + n * 10_000,
      ...place,
      speed: 700 + Math.round(roll() * 40),
      heading,
      hasIgnition: n % 50 !== 0,
      cls: roll() < 0.03 ? 'late' : 'good',
      source: '808',
      datum: 'wgs84',
      odometer: n < 300 ? odometer : undefined,
      alarms: 0,
    }
  })
}

function shuffled<T>(list: readonly T[], roll: () => number): T[] {
  const out = [...list]
  for (let n = out.length - 1; n > 0; n--) {
    const at = Math.floor(roll() * (n + 1))
    const [one, other] = [out[n], out[at]]
    if (one !== undefined && other !== undefined) [out[n], out[at]] = [other, one]
  }
  return out
}

test('an hour of positions takes at most 12 bytes a position and comes back as it was', () => {
  const points = drive(360, 1)
  const body = writeSegment(hour, points)
  expect(readSegment(hour, body)).toEqual(points)
  expect(body.length / points.length).toBeLessThanOrEqual(12)
})

test('equal positions have equal bytes in whatever order they come, sent twice or in parts that are merged', () => {
  const points = drive(360, 2)
  const roll = dice(3)
  const once = Buffer.from(writeSegment(hour, points)).toString('hex')
  for (let turn = 0; turn < 100; turn++) {
    const mixed = shuffled([...points, ...points.slice(0, turn)], roll)
    const cut = Math.floor(roll() * mixed.length)
    const part = writeSegment(hour, mixed.slice(0, cut))
    const merged = writeSegment(hour, [...readSegment(hour, part), ...mixed.slice(cut)])
    expect(Buffer.from(merged).toString('hex')).toBe(once)
  }
})

/** A drive whose terminal tells alarms: a word for each position. */
const alarmed = (words: (n: number) => number): Point[] => drive(360, 1).map((one, n) => ({ ...one, alarms: words(n) }))

test('alarms of a terminal come back with their positions, within 12 bytes a position however often they change', () => {
  const roll = dice(11)
  const told: readonly ((n: number) => number)[] = [
    n => (n > 100 && n < 160 ? 2 : 0),
    // a part that is out of order for the whole hour
    () => 2 ** 11,
    // on and off with each position, at the highest bit
    n => (n % 2) * 2 ** 31 + (n % 7 === 0 ? 0x100 : 0),
    () => Math.floor(roll() * 4) * 2 + (roll() < 0.1 ? 2 ** 31 : 0),
  ]
  for (const words of told) {
    const points = alarmed(words)
    const body = writeSegment(hour, points)
    expect(readSegment(hour, body)).toEqual(points)
    expect(body.length / points.length).toBeLessThanOrEqual(12)
  }
  const plain = writeSegment(hour, drive(360, 1)).length
  // one that lasts costs a few bytes an hour, one that flickers two a position
  expect(writeSegment(hour, alarmed(told[1] ?? (() => 0))).length - plain).toBeLessThan(10)
  expect(
    writeSegment(
      hour,
      alarmed(n => (n % 2) * 2 ** 31),
    ).length - plain,
  ).toBeLessThan(2 * 360 + 10)
})

test('hours written before alarms were kept are read as they were, and written again byte for byte', () => {
  // as the writer of 2026-11-27 made it, before decision 150
  const body = Buffer.from('010201000000030aceaad3689cc1c124d80450a41301010000011412000000', 'hex')
  const points = readSegment(hour, body)
  expect(points.map(({ at, lonE6, cls, odometer, alarms }) => [at - hour, lonE6, cls, odometer, alarms])).toEqual([
    [5000, 109_734_567, 'good', 1234, 0],
    [15_000, 109_734_576, 'late', undefined, 0],
  ])
  expect(Buffer.from(writeSegment(hour, points)).equals(body)).toBe(true)
})

test('a position that is told twice has the alarms of both, whichever came first', () => {
  const [one] = drive(1, 5)
  if (one === undefined) throw new Error('no position')
  const told = [2, 2 ** 31, 0].map(alarms => ({ ...one, alarms }))
  for (const points of [told, told.toReversed()])
    expect(readSegment(hour, writeSegment(hour, points)).map(({ alarms }) => alarms)).toEqual([2 ** 31 + 2])
  const parts = told.map(point => readSegment(hour, writeSegment(hour, [point])))
  expect(writeSegment(hour, parts.flat())).toEqual(writeSegment(hour, told))
})

test('bytes that are no segment are refused, cut at each of their places', () => {
  const body = writeSegment(hour, drive(20, 4))
  for (const bytes of [body, writeSegment(hour, alarmed(n => n % 3).slice(0, 20))])
    for (let end = 0; end < bytes.length; end++)
      expect(() => readSegment(hour, bytes.subarray(0, end))).toThrow(RangeError)
  // edition 2: stretches of no length, beyond the positions, and of a word that is not there
  for (const stretch of ['0000', '0003', '0102'])
    expect(() => readSegment(hour, Buffer.from(`02020100${stretch}`, 'hex'))).toThrow('alarms of no position')
  expect(() => readSegment(hour, Buffer.concat([body, Buffer.from([0])]))).toThrow(RangeError)
  expect(() => readSegment(hour, Buffer.from([9, 0]))).toThrow(RangeError)
  expect(readSegment(hour, writeSegment(hour, []))).toEqual([])
})

test('numbers of every length come back, of both signs and at each edge of their groups', () => {
  const [one] = drive(1, 7)
  if (one === undefined) throw new Error('no position')
  const edges = Array.from({ length: 48 }, (_, bits) => 2 ** bits).flatMap(edge => [edge - 1, edge, edge + 1])
  for (const edge of edges)
    for (const odometer of [edge, -edge]) {
      const points = [0, 1].map(n => ({ ...one, at: one.at + n * 1000, odometer: n === 0 ? 0 : odometer || 0 }))
      expect(readSegment(hour, writeSegment(hour, points)), String(odometer)).toEqual(points)
    }
})

test('the order of positions is total: none but equal ones compare as equal', () => {
  const [one] = drive(1, 5)
  if (one === undefined) throw new Error('no position')
  const others: Point[] = [
    { ...one, at: one.at + 1000 },
    { ...one, speed: one.speed + 1 },
    { ...one, cls: 'jump' },
    { ...one, source: 'http' },
    { ...one, datum: 'gcj02' },
    { ...one, hasIgnition: !one.hasIgnition },
    { ...one, odometer: 1 },
    { ...one, alarms: 2 },
  ]
  for (const other of others) expect(Math.sign(comparePoints(one, other))).toBe(-Math.sign(comparePoints(other, one)))
  for (const other of others) expect(comparePoints(one, other)).not.toBe(0)
  expect(sortedPoints([one, { ...one }])).toHaveLength(1)
})

test('the way from WGS-84 to GCJ-02 meets a published pair, and the way back meets the start', () => {
  // Tian'anmen, WGS-84 116.391349, 39.907375 and its place on Chinese maps
  const there = gcjOfWgs({ lonE6: 116_391_349, latE6: 39_907_375 })
  expect(metresBetween(there, { lonE6: 116_397_592, latE6: 39_908_777 })).toBeLessThan(2)
  const roll = dice(6)
  for (let n = 0; n < 1000; n++) {
    const place = { lonE6: 80_000_000 + Math.round(roll() * 45e6), latE6: 26_000_000 + Math.round(roll() * 20e6) }
    const back = wgsOfGcj(gcjOfWgs(place))
    expect(Math.abs(back.lonE6 - place.lonE6) + Math.abs(back.latE6 - place.latE6)).toBeLessThanOrEqual(4)
    const round = gcjOfBd(bdOfGcj(place))
    expect(Math.abs(round.lonE6 - place.lonE6) + Math.abs(round.latE6 - place.latE6)).toBeLessThanOrEqual(4)
  }
})

test('outside the mainland nothing is shifted', () => {
  const tokyo = { lonE6: 139_767_000, latE6: 35_681_000 },
    taipei = { lonE6: 121_517_000, latE6: 25_047_000 },
    hongKong = { lonE6: 114_160_000, latE6: 22_280_000 }
  for (const place of [tokyo, taipei, hongKong]) {
    expect(isShifted(place)).toBe(false)
    expect(gcjOf(place, 'wgs84')).toEqual(place)
  }
  expect(isShifted({ lonE6: 114_057_000, latE6: 22_543_000 })).toBe(true)
})

test('metres on the ground: there and back, and the part of a step within a circle', () => {
  const centre = { lonE6: 109_734_567, latE6: 38_285_390 }
  const east = placeFrom(centre, 1000, 0),
    west = placeFrom(centre, -1000, 0)
  expect(metresBetween(centre, east)).toBeCloseTo(1000, 0)
  const [first = 0, last = 0] = shareInside(west, east, { ...centre, radiusM: 500 }) ?? []
  expect(first).toBeCloseTo(0.25, 2)
  expect(last).toBeCloseTo(0.75, 2)
  expect(shareInside(placeFrom(centre, -1000, 600), placeFrom(centre, 1000, 600), { ...centre, radiusM: 500 })).toBe(
    undefined,
  )
  expect(robustCentre([centre, centre, east])).toEqual(centre)
})
