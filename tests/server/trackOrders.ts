// Test support: one day of a truck told in any order and batches, to processes that die after every tenth message, and the
// rows it leaves.
import { placeFrom } from '@yunshu/track/geometry'
import { withClient } from '@yunshu/postgres/withClient'
import { mine } from './acceptedWaybill.ts'
import type { Said, TrackWorld } from './trackWorld.ts'

const minute = 60_000

/** A message as it is sent: a report, or places that were kept back. */
type Sent = { readonly said: Said } | { readonly kept: readonly Said[]; readonly receivedAt: number }

/** A day: a way to the mine, an hour in its circle, a way past the plant, a stop; two leaps, a part kept back. */
export function dayOf(startAt: number, everyMs = 30_000): { told: Said[]; kept: Said[]; keptAt: number } {
  const from = Math.floor(startAt / 1000) * 1000
  // [minute, km east of the mine]
  const way = [
    [0, -30],
    [30, 0],
    [90, 0],
    [180, 90],
    [240, 90],
    [300, 150],
  ] as const
  const said = Array.from({ length: (300 * minute) / everyMs }, (_, n): Said => {
    const at = from + n * everyMs
    const passed = (n * everyMs) / minute
    const leg = way.findLastIndex(([begun]) => begun <= passed)
    const [begun, km] = way[leg] ?? [0, 0]
    const [end, endKm] = way[leg + 1] ?? [begun + 1, km]
    const isStanding = km === endKm
    const metres = 1000 * (km + ((endKm - km) * (passed - begun)) / (end - begun))
    const drift = isStanding ? (n % 5) * 4 : 0
    const leap = n % 97 === 60 ? 40_000 : 0
    const place = placeFrom(mine, Math.round(metres) + drift + leap, leap / 4)
    return { at, place, speed: isStanding ? 0 : 600, hasIgnition: !isStanding, odometerTenthKm: 10_000 + n }
  })
  const isKept = (n: number): boolean => (n > said.length * 0.55 && n < said.length * 0.7) || n % 11 === 5
  // positions kept back are heard of when the day is over
  const keptAt = from + 310 * minute
  return { told: said.filter((_, n) => !isKept(n)), kept: said.filter((_, n) => isKept(n)), keptAt }
}

function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
function shuffled<T>(list: readonly T[], roll: () => number): T[] {
  return list
    .map(one => ({ one, key: roll() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

/** Messages of a day in an order and batches of their own; one in ten is sent twice. */
function messagesOf({ told, kept, keptAt: receivedAt }: ReturnType<typeof dayOf>, seed: number): Sent[] {
  const roll = dice(seed)
  const left = shuffled(kept, roll)
  const messages: Sent[] = told.map(said => ({ said }))
  while (left.length > 0) messages.push({ kept: left.splice(0, 1 + Math.floor(roll() * 20)), receivedAt })
  return shuffled([...messages, ...messages.filter(() => roll() < 0.1)], roll)
}

/** Tells a day in one order; a process reads ten messages and is gone, one in three before it wrote the trail. */
export async function tellInOrder(
  world: TrackWorld,
  trackNo: number,
  day: ReturnType<typeof dayOf>,
  seed: number,
): Promise<number> {
  const messages = messagesOf(day, seed)
  let died = 0
  for (let from = 0; from < messages.length; from += 10) {
    await Promise.all(
      messages
        .slice(from, from + 10)
        .map(one =>
          'said' in one ? world.report(trackNo, [one.said]) : world.reportLate(trackNo, one.kept, one.receivedAt),
        ),
    )
    await world.role(died++ % 3 === 0 ? 3_600_000 : 0).round()
  }
  await world.follow()
  return died
}

/** Rows of a vehicle, without what counts its writes. */
export async function rowsOf(world: TrackWorld, trackNo: number) {
  const ask = async (text: string): Promise<unknown[]> => (await world.pool.query(text, [trackNo])).rows
  return {
    live: await ask(
      'select lon_e6, lat_e6, datum, speed, heading, at, received_at, state, state_at, source from vehicle_live where track_no = $1',
    ),
    segments: await ask(
      `select hour_at, month::text, n, first_at, last_at, min_lon, max_lon, distance_m, moving_s, encode(payload, 'hex') as payload
       from track_segments where track_no = $1 order by hour_at`,
    ),
    days: await ask(
      `select day::text, distance_m, moving_s, idle_s, stops, first_at, last_at, online_s, points, late_points, coverage_ppm, gap_m, odometer_m
       from track_days where track_no = $1 order by day`,
    ),
    stops: await ask(
      'select from_at, to_at, lon_e6, lat_e6, kind from track_stops where track_no = $1 order by from_at',
    ),
    trips: await ask(
      'select from_at, to_at, distance_m, gap_m, moving_s, most_speed from track_trips where track_no = $1 order by from_at',
    ),
    visits: await ask(
      `select fence_id, entered_at, entered_how, left_at, counted_at, dwell_s, stay from fence_visits
       where track_no = $1 and stay <> 'withdrawn' order by entered_at, fence_id`,
    ),
  }
}

/** Takes all that was heard of a vehicle out of the tables, as if it had never spoken. */
export const forgetTruck = (world: TrackWorld, trackNo: number): Promise<void> =>
  withClient(world.server.ownerUrl, async client => {
    await client.query(`select set_config('app.reach', 'system', false)`)
    for (const table of ['fence_visits', 'track_trips', 'track_stops', 'track_days', 'track_segments', 'vehicle_live'])
      await client.query(`delete from ${table} where track_no = $1`, [trackNo])
  })
