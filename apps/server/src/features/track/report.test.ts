// Stops, mileage and vehicles online over HTTP: who reads which rows, ends cut to the span, whole days, filters and pages.
import { randomUUID } from 'node:crypto'
import {
  countTrackOnline,
  listTrackDays,
  listTrackOnline,
  listTrackStops,
  sumTrackDays,
} from '@yunshu/contract/track/report'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { q, type Tx } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { findTrackOnline } from './online.queries.ts'

let world: FreightWorld
let it: { readonly vehicleId: string; readonly plate: string; readonly no: number; readonly waybillNo: string }
const today = startOfDay(Date.now())
const yesterday = today - DAY_MS
/** Of the shipper: from two in the night of yesterday to four in the afternoon. */
const span = { from: yesterday + 2 * HOUR_MS, to: yesterday + 16 * HOUR_MS }
/** Before its span, within it, and over its end. */
const stops = [
  { from: yesterday + HOUR_MS, to: yesterday + 3 * HOUR_MS, kind: 'parked' },
  { from: yesterday + 5 * HOUR_MS, to: yesterday + 5 * HOUR_MS + 12 * MINUTE_MS, kind: 'idle' },
  { from: yesterday + 15 * HOUR_MS, to: yesterday + 20 * HOUR_MS, kind: 'parked' },
] as const

beforeAll(async () => {
  world = await startFreightWorld()
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  it = await world.server.db(async tx => {
    const one = await tx.one(
      sql<{
        vehicle_id: string
        no: number
        shipper_id: string
        carrier_id: string
        branch_id: string
        waybill_no: string
        plate: string
      }>`
        select w.vehicle_id, v.track_no as no, w.shipper_id, w.carrier_id, w.branch_id, w.waybill_no, v.plate
        from waybills w join vehicles v on v.id = w.vehicle_id where w.id = ${waybill.id}::uuid`.compile(q),
    )
    await tx.run(sql`delete from track_access where vehicle_id = ${one.vehicle_id}::uuid`.compile(q))
    await tx.run(
      sql`update vehicles set created_at = ${yesterday - 30 * DAY_MS}::bigint
        where id = ${one.vehicle_id}::uuid`.compile(q),
    )
    for (const [company, why, waybillId, begin, end] of [
      [one.carrier_id, 'own', null, 0, null],
      [one.shipper_id, 'waybill', waybill.id, span.from, span.to],
      [one.branch_id, 'branch', waybill.id, yesterday, null],
    ] as const)
      await tx.run(
        sql`insert into track_access (id, company_id, track_no, vehicle_id, waybill_id, from_at, to_at, why)
          values (${randomUUID()}::uuid, ${company}::uuid, ${one.no}, ${one.vehicle_id}::uuid, ${waybillId}::uuid,
            ${begin}::bigint, ${end}::bigint, ${why})`.compile(q),
      )
    for (const stop of stops)
      await tx.run(
        sql`insert into track_stops (track_no, from_at, to_at, vehicle_id, carrier_id, plate, lon_e6, lat_e6,
          kind, waybill_id)
          values (${one.no}, ${stop.from}::bigint, ${stop.to}::bigint, ${one.vehicle_id}::uuid,
            ${one.carrier_id}::uuid, ${one.plate}, 109734567, 38285390, ${stop.kind}, ${waybill.id}::uuid)`.compile(q),
      )
    // the day before, and yesterday: from three to ten, which lies within the shipper's span
    for (const [day, first, last, odometer] of [
      [yesterday - DAY_MS, 3, 10, 300_000],
      [yesterday, 3, 10, 330_000],
    ] as const)
      await tx.run(
        sql`insert into track_days (track_no, day, vehicle_id, carrier_id, plate, distance_m, moving_s, idle_s,
          stops, first_at, last_at, online_s, points, late_points, coverage_ppm, gap_m, odometer_m)
          values (${one.no}, (to_timestamp(${day / 1000}::float8) at time zone 'Asia/Shanghai')::date,
            ${one.vehicle_id}::uuid, ${one.carrier_id}::uuid, ${one.plate}, 300000, 18000, 600, 3,
            ${day + first * HOUR_MS}::bigint, ${day + last * HOUR_MS}::bigint, 25200, 840, 5, 291666, 30000,
              ${odometer})`.compile(q),
      )
    return { vehicleId: one.vehicle_id, plate: one.plate, no: one.no, waybillNo: one.waybill_no }
  })
})
afterAll(() => world.stop())

type Account = Parameters<FreightWorld['as']>[0]
const stopsOf = async (account: Account, more: object = {}) =>
  (await world.as(account).send(listTrackStops, { text: it.plate, ...more })).rows
