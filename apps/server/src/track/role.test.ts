// The role that follows vehicles: what it writes is the same however often it dies, and one message stops nobody.
import { saveFence } from '@yunshu/contract/fence/fence'
import { getTrail } from '@yunshu/contract/track/map'
import { alarmBits, alarmsOf } from '@yunshu/jt808/alarms'
import { startOfDay } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { readSegment } from '@yunshu/track/segment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../tests/server/trackWorld.ts'
import { acceptedWaybill } from '../../../../tests/server/acceptedWaybill.ts'
import { dayOf, forgetTruck, rowsOf, tellInOrder } from '../../../../tests/server/trackOrders.ts'
import { q } from '../db/tx.ts'
import { TrackRole } from './role.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const yard = { lonE6: 109_734_567, latE6: 38_285_390 }
const minute = 60_000
const hour = 60 * minute

/** A drive of `km` east and a stand of half an hour there; a report each half minute. */
function trip(startAt: number, km: number): Said[] {
  const driven = Array.from({ length: km * 2 }, (_, n): Said => ({
    at: startAt + n * 30_000,
    place: placeFrom(yard, n * 500, 0),
    speed: 600,
  }))
  const endAt = startAt + km * minute
  const stood = Array.from({ length: 60 }, (_, n): Said => ({
    at: endAt + n * 30_000,
    place: placeFrom(yard, km * 1000 + (n % 3) * 4, (n % 5) * 3),
    hasIgnition: false,
  }))
  return [...driven, ...stood]
}

async function tracked(): Promise<number[]> {
  const trucks = await world.trucks(2)
  return Promise.all(trucks.map(({ vehicleId }) => world.trackNoOf(vehicleId)))
}

/** Six hours ago, or five quarters of an hour before that where midnight would part one of the day's stands in two. */
function startOfWholeStands(now: number): number {
  const startAt = now - 6 * hour
  const toMidnight = (startOfDay(now) - startAt) / minute
  const isParted = [30, 180].some(stand => toMidnight > stand - 5 && toMidnight < stand + 65)
  return isParted ? startAt - 75 * minute : startAt
}

test('a day in any order and batches, to processes that die after every tenth message, leaves the rows of one that never did', async () => {
  const { trackNo } = await acceptedWaybill(world)
  const day = dayOf(startOfWholeStands(Date.now()), 3 * minute)
  await world.report(trackNo, day.told)
  await world.reportLate(trackNo, day.kept, day.keptAt)
  await world.follow()
  const steady = await rowsOf(world, trackNo)
  expect([steady.visits.length, steady.stops.length, steady.segments.length]).toEqual([2, 2, expect.any(Number)])
  for (const seed of [1, 2]) {
    await forgetTruck(world, trackNo)
    expect(await tellInOrder(world, trackNo, day, seed)).toBeGreaterThan(5)
    expect(await rowsOf(world, trackNo)).toEqual(steady)
  }
  // control: a day that lacks one position leaves other rows
  await forgetTruck(world, trackNo)
  await tellInOrder(world, trackNo, { ...day, told: day.told.slice(1) }, 4)
  expect(await rowsOf(world, trackNo)).not.toEqual(steady)
})

test('days and stops over midnight are the same whatever the order and the batches of messages', async () => {
  const [steady = 0, mixed = 0] = await tracked()
  // a stand before midnight, a drive over it, and a stand behind it
  const midnight = Math.floor((Date.now() + 8 * hour) / (24 * hour)) * 24 * hour - 8 * hour
  const isEarly = Date.now() - midnight < 3 * hour
  const nightOf = midnight - (isEarly ? 24 * hour : 0)
  const said = trip(nightOf - 100 * minute, 120).map((one, n) => ({
    ...one,
    odometerTenthKm: 10_000 + Math.min(n, 240) * 5,
  }))
  await world.report(steady, said)
  await world.follow()
  let seed = 7
  const roll = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const left = said.map(one => ({ one, key: roll() })).sort((a, b) => a.key - b.key)
  while (left.length > 0) {
    await world.report(
      mixed,
      left.splice(0, 1 + Math.floor(roll() * 70)).map(({ one }) => one),
    )
    await world.follow()
  }
  const rows = await rowsOf(world, mixed)
  expect(rows).toEqual(await rowsOf(world, steady))
  const { rows: days } = await world.pool.query<{ distance_m: number; gap_m: number; odometer_m: number }>(
    'select distance_m, gap_m, odometer_m from track_days where track_no = $1 order by day',
    [mixed],
  )
  expect(days).toHaveLength(2)
  // midnight takes nothing away
  const metres = days.reduce((sum, { distance_m }) => sum + distance_m, 0)
  expect(Math.abs(metres - 120_000)).toBeLessThan(300)
  expect(days.map(({ gap_m, odometer_m }) => [gap_m, odometer_m > 10_000])).toEqual([
    [0, true],
    [0, true],
  ])
})

