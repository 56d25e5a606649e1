// Polygons on the ground: whether corners make one, containment by whole numbers, metres to the edge, area, the circle around.
import type { Place } from './datum.ts'
import { metresBetween, metresFrom, type Circle } from './geometry.ts'

/** Corners in order; the last is joined to the first. Edges are straight in degrees, as they are drawn. */
export type Corners = readonly Place[]

/** Bounds of a polygon: how many corners, the least area, and the most metres between two corners. */
export interface PolygonLimits {
  readonly corners: readonly [least: number, most: number]
  readonly leastAreaM2: number
  readonly mostAcrossM: number
}

/** The way corners make no polygon, and the corners it is about, counted from 1. */
export interface PolygonFault {
  readonly kind: 'few' | 'many' | 'twice' | 'crosses' | 'small' | 'wide'
  readonly corners: readonly number[]
}

/**
 * Twice the area of a triangle, positive where `c` lies left of the way from `a` to `b`. Whole numbers below 2⁵³ for
 * every three places of China, so the sign is never a matter of rounding.
 */
const turnOf = (a: Place, b: Place, c: Place): number =>
  (b.lonE6 - a.lonE6) * (c.latE6 - a.latE6) - (b.latE6 - a.latE6) * (c.lonE6 - a.lonE6)

const isBetween = (value: number, a: number, b: number): boolean => value >= Math.min(a, b) && value <= Math.max(a, b)
const isOnEdge = (place: Place, [a, b]: Edge): boolean =>
  turnOf(a, b, place) === 0 && isBetween(place.lonE6, a.lonE6, b.lonE6) && isBetween(place.latE6, a.latE6, b.latE6)

type Edge = readonly [Place, Place]

const edgesOf = (corners: Corners): Edge[] =>
  corners.flatMap((corner, n): Edge[] => {
    const next = corners[(n + 1) % corners.length]
    return next ? [[corner, next]] : []
  })

/** Whether a place lies in a polygon or on its edge. */
export function isInPolygon(place: Place, corners: Corners): boolean {
  let isIn = false
  let a = corners.at(-1)
  for (const b of corners) {
    if (a !== undefined) {
      const turn = turnOf(a, b, place)
      if (turn === 0 && isOnEdge(place, [a, b])) return true
      if (a.latE6 > place.latE6 !== b.latE6 > place.latE6 && turn > 0 === b.latE6 > a.latE6) isIn = !isIn
    }
    a = b
  }
  return isIn
}

/** Metres between a place and the edge of a polygon. */
export function metresToEdge(place: Place, corners: Corners): number {
  const flat = corners.map(corner => metresFrom(place, corner))
  let least = Infinity
  let a = flat.at(-1)
  for (const b of flat) {
    if (a !== undefined) least = Math.min(least, metresToLine(a, b))
    a = b
  }
  return least
}

/** Metres between the origin and a straight line from `a` to `b`. */
function metresToLine([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): number {
  const dx = toX - x,
    dy = toY - y
  const long = dx * dx + dy * dy
  const share = long === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / long))
  return Math.hypot(x + share * dx, y + share * dy)
}

/**
 * The part of a straight step between its first and its last touch of a polygon, as shares of its length; undefined when
 * it does not touch it.
 */
export function shareInPolygon(from: Place, to: Place, corners: Corners): readonly [number, number] | undefined {
  const shares = edgesOf(corners).flatMap(edge => touchesOf(from, to, edge))
  if (isInPolygon(from, corners)) shares.push(0)
  if (isInPolygon(to, corners)) shares.push(1)
  return shares.length === 0 ? undefined : [Math.min(...shares), Math.max(...shares)]
}

/** The touches of a step and an edge, as shares of the step. */
function touchesOf(from: Place, to: Place, [a, b]: Edge): number[] {
  const [dx, dy] = [to.lonE6 - from.lonE6, to.latE6 - from.latE6]
  const [ex, ey] = [b.lonE6 - a.lonE6, b.latE6 - a.latE6]
  const [x, y] = [a.lonE6 - from.lonE6, a.latE6 - from.latE6]
  const across = dx * ey - dy * ex
  // along the edge its ends are touched; a step that begins or ends on it is inside by its own place
  if (across === 0) return [a, b].filter(one => isOnEdge(one, [from, to])).map(one => shareAt(from, to, one))
  const [share, along] = [(x * ey - y * ex) / across, (x * dy - y * dx) / across]
  return share >= 0 && share <= 1 && along >= 0 && along <= 1 ? [share] : []
}

