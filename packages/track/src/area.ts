// Vehicles within an area between two moments: the first and the last moment, positions, and the time inside.
import { gcjOf, type Place } from './datum.ts'
import { shareInside, type Circle } from './geometry.ts'
import { isTrusted, type Point } from './point.ts'

/** A rectangle: west, south, east, north in degrees × 10⁶, GCJ-02. */
export type Box = readonly [west: number, south: number, east: number, north: number]
/** A circle or a rectangle on the map. */
export type Area = { readonly circle: Circle } | { readonly box: Box }

/** A passage between two fixes is looked for in steps up to this, ms. */
const passMs = 2 * 60_000
/** A step longer than this is no stay, ms. */
const gapMs = 30 * 60_000

/** A stay of a vehicle in an area. */
export interface Inside {
  readonly firstAt: number
  readonly lastAt: number
  /** Positions inside; none of a vehicle that passed between two. */
  readonly points: number
  readonly insideS: number
  readonly place: Place
}

const isIn = (area: Area, from: Place): boolean => shareIn(area, from, from) !== undefined

/** The part of a straight step inside the area, as shares of its length. */
function shareIn(area: Area, from: Place, to: Place): readonly [number, number] | undefined {
  return 'circle' in area ? shareInside(from, to, area.circle) : shareInBox(from, to, area.box)
}

/** The part of a straight step inside a rectangle (Liang–Barsky). */
function shareInBox(from: Place, to: Place, [west, south, east, north]: Box): readonly [number, number] | undefined {
  const [dx, dy] = [to.lonE6 - from.lonE6, to.latE6 - from.latE6]
  let [first, last] = [0, 1]
  for (const [step, room] of [
    [-dx, from.lonE6 - west],
    [dx, east - from.lonE6],
    [-dy, from.latE6 - south],
    [dy, north - from.latE6],
  ] as const) {
    if (step === 0) {
      if (room < 0) return undefined
      continue
    }
    const share = room / step
    if (step < 0) first = Math.max(first, share)
    else last = Math.min(last, share)
  }
  return first <= last ? [first, last] : undefined
}

/** The stay of a vehicle whose classified positions these are; undefined when it was not inside. */
export function insideOf(points: readonly Point[], area: Area): Inside | undefined {
  let found: { firstAt: number; lastAt: number; place: Place } | undefined
  let count = 0,
    insideMs = 0
  let before: { at: number; place: Place; isIn: boolean } | undefined
  const see = (from: number, to: number, place: Place): void => {
    found ??= { firstAt: from, lastAt: to, place }
    found.lastAt = Math.max(found.lastAt, to)
  }
  for (const point of points) {
    if (!isTrusted(point)) continue
    const place = gcjOf(point, point.datum)
    const here = { at: point.at, place, isIn: isIn(area, place) }
    const stepMs = before ? here.at - before.at : Infinity
    const isStraight = stepMs <= passMs
    const share = before && isStraight ? shareIn(area, before.place, place) : undefined
    if (before && share) {
      const [from, to] = share.map(part => Math.round((before ? before.at : 0) + part * stepMs))
      if (from !== undefined && to !== undefined) {
        see(from, to, before.isIn ? before.place : place)
        insideMs += to - from
      }
    } else if (before?.isIn === true && here.isIn && stepMs <= gapMs) insideMs += stepMs
    if (here.isIn) {
      count += 1
      see(here.at, here.at, place)
    }
    before = here
  }
  return found && { ...found, points: count, insideS: Math.round(insideMs / 1000) }
}
