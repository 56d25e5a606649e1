// Figures of a vehicle's day, its stops and its trips: positions that come in order are added to the day under way, and a day
// with late ones is made anew from its trail.
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { dayOf } from '@yunshu/intake/partitions'
import { Following } from '@yunshu/track/following'
import type { Point } from '@yunshu/track/point'
import { JourneyFold } from '@yunshu/track/stops'
import type pg from 'pg'
import { DayFold } from './dayFold.ts'
import { dayRow, readSpans, replaceRows, stopRows, tripRows, writeDayRows, type Vehicle } from './dayRows.ts'
import type { KeptDay, KeptFolds } from './kept.ts'
import { addedIn, readLead, readTrail, type Touched } from './trail.ts'

/** A day of a vehicle as it is now. */
interface Made extends KeptDay {
  readonly vehicle: Vehicle
}

/** Writes the days that these hours belong to, and those behind them that begin where these end. */
export async function writeDays(client: pg.ClientBase, touched: readonly Touched[], kept: KeptFolds): Promise<void> {
  const hoursOf = Map.groupBy(touched, ({ trackNo }) => trackNo)
  const { rows: vehicles } = await client.query<Vehicle>(
    'select track_no, id, carrier_id, plate from vehicles where track_no = any($1) order by track_no',
    [[...hoursOf.keys()]],
  )
  const after = await daysAfter(client, touched)
  const made: Made[] = []
  for (const vehicle of vehicles) {
    const hours = Map.groupBy(hoursOf.get(vehicle.track_no) ?? [], ({ hourAt }) => startOfDay(hourAt))
    const days = [...new Set([...hours.keys(), ...(after.get(vehicle.track_no) ?? [])])].sort((a, b) => a - b)
    for (const [n, day] of days.entries()) {
      // a day behind another one begins where that ends, which is other now
      const added = n === 0 ? addedIn(hours.get(day) ?? []) : undefined
      const followed = await followDay(client, vehicle, { day, added }, kept)
      if (followed) made.push({ ...followed, vehicle })
    }
  }
  await writeMade(client, made, kept)
}

/** Days written already that follow the days of some hours, by vehicle: their first step starts at the last position there. */
async function daysAfter(client: pg.ClientBase, touched: readonly Touched[]): Promise<Map<number, number[]>> {
  const { rows } = await client.query<{ no: number; day: string }>({
    name: 'track-days-after',
    text: `select distinct d.track_no as no, d.day::text as day from unnest($1::int[], $2::date[]) x(no, day)
       join track_days d on d.track_no = x.no and d.day = x.day`,
    values: [touched.map(({ trackNo }) => trackNo), touched.map(({ hourAt }) => dayOf(startOfDay(hourAt) + DAY_MS))],
  })
  const days = rows.map(({ no, day }) => ({ no, at: Date.parse(`${day}T00:00:00+08:00`) }))
  return new Map([...Map.groupBy(days, ({ no }) => no)].map(([no, own]) => [no, own.map(({ at }) => at)]))
}

/** Positions a day was made of the last time. */
async function countedIn(client: pg.ClientBase, trackNo: number, day: number): Promise<number> {
  const { rows } = await client.query<{ points: number }>({
    name: 'track-day-points',
    text: 'select points from track_days where track_no = $1 and day = $2',
    values: [trackNo, dayOf(day)],
  })
  return rows[0]?.points ?? 0
}

interface Growth {
  readonly day: number
  readonly added: readonly Point[] | undefined
}

/** A day with the positions that were added to it, or made anew; undefined where its trail was let go of. */
async function followDay(
  client: pg.ClientBase,
  { track_no: no }: Vehicle,
  { day, added }: Growth,
  kept: KeptFolds,
): Promise<KeptDay | undefined> {
  const there = kept.days.get(no)
  if (there?.day === day && added && there.following.add(added))
    return { ...there, points: there.points + added.length }
  if (there?.day === day) kept.days.delete(no)
  const points = await readTrail(client, no, day, day + DAY_MS - 1)
  // days let go of are not made anew of the little that came since: a trail only grows
  if (points.length < (await countedIn(client, no, day))) return undefined
  const following = new Following([new DayFold(new JourneyFold(await readLead(client, no, day)))])
  following.add(points)
  return { day, following, points: points.length, stops: undefined, trips: undefined }
}

async function writeMade(client: pg.ClientBase, made: readonly Made[], kept: KeptFolds): Promise<void> {
  const spans = await readSpans(client, made)
  const written = made.map(one => {
    const { vehicle, day, points } = one
    const [fold] = one.following.read()
    if (fold === undefined) throw new Error('a day without a fold')
    const { journey, trips, late, datum } = fold.read()
    const own = spans.get(vehicle.track_no) ?? []
    return {
      ...one,
      row: dayRow(vehicle, day, journey, { points, late }),
      before: { stops: one.stops, trips: one.trips },
      stops: stopRows(vehicle, journey.stops, datum, own),
      trips: tripRows(vehicle, trips, own),
    }
  })
  const rows = written.filter(({ row }) => row !== undefined)
  await writeDayRows(
    client,
    rows.flatMap(({ row }) => row ?? []),
  )
  const of = ({ vehicle, day }: Made) => ({ trackNo: vehicle.track_no, day })
  await replaceRows(
    client,
    'track_stops',
    rows.map(one => ({ ...of(one), rows: one.stops, before: one.before.stops })),
  )
  await replaceRows(
    client,
    'track_trips',
    rows.map(one => ({ ...of(one), rows: one.trips, before: one.before.trips })),
  )
  for (const { vehicle, day, following, points, stops, trips } of written)
    if (day >= (kept.days.get(vehicle.track_no)?.day ?? 0))
      kept.days.set(vehicle.track_no, { day, following, points, stops, trips })
}