test('late positions mend the trail and never move the live place', async () => {
  const [no = 0] = await tracked()
  const day = trip(Date.now() - 3 * hour, 40)
  const blind = day.slice(20, 60)
  await world.report(no, [...day.slice(0, 20), ...day.slice(60)])
  await world.follow()
  const before = await world.pool.query('select at, lon_e6 from vehicle_live where track_no = $1', [no])
  await world.reportLate(no, blind.toReversed(), Date.now())
  await world.follow()
  const after = await world.pool.query('select at, lon_e6 from vehicle_live where track_no = $1', [no])
  expect(after.rows).toEqual(before.rows)
  const { rows } = await world.pool.query<{ hour_at: number; payload: Buffer }>(
    'select hour_at, payload from track_segments where track_no = $1 order by hour_at',
    [no],
  )
  const points = rows.flatMap(({ hour_at, payload }) => readSegment(hour_at, payload))
  expect(points).toHaveLength(day.length)
  expect(points.filter(({ cls }) => cls === 'late')).toHaveLength(blind.length)
})

test('the hour under way is read from the one row each flush adds to: what came a moment ago is in the trail that is asked for', async () => {
  const [truck] = await world.trucks(1)
  if (truck === undefined) throw new Error('no truck')
  const no = await world.trackNoOf(truck.vehicleId)
  await world.pool.query(
    `insert into track_access (id, company_id, track_no, vehicle_id, from_at, why)
     select gen_random_uuid(), carrier_id, track_no, id, 0, 'own' from vehicles v where id = $1
       and not exists (select from track_access a where a.vehicle_id = v.id and a.why = 'own')`,
    [truck.vehicleId],
  )
  const now = Math.floor(Date.now() / 1000) * 1000
  const span = { vehicleId: truck.vehicleId, fromAt: now - minute, toAt: now + minute }
  const asked = async (): Promise<number[]> => {
    const { hours } = await world.as('carrier').send(getTrail, span)
    return hours.flatMap(({ hourAt, body }) => readSegment(hourAt, Buffer.from(body, 'base64')).map(({ at }) => at))
  }
  const role = world.role()
  for (const at of [now - 3000, now - 2000, now - 1000]) {
    await world.report(no, [{ at, place: yard, receivedAt: now }])
    await world.follow(role)
    expect((await asked()).at(-1)).toBe(at)
  }
  expect(await asked()).toHaveLength(3)
  // no other table of tracks holds positions
  const { rows } = await world.pool.query(
    `select relname from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relname like 'track\\_%' and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'payload'`,
  )
  expect(rows).toEqual([{ relname: 'track_segments' }])
})

test('alarms of a terminal are in the trail, of a report sent twice those of both; bits its edition does not know are not', async () => {
  const [no = 0] = await tracked()
  const at = Math.floor(Date.now() / 1000) * 1000 - 2 * minute
  const bit = (key: keyof typeof alarmBits): number => 2 ** alarmBits[key].bit
  const said: Said[] = [
    { at, place: yard, alarm: bit('overspeed') + bit('doorOpened') },
    // of 2019: a terminal of 2013 leaves it to chance
    { at: at + 30_000, place: yard, alarm: bit('violation') },
    { at: at + 60_000, place: yard, isFixed: false, alarm: bit('powerCut') },
  ]
  await world.report(no, said)
  await world.follow()
  await world.reportLate(no, [{ at, place: yard, alarm: bit('sos') }], Date.now())
  await world.follow()
  const { rows } = await world.pool.query<{ hour_at: number; payload: Buffer }>(
    'select hour_at, payload from track_segments where track_no = $1 order by hour_at',
    [no],
  )
  const points = rows.flatMap(({ hour_at, payload }) => readSegment(hour_at, payload))
  expect(points.map(({ alarms }) => alarmsOf(alarms))).toEqual([['sos', 'overspeed', 'doorOpened'], [], ['powerCut']])
})

