// The things a map shows above its ground: vehicles, groups of them, a trail, circles, polygons and marks. Places are in the datum of the map.
import type { VehicleLook } from './vehicleLook.ts'
import type { LonLat } from './mercator.ts'

/** A vehicle as it is drawn. */
export interface MapVehicle extends LonLat {
  readonly no: number
  readonly label: string
  readonly look: VehicleLook
  /** Degrees from the north, clockwise. */
  readonly heading: number
  /** It is expected too late. */
  readonly isLate?: boolean
  /** It calls for help. */
  readonly isCalling?: boolean
}

/** Vehicles too near each other to be told apart. */
export interface MapGroup extends LonLat {
  readonly count: number
}

/** A stretch of a trail: whole where positions follow each other, dashed where none came. */
export interface TrailStretch {
  readonly places: readonly LonLat[]
  readonly isGap: boolean
  /** Still ahead at the moment shown: drawn pale. */
  readonly isAhead: boolean
}

/** A mark on the ground. */
export interface MapMark extends LonLat {
  readonly kind: 'start' | 'end' | 'stop' | 'alarm' | 'visit' | 'late'
  readonly label?: string
}

/** A circle on the ground. */
export interface MapCircle extends LonLat {
  readonly id: string
  readonly radiusM: number
  readonly label: string
  readonly isOn: boolean
  /** Its middle has a handle. */
  readonly canMove?: boolean
}

/** A polygon on the ground; of two places a line, while it is drawn. */
export interface MapPolygon {
  readonly places: readonly LonLat[]
  readonly label: string
  readonly isOn: boolean
}

/** A corner that can be drawn to another place, or the middle of an edge that can become one. */
export interface MapHandle extends LonLat {
  readonly id: string
  readonly kind: 'corner' | 'middle'
  readonly isChosen?: boolean
}

/** Everything above the ground. */
export interface MapScene {
  readonly vehicles?: readonly MapVehicle[]
  readonly groups?: readonly MapGroup[]
  readonly trail?: readonly TrailStretch[]
  readonly marks?: readonly MapMark[]
  readonly circles?: readonly MapCircle[]
  readonly polygons?: readonly MapPolygon[]
  readonly handles?: readonly MapHandle[]
  /** The vehicle that is looked at. */
  readonly chosen?: number | undefined
}
