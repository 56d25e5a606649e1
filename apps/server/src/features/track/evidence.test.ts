// Sealed trails: when a part is written, that it never changes, what comes late, who reads it, and what a check finds.
import { createHash } from 'node:crypto'
import { downloadEvidence, getEvidence, openEvidence, verifyEvidence } from '@yunshu/contract/track/evidence'
import { listTrackDays, listTrackStops, sumTrackDays } from '@yunshu/contract/track/report'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { readSegment } from '@yunshu/track/segment'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeJourney } from '../../../../../tests/server/freightWorld.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { keepMonths } from './months.ts'
import { removeStrays } from './sealedKeys.commands.ts'
import { sealTrails } from './sealTrail.commands.ts'

let world: TrackWorld
let id: string
let waybillNo: string
let no: number
const now = Math.floor(Date.now() / 1000) * 1000
/** The journey ended three hours ago. */
const end = now - 3 * HOUR_MS

const said = (at: number, n: number, receivedAt = at + 2000): Said => ({
  at,
  place: { lonE6: 109_700_000 + n * 1000, latE6: 38_200_000 },
  speed: 600,
  receivedAt,
  // one of them tells an alarm
  alarm: n === 5 ? 2 : 0,
})

const run = (text: string) => world.server.db(tx => tx.run(sql.raw(text).compile(q)))
const count = async (what: string) =>
  (await world.server.db(tx => tx.one(sql<{ n: number }>`select count(*)::int as n from ${sql.raw(what)}`.compile(q))))
    .n
const seal = () => sealTrails(world.server.server.deps)
const read = (account: Parameters<TrackWorld['as']>[0] = 'shipper') => world.as(account).send(getEvidence, { id })