test('a terminal that was moved to another truck before its backfill came: each position goes to the truck it was on', async () => {
  const [before = 0, now = 0] = await tracked()
  const startAt = Math.floor((Date.now() - 4 * hour) / 1000) * 1000
  const day = trip(startAt, 40)
  const movedAt = startAt + 30 * minute
  // the log has the terminal by the number of the truck it sits in now
  await world.pool.query(
    `with t as (insert into terminals (id, terminal_no, phone, phone_digits, protocol, state, created_at, updated_at)
       values (gen_random_uuid(), $2::int, '1300000' || $2::int, 12, 2013, 'new', 0, 0) returning id)
     insert into terminal_bindings (id, terminal_id, terminal_no, track_no, vehicle_id, carrier_id, role, from_at, to_at, by_name)
     select gen_random_uuid(), t.id, $2::int, v.track_no, v.id, v.carrier_id, 'main',
       case v.track_no when $1::int then 0 else $3::bigint end, case v.track_no when $1::int then $3::bigint end, ''
     from t, vehicles v where v.track_no in ($1::int, $2::int)`,
    [before, now, movedAt],
  )
  await world.reportLate(now, day.toReversed(), Date.now())
  await world.follow()
  const count = async (no: number) => {
    const { rows } = await world.pool.query<{ first: number; last: number; n: number }>(
      'select min(first_at) as first, max(last_at) as last, sum(n)::int as n from track_segments where track_no = $1',
      [no],
    )
    return rows[0]
  }
  const earlier = day.filter(({ at }) => at < movedAt).length
  expect(await count(before)).toEqual({ first: startAt, last: movedAt - 30_000, n: earlier })
  expect(await count(now)).toMatchObject({ first: movedAt, n: day.length - earlier })
  // and the truck that has no terminal any more was not heard of just now
  const { rows } = await world.pool.query('select received_at from vehicle_live where track_no = $1', [before])
  expect(rows).toEqual([{ received_at: movedAt - 30_000 }])
})

test('a heartbeat says that the vehicle spoke, a report without a fix that it has no place', async () => {
  const [no = 0] = await tracked()
  const at = Math.floor(Date.now() / 1000) * 1000 - minute
  await world.report(no, [{ at, place: yard, speed: 500 }])
  await world.heartbeat(no, at + 20_000)
  await world.follow()
  const live = () =>
    world.pool
      .query('select at, received_at, state from vehicle_live where track_no = $1', [no])
      .then(({ rows }) => rows)
  expect(await live()).toEqual([{ at, received_at: at + 20_000, state: 1 }])
  await world.report(no, [{ at: at + 30_000, place: yard, isFixed: false }])
  await world.follow()
  expect(await live()).toEqual([{ at, received_at: at + 32_000, state: 4 }])
})

test('the state is that of the newest report in every order of arrival: of a late place as well, and of one without a fix', async () => {
  const trucks = await world.trucks(1)
  const no = await world.trackNoOf(trucks[0]?.vehicleId ?? '')
  const at = Math.floor(Date.now() / 1000) * 1000 - 30 * minute
  const first = () => world.report(no, [{ at, place: yard, speed: 500 }])
  const late = (minutes: number, speed: number) =>
    world.reportLate(no, [{ at: at + minutes * minute, place: placeFrom(yard, minutes * 500, 0), speed }], Date.now())
  const blind = () => world.report(no, [{ at: at + 2 * minute, place: yard, isFixed: false }])
  const stood = () => late(1, 0)
  const drove = () => late(3, 400)
  const outcome = async (steps: readonly (() => Promise<void>)[], isTogether: boolean) => {
    await forgetTruck(world, no)
    await first()
    await world.follow()
    for (const step of steps) {
      await step()
      if (!isTogether) await world.follow()
    }
    await world.follow()
    const { rows } = await world.pool.query('select at, state from vehicle_live where track_no = $1', [no])
    return rows[0]
  }
  for (const isTogether of [false, true]) {
    for (const steps of [
      [stood, blind, drove],
      [drove, blind, stood],
      [blind, drove, stood],
    ])
      expect(await outcome(steps, isTogether)).toEqual({ at: at + 3 * minute, state: 1 })
    // the place is that of the newest, the state that of the report without a fix behind it
    for (const steps of [
      [stood, blind],
      [blind, stood],
    ])
      expect(await outcome(steps, isTogether)).toEqual({ at: at + minute, state: 4 })
    expect(await outcome([stood], isTogether)).toEqual({ at: at + minute, state: 2 })
  }
})

test('a message that cannot be written is set aside at the third try, and those beside it are written', async () => {
  const [good = 0] = await tracked()
  const at = Math.floor(Date.now() / 1000) * 1000 - minute
  const [bad = 0] = await tracked()
  await withOwner(`alter table vehicle_live add constraint planted check (track_no <> ${bad}) not valid`)
  await world.report(bad, [{ at, place: yard }])
  await world.report(good, [{ at, place: yard }])
  const role = world.role()
  for (let turn = 0; turn < 2; turn++) await expect(role.round()).rejects.toThrow('planted')
  await role.round()
  await world.follow(role)
  await withOwner('alter table vehicle_live drop constraint planted')
  const { rows } = await world.pool.query('select consumer, error from track_faults')
  expect(rows).toEqual([{ consumer: 'live', error: expect.stringContaining('planted') }])
  const { rows: there } = await world.pool.query('select track_no from vehicle_live where track_no = any($1)', [
    [bad, good],
  ])
  expect(there).toEqual([{ track_no: good }])
})

