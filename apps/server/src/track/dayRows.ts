// Rows of days, stops and trips: those of a flush written together, and of stops and trips the ones that are other than before.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { dayOf } from '@yunshu/intake/partitions'
import { gcjOf } from '@yunshu/track/datum'
import type { Datum } from '@yunshu/track/point'
import type { Journey, Stop, Trip } from '@yunshu/track/stops'
import type pg from 'pg'

/** A vehicle as its rows name it. */
export interface Vehicle {
  readonly track_no: number
  readonly id: string
  readonly carrier_id: string
  readonly plate: string
}

/** Columns of rows with a place in time. */
interface TimedRow {
  readonly track_no: number
  readonly from_at: number
  readonly to_at: number
  readonly vehicle_id: string
  readonly carrier_id: string
  readonly plate: string
  readonly waybill_id: string | null
}
/** A row of `track_stops`. */
export interface StopRow extends TimedRow {
  readonly lon_e6: number
  readonly lat_e6: number
  readonly kind: Stop['kind']
}
/** A row of `track_trips`. */
export interface TripRow extends TimedRow {
  readonly distance_m: number
  readonly gap_m: number
  readonly moving_s: number
  readonly most_speed: number
  readonly from_lon_e6: number
  readonly from_lat_e6: number
  readonly to_lon_e6: number
  readonly to_lat_e6: number
}

/** A time in which a waybill was a vehicle's. */
export interface WaybillSpan {
  readonly trackNo: number
  readonly waybillId: string
  readonly fromAt: number
  readonly toAt: number | null
}

/** Spans of waybills of vehicles that last into a day, the first first. */
export async function readSpans(
  client: pg.ClientBase,
  days: readonly { readonly vehicle: Vehicle; readonly day: number }[],
): Promise<Map<number, WaybillSpan[]>> {
  const { rows } = await client.query<WaybillSpan>({
    name: 'track-spans',
    text: `select a.track_no as "trackNo", a.waybill_id as "waybillId", a.from_at::float8 as "fromAt", a.to_at::float8 as "toAt"
       from (select no, min(day) as day from unnest($1::int[], $2::bigint[]) x(no, day) group by no) x
         join track_access a on a.track_no = x.no and a.why = 'branch' and a.waybill_id is not null
           and (case when a.to_at is null then 9223372036854775807 else a.to_at end) >= x.day
       order by a.track_no, a.from_at, a.id`,
    values: [days.map(({ vehicle }) => vehicle.track_no), days.map(({ day }) => day)],
  })
  return Map.groupBy(rows, ({ trackNo }) => trackNo)
}

const waybillOf = (spans: readonly WaybillSpan[], from: number, to: number): string | null =>
  spans.find(({ fromAt, toAt }) => fromAt <= to && (toAt === null || toAt >= from))?.waybillId ?? null

const namesOf = ({ track_no, id, carrier_id, plate }: Vehicle) => ({ track_no, vehicle_id: id, carrier_id, plate })

/** Rows of stops: each is of the waybill the vehicle had when it began. */
export const stopRows = (
  vehicle: Vehicle,
  stops: readonly Stop[],
  datum: Datum,
  spans: readonly WaybillSpan[],
): StopRow[] =>
  stops.map(stop => {
    const { lonE6, latE6 } = gcjOf(stop, datum)
    const { fromAt, toAt, kind } = stop
    const waybill_id = waybillOf(spans, fromAt, fromAt)
    return { ...namesOf(vehicle), from_at: fromAt, to_at: toAt, lon_e6: lonE6, lat_e6: latE6, kind, waybill_id }
  })

/** Rows of trips: each is of the first waybill the vehicle had on it. */
export const tripRows = (vehicle: Vehicle, trips: readonly Trip[], spans: readonly WaybillSpan[]): TripRow[] =>
  trips.map(({ from, to, ...trip }) => {
    const [start, end] = [gcjOf(from, from.datum), gcjOf(to, to.datum)]
    return {
      ...namesOf(vehicle),
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
      waybill_id: waybillOf(spans, from.at, to.at),
    }
  })

