// Alarms of terminals: a call for help reaches people at once and waits for them, other alarms come and go with what is told.
import {
  countAbnormal,
  judgeAbnormals,
  listAbnormal,
  moveAbnormal,
  moveAbnormals,
  saveAbnormalRule,
} from '@yunshu/contract/abnormal/abnormal'
import { getTrail, listTracked } from '@yunshu/contract/track/map'
import { listTrackAlarms } from '@yunshu/contract/track/report'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seconds } from '../../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { writeAlarmRows } from '../../track/alarmRows.ts'
import { writeAlarms } from '../../track/alarms.ts'
import { lookForAbnormal } from './look.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const place = { lonE6: 109_734_567, latE6: 38_285_390 }
const [sos, overspeed, rollover] = [1, 2, 2 ** 30]
const look = (now = Date.now()) => asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now }, false))

interface Truck {
  readonly plate: string
  readonly waybillNo: string
  readonly vehicleId: string
  readonly trackNo: number
}

/** A waybill nobody has accepted yet, whose truck drives for nobody. */
async function waybillOf(steps: Parameters<TrackWorld['walk']>[1]): Promise<Truck> {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  if (steps.length > 0) await world.walk(made, steps)
  await world.server.db(tx =>
    tx.run(
      sql`update track_access set from_at = ${Date.now() - 2 * HOUR_MS}::bigint where waybill_id = ${made.id}::uuid`.compile(
        q,
      ),
    ),
  )
  const { vehicle_id: vehicleId } = await world.server.db(tx =>
    tx.one(
      q
        .updateTable('waybills')
        .set({ accepted_at: steps.length > 0 ? Date.now() - 2 * HOUR_MS : null })
        .where('id', '=', made.id)
        .returning('vehicle_id'),
    ),
  )
  const { plate, waybillNo } = made
  return { plate, waybillNo, vehicleId, trackNo: await world.trackNoOf(vehicleId) }
}
/** A waybill that was accepted two hours ago and is on the road. */
const onRoad = (): Promise<Truck> => waybillOf(['accept', 'arriveLoad', 'depart'])

/** A terminal says these alarms, so many seconds ago, each with a position. */
async function say(trackNo: number, said: readonly (readonly [secondsAgo: number, alarm: number])[]): Promise<void> {
  const now = seconds(Date.now())
  await world.report(
    trackNo,
    said.map(([ago, alarm]) => ({ at: now - ago * 1000, place, speed: 600, alarm, receivedAt: now - ago * 1000 })),
  )
  await world.follow()
}

const rowsOf = async (plate: string, account: 'carrier' | 'shipper' | 'branch' | 'admin' = 'carrier') =>
  (await world.as(account).send(listAbnormal, { text: plate, limit: 20 })).rows

/** Words that a person was told about a truck, once all that was told has left. */
async function wordsTo(account: 'carrier' | 'shipper' | 'branch' | 'admin', plate: string): Promise<string[]> {
  const waiting = () => world.server.db(tx => tx.rows(q.selectFrom('outbox').select('id')))
  await until(async () => (await waiting()).length === 0, 'the outbox is sent')
  const rows = await world.server.db(tx =>
    tx.rows(
      sql<{ msg: string }>`select frame ->> 'msg' as msg from inbox
        where user_id = ${demoUserId(account)}::uuid and frame ->> 'msg' like ${`${plate} %`} order by seq`.compile(q),
    ),
  )
  return rows.map(({ msg }) => msg)
}

