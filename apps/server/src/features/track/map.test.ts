// The map over HTTP: who sees which vehicle when, positions outside a span, trails cut to the second, and lines of looks.
import { randomUUID } from 'node:crypto'
import { listTrackLooks } from '@yunshu/contract/audit/audit'
import { getTrail, getLive, listTracked } from '@yunshu/contract/track/map'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import type { Point } from '@yunshu/track/point'
import { withClient } from '@yunshu/postgres/withClient'
import { hourOf, readSegment, writeSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindTerminal } from '../../../../../tests/server/boundTerminal.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'

let world: FreightWorld
/** A waybill under way with its vehicle, and the moments of its span. */
let at: {
  readonly waybillId: string
  readonly vehicleId: string
  readonly no: number
  readonly from: number
  readonly to: number
}
const hour = 3_600_000

const point = (moment: number, n: number): Point => ({
  at: moment,
  lonE6: 109_000_000 + n * 1000,
  latE6: 34_000_000,
  speed: 600,
  heading: 90,
  hasIgnition: true,
  cls: 'good',
  source: '808',
  datum: 'wgs84',
  odometer: undefined,
  // a fix in ten tells an alarm
  alarms: n % 10 === 0 ? 2 : 0,
})

beforeAll(async () => {
  world = await startFreightWorld()
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  const { rows } = await world.as('shipper').send(listWaybills, {})
  expect(rows.some(({ id }) => id === waybill.id)).toBe(true)
  const now = Math.floor(Date.now() / 1000) * 1000
  at = await world.server.db(async tx => {
    const found = await tx.one(
      sql<{ vehicle_id: string; no: number; shipper_id: string; carrier_id: string; branch_id: string }>`
        select w.vehicle_id, v.track_no as no, w.shipper_id, w.carrier_id, w.branch_id
        from waybills w join vehicles v on v.id = w.vehicle_id where w.id = ${waybill.id}::uuid`.compile(q),
    )
    const from = hourOf(now) - 2 * hour + 600_000
    const span = { from, to: from + hour }
    await tx.run(sql`delete from track_access where vehicle_id = ${found.vehicle_id}::uuid`.compile(q))
    for (const [company, why, waybillId, begin, end] of [
      [found.carrier_id, 'own', null, 0, null],
      [found.shipper_id, 'waybill', waybill.id, span.from, span.to],
      [found.branch_id, 'branch', waybill.id, span.from, null],
    ] as const)
      await tx.run(
        sql`insert into track_access (id, company_id, track_no, vehicle_id, waybill_id, from_at, to_at, why)
          values (${randomUUID()}::uuid, ${company}::uuid, ${found.no}, ${found.vehicle_id}::uuid,
            ${waybillId}::uuid, ${begin}::bigint, ${end}::bigint, ${why})`.compile(q),
      )
    for (const hourAt of [hourOf(span.from), hourOf(span.from) + hour]) {
      const points = Array.from({ length: 360 }, (_, i) => point(hourAt + i * 10_000, i))
      await tx.run(
        sql`insert into track_segments (track_no, hour_at, month, n, first_at, last_at, min_lon, min_lat, max_lon,
          max_lat, distance_m, moving_s, datum, payload)
          values (${found.no}, ${hourAt}::bigint, date_trunc('month', to_timestamp(${hourAt / 1000}::float8))::date,
            360, ${hourAt}::bigint, ${hourAt + 3_590_000}::bigint, 0, 0, 0, 0, 0, 0, 0,
            ${Buffer.from(writeSegment(hourAt, points))})`.compile(q),
      )
    }
    await tx.run(
      sql`insert into vehicle_live (track_no, vehicle_id, lon_e6, lat_e6, datum, speed, heading, at, received_at,
        state, source, rev)
        values (${found.no}, ${found.vehicle_id}::uuid, 109000000, 34000000, 0, 600, 90, ${now - 5000}::bigint,
          ${now}::bigint, 1, 0, 1)`.compile(q),
    )
    return { waybillId: waybill.id, vehicleId: found.vehicle_id, no: found.no, ...span }
  })
})
afterAll(() => world.stop())

