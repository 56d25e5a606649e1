// Trails of a few signed waybills of the demo, so that its job seals them: from one district to the other, with a gap;
// of the last vehicles, since journeys look at the first.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { alarmBits } from '@yunshu/jt808/alarms'
import { divisionPlace } from '@yunshu/regions/divisionPlace'
import type { Point } from '@yunshu/track/point'
import { hourOf, writeSegment } from '@yunshu/track/segment'
import { boxOf } from '@yunshu/track/geometry'
import { journeyOf } from '@yunshu/track/stops'
import { sql } from 'kysely'
import { clockInSql } from '../src/db/conditions.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { replaceAccess } from '../src/work/trackAccess.ts'
import { demoCompanyId } from './people.ts'

/** Waybills of the demo that have a sealed trail. */
const trails = 4
/** Minutes of a journey in which nothing comes: a valley without a network. */
const silent = { from: 90, to: 128 } as const

interface Signed {
  readonly id: string
  readonly track_no: number
  readonly load_region: string
  readonly unload_region: string
  readonly loaded_at: number
  readonly arrived_at: number
}

/** Writes the trails and the spans they are seen in; answers how many hours there are. */
export async function seedTrails(tx: Tx, now: number): Promise<number> {
  const signed = await tx.rows(
    sql<Signed>`select distinct on (v.track_no) w.id, v.track_no, w.load_region, w.unload_region, w.loaded_at,
      w.arrived_unload_at as arrived_at
      from waybills w join vehicles v on v.id = w.vehicle_id where w.state in ('signed', 'finished') and w.segments = 1
        and w.arrived_unload_at between w.loaded_at + ${4 * HOUR_MS}::bigint and w.loaded_at + ${60 * HOUR_MS}::bigint
        and w.unloaded_at between ${now - 20 * 24 * HOUR_MS}::bigint and ${now - 4 * HOUR_MS}::bigint
      order by v.track_no desc, w.id desc limit ${trails}`.compile(q),
  )
  await replaceAccess(
    tx,
    signed.map(({ id }) => id),
    now,
  )
  let hours = (await seedYard(tx, now)) + (await seedLast(tx))
  for (const one of signed)
    for (const [hourAt, points] of hoursOf(one)) hours += await writeHour(tx, one.track_no, hourAt, points)
  return hours
}

/** Vehicles of a carrier that stood in one yard some hours ago: whoever looks for vehicles in an area finds them. */
async function seedYard(tx: Tx, now: number): Promise<number> {
  const vehicles = await tx.rows(
    sql<{ track_no: number }>`select track_no from vehicles where carrier_id = ${demoCompanyId('carrier')}::uuid
      order by track_no desc limit 3`.compile(q),
  )
  let hours = 0
  for (const { track_no } of vehicles) {
    const hourAt = hourOf(now) - 2 * HOUR_MS
    const points = Array.from({ length: 60 }, (_, n): Point => ({
      ...still,
      at: hourAt + n * MINUTE_MS,
      lonE6: 109_730_000 + (track_no % 7) * 300,
      latE6: 38_280_000 + (track_no % 5) * 300,
    }))
    hours += await writeHour(tx, track_no, hourAt, points)
  }
  return hours
}

/** The last minutes of the last day of each vehicle: the map shows where it was heard last. */
async function seedLast(tx: Tx): Promise<number> {
  const lasts = await tx.rows(
    sql<{ track_no: number; last_at: number }>`
      select track_no, max(last_at) as last_at from track_days group by track_no order by track_no`.compile(q),
  )
  let hours = 0
  for (const { track_no: no, last_at: lastAt } of lasts) {
    const place = { lonE6: 110_600_000 + ((no * 7919) % 40) * 90_000, latE6: 35_200_000 + ((no * 3571) % 30) * 90_000 }
    const points = [0, 1, 2].map((n): Point => ({ ...still, ...place, at: hourOf(lastAt) + n * MINUTE_MS }))
    hours += await writeHour(
      tx,
      no,
      hourOf(lastAt),
      points.filter(({ at }) => at <= lastAt),
    )
  }
  return hours
}

/** A position of a vehicle that stands. */
const still: Point = {
  at: 0,
  lonE6: 0,
  latE6: 0,
  speed: 0,
  heading: 0,
  hasIgnition: false,
  cls: 'good',
  source: '808',
  datum: 'gcj02',
  odometer: undefined,
  alarms: 0,
}

/** A driver who grows tired before the valley without a network, and a plug that comes loose behind it. */
const alarmsAt = (minute: number): number =>
  minute >= 70 && minute < silent.from
    ? 2 ** alarmBits.fatigueWarning.bit
    : minute >= 150 && minute < 156
      ? 2 ** alarmBits.powerCut.bit
      : 0

function hoursOf({ load_region, unload_region, loaded_at, arrived_at, track_no }: Signed): Map<number, Point[]> {
  const from = divisionPlace(load_region)
  const to = divisionPlace(unload_region)
  if (!from || !to) return new Map()
  const minutes = Math.floor((arrived_at - loaded_at) / MINUTE_MS)
  const points = Array.from({ length: minutes }, (_, n): Point => {
    const share = n / minutes
    const aside = Math.sin(Math.PI * share) * Math.sin(3 * Math.PI * share + track_no)
    return {
      at: Math.floor((loaded_at + n * MINUTE_MS) / 1000) * 1000,
      lonE6: Math.round(from.lonE6 + (to.lonE6 - from.lonE6) * share + aside * 60_000),
      latE6: Math.round(from.latE6 + (to.latE6 - from.latE6) * share - aside * 40_000),
      speed: 620 + (n % 80),
      heading: 90,
      hasIgnition: true,
      cls: 'good',
      source: '808',
      datum: 'gcj02',
      odometer: undefined,
      alarms: alarmsAt(n),
    }
  }).filter((_, n) => n < silent.from || n > silent.to)
  return Map.groupBy(points, ({ at }) => hourOf(at))
}

/** Writes an hour of positions in GCJ-02. */
export async function writeHour(tx: Tx, trackNo: number, hourAt: number, points: readonly Point[]): Promise<number> {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return 0
  const [west, south, east, north] = boxOf(points)
  const { distanceM, movingS } = journeyOf(points)
  return tx.run(
    sql`insert into track_segments (track_no, hour_at, month, n, first_at, last_at, min_lon, min_lat, max_lon,
      max_lat, distance_m, moving_s, datum, payload)
      values (${trackNo}, ${hourAt}::bigint, date_trunc('month',
        ${clockInSql(sql`${hourAt}::bigint`)})::date,
        ${points.length}, ${first.at}::bigint, ${last.at}::bigint, ${west}, ${south}, ${east}, ${north},
          ${distanceM}, ${movingS}, 1,
        ${Buffer.from(writeSegment(hourAt, points))}) on conflict do nothing`.compile(q),
  )
}