test('a pressed button reaches carrier, branch and platform at once, once, and waits until people have dealt with it', async () => {
  const { plate, trackNo } = await onRoad()
  await say(trackNo, [
    [40, 0],
    [20, sos],
    [0, 0],
  ])
  await look()
  const [found] = await rowsOf(plate)
  expect(found).toMatchObject({
    kind: 'sos',
    level: 'urgent',
    state: 'open',
    evidence: expect.stringMatching(/^紧急报警，终端 .+ 报$/),
  })
  if (!found) throw new Error('nothing found')
  for (const account of ['carrier', 'branch', 'admin'] as const)
    expect(await wordsTo(account, plate), account).toEqual([
      expect.stringMatching(/^\S+ \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? 报紧急报警，请立即联系司机 .+，运单 YD/),
    ])
  expect(await wordsTo('shipper', plate)).toEqual([])
  const tracked = async (account: 'carrier' | 'branch' | 'carrier2') =>
    (await world.as(account).send(listTracked, {})).rows.find(row => row.plate === plate)?.help
  expect([await tracked('carrier'), await tracked('branch'), await tracked('carrier2')]).toEqual([
    'sos',
    'sos',
    undefined,
  ])
  // a shipper looks on: nobody but the carrier and the house takes a call, or takes it away
  const [seen] = await rowsOf(plate, 'shipper')
  expect(seen?.moves).toEqual([])
  const ofShipper = { id: found.id, version: found.version, reason: '误报' }
  for (const move of ['claim', 'dismiss'] as const)
    expect((await world.as('shipper').ask(moveAbnormal, { ...ofShipper, move })).http).toBe(403)
  const many = { ids: [found.id], move: 'claim' as const }
  expect(await world.as('shipper').send(judgeAbnormals, many)).toMatchObject({ ready: 0, left: [{ id: found.id }] })
  expect(await world.as('shipper').send(moveAbnormals, many)).toEqual({ done: 0, left: 1 })
  // it is told once, and nothing the terminal says next takes it back
  await say(trackNo, [[0, 0]])
  await look(Date.now() + HOUR_MS)
  const [later] = (await rowsOf(plate)).filter(({ kind }) => kind === 'sos')
  expect(later?.state).toBe('escalated')
  expect(later).not.toHaveProperty('recoveredAt')
  expect((await wordsTo('carrier', plate)).filter(text => text.includes('紧急报警，请'))).toHaveLength(1)
})

test('a button pressed again after it was dealt with is another call; the same press told again is not', async () => {
  const { plate, trackNo } = await onRoad()
  await say(trackNo, [[300, sos]])
  await look()
  const [first] = await rowsOf(plate)
  if (!first) throw new Error('nothing found')
  await world
    .as('carrier')
    .send(moveAbnormal, { id: first.id, version: first.version, move: 'handle', reason: '司机误触，已通话' })
  const { rows } = await world.as('carrier').send(listTracked, {})
  expect(rows.find(row => row.plate === plate)).not.toHaveProperty('help')
  // late, a part of the batch that told it comes again
  await world.reportLate(trackNo, [{ at: seconds(Date.now()) - 299_000, place, speed: 600, alarm: sos }], Date.now())
  await world.follow()
  await look()
  expect(await rowsOf(plate)).toHaveLength(1)
  await world.server.db(tx =>
    tx.run(sql`update episodes set handled_at = ${Date.now() - 200_000} where id = ${first.id}::uuid`.compile(q)),
  )
  await say(trackNo, [[0, sos]])
  await look()
  expect((await rowsOf(plate)).map(({ state }) => state).toSorted()).toEqual(['handled', 'open'])
  expect(await wordsTo('carrier', plate)).toHaveLength(2)
})

test('a call that the servers were too late for is told all the same', async () => {
  const { plate, trackNo } = await onRoad()
  await say(trackNo, [[0, rollover]])
  await look(Date.now() + 3 * HOUR_MS)
  expect((await rowsOf(plate)).map(({ kind }) => kind)).toContain('crash')
  expect(await wordsTo('carrier', plate)).toEqual([expect.stringContaining('报碰撞侧翻')])
})

test('a call from a truck that drives for nobody reaches its carrier alone, and no waybill holds it', async () => {
  const free = await waybillOf([])
  await say(free.trackNo, [[0, sos]])
  await look()
  expect(await wordsTo('carrier', free.plate)).toEqual([expect.stringContaining('没有在途运单')])
  for (const account of ['branch', 'admin', 'shipper'] as const) expect(await wordsTo(account, free.plate)).toEqual([])
  expect(await rowsOf(free.plate)).toEqual([])
  await look()
  expect(await wordsTo('carrier', free.plate)).toHaveLength(1)
})

test('a call of a truck that was given a waybill since is its carrier’s alone, and does not say that it drives for nobody', async () => {
  const { plate, trackNo } = await onRoad()
  await say(trackNo, [[3 * 3600, sos]])
  await look()
  expect(await wordsTo('carrier', plate)).toEqual([expect.stringMatching(/报紧急报警，当时还没有接单，/)])
  for (const account of ['branch', 'admin'] as const) expect(await wordsTo(account, plate)).toEqual([])
  expect((await rowsOf(plate)).filter(({ kind }) => kind === 'sos')).toEqual([])
})

