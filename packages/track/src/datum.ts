// Data of coordinates: from the satellites' to those of Chinese maps and back.
import type { Datum } from './point.ts'

/** A place, degrees × 10⁶. */
export interface Place {
  readonly lonE6: number
  readonly latE6: number
}

/** Semi-major axis and squared eccentricity of the Krasovsky ellipsoid, which the shift is made of. */
const axis = 6_378_245,
  eccentricity2 = 0.006693421622965943

/** Boxes without a shift: [west, south, east, north] in degrees. */
const outside: readonly (readonly [number, number, number, number])[] = [
  [119.2, 21.7, 122.3, 25.4], // Taiwan
  [113.84, 22.14, 114.44, 22.52], // Hong Kong, south of the Shenzhen river
  [113.52, 22.1, 113.61, 22.215], // Macao
]

/**
 * Whether Chinese maps shift a place: the box of the mainland without Taiwan, Hong Kong and Macao. A box: neighbours
 * within it are shifted as most libraries do.
 */
export function isShifted({ lonE6, latE6 }: Place): boolean {
  const lon = lonE6 / 1e6,
    lat = latE6 / 1e6
  if (lon < 72.004 || lon > 137.8347 || lat < 0.8293 || lat > 55.8271) return false
  return !outside.some(([west, south, east, north]) => lon >= west && lon <= east && lat >= south && lat <= north)
}

const sin = Math.sin,
  pi = Math.PI

function wave(x: number): number {
  return ((20 * sin(6 * x * pi) + 20 * sin(2 * x * pi)) * 2) / 3
}

/** The shift at a place in degrees. */
function shiftAt(lon: number, lat: number): readonly [number, number] {
  const x = lon - 105,
    y = lat - 35
  const root = Math.sqrt(Math.abs(x))
  let north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + wave(x)
  north += ((20 * sin(y * pi) + 40 * sin((y / 3) * pi)) * 2) / 3
  north += ((160 * sin((y / 12) * pi) + 320 * sin((y * pi) / 30)) * 2) / 3
  let east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + wave(x)
  east += ((20 * sin(x * pi) + 40 * sin((x / 3) * pi)) * 2) / 3
  east += ((150 * sin((x / 12) * pi) + 300 * sin((x / 30) * pi)) * 2) / 3
  const angle = (lat / 180) * pi
  const magic = 1 - eccentricity2 * sin(angle) ** 2
  return [
    (east * 180) / ((axis / Math.sqrt(magic)) * Math.cos(angle) * pi),
    (north * 180) / (((axis * (1 - eccentricity2)) / (magic * Math.sqrt(magic))) * pi),
  ]
}

function gcjDegrees(lon: number, lat: number): readonly [number, number] {
  const [east, north] = shiftAt(lon, lat)
  return [lon + east, lat + north]
}

const rounded = (lon: number, lat: number): Place => ({ lonE6: Math.round(lon * 1e6), latE6: Math.round(lat * 1e6) })

/** GCJ-02 of a place in WGS-84; outside the mainland the place itself. */
export function gcjOfWgs(place: Place): Place {
  return isShifted(place) ? rounded(...gcjDegrees(place.lonE6 / 1e6, place.latE6 / 1e6)) : place
}

/**
 * WGS-84 of a place in GCJ-02, by coming nearer until the way forward meets it: within a millionth of a degree.
 */
export function wgsOfGcj(place: Place): Place {
  if (!isShifted(place)) return place
  const lon = place.lonE6 / 1e6,
    lat = place.latE6 / 1e6
  let x = lon,
    y = lat
  for (let turn = 0; turn < 12; turn++) {
    const [east, north] = gcjDegrees(x, y)
    x += lon - east
    y += lat - north
  }
  return rounded(x, y)
}

const bdTurn = (pi * 3000) / 180

/** BD-09 of a place in GCJ-02. */
export function bdOfGcj({ lonE6, latE6 }: Place): Place {
  const x = lonE6 / 1e6,
    y = latE6 / 1e6
  const far = Math.hypot(x, y) + 0.00002 * sin(y * bdTurn)
  const angle = Math.atan2(y, x) + 0.000003 * Math.cos(x * bdTurn)
  return rounded(far * Math.cos(angle) + 0.0065, far * sin(angle) + 0.006)
}

/** GCJ-02 of a place in BD-09, by coming nearer. */
export function gcjOfBd(place: Place): Place {
  let guess: Place = { lonE6: place.lonE6 - 6500, latE6: place.latE6 - 6000 }
  for (let turn = 0; turn < 8; turn++) {
    const there = bdOfGcj(guess)
    guess = { lonE6: guess.lonE6 + place.lonE6 - there.lonE6, latE6: guess.latE6 + place.latE6 - there.latE6 }
  }
  return guess
}

/** A place in GCJ-02, whatever it was received in: fences and maps are drawn in that. */
export function gcjOf(place: Place, datum: Datum): Place {
  if (datum === 'gcj02') return { lonE6: place.lonE6, latE6: place.latE6 }
  return datum === 'wgs84' ? gcjOfWgs(place) : gcjOfBd(place)
}