const daysOf = async (account: Account, more: object = {}) =>
  (await world.as(account).send(listTrackDays, { text: it.plate, ...more })).rows

test('a carrier and the house read stops of their spans, a shipper those that began within its own, cut at its end', async () => {
  const times = async (account: Account) => (await stopsOf(account)).map(({ fromAt, toAt }) => [fromAt, toAt])
  const all = stops.toReversed().map(({ from, to }) => [from, to])
  expect(await times('carrier')).toEqual(all)
  expect(await times('branch')).toEqual(all)
  expect(await times('shipper')).toEqual([
    [stops[2].from, span.to],
    [stops[1].from, stops[1].to],
  ])
  for (const stranger of ['shipper2', 'carrier2'] as const) expect(await times(stranger)).toEqual([])
  expect((await stopsOf('shipper'))[0]).toMatchObject({
    vehicleId: it.vehicleId,
    waybillNo: it.waybillNo,
    place: '109.734567,38.285390',
    kind: 'parked',
  })
})

test('stops are filtered by kind, by length as its reader sees it, by waybill and by day', async () => {
  const count = async (account: Account, more: object) => (await stopsOf(account, more)).length
  expect([await count('carrier', { kind: 'idle' }), await count('carrier', { stay: 'h4' })]).toEqual([1, 1])
  // five hours of it are not the shipper's to know
  expect([await count('shipper', { stay: 'h4' }), await count('shipper', { stay: 'h1' })]).toEqual([0, 1])
  expect(await count('carrier', { text: it.waybillNo })).toBe(3)
  expect(await count('carrier', { from: today, to: today + DAY_MS })).toBe(0)
})

test('days are read by whoever saw the vehicle on them, by a shipper only whole ones', async () => {
  const read = async (account: Account, more: object = {}) => (await daysOf(account, more)).map(({ dayAt }) => dayAt)
  expect(await read('carrier')).toEqual([yesterday, yesterday - DAY_MS])
  expect([await read('branch'), await read('shipper')]).toEqual([[yesterday], [yesterday]])
  for (const stranger of ['shipper2', 'carrier2'] as const) expect(await read(stranger)).toEqual([])
  expect(await read('carrier', { differs: true })).toEqual([yesterday])
  expect((await daysOf('carrier'))[0]).toMatchObject({ distanceM: 300_000, gapM: 30_000, odometerM: 330_000, stops: 3 })
})

test('the sums of days are those of the whole list of each reader, however few are on a page', async () => {
  const sumsOf = (account: Account, more: object = {}) =>
    world.as(account).send(sumTrackDays, { text: it.plate, ...more })
  const page = await world.as('carrier').send(listTrackDays, { text: it.plate, limit: 1 })
  expect([page.rows.length, typeof page.next]).toEqual([1, 'string'])
  expect(await sumsOf('carrier')).toEqual({ summed: 2, sums: { distance: 600_000, gap: 60_000 } })
  for (const account of ['shipper', 'branch'] as const)
    expect(await sumsOf(account)).toEqual({ summed: 1, sums: { distance: 300_000, gap: 30_000 } })
  expect(await sumsOf('carrier2')).toEqual({ summed: 0, sums: { distance: 0, gap: 0 } })
  expect(await sumsOf('carrier', { differs: true })).toMatchObject({ summed: 1 })
  const wrong = await world.as('carrier').ask(sumTrackDays, { from: today, to: today - DAY_MS })
  expect([wrong.http, wrong.envelope.message]).toEqual([400, expect.stringContaining('应晚于开始日期')])
})

test('a vehicle was online on two of seven days, and positions cover nine tenths of its way', async () => {
  const ask = async (account: Account, more: object = {}) =>
    (await world.as(account).send(listTrackOnline, { text: it.plate, ...more })).rows
  const week = { from: today - 6 * DAY_MS, to: today + DAY_MS }
  expect(await ask('carrier', week)).toMatchObject([
    { plate: it.plate, days: 7, onlineDays: 2, distanceM: 600_000, wholeM: 540_000, onlineS: 50_400, latePoints: 10 },
  ])
  // the house answers for the days of its waybill
  expect(await ask('branch', week)).toMatchObject([{ days: 2, onlineDays: 1 }])
  expect(await ask('carrier2', week)).toEqual([])
  expect([
    (await ask('carrier', { online: 'never' })).length,
    (await ask('carrier', { online: 'some' })).length,
  ]).toEqual([0, 1])
  const never = await world.as('carrier').send(listTrackOnline, { online: 'never' })
  expect(never.rows.every(({ onlineDays, lastAt }) => onlineDays === 0 && lastAt === undefined)).toBe(true)
  expect((await world.as('shipper').ask(listTrackOnline, {})).http).toBe(403)
  // the tabs count what stands below them
  expect((await world.as('carrier').send(countTrackOnline, { ...week, text: it.plate })).state).toEqual({
    never: 0,
    some: 1,
  })
  const counted = (await world.as('carrier').send(countTrackOnline, {})).state
  expect(counted['never']).toBe(never.rows.length)
  expect((await world.as('shipper').ask(countTrackOnline, {})).http).toBe(403)
})

