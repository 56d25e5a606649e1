// Vehicles in an area and trips over HTTP, districts of places, and indexes of the lists of tracks.
import { randomUUID } from 'node:crypto'
import {
  listTrackAlarms,
  listTrackArea,
  listTrackDays,
  listTrackOnline,
  listTrackStops,
  listTrackTrips,
  sumTrackDays,
} from '@yunshu/contract/track/report'
import { printCentre } from '@yunshu/domain/fence'
import { HOUR_MS, MINUTE_MS, startOfDay, DAY_MS } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { divisionAt } from '@yunshu/regions/divisionAt'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { planOfSent, sentMeanwhile } from '../../../../../tests/server/sentStatements.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { findTrackArea } from './area.queries.ts'
import { sealTrails } from './sealTrail.commands.ts'

type Account = Parameters<TrackWorld['as']>[0]
let world: TrackWorld
let no: number
let waybillNo: string
let plate: string
/** Yesterday from eight o'clock: half an hour of standing, an hour of driving, half an hour of standing. */
const day = startOfDay(Date.now()) - DAY_MS
const begin = day + 8 * HOUR_MS
const leave = begin + 30 * MINUTE_MS
const arrive = leave + HOUR_MS
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }

const said = (at: number, n: number, moves: boolean): Said => ({
  at,
  place: { lonE6: yard.lonE6 + n * 8000, latE6: yard.latE6 },
  speed: moves ? 620 : 0,
  hasIgnition: moves,
  receivedAt: at + 2000,
})

beforeAll(async () => {
  world = await startTrackWorld()
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  const one = await world.server.db(tx =>
    tx.one(
      sql<{ vehicle_id: string; no: number; shipper_id: string; carrier_id: string; branch_id: string }>`
        select w.vehicle_id, v.track_no as no, w.shipper_id, w.carrier_id, w.branch_id
        from waybills w join vehicles v on v.id = w.vehicle_id where w.id = ${waybill.id}::uuid`.compile(q),
    ),
  )
  ;({ waybillNo, plate } = waybill)
  no = one.no
  await world.server.db(async tx => {
    await tx.run(sql`delete from track_access where vehicle_id = ${one.vehicle_id}::uuid`.compile(q))
    for (const [company, why, waybillId, from, to] of [
      [one.carrier_id, 'own', null, 0, null],
      // the shipper's span ends in the middle of the way
      [one.shipper_id, 'waybill', waybill.id, begin, leave + 20 * MINUTE_MS],
      [one.branch_id, 'branch', waybill.id, begin, null],
    ] as const)
      await tx.run(
        sql`insert into track_access (id, company_id, track_no, vehicle_id, waybill_id, from_at, to_at, why)
          values (${randomUUID()}::uuid, ${company}::uuid, ${no}, ${one.vehicle_id}::uuid, ${waybillId}::uuid,
            ${from}::bigint, ${to}::bigint, ${why})`.compile(q),
      )
  })
  await world.report(no, [
    ...Array.from({ length: 31 }, (_, n) => said(begin + n * MINUTE_MS, 0, false)),
    ...Array.from({ length: 59 }, (_, n) => said(leave + (n + 1) * MINUTE_MS, n + 1, true)),
    ...Array.from({ length: 31 }, (_, n) => said(arrive + n * MINUTE_MS, 60, false)),
  ])
  await world.follow()
})
afterAll(() => world.stop())

const span = { fromAt: begin, toAt: arrive + HOUR_MS }
const inArea = async (account: Account, more: object = {}) =>
  (await world.as(account).send(listTrackArea, { ...span, ...more })).rows

test('a vehicle is found where it was, by circle and by rectangle, with the time inside; not beside it, not at another time', async () => {
  // terminals speak WGS-84, areas are drawn in GCJ-02: up to 700 m lie between
  const [inYard] = await inArea('carrier', { centre: '109.734567,38.285390', radius: 2000 })
  expect(inYard).toMatchObject({ plate, firstAt: begin })
  expect(inYard?.insideS).toBeGreaterThan(30 * 60)
  expect(inYard?.points).toBeGreaterThan(30)
  const box = { box: '109.72,38.27,109.76,38.30' }
  expect(await inArea('carrier', box)).toMatchObject([{ plate }])
  expect(await inArea('carrier', { box: '109.72,38.35,109.76,38.40' })).toEqual([])
  expect(await inArea('carrier', { ...box, fromAt: arrive - MINUTE_MS, toAt: arrive })).toEqual([])
  expect(await inArea('carrier', { ...box, text: '沪Z' })).toEqual([])
  // the whole map without an area
  expect(await inArea('carrier')).toMatchObject([{ plate }])
})