const seen = async (account: Parameters<FreightWorld['as']>[0]) => {
  const client = world.as(account)
  const [vehicles, live] = [await client.send(listTracked, {}), await client.send(getLive, {})]
  return [vehicles.rows.some(({ no }) => no === at.no), live.rows.some(({ no }) => no === at.no)]
}
const trail = (account: Parameters<FreightWorld['as']>[0], fromAt: number, toAt: number) =>
  world.as(account).send(getTrail, { vehicleId: at.vehicleId, fromAt, toAt })
const moments = (hours: readonly { hourAt: number; body: string }[]): number[] =>
  hours.flatMap(({ hourAt, body }) => readSegment(hourAt, Buffer.from(body, 'base64'))).map(each => each.at)

test('a position is seen within a running span: by the carrier always, by the house for its waybill, by the shipper no longer', async () => {
  expect([await seen('carrier'), await seen('branch'), await seen('admin')]).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ])
  expect(await seen('shipper')).toEqual([false, false])
  expect(await seen('carrier2')).toEqual([false, false])
  const mine = (await world.as('carrier').send(listTracked, {})).rows.find(({ no }) => no === at.no)
  expect(mine).toMatchObject({ vehicleId: at.vehicleId, waybillId: at.waybillId })
  expect((await world.as('carrier').send(getLive, {})).rows.find(({ no }) => no === at.no)).toMatchObject({
    state: 'moving',
    datum: 'wgs84',
    speed: 600,
  })
})

test('a vehicle whose terminal never told a place is told from one without a terminal, and from one whose place is not the reader’s', async () => {
  await world.waybills(2)
  const { rows } = await world.as('carrier').send(listTracked, {})
  const [fresh, bare] = rows.filter(({ no, isBound }) => no !== at.no && !isBound)
  if (!fresh || !bare) throw new Error('too few vehicles')
  for (const { vehicleId } of [fresh, at]) await bindTerminal(world.server, vehicleId, 1)
  const stateOf = async (account: Parameters<FreightWorld['as']>[0], vehicleId: string) => {
    const row = (await world.as(account).send(listTracked, {})).rows.find(one => one.vehicleId === vehicleId)
    return row && { isBound: row.isBound, isUnplaced: row.isUnplaced }
  }
  expect(await stateOf('carrier', fresh.vehicleId)).toEqual({ isBound: true, isUnplaced: true })
  expect(await stateOf('carrier', bare.vehicleId)).toEqual({ isBound: false, isUnplaced: false })
  expect(await stateOf('carrier', at.vehicleId)).toEqual({ isBound: true, isUnplaced: false })
  // the house has no position of it within its span, and knows that there was one
  await world.server.db(tx => tx.run(sql`update vehicle_live set at = 5 where track_no = ${at.no}`.compile(q)))
  expect((await world.as('branch').send(getLive, {})).rows.some(({ no }) => no === at.no)).toBe(false)
  expect(await stateOf('branch', at.vehicleId)).toEqual({ isBound: true, isUnplaced: false })
  await world.server.db(tx =>
    tx.run(sql`update vehicle_live set at = received_at - 5000 where track_no = ${at.no}`.compile(q)),
  )
})

test('a trail is cut to the second: a shipper gets its own span and nothing of the hours around it', async () => {
  const asked = [at.from - 12 * hour, at.to + 12 * hour] as const
  const own = await trail('shipper', ...asked)
  const times = moments(own.hours)
  expect(own.spans).toEqual([{ fromAt: at.from, toAt: at.to, waybillNo: expect.stringMatching(/^YD/) }])
  expect([Math.min(...times), Math.max(...times)]).toEqual([at.from, at.to])
  expect(times).toHaveLength(361)
  // the carrier sees both hours whole
  expect(moments((await trail('carrier', ...asked)).hours)).toHaveLength(720)
  // a time outside the span is no fault and has nothing in it
  const before = await trail('shipper', at.from - 2 * hour, at.from - 1000)
  expect([before.spans, before.hours]).toEqual([[], []])
  // it still says on which waybill there is something to see
  expect(before.trip).toEqual(own.spans[0])
})

