// The outlines of the base map: complete, with every line of borders, areas closed along shared lines, names inside.
import { expect, test } from 'vitest'
import { makeOutlines } from './build/makeOutlines.ts'
import { readOutlines } from './build/outlineSource.ts'
import { toGcj02 } from './build/shift.ts'
import { readArc, readRun, type OutlineFile } from './outline.ts'

const [provinces] = makeOutlines(1).map(({ file }) => file)
const [prefectures] = makeOutlines(2).map(({ file }) => file)
const counties = makeOutlines(3)

/** Rings and lines of a file, in degrees. */
function linesOf(file: OutlineFile) {
  const arcs = file.arcs.map(arc => readArc(file, arc))
  return {
    rings: file.areas.flatMap(({ code, rings }) => rings.map(ring => ({ code, line: readRun(arcs, ring) }))),
    lines: file.lines.map(run => readRun(arcs, run)),
  }
}

/** Whether a point lies within rings: an uneven number of crossings to the east. */
function isInside(rings: readonly number[][], x: number, y: number): boolean {
  let isIn = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[i], ring[i + 1], ring[j], ring[j + 1]]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn
    }
  return isIn
}

test('a map of the country keeps every area and every line of borders of its source, the sea in the south included', () => {
  if (!provinces || !prefectures) throw new Error('no outlines')
  expect([provinces.areas.length, prefectures.areas.length]).toEqual([34, 394])
  expect(counties.flatMap(({ file }) => file.areas)).toHaveLength(2891)
  for (const [level, file] of [
    [1, provinces],
    [2, prefectures],
  ] as const) {
    const given = readOutlines(level).flatMap(({ geometry }) =>
      geometry.type === 'MultiLineString' ? geometry.coordinates : [],
    )
    const { lines } = linesOf(file)
    expect(lines).toHaveLength(given.length)
    for (const [i, line] of given.entries()) {
      // both ends stand where they stood, within a step
      const drawn = lines[i] ?? []
      const [first, last] = [line[0], line.at(-1)]
      expect(Math.abs((drawn[0] ?? 0) - (first?.[0] ?? 0))).toBeLessThan(file.scale)
      expect(Math.abs((drawn.at(-1) ?? 0) - (last?.[1] ?? 0))).toBeLessThan(file.scale)
    }
  }
  const south = Math.min(...linesOf(provinces).lines.flatMap(line => line.filter((_, i) => i % 2 === 1)))
  expect(south).toBeLessThan(4)
  expect(provinces.areas.map(({ code }) => code)).toEqual(expect.arrayContaining(['710000', '810000', '820000']))
})

test('areas are closed, and neighbours share their border instead of each having its own', () => {
  if (!provinces) throw new Error('no outlines')
  for (const { code, line } of linesOf(provinces).rings)
    expect([code, line[0], line[1]]).toEqual([code, line.at(-2), line.at(-1)])
  const uses = new Map<number, number>()
  for (const number of provinces.areas.flatMap(({ rings }) => rings.flat())) {
    const arc = number < 0 ? ~number : number
    uses.set(arc, (uses.get(arc) ?? 0) + 1)
  }
  expect(Math.max(...uses.values())).toBe(2)
  expect([...uses.values()].filter(times => times === 2).length).toBeGreaterThan(60)
})

test('every name stands inside its area', () => {
  for (const level of [1, 2] as const) {
    const byCode = new Map(readOutlines(level).map(each => [each.properties.code, each.geometry]))
    const file = level === 1 ? provinces : prefectures
    for (const { code, name, lon, lat } of file?.names ?? []) {
      const geometry = byCode.get(code)
      const rings = geometry?.type === 'MultiPolygon' ? geometry.coordinates.flat().map(ring => ring.flat()) : []
      expect([name, isInside(rings, lon, lat)]).toEqual([name, true])
    }
  }
})

test('outlines are shifted to GCJ-02 by the amount Chinese maps shift', () => {
  const [lon, lat] = toGcj02([116.404, 39.915])
  // a published pair of the square in Beijing
  expect(lon).toBeCloseTo(116.41024449916938, 6)
  expect(lat).toBeCloseTo(39.91640428150164, 6)
})
