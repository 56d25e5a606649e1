// The body of 0x0200: 28 bytes, then extras; read by hand, for most of what terminals send is this.
import { readBcd, writeBcd } from './bcd.ts'
import type { Layout } from './layout.ts'

/** A location as the terminal sent it: raw coordinates, its own time, extras undecoded. */
export interface Location {
  readonly alarm: number
  readonly status: number
  /** 1e-6 degrees without a sign: the hemisphere is in the status (`placeOf`). */
  readonly latE6: number
  readonly lonE6: number
  /** Metres, negative below the sea. */
  readonly altitudeM: number
  /** 0.1 km/h. */
  readonly speedTenthKmh: number
  /** Degrees from the north, clockwise. */
  readonly heading: number
  /** BCD `yymmddhhmmss` of GMT+8, as sent. */
  readonly time: string
  /** Extras as they came, `extrasOf` reads them. */
  readonly extras: Uint8Array
}

/** Bytes before the extras. */
export const locationSize = 28
const timeAt = 22

const none = new Uint8Array(0)

/** A location to the end of what is left. */
export const location: Layout<Location> = {
  read: from => {
    const bytes = from.take(from.left)
    if (bytes.length < locationSize) from.isShort = true
    const word = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    const double = (at: number): number => word(at) * 0x1_0000 + word(at + 2)
    return {
      alarm: double(0),
      status: double(4),
      latE6: double(8),
      lonE6: double(12),
      altitudeM: (word(16) << 16) >> 16,
      speedTenthKmh: word(18),
      heading: word(20),
      time: readBcd(bytes, timeAt, locationSize),
      extras: bytes.length > locationSize ? bytes.subarray(locationSize) : none,
    }
  },
  write: (to, value) => {
    to.field = 'alarm'
    to.u32(value.alarm)
    to.field = 'status'
    to.u32(value.status)
    to.field = 'latE6'
    to.u32(value.latE6)
    to.field = 'lonE6'
    to.u32(value.lonE6)
    to.field = 'altitudeM'
    if (value.altitudeM < -0x8000 || value.altitudeM > 0x7fff) to.refuse()
    to.u16(value.altitudeM < 0 ? value.altitudeM + 0x1_0000 : value.altitudeM)
    to.field = 'speedTenthKmh'
    to.u16(value.speedTenthKmh)
    to.field = 'heading'
    to.u16(value.heading)
    to.field = 'time'
    const time = writeBcd(value.time, 6)
    if (time) to.put(time)
    else to.refuse()
    to.put(value.extras)
  },
}
