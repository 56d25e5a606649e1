// Trips of a vehicle's day, made anew with its stops.
import { gcjOf } from '@yunshu/track/datum'
import type { Point } from '@yunshu/track/point'
import { tripsOf } from '@yunshu/track/stops'
import type pg from 'pg'

const dayMs = 86_400_000

interface Vehicle {
  readonly track_no: number
  readonly id: string
  readonly carrier_id: string
  readonly plate: string
}

/** Writes the trips of a day in place of those that were there. */
export async function writeTrips(
  client: pg.ClientBase,
  vehicle: Vehicle,
  day: number,
  points: readonly Point[],
): Promise<void> {
  await client.query({
    name: 'track-trips-clear',
    text: 'delete from track_trips where track_no = $1 and from_at >= $2 and from_at < $3',
    values: [vehicle.track_no, day, day + dayMs],
  })
  const rows = tripsOf(points).map(({ from, to, ...trip }) => {
    const [start, end] = [gcjOf(from, from.datum), gcjOf(to, to.datum)]
    return {
      from_at: from.at,
      to_at: to.at,
      distance_m: trip.distanceM,
      gap_m: trip.gapM,
      moving_s: trip.movingS,
      most_speed: trip.mostSpeed,
      from_lon_e6: start.lonE6,
      from_lat_e6: start.latE6,
      to_lon_e6: end.lonE6,
      to_lat_e6: end.latE6,
    }
  })
  if (rows.length === 0) return
  await client.query({
    name: 'track-trips',
    text: `insert into track_trips (track_no, vehicle_id, carrier_id, plate, from_at, to_at, distance_m, gap_m, moving_s, most_speed,
         from_lon_e6, from_lat_e6, to_lon_e6, to_lat_e6, waybill_id)
       select $1, $2, $3, $4, x.*, (
         select a.waybill_id from track_access a where a.track_no = $1 and a.waybill_id is not null and a.why = 'branch'
           and a.from_at <= x.to_at and (a.to_at is null or a.to_at >= x.from_at) order by a.from_at, a.id limit 1)
       from jsonb_to_recordset($5::jsonb) as x(from_at bigint, to_at bigint, distance_m int, gap_m int, moving_s int, most_speed int,
         from_lon_e6 int, from_lat_e6 int, to_lon_e6 int, to_lat_e6 int)`,
    values: [vehicle.track_no, vehicle.id, vehicle.carrier_id, vehicle.plate, JSON.stringify(rows)],
  })
}
