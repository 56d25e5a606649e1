// Vehicles within an area between two moments: the first and the last moment, positions, and the time inside.
import { gcjOf, type Place } from './datum.ts'
import { boxOf, shareInside, type Circle } from './geometry.ts'
import { isTrusted, type Point } from './point.ts'
import { isInPolygon, shareInPolygon, type Corners } from './polygon.ts'

/** A rectangle: west, south, east, north in degrees × 10⁶, GCJ-02. */
export type Box = readonly [west: number, south: number, east: number, north: number]
/** A circle, a rectangle or a polygon on the map. */
export type Area = { readonly circle: Circle } | { readonly box: Box } | { readonly corners: Corners }

/** A passage between two fixes is looked for in steps up to this, ms. */
export const passMs = 2 * 60_000
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

type Share = readonly [number, number] | undefined
/** A place that is asked about, and whether it lies inside. */
interface Here {
  readonly place: Place
  readonly isIn: boolean
}

/** Ways to ask an area: whether a place lies inside, and the part of a straight step that does. */
interface Asking {
  readonly isIn: (place: Place) => boolean
  readonly shareOf: (from: Here, to: Here) => Share
}

/** The area as it is asked about one position after another. */
function askingOf(area: Area): Asking {
  if ('corners' in area) return askingPolygon(area.corners)
  const shareIn = (from: Place, to: Place): Share =>
    'circle' in area ? shareInside(from, to, area.circle) : shareInBox(from, to, area.box)
  return {
    isIn: place => shareIn(place, place) !== undefined,
    shareOf: (from, to) => shareIn(from.place, to.place),
  }
}

/**
 * Polygons have up to 200 edges, and positions of a week are some ten thousands: edges are looked at only where a step
 * meets the box around them, and not where both of its ends lie inside.
 */
function askingPolygon(corners: Corners): Asking {
  const box = boxOf(corners)
  return {
    isIn: place => shareInBox(place, place, box) !== undefined && isInPolygon(place, corners),
    shareOf: (from, to) => {
      if (from.isIn && to.isIn) return [0, 1]
      return shareInBox(from.place, to.place, box) && shareInPolygon(from.place, to.place, corners)
    },
  }
}

/** The part of a straight step inside a rectangle (Liang–Barsky). */
function shareInBox(from: Place, to: Place, [west, south, east, north]: Box): Share {
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
  const { isIn, shareOf } = askingOf(area)
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
    const here = { at: point.at, place, isIn: isIn(place) }
    const stepMs = before ? here.at - before.at : Infinity
    const isStraight = stepMs <= passMs
    const share = before && isStraight ? shareOf(before, here) : undefined
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
