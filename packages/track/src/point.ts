// A position of a vehicle as the trail keeps it: its time, place, speed, and the class that says what may stand on it.

/** Classes of positions: `good` and `late` alone move fences, mileage and times of arrival. The order is that of the codec. */
export const pointClasses = [
  'good',
  'late',
  'duplicate',
  'noFix',
  'frozen',
  'jump',
  'drift',
  'zero',
  'abroad',
  'clockAhead',
  'clockBehind',
  'coarse',
] as const
/** The class of a position. */
export type PointClass = (typeof pointClasses)[number]

/**
 * Ways a position came by, the number of each is its place here: the codec and `vehicle_live.source` hold it. `spare` is the
 * second terminal of a vehicle.
 */
export const pointSources = ['808', 'http', 'driver', 'partner', 'rebound', 'spare'] as const
/** The way a position came by. */
export type PointSource = (typeof pointSources)[number]

/** Data of coordinates: as the satellites say, as Chinese maps shift it, as Baidu shifts that. Numbers as in `datum` columns. */
export const datums = ['wgs84', 'gcj02', 'bd09'] as const
/** The datum of coordinates. */
export type Datum = (typeof datums)[number]

/** States of a vehicle by its last position; the number of each is its place here (`vehicle_live.state`). */
export const liveStates = ['unknown', 'moving', 'idle', 'parked', 'noFix'] as const
/** The state of a vehicle by its last position; that it went silent is for the reader to say, by the clock. */
export type LiveState = (typeof liveStates)[number]

/** A position. Whole numbers throughout: equal positions have equal bytes. */
export interface Point {
  /** Repaired time of the terminal, ms, whole seconds. */
  readonly at: number
  /** Degrees × 10⁶, as received, in `datum`. */
  readonly lonE6: number
  readonly latE6: number
  /** 0.1 km/h. */
  readonly speed: number
  /** Degrees from the north, clockwise. */
  readonly heading: number
  readonly hasIgnition: boolean
  readonly cls: PointClass
  readonly source: PointSource
  readonly datum: Datum
  /** The vehicle's own counter, 0.1 km; undefined when the terminal sends none. */
  readonly odometer: number | undefined
  /** The alarm word of the terminal, its bits as packages/jt808/src/alarms.ts names them; 0 for none. */
  readonly alarms: number
}

/** A spare terminal tells where its vehicle is once the others have been silent for longer than this, ms. */
export const spareMs = 3 * 60_000
export const isSpare = ({ source }: Pick<Point, 'source'>): boolean => source === 'spare'

/** Whether a position moves fences, mileage and times of arrival. */
export const isTrusted = ({ cls }: Pick<Point, 'cls'>): boolean => cls === 'good' || cls === 'late'

/** Speed below which a vehicle stands, 0.1 km/h. */
export const standingSpeed = 30

/** The state of a vehicle whose last position this is. */
export function liveStateOf({ cls, speed, hasIgnition }: Pick<Point, 'cls' | 'speed' | 'hasIgnition'>): LiveState {
  if (cls === 'noFix' || cls === 'zero') return 'noFix'
  if (speed >= standingSpeed) return 'moving'
  return hasIgnition ? 'idle' : 'parked'
}

/** Order of positions that no arrival decides: by time, then by everything else they hold. */
export function comparePoints(a: Point, b: Point): number {
  return (
    a.at - b.at ||
    a.lonE6 - b.lonE6 ||
    a.latE6 - b.latE6 ||
    pointSources.indexOf(a.source) - pointSources.indexOf(b.source) ||
    pointClasses.indexOf(a.cls) - pointClasses.indexOf(b.cls) ||
    a.speed - b.speed ||
    a.heading - b.heading ||
    Number(a.hasIgnition) - Number(b.hasIgnition) ||
    datums.indexOf(a.datum) - datums.indexOf(b.datum) ||
    (a.odometer ?? -1) - (b.odometer ?? -1) ||
    a.alarms - b.alarms
  )
}

/** Positions in order, each time and place once: of those sent twice the first in order stays, with the alarms of all. */
export function sortedPoints(points: Iterable<Point>): Point[] {
  const kept: Point[] = []
  for (const point of [...points].sort(comparePoints)) {
    const before = kept.at(-1)
    if (before?.at !== point.at || before.lonE6 !== point.lonE6 || before.latE6 !== point.latE6) kept.push(point)
    else if ((point.alarms & ~before.alarms) !== 0)
      kept[kept.length - 1] = { ...before, alarms: (before.alarms | point.alarms) >>> 0 }
  }
  return kept
}