test('a driver on the phone counts by the second level of active safety, says so, and is played where it was', async () => {
  const { plate, trackNo, vehicleId, waybillNo } = await onRoad()
  const now = seconds(Date.now())
  const tell = async (ago: number, phoning: 1 | 2): Promise<void> => {
    const at = now - ago * 1000
    await world.report(trackNo, [{ at, place, speed: 600, phoning, receivedAt: at }])
    await world.follow()
  }
  await tell(600, 1)
  await look()
  expect(await rowsOf(plate)).toEqual([])
  await tell(0, 2)
  await look()
  // smoking of the first level, while the driver was on the phone
  const client = await world.pool.connect()
  await writeAlarmRows(client, [{ trackNo, key: 'smoking', at: now, level: 1, lonE6: null, latE6: null }])
  client.release()
  const found = await rowsOf(plate)
  expect(found).toEqual([
    expect.objectContaining({ kind: 'driver', level: 'serious', evidence: expect.stringContaining('接打电话报警') }),
  ])
  const { rows } = await world.as('carrier').send(listTrackAlarms, { text: plate })
  expect(rows).toMatchObject([
    { alarm: '抽烟报警', level: 1, fromAt: now },
    { alarm: '接打电话报警', level: 2, fromAt: now, waybillNo },
    { alarm: '接打电话报警', level: 1, fromAt: now - 600_000, district: expect.stringContaining('榆林') },
  ])
  // the one that counts leads to the abnormal position it made, as far as the reader has that; slight ones of its time made none
  const counted = { id: found[0]?.id, state: 'open' }
  expect(rows.map(row => row.abnormal)).toEqual([undefined, counted, undefined])
  expect(found[0]).toMatchObject({ district: expect.stringContaining('榆林'), placeAt: expect.any(Number) })
  const played = await world.as('carrier').send(getTrail, { vehicleId, fromAt: now - HOUR_MS, toAt: now })
  expect(played.alarms).toEqual([
    { fromAt: now - 600_000, toAt: now - 600_000, text: '接打电话报警' },
    { fromAt: now, toAt: now, text: '接打电话报警' },
    { fromAt: now, toAt: now, text: '抽烟报警' },
  ])
})

test('alarms are listed by truck, kind and time within the span of the reader; a kind nobody knows is refused', async () => {
  const { plate, trackNo } = await onRoad()
  // before the waybill was accepted, and twice within its span, the last one in two parts that go on
  await say(trackNo, [
    [4 * 3600, overspeed],
    [3000, overspeed],
    [2800, overspeed + rollover],
    [1000, overspeed],
  ])
  const list = async (account: 'carrier' | 'shipper' | 'shipper2' | 'branch', input: object = {}) =>
    (await world.as(account).send(listTrackAlarms, { text: plate, ...input })).rows.map(row => [
      row.alarm,
      Math.round((row.toAt - row.fromAt) / 1000),
    ])
  const inSpan = [
    ['超速报警', 0],
    ['侧翻报警', 0],
    ['超速报警', 200],
  ]
  expect(await list('carrier')).toEqual([...inSpan, ['超速报警', 0]])
  expect(await list('branch')).toEqual(inSpan)
  expect(await list('shipper2')).toEqual([])
  expect(await list('carrier', { kind: 'rollover' })).toEqual([['侧翻报警', 0]])
  // two at a time are all of them, each once
  const first = await world.as('carrier').send(listTrackAlarms, { text: plate, limit: 2 })
  const second = await world.as('carrier').send(listTrackAlarms, { text: plate, limit: 2, cursor: first.next })
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(
    (await world.as('carrier').send(listTrackAlarms, { text: plate })).rows.map(({ id }) => id),
  )
  const refused = await world.as('carrier').ask(listTrackAlarms, { kind: 'nothing' })
  expect([refused.http, JSON.stringify(refused.envelope)]).toEqual([400, expect.stringContaining('没有这种报警')])
})