/** A row of `track_days`. */
export function dayRow(vehicle: Vehicle, day: number, journey: Journey, counts: { points: number; late: number }) {
  const { stops, gaps, firstAt, lastAt } = journey
  if (firstAt === undefined || lastAt === undefined) return undefined
  const silentMs = gaps.reduce((sum, gap) => sum + gap.toAt - gap.fromAt, 0)
  const onlineS = Math.round((lastAt - firstAt - silentMs) / 1000)
  return {
    ...namesOf(vehicle),
    day: dayOf(day),
    distance_m: journey.distanceM,
    moving_s: journey.movingS,
    idle_s: journey.idleS,
    stops: stops.length,
    first_at: firstAt,
    last_at: lastAt,
    online_s: onlineS,
    points: counts.points,
    late_points: counts.late,
    coverage_ppm: Math.round((onlineS * 1000 * 1e6) / DAY_MS),
    gap_m: journey.gapM,
    odometer_m: journey.odometerM ?? null,
  }
}
/** A row of `track_days`. */
export type DayRow = NonNullable<ReturnType<typeof dayRow>>

/** Writes figures of days. */
export async function writeDayRows(client: pg.ClientBase, rows: readonly DayRow[]): Promise<void> {
  if (rows.length === 0) return
  await client.query({
    name: 'track-days',
    text: `insert into track_days (track_no, day, vehicle_id, carrier_id, plate, distance_m, moving_s, idle_s, stops, first_at, last_at, online_s, points, late_points, coverage_ppm, gap_m, odometer_m)
       select track_no, day, vehicle_id, carrier_id, plate, distance_m, moving_s, idle_s, stops, first_at, last_at, online_s, points, late_points, coverage_ppm, gap_m, odometer_m
       from jsonb_populate_recordset(null::track_days, $1::jsonb)
       on conflict (track_no, day) do update set distance_m = excluded.distance_m, moving_s = excluded.moving_s, idle_s = excluded.idle_s,
         stops = excluded.stops, first_at = excluded.first_at, last_at = excluded.last_at, online_s = excluded.online_s,
         points = excluded.points, late_points = excluded.late_points, coverage_ppm = excluded.coverage_ppm,
         gap_m = excluded.gap_m, odometer_m = excluded.odometer_m`,
    values: [JSON.stringify(rows)],
  })
}

/** Rows of a day as they are, and as they were written; undefined where nobody knows that. */
export interface Changed<R extends TimedRow> {
  readonly trackNo: number
  readonly day: number
  readonly rows: readonly R[]
  readonly before: readonly R[] | undefined
}

interface Gone<R> {
  readonly trackNo: number
  readonly from: number
  readonly to: number
  readonly rows: readonly R[]
}

/** The rows from the first that is other than before; undefined where none is. */
function tailOf<R extends TimedRow>({ trackNo, day, rows, before }: Changed<R>): Gone<R> | undefined {
  const to = day + DAY_MS
  if (before === undefined) return { trackNo, from: day, to, rows }
  const most = Math.max(rows.length, before.length)
  for (let n = 0; n < most; n++) {
    const [old, row] = [before[n], rows[n]]
    if (JSON.stringify(old) === JSON.stringify(row)) continue
    return { trackNo, from: Math.min(old?.from_at ?? Infinity, row?.from_at ?? Infinity), to, rows: rows.slice(n) }
  }
  return undefined
}

/** Writes rows in place of those that were there: of each day from the first that is other. */
export async function replaceRows<R extends TimedRow>(
  client: pg.ClientBase,
  table: 'track_stops' | 'track_trips',
  changed: readonly Changed<R>[],
): Promise<void> {
  const tails = changed.map(tailOf).filter(tail => tail !== undefined)
  if (tails.length === 0) return
  await client.query({
    name: `${table}-clear`,
    text: `delete from ${table} t using unnest($1::int[], $2::bigint[], $3::bigint[]) x(no, from_at, to_at)
       where t.track_no = x.no and t.from_at >= x.from_at and t.from_at < x.to_at`,
    values: [tails.map(({ trackNo }) => trackNo), tails.map(({ from }) => from), tails.map(({ to }) => to)],
  })
  const rows = tails.flatMap(tail => tail.rows)
  if (rows.length === 0) return
  await client.query({
    name: table,
    text: `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
}