beforeAll(async () => {
  world = await startTrackWorld()
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  await world.walk(made, wholeJourney)
  ;({ id, waybillNo } = made)
  const row = await world.server.db(tx => tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', id)))
  no = await world.trackNoOf(row.vehicle_id)
  // the journey was walked in a moment: its span is laid where positions are
  await run(`update waybills set accepted_at = ${end - 8 * HOUR_MS}, planned_load_at = null where id = '${id}'`)
})
afterAll(() => world.stop())

test('a signed waybill is queued by its signature, and sealed when two hours after unloading are over', async () => {
  expect(await count(`waybill_tracks_due where waybill_id = '${id}' and due_at > ${now + HOUR_MS}`)).toBe(1)
  expect(await seal()).toBe(0)
  expect(await read()).toMatchObject({ state: 'due', parts: [], waybillNo })
  await run(`update track_access set from_at = ${end - 6 * HOUR_MS}, to_at = ${end} where waybill_id = '${id}'`)
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
})

test('nothing is sealed before all that was heard is written into the trail', async () => {
  await world.report(
    no,
    Array.from({ length: 60 }, (_, n) => said(end - 2 * HOUR_MS + n * 30_000, n)),
  )
  // one before the span, one after its end
  await world.report(no, [said(end - 7 * HOUR_MS, 0), said(end + 60_000, 99)])
  expect(await seal()).toBe(0)
  await world.follow()
  await run(`insert into episodes (id, track_no, vehicle_id, plate, waybill_id, carrier_id, shipper_id, branch_id, grp, kind, level, state,
      from_at, to_at, last_at, evidence, created_at, updated_at)
    select gen_random_uuid(), ${no}, w.vehicle_id, w.plate, w.id, w.carrier_id, w.shipper_id, w.branch_id, 'position', 'noFix', 2, 'recovered',
      ${end - 90 * 60_000}, ${end - HOUR_MS}, 1, '{"text": ""}', 1, 1 from waybills w where w.id = '${id}'`)
  expect(await seal()).toBe(1)
  expect(await seal()).toBe(0)
  const sealed = await read('carrier')
  expect(sealed).toMatchObject({ state: 'sealed', parts: [{ part: 1, points: 60, latePoints: 0, gaps: 0 }] })
  expect(sealed.parts[0]?.distanceM).toBeGreaterThan(5000)
  expect(await count(`waybill_tracks_due`)).toBe(0)
})

test('the trail that is shown is the sealed one, cut to the span; each look is a line', async () => {
  const open = await world.as('shipper').send(openEvidence, { id })
  const points = open.carriages.flatMap(({ hours }) =>
    hours.flatMap(({ hourAt, body }) => readSegment(hourAt, Buffer.from(body, 'base64'))),
  )
  expect(points).toHaveLength(60)
  expect(await count(`track_views where waybill_id = '${id}' and why = 'evidence'`)).toBe(1)
  const { bytes } = await world.as('carrier').blob(downloadEvidence, { id, sealedPart: 1 })
  const { parts } = await read()
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(parts[0]?.sha256)
  expect(await count(`track_views where waybill_id = '${id}' and why = 'evidence'`)).toBe(2)
})

test('abnormal positions and alarms of a sealed trail are for those who see them: others play the same way, and get no file', async () => {
  // 财务 of the house: track.replay without abnormal.view
  const clerk = await world.server.login('platform-finance')
  const shown = async (client: Pick<typeof clerk, 'send'>) => {
    const { carriages, episodes } = await client.send(openEvidence, { id })
    const points = carriages.flatMap(({ hours }) =>
      hours.flatMap(({ hourAt, body }) => readSegment(hourAt, Buffer.from(body, 'base64'))),
    )
    return [points.length, points.filter(({ alarms }) => alarms !== 0).length, episodes.map(({ kind }) => kind)]
  }
  expect(await shown(world.as('admin'))).toEqual([60, 1, ['noFix']])
  expect(await shown(clerk)).toEqual([60, 0, []])
  const looks = await count(`track_views where waybill_id = '${id}'`)
  expect((await clerk.blob(downloadEvidence, { id, sealedPart: 1 })).http).toBe(403)
  expect(await count(`track_views where waybill_id = '${id}'`)).toBe(looks)
  expect((await world.as('admin').blob(downloadEvidence, { id, sealedPart: 1 })).http).toBe(200)
})

test('what comes late is a second part that names the first, which stays as it was; the same again adds nothing', async () => {
  const before = await read()
  const late = Array.from({ length: 20 }, (_, n) => said(end - HOUR_MS + n * 30_000, 100 + n))
  await world.reportLate(no, late, now)
  await world.follow()
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
  expect(await seal()).toBe(1)
  const after = await read()
  expect(after.parts[0]).toEqual(before.parts[0])
  expect(after.parts[1]).toMatchObject({ part: 2, points: 20 })
  const { bytes } = await world.as('shipper').blob(downloadEvidence, { id, sealedPart: 2 })
  expect(JSON.parse(bytes.toString())).toMatchObject({ before: before.parts[0]?.sha256, part: 2 })
  await world.reportLate(no, late, now)
  await world.follow()
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
  expect(await seal()).toBe(0)
  expect((await read()).parts).toHaveLength(2)
  const open = await world.as('branch').send(openEvidence, { id })
  expect(
    open.carriages
      .flatMap(({ hours }) => hours)
      .reduce((sum, { hourAt, body }) => sum + readSegment(hourAt, Buffer.from(body, 'base64')).length, 0),
  ).toBe(80)
})

test('two jobs at once seal one part', async () => {
  await world.reportLate(no, [said(end - 1_200_000, 300)], now)
  await world.follow()
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
  const made = await Promise.all([seal(), seal()])
  expect(made.toSorted((a, b) => a - b)).toEqual([0, 1])
  expect((await read()).parts).toHaveLength(3)
  await run('delete from waybill_tracks_due')
})

test('a check finds the bytes whole, then each kind of change: other bytes, another hash, a missing object', async () => {
  const check = () => world.as('shipper').send(verifyEvidence, { id })
  expect(await check()).toMatchObject({ isWhole: true, parts: [{ part: 1 }, { part: 2 }, { part: 3 }] })
  const rows = await world.server.db(tx =>
    tx.rows(q.selectFrom('waybill_tracks').selectAll().where('waybill_id', '=', id).orderBy('part')),
  )
  const [, second] = rows
  if (!second) throw new Error('no second part')
  const { store } = world.server.server.deps
  const kept = await store.get(second.key)
  if (!kept) throw new Error('no object')
  await store.remove(second.key)
  // the lack of one part is not held against those after it
  expect((await check()).parts).toEqual([{ part: 1 }, { part: 2, fault: '证据文件不存在' }, { part: 3 }])
  expect((await world.as('shipper').ask(openEvidence, { id })).envelope.code).toBe(3306)
  const forged = Buffer.from(kept.toString().replace('"part":2', '"part":2 '))
  await store.put(second.key, forged, 'application/json')
  expect(await check()).toMatchObject({ isWhole: false, parts: [{}, { fault: '内容与封存时的哈希不一致' }, {}] })
  // other bytes are neither shown nor handed out as evidence
  expect((await world.as('shipper').ask(openEvidence, { id })).envelope.code).toBe(3306)
  expect((await world.as('shipper').ask(downloadEvidence, { id, sealedPart: 2 })).envelope.code).toBe(3306)
  // a change of the row with the bytes is found by the audit log
  const sha256 = createHash('sha256').update(forged).digest('hex')
  await withClient(world.server.ownerUrl, async client => {
    await client.query(`select set_config('app.reach', 'system', false)`)
    await client.query('update waybill_tracks set sha256 = $1 where id = $2', [sha256, second.id])
  })
  expect((await check()).parts.slice(0, 3)).toEqual([
    { part: 1 },
    { part: 2, fault: '审计日志中没有这次封存' },
    { part: 3 },
  ])
  await withClient(world.server.ownerUrl, async client => {
    await client.query(`select set_config('app.reach', 'system', false)`)
    await client.query('update waybill_tracks set sha256 = $1 where id = $2', [second.sha256, second.id])
  })
  await store.remove(second.key)
  await store.put(second.key, kept, 'application/json')
  expect((await check()).isWhole).toBe(true)
  // the metres of a row are those of its positions, and of the parts before it
  const withRow = (set: string) =>
    withClient(world.server.ownerUrl, async client => {
      await client.query(`select set_config('app.reach', 'system', false)`)
      await client.query(`update waybill_tracks set ${set} where id = '${second.id}'`)
    })
  await withRow('distance_m = distance_m + 1')
  const measured = `里程记为 ${second.distance_m + 1} 米，按封存的定位重算是 ${second.distance_m} 米`
  expect((await check()).parts).toEqual([{ part: 1 }, { part: 2, fault: measured }, { part: 3 }])
  await withRow('distance_m = distance_m - 1, gap_m = gap_m + 1')
  expect((await check()).parts[1]?.fault).toBe('起止时间或缺口与封存的定位不一致')
  await withRow('gap_m = gap_m - 1')
  expect((await check()).isWhole).toBe(true)
  // a part taken out, the last or another, is told by itself
  const missing = '审计日志中有这次封存，证据记录不存在'
  for (const part of [2, 3])
    await withClient(world.server.ownerUrl, async client => {
      await client.query(`select set_config('app.reach', 'system', false)`)
      const own = `waybill_id = '${id}' and part = ${part}`
      await client.query(`create table kept_part as select * from waybill_tracks where ${own}`)
      await client.query(`delete from waybill_tracks where ${own}`)
      const { isWhole, parts } = await check()
      expect(isWhole).toBe(false)
      expect(parts.toSorted((a, b) => a.part - b.part)).toEqual(
        [1, 2, 3].map(each => (each === part ? { part, fault: missing } : { part: each })),
      )
      await client.query('insert into waybill_tracks select * from kept_part; drop table kept_part')
    })
  expect((await check()).isWhole).toBe(true)
})

test('a lost answer to COMMIT takes no object of a sealed part away', async () => {
  await world.reportLate(no, [said(end - 1_100_000, 301)], now)
  await world.follow()
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
  const { deps } = world.server.server
  let isSealing = false
  const pool = Object.create(deps.pool, {
    connect: {
      value: async () => {
        const client = await deps.pool.connect()
        const query = client.query.bind(client)
        return Object.create(client, {
          query: {
            value: async (...given: [string]) => {
              const done = await query(...given)
              if (JSON.stringify(given[0]).includes('insert into \\"waybill_tracks\\"')) isSealing = true
              if (given[0] !== 'commit' || !isSealing) return done
              isSealing = false
              throw new Error('answer lost')
            },
          },
        })
      },
    },
  })
  expect(await sealTrails({ ...deps, pool })).toBe(0)
  expect((await read()).parts).toHaveLength(4)
  expect((await world.as('shipper').send(verifyEvidence, { id })).isWhole).toBe(true)
  await run('delete from waybill_tracks_due')
})

test('an object whose process died before its row is removed once its time is over; one that a row names or that is being written never is', async () => {
  const { deps } = world.server.server
  const lines = () => world.server.db(tx => tx.rows(q.selectFrom('waybill_track_keys').selectAll().orderBy('key')))
  const isOver = () => run('update waybill_track_keys set until_at = 0')
  const named = await world.server.db(tx => tx.rows(q.selectFrom('waybill_tracks').select('key')))
  await isOver()
  await removeStrays(deps)
  await isOver()
  await removeStrays(deps)
  expect(await lines()).toEqual([])

  // the planted death: the bytes stand, and nothing follows
  await world.reportLate(no, [said(end - 1_000_000, 302)], now)
  await world.follow()
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
  let stray = ''
  const dying = {
    ...deps.store,
    put: async (...given: Parameters<typeof deps.store.put>) => {
      ;[stray] = given
      await deps.store.put(...given)
      throw new Error('died')
    },
  }
  expect(await sealTrails({ ...deps, store: dying })).toBe(0)
  expect(await lines()).toMatchObject([{ key: stray, is_given_up: false }])
  // it may be written still
  expect(await removeStrays(deps)).toBe(0)
  expect(await deps.store.get(stray)).toBeDefined()
  // control: a line of an object that a row names
  await run(`insert into waybill_track_keys (key, until_at) values ('${named[0]?.key}', 0)`)
  await isOver()
  expect((await Promise.all([removeStrays(deps), removeStrays(deps)])).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await deps.store.get(stray)).toBeUndefined()
  for (const { key } of named) expect(await deps.store.get(key)).toBeDefined()

  // a writer that stood still for longer than it may gets no row, and the bytes it wrote at last go as well
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
  let late = ''
  const slow = {
    ...deps.store,
    put: async (...given: Parameters<typeof deps.store.put>) => {
      ;[late] = given
      await isOver()
      expect(await removeStrays(deps)).toBe(1)
      await deps.store.put(...given)
    },
  }
  expect(await sealTrails({ ...deps, store: slow })).toBe(0)
  expect((await read()).parts).toHaveLength(4)
  expect(await deps.store.get(late)).toBeDefined()
  await isOver()
  await removeStrays(deps)
  expect(await deps.store.get(late)).toBeUndefined()
  // the next one seals, and takes its line with it
  await run(`update waybill_tracks_due set due_at = ${now - 1000}`)
  expect(await seal()).toBe(1)
  expect((await read()).parts).toHaveLength(5)
  await isOver()
  await removeStrays(deps)
  expect(await lines()).toMatchObject([{ key: named[0]?.key }])
  expect((await world.as('shipper').send(verifyEvidence, { id })).isWhole).toBe(true)
  await run('delete from waybill_tracks_due')
})

test('the product cannot change or delete a part, and strangers find neither it nor its bytes', async () => {
  await expect(run(`update waybill_tracks set points = 0 where waybill_id = '${id}'`)).rejects.toThrow(/permission/)
  await expect(run(`delete from waybill_tracks where waybill_id = '${id}'`)).rejects.toThrow(/permission/)
  for (const account of ['shipper2', 'carrier2'] as const) {
    expect((await world.as(account).ask(getEvidence, { id })).http).toBe(404)
    expect((await world.as(account).ask(openEvidence, { id })).http).toBe(404)
    expect((await world.as(account).ask(verifyEvidence, { id })).http).toBe(404)
  }
  const { http } = await world.as('shipper').ask(downloadEvidence, { id, sealedPart: 9 })
  expect(http).toBe(404)
})

test('looking at a list of tracks is a line too; its further pages and the same list again are the same look', async () => {
  const lines = () => count(`track_views where why = 'stops' and text = '陕K' and vehicle_id is null`)
  const look = (input: object = {}) => world.as('carrier').send(listTrackStops, { text: '陕K', ...input })
  await look()
  await look()
  expect(await lines()).toBe(1)
  await look({ from: now - 3 * DAY_MS })
  expect(await lines()).toBe(2)
  // sums tell metres of a vehicle, too: alone, and at once with the rows
  const days = { text: '陕S', from: now - 3 * DAY_MS, to: now }
  const daysSeen = () => count(`track_views where why = 'days' and text = '陕S'`)
  await world.as('carrier').send(sumTrackDays, days)
  expect(await daysSeen()).toBe(1)
  const other = { ...days, from: now - 2 * DAY_MS }
  await Promise.all([world.as('carrier').send(sumTrackDays, other), world.as('carrier').send(listTrackDays, other)])
  expect(await daysSeen()).toBe(2)
})

test('months that are old go with their stops, trips and alarms, unless a waybill that is not sealed lies in them; looks go after three years', async () => {
  const before = now + 400 * DAY_MS
  const keep = (at: number) => keepMonths(world.server.ownerUrl, { now, before: at, looksBefore: now - 1 })
  const [open] = await world.waybills(1)
  if (!open) throw new Error('no waybill')
  await world.walk(open, ['accept'])
  // stops and trips of a vehicle: places of old, of a month that stays for the waybill, and of today
  await run(`insert into track_stops (track_no, from_at, to_at, vehicle_id, carrier_id, plate, lon_e6, lat_e6, kind)
    select track_no, x, x, id, carrier_id, '陕S0', 1, 1, 'parked' from vehicles,
      unnest(array[${now - 900 * DAY_MS}, ${now}]) x where track_no = (select min(track_no) from vehicles)`)
  await run(`insert into track_trips (track_no, from_at, to_at, vehicle_id, carrier_id, plate, distance_m, gap_m, moving_s,
      most_speed, from_lon_e6, from_lat_e6, to_lon_e6, to_lat_e6)
    select track_no, ${now - 900 * DAY_MS}, 0, id, carrier_id, '陕S0', 0, 0, 0, 0, 0, 0, 0, 0 from vehicles
      where track_no = (select min(track_no) from vehicles)`)
  await run(`insert into track_alarms (track_no, kind, from_at, to_at, level, vehicle_id, carrier_id, plate)
    select track_no, 'overspeed', ${now - 900 * DAY_MS}, 0, 0, id, carrier_id, '陕S0' from vehicles
      where track_no = (select min(track_no) from vehicles)`)
  const days = await count('track_days')
  expect((await keep(now - 800 * DAY_MS)).places).toBe(3)
  expect([await count(`track_stops where plate = '陕S0'`), await count(`track_trips where plate = '陕S0'`)]).toEqual([
    1, 0,
  ])
  expect((await keep(before)).held.length).toBeGreaterThan(0)
  expect(await count(`track_stops where plate = '陕S0'`)).toBe(1)
  expect(await count('track_segments')).toBeGreaterThan(0)
  await run(`delete from track_access where waybill_id = '${open.id}'`)
  await run(`insert into track_views (id, at, user_id, from_at, to_at, why, ip)
    select gen_random_uuid(), 0, id, 0, 0, 'stops', '' from users limit 1`)
  const kept = await keep(before)
  expect([kept.held, kept.dropped.length > 0]).toEqual([[], true])
  expect(kept.looks).toBeGreaterThan(0)
  expect(await count('track_segments')).toBe(0)
  // places go with their months, kilometres of days stay
  expect([await count('track_stops'), await count('track_trips'), await count('track_days')]).toEqual([0, 0, days])
  // the evidence is what stays
  expect((await world.as('shipper').send(openEvidence, { id })).carriages[0]?.hours.length).toBeGreaterThan(0)
  expect((await world.as('shipper').send(verifyEvidence, { id })).isWhole).toBe(true)
})
