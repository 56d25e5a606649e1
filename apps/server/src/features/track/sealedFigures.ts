// Positions of sealed trails, and the figures that follow from them: as they are written down, and as a check finds them again.
import type { SealedTrail } from '@yunshu/contract/track/evidence'
import { sortedPoints, type Point } from '@yunshu/track/point'
import { classifiedPoints } from '@yunshu/track/quality'
import { readSegment } from '@yunshu/track/segment'
import { journeyOf } from '@yunshu/track/stops'

/** A position with its vehicle. */
export interface SealedPoint {
  readonly vehicleId: string
  readonly point: Point
}

/** Positions of one part. */
export const pointsOf = ({ carriages }: Pick<SealedTrail, 'carriages'>): SealedPoint[] =>
  carriages.flatMap(({ vehicleId, hours }) =>
    hours.flatMap(({ hourAt, body }) =>
      readSegment(hourAt, Buffer.from(body, 'base64')).map(point => ({ vehicleId, point })),
    ),
  )

/** The stretch of a vehicle a position lies in: the number of its carriages that were over by then. */
const stretchOf =
  ({ edition, carriages }: Pick<SealedTrail, 'edition' | 'carriages'>) =>
  ({ vehicleId, point }: SealedPoint): string =>
    edition === 1
      ? vehicleId
      : `${vehicleId} ${carriages.filter(one => one.vehicleId === vehicleId && one.toAt < point.at).length}`

/**
 * Figures of the whole trail, each carriage of a vehicle by itself: while another one had the goods, it drove none of
 * their way. Parts of the first edition took a vehicle as one. The edition of a part counts up when other figures come
 * of this.
 */
export function figuresOf(points: readonly SealedPoint[], trail: Pick<SealedTrail, 'edition' | 'carriages'>) {
  const journeys = [...Map.groupBy(points, stretchOf(trail)).values()].map(own =>
    journeyOf(classifiedPoints(sortedPoints(own.map(({ point }) => point)))),
  )
  const ends = (read: (journey: ReturnType<typeof journeyOf>) => number | undefined): number[] =>
    journeys.flatMap(journey => read(journey) ?? [])
  const [firsts, lasts] = [ends(({ firstAt }) => firstAt), ends(({ lastAt }) => lastAt)]
  const sum = (read: (journey: ReturnType<typeof journeyOf>) => number): number =>
    journeys.reduce((total, journey) => total + read(journey), 0)
  return {
    first_at: firsts.length > 0 ? Math.min(...firsts) : null,
    last_at: lasts.length > 0 ? Math.max(...lasts) : null,
    distance_m: sum(({ distanceM }) => distanceM),
    gaps: sum(({ gaps }) => gaps.length),
    gap_m: sum(({ gapM }) => gapM),
  }
}