function shareAt(from: Place, to: Place, place: Place): number {
  const [dx, dy] = [to.lonE6 - from.lonE6, to.latE6 - from.latE6]
  if (dx === 0 && dy === 0) return 0
  return Math.abs(dx) > Math.abs(dy) ? (place.lonE6 - from.lonE6) / dx : (place.latE6 - from.latE6) / dy
}

/** The centre of gravity of a polygon and the circle around it that holds all its corners. */
export function circleAround(corners: Corners): Circle {
  const [origin] = corners
  if (!origin) throw new RangeError('a polygon without a corner')
  let [area, lon, lat] = [0, 0, 0]
  for (const [a, b] of edgesOf(corners)) {
    const turn = turnOf(origin, a, b)
    area += turn
    lon += (turn * (a.lonE6 + b.lonE6 - 2 * origin.lonE6)) / 3
    lat += (turn * (a.latE6 + b.latE6 - 2 * origin.latE6)) / 3
  }
  const centre =
    area === 0
      ? { lonE6: origin.lonE6, latE6: origin.latE6 }
      : { lonE6: Math.round(origin.lonE6 + lon / area), latE6: Math.round(origin.latE6 + lat / area) }
  return { ...centre, radiusM: Math.ceil(Math.max(...corners.map(corner => metresBetween(centre, corner)))) }
}

/** The area of a polygon, square metres. */
export function areaOf(corners: Corners): number {
  if (corners.length < 3) return 0
  const centre = circleAround(corners)
  const flat = corners.map(corner => metresFrom(centre, corner))
  let twice = 0
  let before = flat.at(-1)
  for (const at of flat) {
    if (before) twice += before[0] * at[1] - before[1] * at[0]
    before = at
  }
  return Math.abs(twice) / 2
}

/** The first thing that keeps corners from being the polygon of a fence; undefined when nothing does. */
export function polygonFault(corners: Corners, limits: PolygonLimits): PolygonFault | undefined {
  const [least, most] = limits.corners
  if (corners.length < least) return { kind: 'few', corners: [] }
  if (corners.length > most) return { kind: 'many', corners: [] }
  const found = twiceAt(corners) ?? crossingAt(corners)
  if (found) return found
  if (areaOf(corners) < limits.leastAreaM2) return { kind: 'small', corners: [] }
  for (const [n, a] of corners.entries())
    for (const [m, b] of corners.entries())
      if (m > n && metresBetween(a, b) > limits.mostAcrossM) return { kind: 'wide', corners: [n + 1, m + 1] }
  return undefined
}

function twiceAt(corners: Corners): PolygonFault | undefined {
  const seen = new Map<string, number>()
  for (const [n, { lonE6, latE6 }] of corners.entries()) {
    const before = seen.get(`${lonE6},${latE6}`)
    if (before !== undefined) return { kind: 'twice', corners: [before, n + 1] }
    seen.set(`${lonE6},${latE6}`, n + 1)
  }
  return undefined
}

/** Two edges that meet elsewhere than in the corner they share. */
function crossingAt(corners: Corners): PolygonFault | undefined {
  const edges = edgesOf(corners)
  for (const [n, one] of edges.entries())
    for (const [m, other] of edges.entries()) {
      if (m <= n) continue
      const isFault =
        m === n + 1
          ? isFoldedBack(one[0], one[1], other[1])
          : n === 0 && m === edges.length - 1
            ? isFoldedBack(other[0], other[1], one[1])
            : doMeet(one, other)
      if (isFault) return { kind: 'crosses', corners: [n + 1, m + 1] }
    }
  return undefined
}

/** An edge that goes back over the one before it. */
const isFoldedBack = (a: Place, b: Place, c: Place): boolean =>
  turnOf(a, b, c) === 0 && (a.lonE6 - b.lonE6) * (c.lonE6 - b.lonE6) + (a.latE6 - b.latE6) * (c.latE6 - b.latE6) > 0

function doMeet([a, b]: Edge, [c, d]: Edge): boolean {
  const sides = [turnOf(a, b, c), turnOf(a, b, d), turnOf(c, d, a), turnOf(c, d, b)].map(Math.sign)
  if (sides[0] !== sides[1] && sides[2] !== sides[3] && !sides.includes(0)) return true
  return isOnEdge(c, [a, b]) || isOnEdge(d, [a, b]) || isOnEdge(a, [c, d]) || isOnEdge(b, [c, d])
}
