// Arrivals as they are expected, plainly: the metres left times what roads are longer than the line, by its own speed.
import type { Place } from './datum.ts'
import { medianOf, metresBetween } from './geometry.ts'
import { isTrusted, standingSpeed, type Point } from './point.ts'

/** Roads are longer than the line between two places by about this. */
export const roadRatio = 1.32
/** The speed of a vehicle that has not driven yet, km/h. */
const usualKmh = 60

/** An expected arrival with the figures it is made of. */
export interface Eta {
  readonly at: number
  readonly leftM: number
  readonly kmh: number
  /** True when the speed is that of the vehicle itself. */
  readonly isOwnSpeed: boolean
}

/** The arrival at a place of the same datum of a vehicle that sets out at a moment. */
export function etaOf(points: readonly Point[], here: Place, goal: Place, from: number): Eta {
  const driven = points.filter(point => isTrusted(point) && point.speed >= standingSpeed)
  const isOwnSpeed = driven.length >= 20
  const kmh = isOwnSpeed ? Math.max(20, medianOf(driven.map(({ speed }) => speed)) / 10) : usualKmh
  const leftM = Math.round(metresBetween(here, goal) * roadRatio)
  return { at: from + Math.round((leftM / (kmh / 3.6)) * 1000), leftM, kmh: Math.round(kmh), isOwnSpeed }
}