/** Corners as they are typed, by metres east and north of the yard. */
const corners = (...places: readonly (readonly [east: number, north: number])[]): string =>
  places.map(([east, north]) => printCentre(placeFrom(yard, east, north))).join(';')
/** A band of 4 km across the way, which lies in the north of the yard by `north`. */
const band = (west: number, east: number, north = 0): string =>
  corners([west, north - 2000], [east, north - 2000], [east, north + 2000], [west, north + 2000])
const aroundEnd = band(40_000, 44_000)

test('a polygon finds what drove through it and not what stayed in its notch; walls and spans are those of circles', async () => {
  const [inside] = await inArea('carrier', { corners: aroundEnd })
  expect(inside).toMatchObject({ plate })
  expect(inside?.firstAt).toBeGreaterThan(leave + 50 * MINUTE_MS)
  expect(inside?.points).toBeGreaterThan(30)
  expect(await inArea('branch', { corners: aroundEnd })).toHaveLength(1)
  // it lies beyond the shipper's span, and others have none
  for (const account of ['shipper', 'shipper2', 'carrier2'] as const)
    expect(await inArea(account, { corners: aroundEnd })).toEqual([])
  const [cut] = await inArea('shipper', { corners: band(-2000, 44_000).replaceAll(';', '\n') })
  expect(cut?.firstAt).toBe(begin)
  expect(cut?.lastAt).toBeLessThanOrEqual(leave + 20 * MINUTE_MS)
  expect(cut?.lastAt).toBeGreaterThan(leave + 18 * MINUTE_MS)
  expect(await inArea('carrier', { corners: band(40_000, 44_000, 9000) })).toEqual([])
  // a U around the whole way, open to the north: the way lies in the box around it, and nowhere in it
  const notched = corners(
    [-9000, -9000],
    [70_000, -9000],
    [70_000, 9000],
    [65_000, 9000],
    [65_000, -6000],
    [-6000, -6000],
    [-6000, 9000],
    [-9000, 9000],
  )
  expect(await inArea('carrier', { corners: notched })).toEqual([])
})

test('an area is seen within the span: the end of the way is not the shipper’s, others find nothing', async () => {
  const end = { centre: `${(yard.lonE6 + 60 * 8000) / 1e6},38.285390`, radius: 3000 }
  expect(await inArea('carrier', end)).toHaveLength(1)
  expect(await inArea('branch', end)).toHaveLength(1)
  expect(await inArea('shipper', end)).toEqual([])
  const [seen] = await inArea('shipper', { centre: '109.734567,38.285390', radius: 50_000 })
  expect(seen?.lastAt).toBeLessThanOrEqual(leave + 20 * MINUTE_MS)
  for (const stranger of ['shipper2', 'carrier2'] as const) expect(await inArea(stranger)).toEqual([])
})

test('pages of an area hold each vehicle once, and wrong areas and times are refused at the field', async () => {
  const page = await world.as('carrier').send(listTrackArea, { ...span, limit: 1 })
  expect(page.rows).toHaveLength(1)
  expect((await world.as('carrier').send(listTrackArea, { ...span, limit: 1, cursor: page.next ?? '' })).rows).toEqual(
    [],
  )
  const ask = async (input: object) => {
    const { http, envelope } = await world.as('carrier').ask(listTrackArea, input)
    return [http, envelope.message]
  }
  expect(await ask({ fromAt: begin, toAt: begin + 8 * DAY_MS })).toEqual([400, '结束时间：一次最多查询 7 天'])
  expect((await ask({ fromAt: begin, toAt: begin }))[0]).toBe(400)
  expect(await ask({ centre: '1', radius: 500 })).toEqual([400, expect.stringMatching(/^圆心：/)])
  expect(await ask({ centre: '109.7,38.2' })).toEqual([400, '半径：请填写半径'])
  expect(await ask({ radius: 500 })).toEqual([400, '圆心：请填写圆心'])
  expect(await ask({ box: '1,2,3' })).toEqual([400, expect.stringMatching(/^矩形：/)])
  expect(await ask({ box: '110,38,109,39' })).toEqual([400, '矩形：西应小于东，南应小于北'])
  expect(await ask({ box: '109,38,110,39', centre: '109.7,38.2', radius: 50 })).toEqual([
    400,
    expect.stringMatching(/^矩形：/),
  ])
  expect((await ask({ cursor: 'x' }))[0]).toBe(400)
  // polygons are refused as those of fences are, and may be as wide as the largest circle
  expect(await ask({ corners: '109,38;109.1,38' })).toEqual([400, '顶点：至少 3 个顶点'])
  expect(await ask({ corners: '109,38;109.1,38;38,109' })).toEqual([400, expect.stringMatching(/^顶点：第 3 个顶点：/)])
  expect(await ask({ corners: '109,38;109.1,38.1;109.1,38;109,38.1' })).toEqual([
    400,
    '顶点：第 1 个与第 3 个顶点之后的边相交，请调整顶点的位置或顺序',
  ])
  expect(await ask({ corners: '109,38;109.1,38;109.1,38.1;109.1,38' })).toEqual([400, '顶点：第 2 与第 4 个顶点重合'])
  expect(await ask({ corners: '109,38;112,38;112,38.1' })).toEqual([400, '顶点：第 1 与第 2 个顶点相距超过 100 公里'])
  expect(await ask({ corners: aroundEnd, radius: 500 })).toEqual([400, '顶点：圆、矩形和多边形只能选一种'])
  const many = Array.from({ length: 201 }, (_, n) => `109.${1000 + n},${38 + (n % 2) / 10}`).join(';')
  expect(await ask({ corners: many })).toEqual([400, '顶点：最多 200 个顶点'])
})