/** A day of a vehicle with 300 km. */
const addDay = (tx: Tx, id: string | undefined, day: number, gap: number): Promise<unknown> =>
  tx.run(
    sql`insert into track_days (track_no, day, vehicle_id, carrier_id, plate, distance_m, moving_s, idle_s, stops,
      first_at, last_at, online_s, points, late_points, coverage_ppm, gap_m)
      select v.track_no, (to_timestamp(${day / 1000}::float8) at time zone 'Asia/Shanghai')::date, v.id,
        v.carrier_id, v.plate,
        300000, 18000, 600, 3, ${day + HOUR_MS}::bigint, ${day + 2 * HOUR_MS}::bigint, 3600, 60, 0, 1000000, ${gap}
      from vehicles v where v.track_no = ${Number(id)}`.compile(q),
  )

test('the worst vehicles come first: by days online, then by the part of the way that positions cover', async () => {
  const week = { from: today - 6 * DAY_MS, to: today + DAY_MS }
  const all = async () => (await world.as('carrier').send(listTrackOnline, { ...week, limit: 100 })).rows
  await world.waybills(3)
  const before = await all()
  expect(before).toHaveLength(4)
  expect(before.at(-1)?.id).toBe(String(it.no))
  // another one as often online, and half of its way lost; a third on the day that is older than the week
  const [half, old] = before
  await world.server.db(async tx => {
    for (const [id, day, gap] of [
      [half?.id, yesterday, 150_000],
      [half?.id, yesterday - DAY_MS, 150_000],
      [old?.id, today - 7 * DAY_MS, 0],
    ] as const)
      await addDay(tx, id, day, gap)
    await tx.run(
      sql`update vehicles set created_at = ${yesterday - 30 * DAY_MS}::bigint
        where track_no = any(${[half?.id, old?.id].map(Number)}::int[])`.compile(q),
    )
  })
  const rows = await all()
  expect(rows.slice(-2).map(({ id }) => id)).toEqual([half?.id, String(it.no)])
  expect(rows.slice(0, -2).every(({ onlineDays }) => onlineDays === 0)).toBe(true)
  const walked: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await world.as('carrier').send(listTrackOnline, { ...week, limit: 2, ...(cursor && { cursor }) })
    walked.push(...page.rows.map(({ id }) => id))
    // a vehicle that was seen reports for the first time today, and the last one loses half of its way
    if (cursor === undefined)
      await world.server.db(async tx => {
        await addDay(tx, walked[0], today, 0)
        await addDay(tx, String(it.no), today, 300_000)
      })
    cursor = page.next
    if (cursor === undefined) break
  }
  expect(walked).toEqual(rows.map(({ id }) => id))
  // today is shown all the same
  expect((await all()).find(({ id }) => id === walked[0])?.onlineDays).toBe((rows[0]?.onlineDays ?? 0) + 1)
})

test('the figures of vehicles are read by their spans and days, and no table of tracks whole', async () => {
  const planned = await asSystem(world.server.server.deps, ctx =>
    plansOf(ctx, noted => findTrackOnline({ ...noted, actor: actorOfSide('carrier') }, { limit: 50 })),
  )
  const lines = planned.at(-1)?.lines ?? []
  expect(lines.filter(line => line.includes('Seq Scan on track_'))).toEqual([])
  for (const index of ['track_access_company', 'track_days_pkey'])
    expect(lines.join('\n'), lines.join('\n')).toContain(index)
})

test('pages hold each row once, and wrong spans and places are refused at the field', async () => {
  for (const call of [listTrackStops, listTrackDays, listTrackOnline]) {
    const whole = (await world.as('carrier').send(call, {})).rows.map(({ id }) => id)
    const walked: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await world.as('carrier').send(call, { limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      walked.push(...page.rows.map(({ id }) => id))
      cursor = page.next
      if (cursor === undefined) break
    }
    expect([call.path, walked]).toEqual([call.path, whole])
    const ask = async (input: object) => {
      const { http, envelope } = await world.as('carrier').ask(call, input)
      return [http, envelope.message]
    }
    expect(await ask({ from: today - 40 * DAY_MS })).toEqual([400, '结束时间：应晚于开始日期，一次最多查询 31 天'])
    expect((await ask({ from: today, to: yesterday }))[0]).toBe(400)
    expect((await ask({ cursor: 'x' }))[0]).toBe(400)
  }
})
