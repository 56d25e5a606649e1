// Positions that come after the trail of their day was let go of: what was written of the day stays as it is.
import { placeFrom } from '@yunshu/track/geometry'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/server/trackOrders.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../tests/server/trackWorld.ts'
import { TrackRole } from './role.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const minute = 60_000,
  day = 24 * 60 * minute
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }

/** A hundred kilometres and a stand, by noon of a day. */
function driven(daysAgo: number): Said[] {
  const noon = Math.floor((Date.now() - daysAgo * day) / day) * day + 4 * 60 * minute
  return Array.from({ length: 240 }, (_, n): Said => ({
    at: noon + n * 30_000,
    place: placeFrom(yard, Math.min(n, 200) * 500, 0),
    speed: n < 200 ? 600 : 0,
  }))
}

const purge = (trackNo: number) =>
  withClient(world.server.ownerUrl, async client => {
    await client.query(`select set_config('app.reach', 'system', false)`)
    await client.query('delete from track_segments where track_no = $1', [trackNo])
  })

test('one late position of a day whose trail was let go of leaves its kilometres, stops and trips as they are', async () => {
  const [truck] = await world.trucks(1)
  const no = await world.trackNoOf(truck?.vehicleId ?? '')
  const said = driven(10)
  await world.report(no, said)
  await world.follow()
  const before = await rowsOf(world, no)
  expect([before.days.length, before.stops.length]).toEqual([1, 1])
  await purge(no)
  const late: Said[] = [{ at: (said[0]?.at ?? 0) - minute, place: yard, speed: 600 }]
  await world.reportLate(no, late, Date.now())
  await world.follow()
  const after = await rowsOf(world, no)
  expect([after.days, after.stops]).toEqual([before.days, before.stops])
})

test('a position older than positions are kept stays in the log, and so do its alarms', async () => {
  const [truck] = await world.trucks(1)
  const no = await world.trackNoOf(truck?.vehicleId ?? '')
  const [old, young] = [driven(10), driven(4)].map(said => said.map(one => ({ ...one, alarm: 2 })))
  if (!old || !young) throw new Error('nothing was driven')
  await world.reportLate(no, [...old.slice(0, 20), ...young.slice(0, 20)], Date.now())
  const role = new TrackRole({
    pool: world.pool,
    owner: 'track-1',
    log: () => {},
    now: Date.now,
    flushMs: 0,
    keepMs: 5 * day,
  })
  await world.follow(role)
  await role.stop()
  const { rows } = await world.pool.query(
    'select min(first_at)::float8 as first, sum(n)::int as n from track_segments where track_no = $1',
    [no],
  )
  expect(rows).toEqual([{ first: young[0]?.at, n: 20 }])
  const alarms = 'select from_at::float8 as "from", kind from track_alarms where track_no = $1'
  expect((await world.pool.query(alarms, [no])).rows).toEqual([{ from: young[0]?.at, kind: 'overspeed' }])
})