test('a disk that is full sets nothing aside, however often it refuses: all is written once there is room', async () => {
  const [no = 0] = await tracked()
  const at = Math.floor(Date.now() / 1000) * 1000 - minute
  await withOwner(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert or update on track_segments for each row execute function full_disk()`)
  await world.report(
    no,
    [0, 5000].map(later => ({ at: at + later, place: yard })),
  )
  const role = world.role()
  for (let turn = 0; turn < 5; turn++) await expect(role.round()).rejects.toThrow('no room')
  await withOwner('drop function full_disk cascade')
  await world.follow(role)
  const { rows } = await world.pool.query(
    `select (select sum(n)::int from track_segments where track_no = $1) as kept,
       (select count(*)::int from track_faults where consumer = 'trail') as aside`,
    [no],
  )
  expect(rows).toEqual([{ kept: 2, aside: 0 }])
})

test('a clock that is set back an hour keeps no trail from being written', async () => {
  const [no = 0] = await tracked()
  const at = Math.floor(Date.now() / 1000) * 1000 - minute
  let wall = Date.now(),
    steady = 0
  const clocks = { now: () => wall, steady: () => steady }
  const role = new TrackRole({ pool: world.pool, owner: 'track-1', log: () => {}, flushMs: 20_000, ...clocks })
  await world.report(no, [{ at, place: yard }])
  const kept = async () => {
    await role.round()
    const { rows } = await world.pool.query('select sum(n)::int as n from track_segments where track_no = $1', [no])
    return rows
  }
  expect(await kept()).toEqual([{ n: null }])
  wall -= hour
  steady += 20_000
  expect(await kept()).toEqual([{ n: 1 }])
  await role.stop()
})

test('who loses a group writes nothing more: the cursor is another process by then', async () => {
  const [no = 0] = await tracked()
  const at = Math.floor(Date.now() / 1000) * 1000 - minute
  const first = world.role(3_600_000)
  await world.report(no, [{ at, place: yard }])
  await first.round()
  await first.stop()
  await world.report(no, [{ at: at + 5000, place: yard }])
  await world.follow()
  await expect(
    world.pool.query('select count(*)::int as n from track_shards where owner is not null'),
  ).resolves.toMatchObject({
    rows: [{ n: 8 }],
  })
  expect(await first.round()).toBe(0)
  const { rows } = await world.pool.query('select sum(n)::int as n from track_segments where track_no = $1', [no])
  expect(rows).toEqual([{ n: 2 }])
})

test('a stay in the circle of a load place is one visit of the waybill', async () => {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  await world.walk(waybill, ['accept'])
  const { goods_id: goodsId, vehicle_id: vehicleId } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select(['goods_id', 'vehicle_id']).where('id', '=', waybill.id)),
  )
  await world.as('shipper').send(saveFence, {
    goodsId,
    kind: 'load',
    pointNo: 0,
    centre: placeFrom(yard, 20_000, 0),
    radius: 500,
    slots: [],
    isOn: true,
  })
  const no = await world.trackNoOf(vehicleId)
  const startAt = Date.now() - 60 * minute
  await world.report(no, trip(startAt, 20))
  await world.follow()
  const { rows } = await world.pool.query(
    'select stay, entered_how, entered_at, counted_at is not null as counts from fence_visits where waybill_id = $1',
    [waybill.id],
  )
  expect(rows).toEqual([{ stay: 'open', entered_how: 'crossed', entered_at: expect.any(Number), counts: true }])
  // eight days later the stay lies behind the reach of corrections: it keeps its beginning, and is neither gone nor told
  const later = Date.now() + 8 * 24 * hour
  const place = placeFrom(yard, 20_000, 0)
  await world.report(no, [{ at: Math.floor(later / 1000) * 1000, place, hasIgnition: false }])
  await world.follow(world.role(0, () => later))
  await world.report(no, [{ at: Math.floor(later / 1000) * 1000 + minute, place: yard }])
  await world.follow(world.role(0, () => later))
  await world.report(no, [{ at: Math.floor(later / 1000) * 1000 + 8 * 24 * hour, place: yard }])
  await world.follow(world.role(0, () => later + 8 * 24 * hour))
  const { rows: kept } = await world.pool.query(
    'select stay, entered_how, entered_at, left_at is not null as is_over, correction from fence_visits where waybill_id = $1',
    [waybill.id],
  )
  const [{ entered_at: enteredAt } = { entered_at: 0 }] = rows as { entered_at: number }[]
  expect(kept).toEqual([
    { stay: 'closed', entered_how: 'crossed', entered_at: enteredAt, is_over: true, correction: null },
  ])
})

async function withOwner(text: string): Promise<void> {
  const { withClient } = await import('@yunshu/postgres/withClient')
  await withClient(world.server.ownerUrl, client => client.query(text))
}
