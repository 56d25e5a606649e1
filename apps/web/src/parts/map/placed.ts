// From the data positions and fences are kept in to the datum the map is drawn in, and back for a fence that is drawn.
import { gcjOf, gcjOfWgs, wgsOfGcj, type Place } from '@yunshu/track/datum'
import type { Datum } from '@yunshu/track/point'
import type { LonLat } from './mercator.ts'
import type { Provider } from './provider.ts'

type MapDatum = Provider['datum']

const degrees = ({ lonE6, latE6 }: Place): LonLat => ({ lon: lonE6 / 1e6, lat: latE6 / 1e6 })
const millionths = ({ lon, lat }: LonLat): Place => ({ lonE6: Math.round(lon * 1e6), latE6: Math.round(lat * 1e6) })

/** The place a position stands at on the map. */
export function shownPlace(place: Place, from: Datum, datum: MapDatum): LonLat {
  if (from === datum) return degrees(place)
  const gcj = gcjOf(place, from)
  return degrees(datum === 'gcj02' ? gcj : wgsOfGcj(gcj))
}

/** The place a fence stands at on the map; fences are kept in GCJ-02. */
export const shownFence = (place: Place, datum: MapDatum): LonLat => shownPlace(place, 'gcj02', datum)

/** The centre of a fence at a place of the map. */
export function placeFence(place: LonLat, datum: MapDatum): Place {
  const at = millionths(place)
  return datum === 'gcj02' ? at : gcjOfWgs(at)
}