test('a vehicle that is none of theirs is not found by others, as one that does not exist', async () => {
  const input = { vehicleId: at.vehicleId, fromAt: at.from, toAt: at.to }
  const [foreign, none] = [
    await world.as('carrier2').ask(getTrail, input),
    await world.as('carrier2').ask(getTrail, { ...input, vehicleId: randomUUID() }),
  ]
  expect([foreign.http, foreign.envelope.code, foreign.envelope.message]).toEqual([
    none.http,
    none.envelope.code,
    none.envelope.message,
  ])
  expect(foreign.http).toBe(404)
})

test('times that end before they begin, or a year of them, are refused at the field', async () => {
  const ask = async (fromAt: number, toAt: number) => {
    const { http, envelope } = await world.as('carrier').ask(getTrail, { vehicleId: at.vehicleId, fromAt, toAt })
    return [http, envelope.message]
  }
  expect(await ask(at.to, at.from)).toEqual([400, '结束时间不能早于开始时间'])
  expect(await ask(at.from - 365 * 24 * hour, at.to)).toEqual([400, '结束时间：一次最多回放 31 天'])
})

test('each look at a trail is a line: who, whose, of which time and for which waybill', async () => {
  await trail('shipper', at.from, at.to)
  const lines = await world.server.db(tx =>
    tx.rows(
      q.selectFrom('track_views').selectAll().where('vehicle_id', '=', at.vehicleId).orderBy('id', 'desc').limit(1),
    ),
  )
  expect(lines).toMatchObject([{ from_at: at.from, to_at: at.to, waybill_id: at.waybillId, why: 'playback' }])
  // a look that was refused is none
  const count = async () =>
    (
      await world.server.db(tx =>
        tx.rows(q.selectFrom('track_views').select('id').where('vehicle_id', '=', at.vehicleId)),
      )
    ).length
  const before = await count()
  await world.as('carrier2').ask(getTrail, { vehicleId: at.vehicleId, fromAt: at.from, toAt: at.to })
  expect(await count()).toBe(before)
})

test('looks at trails were read by nobody: a company reads those of its own people, the platform all', async () => {
  await trail('shipper', at.from, at.to)
  const { waybillNo, plate } = await world.server.db(tx =>
    tx.one(
      sql<{ waybillNo: string; plate: string }>`select w.waybill_no as "waybillNo", v.plate from waybills w
        join vehicles v on v.id = w.vehicle_id where w.id = ${at.waybillId}::uuid`.compile(q),
    ),
  )
  const looks = async (account: Parameters<FreightWorld['as']>[0], filter: object = {}) =>
    (await world.as(account).send(listTrackLooks, { waybillNo, ...filter })).rows
  const [newest] = await looks('shipper', { plate, reason: 'playback', person: 'shipper' })
  expect(newest).toMatchObject({ account: 'shipper', plate, waybillNo, reason: 'playback', ip: '127.0.0.1' })
  expect([newest?.from, newest?.to]).toEqual([at.from, at.to])
  expect(await looks('shipper', { reason: 'evidence' })).toEqual([])
  expect(await looks('shipper', { to: (newest?.at ?? 0) - 60_000 })).toEqual([])
  expect(await looks('shipper', { from: (newest?.at ?? 0) - 60_000 })).toContainEqual(newest)
  for (const account of ['carrier', 'shipper2', 'branch'] as const)
    expect([account, (await looks(account)).filter(row => row.account === 'shipper')]).toEqual([account, []])
  expect((await looks('admin')).map(({ id }) => id)).toContain(newest?.id)
  expect((await (await world.server.login('shipper-freight')).ask(listTrackLooks, {})).http).toBe(403)
})