test('the way between two stops is a trip; a shipper whose span ends on the way has none, the districts are named', async () => {
  const trips = async (account: Account) => (await world.as(account).send(listTrackTrips, { text: plate })).rows
  const [trip, ...more] = await trips('carrier')
  expect(more).toEqual([])
  expect(trip).toMatchObject({ plate, waybillNo, mostSpeed: 620 })
  expect(trip?.distanceM).toBeGreaterThan(40_000)
  expect(trip?.toAt).toBeGreaterThan(leave)
  expect(await trips('branch')).toHaveLength(1)
  expect(await trips('shipper')).toEqual([])
  expect(await trips('carrier2')).toEqual([])
  expect(trip?.fromDistrict).toContain('榆林')
  const [stop] = (await world.as('carrier').send(listTrackStops, { text: plate })).rows
  expect(stop?.district).toMatch(/陕西.*榆林/)
  expect(trip?.isUnderWay).toBe(false)
  // a county without a city above it says its name once, one of the same name as its city both
  expect(divisionAt({ lonE6: 112_897_000, latE6: 30_421_000 })).toBe('湖北 / 潜江市')
  expect(divisionAt({ lonE6: 113_080_000, latE6: 28_250_000 })).toBe('湖南 / 长沙 / 长沙县')
})

test('a trip that no stop has ended is under way while the vehicle is heard of', async () => {
  const [made] = await world.waybills(1)
  const { no: own } = await world.server.db(async tx => {
    const found = await tx.one(
      sql<{
        no: number
        id: string
      }>`select v.track_no as no, v.id from vehicles v join waybills w on w.vehicle_id = v.id
        where w.id = ${made?.id}::uuid`.compile(q),
    )
    await tx.run(sql`update track_access set from_at = 0 where vehicle_id = ${found.id}::uuid`.compile(q))
    return found
  })
  const now = Math.floor(Date.now() / 1000) * 1000
  const last = async () => (await world.as('carrier').send(listTrackTrips, { text: made?.plate ?? '' })).rows[0]
  // half an hour of driving until twenty minutes ago
  const end = now - 20 * MINUTE_MS
  await world.report(
    own,
    Array.from({ length: 31 }, (_, n) => said(end - (30 - n) * MINUTE_MS, n, true)),
  )
  await world.follow()
  expect(await last()).toMatchObject({ isUnderWay: true, toAt: end })
  // it stands for a quarter of an hour: that was its end
  await world.report(
    own,
    Array.from({ length: 17 }, (_, n) => said(end + (n + 1) * MINUTE_MS, 31, false)),
  )
  await world.follow()
  expect(await last()).toMatchObject({ isUnderWay: false, toAt: end + MINUTE_MS })
})

/** The plan of the one statement with these words that is sent meanwhile, under the walls it was sent under. */
async function planOf(words: string, work: () => Promise<unknown>, isForced = true): Promise<string[]> {
  const [sent] = (await sentMeanwhile(work)).filter(({ text }) => text.includes(words))
  if (!sent) throw new Error(`nothing was sent with ${words}`)
  return planOfSent(world.server, sent, { isForced })
}
/** Nodes of a plan that read a table of tracks from its beginning to its end. */
const scansIn = (lines: readonly string[]): string[] =>
  lines.filter(line => /Seq Scan on (?:track_|waybill_tracks)/.test(line))

