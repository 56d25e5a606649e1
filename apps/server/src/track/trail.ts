// Hours of trails: positions merged into the segments they belong to, late ones into hours long written.
import { dayOf } from '@yunshu/intake/partitions'
import { boxOf } from '@yunshu/track/geometry'
import { comparePoints, datums, isTrusted, sortedPoints, type Point } from '@yunshu/track/point'
import { classifiedPoints } from '@yunshu/track/quality'
import { hourOf, readSegment, writeSegment } from '@yunshu/track/segment'
import { journeyOf } from '@yunshu/track/stops'
import type pg from 'pg'
import type { Heard } from './decode.ts'

const dayMs = 86_400_000
/** The first day of the month a moment lies in, in China: the partition of its segment. */
const monthOf = (at: number): string => `${dayOf(at).slice(0, 7)}-01`

/** An hour of a vehicle. */
export interface TrailHour {
  readonly trackNo: number
  readonly hourAt: number
}
/** An hour that got positions. */
export interface Touched extends TrailHour {
  /** Those it got, in order, where all of them stand behind the ones that were there; else undefined. */
  readonly added: readonly Point[] | undefined
}

/** Positions some hours of a vehicle got, in order; undefined where one of them stands before others that were there. */
export function addedIn(hours: readonly Touched[]): readonly Point[] | undefined {
  const added = [...hours].sort((a, b) => a.hourAt - b.hourAt).map(hour => hour.added)
  return added.some(one => one === undefined) ? undefined : added.flatMap(one => one ?? [])
}

interface Hour extends TrailHour {
  readonly points: Point[]
}

function hoursOf(heard: readonly Heard[]): Hour[] {
  const hours = new Map<string, Hour>()
  for (const { trackNo, points } of heard)
    for (const point of points) {
      const hourAt = hourOf(point.at)
      const key = `${trackNo} ${hourAt}`
      const hour = hours.get(key) ?? { trackNo, hourAt, points: [] }
      hours.set(key, hour)
      hour.points.push(point)
    }
  // one order for every writer: two cannot lock each other out
  return [...hours.values()].sort((a, b) => a.trackNo - b.trackNo || a.hourAt - b.hourAt)
}

/** Positions of a vehicle from one moment to another, in order, with the class each has by itself. */
export async function readTrail(client: pg.ClientBase, trackNo: number, from: number, to: number): Promise<Point[]> {
  const { rows } = await client.query<{ hourAt: number; payload: Buffer }>({
    name: 'trail-read',
    text: `select hour_at::float8 as "hourAt", payload from track_segments
       where track_no = $1 and hour_at between $2 and $3 order by hour_at`,
    values: [trackNo, hourOf(from), to],
  })
  const points = rows.flatMap(({ hourAt, payload }) => readSegment(hourAt, payload))
  return points.filter(({ at }) => at >= from && at <= to)
}

/** The last trusted position of the hour of a vehicle's trail that lies before a moment, within a day. */
export async function readLead(client: pg.ClientBase, trackNo: number, at: number): Promise<Point | undefined> {
  const { rows } = await client.query<{ hourAt: number; payload: Buffer }>({
    name: 'trail-lead',
    text: `select hour_at::float8 as "hourAt", payload from track_segments
       where track_no = $1 and hour_at >= $2 and hour_at < $3 order by hour_at desc limit 1`,
    values: [trackNo, at - dayMs, at],
  })
  const [hour] = rows
  return hour && classifiedPoints(readSegment(hour.hourAt, hour.payload)).findLast(isTrusted)
}

/**
 * Merges positions into their segments and answers the hours that changed. Positions that are there already change
 * nothing; segments hold the class each position has by itself, so that the order of arrival leaves no trace.
 */
export async function writeTrail(client: pg.ClientBase, heard: readonly Heard[]): Promise<Touched[]> {
  const touched: Touched[] = []
  for (const hour of hoursOf(heard)) {
    const key = [hour.trackNo, hour.hourAt, monthOf(hour.hourAt)]
    const { rows } = await client.query<{ payload: Buffer }>({
      name: 'trail-lock',
      text: 'select payload from track_segments where track_no = $1 and hour_at = $2 and month = $3 for update',
      values: key,
    })
    const before = rows[0]?.payload
    const there = before ? readSegment(hour.hourAt, before) : []
    const points = sortedPoints([...there, ...hour.points])
    const payload = Buffer.from(writeSegment(hour.hourAt, points))
    if (before?.equals(payload) === true) continue
    await writeHour(client, key, points, payload)
    const isBehind = there.every((point, n) => comparePoints(point, points[n] ?? point) === 0)
    const added = isBehind ? points.slice(there.length) : undefined
    touched.push({ trackNo: hour.trackNo, hourAt: hour.hourAt, added })
  }
  return touched
}

async function writeHour(
  client: pg.ClientBase,
  key: readonly unknown[],
  points: readonly Point[],
  payload: Buffer,
): Promise<void> {
  const trusted = points.filter(isTrusted)
  const box = boxOf(trusted.length > 0 ? trusted : points)
  const { distanceM, movingS } = journeyOf(classifiedPoints(points))
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return
  await client.query({
    name: 'trail-write',
    text: `insert into track_segments as s (track_no, hour_at, month, n, first_at, last_at, min_lon, min_lat, max_lon, max_lat, distance_m, moving_s, datum, payload)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict (track_no, hour_at, month) do update set n = excluded.n, first_at = excluded.first_at, last_at = excluded.last_at,
         min_lon = excluded.min_lon, min_lat = excluded.min_lat, max_lon = excluded.max_lon, max_lat = excluded.max_lat,
         distance_m = excluded.distance_m, moving_s = excluded.moving_s, datum = excluded.datum, payload = excluded.payload, rev = s.rev + 1`,
    values: [
      ...key,
      points.length,
      first.at,
      last.at,
      ...box,
      distanceM,
      movingS,
      datums.indexOf(first.datum),
      payload,
    ],
  })
}
