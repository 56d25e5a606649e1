// The ground a fence encloses, a circle or a polygon: metres outside of it, and the part of a step within.
import type { Place } from './datum.ts'
import { metresUpTo, shareInside, type Circle } from './geometry.ts'
import { isInPolygon, metresToEdge, shareInPolygon, type Corners } from './polygon.ts'

/** A circle, or a polygon with the circle around it. */
export interface Ground extends Circle {
  /** Corners of a polygon; absent of a circle. */
  readonly corners?: Corners | undefined
}

/** Metres between a place and the ground, zero or less within it; beyond `most` some number that is larger. */
export function metresOutside(place: Place, ground: Ground, most = Infinity): number {
  const { corners, radiusM } = ground
  const outside = metresUpTo(place, ground, radiusM + most) - radiusM
  // a point beyond the circle around a polygon lies at least as far from its edge
  if (corners === undefined || outside > most) return outside
  return isInPolygon(place, corners) ? 0 : Math.max(metresToEdge(place, corners), Number.MIN_VALUE)
}

/** The part of a straight step within the ground, as shares of its length; undefined when it does not touch it. */
export const shareWithin = (from: Place, to: Place, ground: Ground): readonly [number, number] | undefined =>
  ground.corners === undefined ? shareInside(from, to, ground) : shareInPolygon(from, to, ground.corners)