test('a page of a company’s looks is read by an index, however many others looked', async () => {
  const shipper = demoCompanyId('shipper')
  await world.server.db(async tx => {
    await tx.run(
      sql`insert into track_views (id, at, user_id, company_id, from_at, to_at, why, ip)
        select gen_random_uuid(), 1, ${demoUserId('shipper2')}::uuid, ${demoCompanyId('shipper2')}::uuid, 0, 0, 'stops', ''
        from generate_series(1, 20000)`.compile(q),
    )
  })
  await withClient(world.server.ownerUrl, async client => {
    await client.query('analyze track_views')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select * from track_views k where k.company_id = '${shipper}' order by k.id desc limit 21`,
    )
    expect(rows.map(row => row['QUERY PLAN']).join('\n')).toMatch(/track_views_company/)
  })
})

test('visits of fences and abnormal positions are marks of the trail: cut to the reader’s span, of waybills it sees, as the file has them', async () => {
  const [other] = await world.waybills(1)
  if (!other) throw new Error('no waybill')
  const minute = 60_000
  await world.server.db(async tx => {
    const foreign = demoCompanyId('shipper2')
    await tx.run(sql`update waybills set shipper_id = ${foreign}::uuid where id = ${other.id}::uuid`.compile(q))
    const fence = randomUUID()
    await tx.run(
      sql`insert into fences (id, goods_id, shipper_id, branch_id, kind, point_no, name, lon_e6, lat_e6, radius_m,
        created_by, created_at, updated_at)
        select ${fence}::uuid, w.goods_id, w.shipper_id, w.branch_id, 'load', 0, '一号矿', 109000000, 34000000, 500,
          ${demoUserId('shipper')}::uuid, 1, 1
        from waybills w where w.id = ${at.waybillId}::uuid`.compile(q),
    )
    for (const [waybillId, from, to, stay, isCounted] of [
      [at.waybillId, at.from - 20 * minute, at.from - 10 * minute, 'passed', false],
      [at.waybillId, at.from - 5 * minute, at.from + 10 * minute, 'closed', true],
      [at.waybillId, at.from + 15 * minute, at.from + 16 * minute, 'withdrawn', true],
      [other.id, at.from + 20 * minute, at.from + 30 * minute, 'closed', true],
      [at.waybillId, at.to - minute, null, 'open', false],
    ] as const)
      await tx.run(
        sql`insert into fence_visits (id, fence_id, track_no, waybill_id, entered_at, entered_how, left_at,
          counted_at, dwell_s, stay, updated_at, fence_version)
          values (${randomUUID()}::uuid, ${fence}::uuid, ${at.no}, ${waybillId}::uuid, ${from}::bigint, 'crossed',
            ${to}::bigint, ${isCounted ? from : null}::bigint, 0, ${stay}, 1, 1)`.compile(q),
      )
    for (const [kind, state, from, to] of [
      ['offline', 'recovered', at.from + 40 * minute, at.from + 45 * minute],
      ['noFix', 'falseAlarm', at.from + 46 * minute, at.from + 47 * minute],
      ['placeMismatch', 'open', at.from + 50 * minute, null],
    ] as const)
      await tx.run(
        sql`insert into episodes (id, track_no, vehicle_id, plate, waybill_id, carrier_id, shipper_id, branch_id,
          grp, kind, level, state, from_at, recovered_at, last_at, evidence, created_at, updated_at)
          select ${randomUUID()}::uuid, ${at.no}, w.vehicle_id, w.plate, w.id, w.carrier_id, w.shipper_id,
            w.branch_id, 'position', ${kind}, 2, ${state}, ${from}::bigint, ${to}::bigint, 1, '{"text": ""}', 1, 1
          from waybills w where w.id = ${at.waybillId}::uuid`.compile(q),
      )
  })
  const told = async (account: Parameters<FreightWorld['as']>[0], fromAt = at.from - hour, toAt = at.to) => {
    const { visits, episodes } = await trail(account, fromAt, toAt)
    const minutes = (each: { fromAt: number; toAt: number }) =>
      [each.fromAt, each.toAt].map(ms => (ms - at.from) / minute)
    return [visits.map(each => [...minutes(each), each.isCounted]), episodes.map(each => [...minutes(each), each.kind])]
  }
  const episodes = [
    [40, 45, 'offline'],
    [50, 50, 'placeMismatch'],
  ]
  const shown = [
    [0, 10, true],
    [59, 60, false],
  ]
  expect(await told('shipper')).toEqual([shown, episodes])
  const whole = [[-20, -10, false], [-5, 10, true], [20, 30, true], shown[1]]
  expect(await told('carrier')).toEqual([whole, episodes])
  // of the house the span begins where that of the waybill does, and two of its spans are one
  expect(await told('branch')).toEqual([[shown[0], [20, 30, true], shown[1]], episodes])
  expect(await told('admin')).toEqual(await told('branch'))
  // a part of the time, and a time that is not theirs
  expect(await told('shipper', at.from + 5 * minute, at.from + 42 * minute)).toEqual([
    [[5, 10, true]],
    [[40, 42, 'offline']],
  ])
  expect(await told('shipper', at.from - hour, at.from - minute)).toEqual([[], []])
  const { visits } = await trail('shipper', at.from, at.to)
  expect(visits[0]).toMatchObject({ fence: '一号矿', kind: 'load', waybillNo: expect.stringMatching(/^YD/) })
})

test('alarms of the terminal are for those who see abnormal positions: without that permit the trail is the same and tells none', async () => {
  const told = async (client: Pick<Client, 'send'>) => {
    const { hours } = await client.send(getTrail, { vehicleId: at.vehicleId, fromAt: at.from, toAt: at.to })
    const points = hours.flatMap(({ hourAt, body }) => readSegment(hourAt, Buffer.from(body, 'base64')))
    return [points.length > 300, points.some(({ alarms }) => alarms !== 0)]
  }
  expect(await told(world.as('shipper'))).toEqual([true, true])
  expect(await told(world.as('admin'))).toEqual([true, true])
  // 财务 of the house: track.replay without abnormal.view
  expect(await told(await world.server.login('platform-finance'))).toEqual([true, false])
})

test('a vehicle that has no position now is told with its last place, to those who see its day', async () => {
  const last = at.from + 20 * 60_000
  await world.server.db(async tx => {
    await tx.run(sql`update vehicle_live set track_no = 999999 where track_no = ${at.no}`.compile(q))
    await tx.run(
      sql`insert into track_days (track_no, day, vehicle_id, carrier_id, plate, distance_m, moving_s, idle_s, stops,
        first_at, last_at, online_s, points, late_points, coverage_ppm)
        select ${at.no}, '2020-01-01', v.id, v.carrier_id, v.plate, 1, 1, 1, 1, 1, ${last}::bigint, 1, 1, 1, 1
        from vehicles v where v.id = ${at.vehicleId}::uuid`.compile(q),
    )
  })
  const rowOf = async (account: Parameters<FreightWorld['as']>[0]) =>
    (await world.as(account).send(listTracked, {})).rows.find(({ no }) => no === at.no)
  // the 181st fix of its hour
  const lastPlace = { lonE6: 109_180_000, latE6: 34_000_000, datum: 'wgs84' }
  expect(await rowOf('carrier')).toMatchObject({ lastAt: last, lastPlace })
  // of a day outside its span the house hears neither
  await world.server.db(tx => tx.run(sql`update track_days set last_at = ${at.from - hour}::bigint`.compile(q)))
  expect(await rowOf('branch')).not.toHaveProperty('lastPlace')
  expect(await rowOf('branch')).not.toHaveProperty('lastAt')
})