test('rows of alarms are the same in whatever order and batches they are told', async () => {
  const { trackNo } = await onRoad()
  const at = seconds(Date.now()) - 4 * HOUR_MS
  // two that go on over their gap, one that is another
  const told = [0, 4, 8, 20, 24].map(minute => ({
    trackNo,
    key: 'fatigue' as const,
    at: at + minute * MINUTE_MS,
    level: 0,
    lonE6: 109_000_000 + minute,
    latE6: 34_000_000,
  }))
  const write = async (batches: readonly (readonly number[])[]): Promise<unknown> => {
    const client = await world.pool.connect()
    try {
      await client.query("delete from track_alarms where kind = 'fatigue' and track_no = $1", [trackNo])
      for (const batch of batches)
        await writeAlarmRows(
          client,
          batch.flatMap(n => told[n] ?? []),
        )
      const { rows } = await client.query(
        "select from_at::float8, to_at::float8, lon_e6 from track_alarms where kind = 'fatigue' and track_no = $1 order by 1",
        [trackNo],
      )
      return rows
    } finally {
      client.release()
    }
  }
  const whole = await write([[0, 1, 2, 3, 4]])
  expect(whole).toEqual([
    { from_at: at, to_at: at + 8 * MINUTE_MS, lon_e6: 109_000_000 },
    { from_at: at + 20 * MINUTE_MS, to_at: at + 24 * MINUTE_MS, lon_e6: 109_000_020 },
  ])
  for (const batches of [
    [[4], [3], [2], [0], [1]],
    [[0, 2], [1, 4], [3]],
    [[2], [0, 1, 2], [4, 3], [3]],
  ])
    expect(await write(batches)).toEqual(whole)
})

test('speeding counts once it lasts, recovers with the next quiet minutes, and is not in the number of push 29', async () => {
  const { plate, trackNo } = await onRoad()
  await say(trackNo, [
    [60, overspeed],
    [0, overspeed],
  ])
  await look()
  expect(await rowsOf(plate)).toEqual([])
  await say(
    trackNo,
    [200, 150, 100].map(ago => [ago, overspeed] as const),
  )
  const before = await world.as('carrier').send(countAbnormal, {})
  await look()
  expect(await rowsOf(plate)).toEqual([expect.objectContaining({ kind: 'overspeed', level: 'usual', state: 'open' })])
  const grouped = await world.as('carrier').send(listAbnormal, { group: 'driving', text: plate, limit: 20 })
  expect(grouped.rows).toHaveLength(1)
  expect((await world.as('carrier').send(listAbnormal, { group: 'position', text: plate, limit: 20 })).rows).toEqual([])
  expect((await world.as('carrier').send(countAbnormal, {})).vehicles).toBe(before.vehicles)
  await look(Date.now() + 6 * MINUTE_MS)
  expect((await rowsOf(plate)).find(({ kind }) => kind === 'overspeed')).toMatchObject({ state: 'recovered' })
  expect(await wordsTo('carrier', plate)).toEqual([])
})

test('a branch may put off alarms, but no call for help', async () => {
  const rule = { version: 0, isOn: false, minutes: 0 }
  const refused = await world.as('branch').ask(saveAbnormalRule, { ...rule, kind: 'sos' })
  expect(refused.http).toBe(400)
  expect(JSON.stringify(refused.envelope)).toContain('不能停用')
  await world.as('branch').send(saveAbnormalRule, { ...rule, kind: 'fatigue' })
})

test('alarms told twice, late and in any order are written as one', async () => {
  const { trackNo } = await onRoad()
  const at = seconds(Date.now()) - HOUR_MS
  await say(trackNo, [[3600, sos]])
  const read = () =>
    world.server.db(tx =>
      tx.rows(sql<Record<string, unknown>>`select * from vehicle_alarms where track_no = ${trackNo}`.compile(q)),
    )
  const heard = (offset: number) => ({
    lane: 0,
    seq: 1,
    i: 0,
    trackNo,
    terminalNo: trackNo,
    receivedAt: at + offset,
    fix: undefined,
    points: [
      {
        at: at + offset,
        ...place,
        speed: 0,
        heading: 0,
        hasIgnition: true,
        cls: 'good' as const,
        source: '808' as const,
        datum: 'gcj02' as const,
        odometer: undefined,
        alarms: sos,
      },
    ],
  })
  const write = async (...offsets: number[]): Promise<void> => {
    const client = await world.pool.connect()
    try {
      await writeAlarms(client, offsets.map(heard))
    } finally {
      client.release()
    }
  }
  await world.server.db(tx => tx.run(sql`update vehicle_alarms set told_at = 1 where track_no = ${trackNo}`.compile(q)))
  await write(0, 30_000)
  await write(30_000, 0)
  expect(await read()).toMatchObject([{ from_at: at, at: at + 30_000, told_at: 1 }])
  // of long before: the last is another one
  await write(-10 * MINUTE_MS)
  expect(await read()).toMatchObject([{ from_at: at, told_at: 1 }])
  // after a pause: a new one, of which nobody was told
  await write(10 * MINUTE_MS)
  expect(await read()).toMatchObject([{ from_at: at + 10 * MINUTE_MS, told_at: null }])
})
