// Clocks that are behind and reports that were kept back: the same late times, told apart by the pace they come at.
import { placeFrom } from '@yunshu/track/geometry'
import { readSegment } from '@yunshu/track/segment'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../tests/server/trackWorld.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }

/** A truck whose terminal has its number on the log. */
async function truck(): Promise<number> {
  const [one] = await world.trucks(1)
  const no = await world.trackNoOf(one?.vehicleId ?? '')
  await world.pool.query(
    `with t as (insert into terminals (id, terminal_no, phone, phone_digits, protocol, state, vehicle_id, track_no, carrier_id, created_at, updated_at)
       select $1, $2::int, '1320000' || $2::int, 12, 2013, 'active', v.id, v.track_no, v.carrier_id, 0, 0 from vehicles v where v.track_no = $2 returning *)
     insert into terminal_bindings (id, terminal_id, terminal_no, track_no, vehicle_id, carrier_id, role, from_at, by_name)
     select $1, id, terminal_no, track_no, vehicle_id, carrier_id, 'main', 0, '' from t`,
    [v7(), no],
  )
  return no
}

/** Positions each half minute from a moment on. */
const driven = (count: number, startAt: number): Said[] =>
  Array.from({ length: count }, (_, n): Said => ({
    at: Math.floor(startAt / 1000) * 1000 + n * 30_000,
    place: placeFrom(yard, n * 500, 0),
    speed: 600,
  }))
/** The same by a clock that is behind. */
const behind = (said: readonly Said[], lag: number): Said[] =>
  said.map(one => ({ ...one, receivedAt: one.at + 2000, at: one.at - lag }))

const moments = (said: readonly Said[]): number[] => said.map(({ at }) => at)
async function timesOf(no: number): Promise<number[]> {
  const { rows } = await world.pool.query<{ hour: number; payload: Buffer }>(
    'select hour_at::float8 as hour, payload from track_segments where track_no = $1 order by hour_at',
    [no],
  )
  return rows.flatMap(({ hour: hourAt, payload }) => readSegment(hourAt, payload)).map(({ at }) => at)
}
async function clockOf(no: number) {
  const { rows } = await world.pool.query<{ lag: number | null; offset: number }>(
    `select clock_behind_ms::float8 as lag, clock_offset_ms::float8 as "offset" from terminals where terminal_no = $1`,
    [no],
  )
  return rows[0]
}
const liveOf = async (no: number) =>
  (await world.pool.query('select at::float8 as at, state from vehicle_live where track_no = $1', [no])).rows

test('live reports stamped thirty days back are in no day, their vehicle is of unknown state, and a clock that is mended ends it', async () => {
  const no = await truck()
  const from = Date.now() - 60 * minute
  const before = driven(4, from - 5 * minute)
  await world.report(no, before)
  const wrong = driven(100, from)
  await world.report(no, behind(wrong, 30 * day))
  await world.follow()
  expect(await timesOf(no)).toEqual(moments(before))
  expect(await liveOf(no)).toEqual([{ at: before.at(-1)?.at, state: 0 }])
  const known = await clockOf(no)
  expect(known?.offset).toBe(0)
  expect(Math.abs((known?.lag ?? 0) - 30 * day)).toBeLessThan(5000)
  // positions it kept back are by the same clock; they are let through by none but a right report
  await world.reportLate(no, behind(driven(5, from), 30 * day), from + 51 * minute)
  const right = driven(2, from + 52 * minute).map(one => ({ ...one, place: yard }))
  await world.follow()
  expect(await timesOf(no)).toEqual(moments(before))
  await world.report(no, right)
  await world.follow()
  expect(await clockOf(no)).toEqual({ lag: null, offset: 0 })
  expect((await liveOf(no))[0]).toEqual({ at: right[1]?.at, state: 1 })
})

test('once its offset is learned, what a clock that was behind told is read again from the log, also by another process', async () => {
  for (const isOther of [false, true]) {
    const no = await truck()
    const wrong = driven(132, Date.now() - 70 * minute)
    const said = behind(wrong, 17 * day)
    const role = world.role(isOther ? hour : 0)
    for (const some of [said.slice(0, 60), said.slice(60)]) {
      expect(await timesOf(no)).toEqual([])
      await world.report(no, some)
      while ((await role.round()) > 0);
    }
    // learned, and gone before anything of it was written
    if (isOther) await world.pool.query('update track_shards set owner = null')
    await world.follow(isOther ? world.role() : role)
    const times = await timesOf(no)
    expect(times).toHaveLength(wrong.length)
    expect(Math.max(...times.map((at, n) => Math.abs(at - (wrong[n]?.at ?? 0))))).toBeLessThan(5000)
    expect(await clockOf(no)).toEqual({ lag: null, offset: expect.any(Number) })
  }
})

test('reports kept back and sent in order are a queue, whatever its pace beyond that of the terminal: all of them are in the trail', async () => {
  // each report takes so long to send; the terminal made one each half minute
  for (const eachMs of [50, 1000, 10_000, 20_000]) {
    const no = await truck()
    const kept = driven(120, Date.now() - 3 * hour)
    const sentAt = Date.now() - 100 * minute
    const queue = kept.map((one, n) => ({ ...one, receivedAt: sentAt + n * eachMs }))
    const after = driven(3, sentAt + 121 * eachMs)
    await world.report(no, [...queue, ...after])
    await world.follow()
    expect(await timesOf(no), `${eachMs}`).toEqual(moments([...kept, ...after]))
    expect(await clockOf(no)).toEqual({ lag: null, offset: 0 })
  }
})

test('a batch of days before is a batch, and a late report nothing follows is written when it has waited', async () => {
  const no = await truck()
  const old = driven(40, Date.now() - 20 * day)
  await world.reportLate(no, old, Date.now())
  const now = Date.now()
  const last: Said = { at: Math.floor((now - 2 * hour) / 1000) * 1000, place: yard, receivedAt: now }
  await world.report(no, [last])
  await world.follow()
  expect(await timesOf(no)).toEqual(moments(old))
  // the one that waits was read by a process that is gone
  await world.follow(world.role(0, () => now + 26 * minute))
  expect(await timesOf(no)).toEqual(moments([...old, last]))
  expect(await clockOf(no)).toEqual({ lag: null, offset: 0 })
})

test('processes that die after every tenth message leave the rows of one that never did', async () => {
  const rowsOf = async (isSteady: boolean) => {
    const no = await truck()
    const from = Math.floor((Date.now() - 80 * minute) / hour) * hour
    const said = [...behind(driven(30, from), 2 * day), ...driven(20, from + 20 * minute)]
    if (isSteady) {
      await world.report(no, said)
      await world.follow()
    } else
      for (let n = 0; n < said.length; n += 10) {
        const some = said.slice(n, n + 10)
        await world.report(no, some)
        // nothing has waited longer than its log tells
        await world.follow(world.role(0, () => (some.at(-1)?.receivedAt ?? some.at(-1)?.at ?? 0) + minute))
      }
    return { times: await timesOf(no), live: await liveOf(no) }
  }
  const steady = await rowsOf(true)
  expect(steady.times).toHaveLength(20)
  expect(await rowsOf(false)).toEqual(steady)
})