test('lists of stops, trips, alarms and days, looks at them and trails that are due find their rows by an index', async () => {
  const reads = [
    ['from track_stops s', listTrackStops],
    ['from track_trips s', listTrackTrips],
    ['from track_alarms s', listTrackAlarms],
    ['from track_days d', listTrackDays],
    ['as distance', sumTrackDays],
    // a person and a list nobody looked at yet: the look is written
    ['insert into track_views', listTrackOnline],
  ] as const
  for (const [words, call] of reads) {
    const lines = await planOf(words, () =>
      world.as('carrier').send(call, { from: day - DAY_MS, to: day + DAY_MS - 1 }),
    )
    expect([call.path, scansIn(lines), lines.join('\n')]).toEqual([
      call.path,
      [],
      expect.stringMatching(/Index .*track_/),
    ])
  }
  const due = await planOf('waybill_tracks_due d where', () => sealTrails(world.server.server.deps))
  expect(scansIn(due)).toEqual([])
  // positions of the hour before come late, to a span that is over
  const late = await planOf('insert into waybill_tracks_due', async () => {
    await world.report(no, [said(begin - 30 * MINUTE_MS, 0, false)])
    await world.follow()
  })
  expect(scansIn(late)).toEqual([])
  // control: a condition no index answers is seen
  const kinds = await planOf('as unindexed', () =>
    world.server.db(tx => tx.rows(sql`select count(*) as unindexed from track_stops where kind = 'idle'`.compile(q))),
  )
  expect(scansIn(kinds)).toHaveLength(1)
})

test('among 60,000 alarms a page of a carrier of ten vehicles, and one of the house, walk the index of their times', async () => {
  await withClient(world.server.ownerUrl, async client => {
    await client.query(`with own as (select v.track_no, v.id, v.carrier_id, row_number() over (order by v.id) as place
        from vehicles v join track_access a on a.track_no = v.track_no
        where v.carrier_id = (select carrier_id from vehicles where track_no = ${no}) limit 10)
      insert into track_alarms (track_no, kind, from_at, to_at, level, vehicle_id, carrier_id, plate)
      select coalesce(own.track_no, 900000 + t), 'overspeed', ${Date.now()} - n * 1200000::bigint - t, ${Date.now()} - n * 1200000::bigint,
        0, coalesce(own.id, one.id), one.carrier_id, '沪A' || t
      from generate_series(1, 120) t cross join generate_series(1, 500) n cross join (select * from own where place = 1) one
        left join own on own.place = t on conflict do nothing`)
    await client.query('analyze track_alarms')
  })
  for (const account of ['carrier', 'admin'] as const) {
    const ask = () => world.as(account).send(listTrackAlarms, { limit: 50 })
    const lines = await planOf('from track_alarms s', ask, false)
    expect([account, lines.join('\n')]).toEqual([
      account,
      expect.stringMatching(/Index (?:Only )?Scan using track_alarms_from on track_alarms s/),
    ])
  }
})

test('the vehicles of a polygon are found by their spans and hours, and no table of tracks is read whole', async () => {
  const planned = await asSystem(world.server.server.deps, ctx =>
    plansOf(ctx, noted =>
      findTrackArea({ ...noted, actor: actorOfSide('carrier') }, { ...span, corners: aroundEnd, limit: 50 }),
    ),
  )
  const candidates = planned.find(({ statement }) => statement.includes('from track_access a where'))
  expect(candidates?.lines.filter(line => line.includes('Seq Scan on track_'))).toEqual([])
  expect(candidates?.lines.join('\n')).toMatch(/Index (?:Only )?Scan.* on track_segments/)
})

test('a list of days still reads as before', async () => {
  expect((await world.as('carrier').send(listTrackDays, { text: plate })).rows).toMatchObject([{ plate, stops: 2 }])
})

test('what lies between the last fix of an hour and the first of the next is passed all the same', async () => {
  const [other] = await world.waybills(1)
  const one = await world.server.db(async tx => {
    const found = await tx.one(
      sql<{
        id: string
        no: number
      }>`select v.id, v.track_no as no from vehicles v join waybills w on w.vehicle_id = v.id
        where w.id = ${other?.id}::uuid`.compile(q),
    )
    await tx.run(sql`update track_access set from_at = 0 where vehicle_id = ${found.id}::uuid`.compile(q))
    return found
  })
  const hour = begin + HOUR_MS
  const north = placeFrom(yard, 0, 60_000)
  // two minutes apart at 100 km/h
  const fix = (n: number): Said => ({ at: hour + n * 59_000, place: placeFrom(north, n * 1635, 0), speed: 1000 })
  await world.report(one.no, [fix(-3), fix(-1), fix(1), fix(3)])
  await world.follow()
  const at = (east: number) => printCentre(placeFrom(north, east, 0))
  expect(await inArea('carrier', { centre: at(0), radius: 50 })).toMatchObject([{ plate: other?.plate, points: 0 }])
  expect(await inArea('carrier', { centre: at(20_000), radius: 50 })).toEqual([])
})
