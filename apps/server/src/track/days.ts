// Figures of a vehicle's day and its stops, made anew from the trail whenever an hour of it changes.
import { dayOf } from '@yunshu/intake/partitions'
import { gcjOf } from '@yunshu/track/datum'
import { isTrusted, type Datum } from '@yunshu/track/point'
import { journeyOf, type Stop } from '@yunshu/track/stops'
import type pg from 'pg'
import { readLead, readTrail, type Touched } from './trail.ts'
import { writeTrips } from './trips.ts'

const dayMs = 86_400_000,
  zoneMs = 8 * 3_600_000
const startOf = (at: number): number => Math.floor((at + zoneMs) / dayMs) * dayMs - zoneMs

interface Vehicle {
  readonly track_no: number
  readonly id: string
  readonly carrier_id: string
  readonly plate: string
}

/** Writes the days that these hours belong to, and those behind them that begin where these end. */
export async function writeDays(client: pg.ClientBase, touched: readonly Touched[]): Promise<void> {
  const { rows: vehicles } = await client.query<Vehicle>(
    'select track_no, id, carrier_id, plate from vehicles where track_no = any($1)',
    [[...new Set(touched.map(({ trackNo }) => trackNo))]],
  )
  for (const vehicle of vehicles) {
    const own = touched.filter(one => one.trackNo === vehicle.track_no).map(({ hourAt }) => startOf(hourAt))
    const days = new Set([...own, ...(await daysAfter(client, vehicle, [...new Set(own)]))])
    for (const day of [...days].sort((a, b) => a - b)) await writeDay(client, vehicle, day)
  }
}

/** Days written already that follow some days: their first step starts at the last position of these. */
async function daysAfter(client: pg.ClientBase, vehicle: Vehicle, days: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ day: string }>({
    name: 'track-days-after',
    text: 'select day::text as day from track_days where track_no = $1 and day = any($2::date[])',
    values: [vehicle.track_no, days.map(day => dayOf(day + dayMs))],
  })
  return rows.map(({ day }) => Date.parse(`${day}T00:00:00+08:00`))
}

/** Positions a day was made of the last time. */
async function countedIn(client: pg.ClientBase, vehicle: Vehicle, day: number): Promise<number> {
  const { rows } = await client.query<{ points: number }>({
    name: 'track-day-points',
    text: 'select points from track_days where track_no = $1 and day = $2',
    values: [vehicle.track_no, dayOf(day)],
  })
  return rows[0]?.points ?? 0
}

async function writeDay(client: pg.ClientBase, vehicle: Vehicle, day: number): Promise<void> {
  const points = await readTrail(client, vehicle.track_no, day, day + dayMs - 1)
  const journey = journeyOf(points, await readLead(client, vehicle.track_no, day))
  const { stops, gaps, firstAt, lastAt } = journey
  const trusted = points.filter(isTrusted)
  if (firstAt === undefined || lastAt === undefined) return
  // days let go of are not made anew of the little that came since: a trail only grows
  if (points.length < (await countedIn(client, vehicle, day))) return
  const silentMs = gaps.reduce((sum, gap) => sum + gap.toAt - gap.fromAt, 0)
  const onlineS = Math.round((lastAt - firstAt - silentMs) / 1000)
  await client.query({
    name: 'track-day',
    text: `insert into track_days (track_no, day, vehicle_id, carrier_id, plate, distance_m, moving_s, idle_s, stops, first_at, last_at, online_s, points, late_points, coverage_ppm, gap_m, odometer_m)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       on conflict (track_no, day) do update set distance_m = excluded.distance_m, moving_s = excluded.moving_s, idle_s = excluded.idle_s,
         stops = excluded.stops, first_at = excluded.first_at, last_at = excluded.last_at, online_s = excluded.online_s,
         points = excluded.points, late_points = excluded.late_points, coverage_ppm = excluded.coverage_ppm,
         gap_m = excluded.gap_m, odometer_m = excluded.odometer_m`,
    values: [
      vehicle.track_no,
      dayOf(day),
      vehicle.id,
      vehicle.carrier_id,
      vehicle.plate,
      journey.distanceM,
      journey.movingS,
      journey.idleS,
      stops.length,
      firstAt,
      lastAt,
      onlineS,
      points.length,
      trusted.filter(({ cls }) => cls === 'late').length,
      Math.round((onlineS * 1000 * 1e6) / dayMs),
      journey.gapM,
      journey.odometerM ?? null,
    ],
  })
  await writeStops(client, vehicle, day, stops, trusted[0]?.datum ?? 'wgs84')
  await writeTrips(client, vehicle, day, points)
}

async function writeStops(
  client: pg.ClientBase,
  vehicle: Vehicle,
  day: number,
  stops: readonly Stop[],
  datum: Datum,
): Promise<void> {
  await client.query({
    name: 'track-stops-clear',
    text: 'delete from track_stops where track_no = $1 and from_at >= $2 and from_at < $3',
    values: [vehicle.track_no, day, day + dayMs],
  })
  if (stops.length === 0) return
  const places = stops.map(stop => gcjOf(stop, datum))
  await client.query({
    name: 'track-stops',
    text: `insert into track_stops (track_no, from_at, to_at, vehicle_id, carrier_id, plate, lon_e6, lat_e6, kind, waybill_id)
       select $1, x.from_at, x.to_at, $2, $3, $4, x.lon, x.lat, x.kind, (
         select a.waybill_id from track_access a where a.track_no = $1 and a.waybill_id is not null and a.why = 'branch'
           and a.from_at <= x.from_at and (a.to_at is null or a.to_at >= x.from_at) order by a.from_at, a.id limit 1)
       from unnest($5::bigint[], $6::bigint[], $7::int[], $8::int[], $9::text[]) x(from_at, to_at, lon, lat, kind)`,
    values: [
      vehicle.track_no,
      vehicle.id,
      vehicle.carrier_id,
      vehicle.plate,
      stops.map(({ fromAt }) => fromAt),
      stops.map(({ toAt }) => toAt),
      places.map(({ lonE6 }) => lonE6),
      places.map(({ latE6 }) => latE6),
      stops.map(({ kind }) => kind),
    ],
  })
}
