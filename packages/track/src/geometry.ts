// Metres on the ground: distances, circles, and the part of a step that lies within a circle.
import type { Place } from './datum.ts'

/** Radius of the earth, metres. */
const earthM = 6_371_008.8
const radians = Math.PI / 180 / 1e6

/** Metres between two places along the great circle. */
export function metresBetween(a: Place, b: Place): number {
  const north = (b.latE6 - a.latE6) * radians,
    east = (b.lonE6 - a.lonE6) * radians
  const half =
    Math.sin(north / 2) ** 2 + Math.cos(a.latE6 * radians) * Math.cos(b.latE6 * radians) * Math.sin(east / 2) ** 2
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(half)))
}

/**
 * Metres between two places, or some number beyond `most` where they are farther: nearly all are by their latitudes alone,
 * which costs a tenth.
 */
export function metresUpTo(a: Place, b: Place, most: number): number {
  const north = Math.abs(a.latE6 - b.latE6) * radians * earthM
  return north > most + 1 ? north : metresBetween(a, b)
}

/** A circle around a place, metres. */
export interface Circle extends Place {
  readonly radiusM: number
}

/** A place on a flat map around a centre, metres: fences and stops are small enough for it. */
export function metresFrom(centre: Place, place: Place): readonly [east: number, north: number] {
  return [
    (place.lonE6 - centre.lonE6) * radians * earthM * Math.cos(centre.latE6 * radians),
    (place.latE6 - centre.latE6) * radians * earthM,
  ]
}

/**
 * The place some metres east and north of a centre.
 */
export function placeFrom(centre: Place, eastM: number, northM: number): Place {
  return {
    lonE6: Math.round(centre.lonE6 + eastM / (radians * earthM * Math.cos(centre.latE6 * radians))),
    latE6: Math.round(centre.latE6 + northM / (radians * earthM)),
  }
}

/**
 * The part of a straight step inside a circle, as shares of its length from 0 to 1; undefined when it does not touch the
 * circle.
 */
export function shareInside(from: Place, to: Place, circle: Circle): readonly [number, number] | undefined {
  const [x, y] = metresFrom(circle, from)
  const [toX, toY] = metresFrom(circle, to)
  const dx = toX - x,
    dy = toY - y
  const a = dx * dx + dy * dy,
    b = 2 * (x * dx + y * dy),
    c = x * x + y * y - circle.radiusM ** 2
  if (a === 0) return c <= 0 ? [0, 1] : undefined
  const under = b * b - 4 * a * c
  if (under < 0) return undefined
  const root = Math.sqrt(under)
  const first = Math.max(0, (-b - root) / (2 * a)),
    last = Math.min(1, (-b + root) / (2 * a))
  return first <= last ? [first, last] : undefined
}

/** A centre that a few wild places do not move: the median of each coordinate, whatever the order of the places. */
export function robustCentre(places: readonly Place[]): Place {
  return { lonE6: medianOf(places.map(one => one.lonE6)), latE6: medianOf(places.map(one => one.latE6)) }
}

/** The middle of some numbers, rounded; 0 of none. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? 0) + upper) / 2)
}

/** The box around places: [west, south, east, north] in degrees × 10⁶. */
export function boxOf(places: readonly Place[]): readonly [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { lonE6, latE6 } of places) {
    west = Math.min(west, lonE6)
    south = Math.min(south, latE6)
    east = Math.max(east, lonE6)
    north = Math.max(north, latE6)
  }
  return [west, south, east, north]
}
