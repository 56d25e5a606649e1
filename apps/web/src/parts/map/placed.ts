// From the datum fences are kept in to that of the map, and back for a fence that is drawn: GCJ-02 both.
import type { LonLat } from './mercator.ts'

interface Place {
  readonly lonE6: number
  readonly latE6: number
}

/** The place a fence stands at on the map. */
export const shownFence = ({ lonE6, latE6 }: Place): LonLat => ({ lon: lonE6 / 1e6, lat: latE6 / 1e6 })

/** The centre of a fence at a place of the map. */
export const placeFence = ({ lon, lat }: LonLat): Place => ({
  lonE6: Math.round(lon * 1e6),
  latE6: Math.round(lat * 1e6),
})
