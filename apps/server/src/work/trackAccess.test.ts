// Spans of access: after every command that writes a waybill they are what the waybill says, and the wall holds to them.
import { readFile } from 'node:fs/promises'
import { correctWaybill, stepBackWaybill, swapVehicle } from '@yunshu/contract/waybill/life'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../demo/people.ts'
import { wholeJourney } from '../../../../tests/server/freightWorld.ts'
import { startTrackWorld, type TrackWorld } from '../../../../tests/server/trackWorld.ts'
import { nilId, q } from '../db/tx.ts'
import { replaceAccess } from './trackAccess.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const spans = sql<{ company_id: string; why: string; from_at: number; to_at: number | null }>`
  select waybill_id, company_id, track_no, vehicle_id, from_at, to_at, why from track_access where waybill_id is not null
  order by waybill_id, company_id, vehicle_id, from_at`.compile(q)

/** The spans there are, which are those that all waybills say. */
async function derived(): Promise<Awaited<ReturnType<typeof ask>>> {
  const before = await ask()
  await world.server.db(async tx => {
    const rows = await tx.rows(q.selectFrom('waybills').select('id'))
    await replaceAccess(
      tx,
      rows.map(({ id }) => id),
    )
  })
  expect(await ask()).toEqual(before)
  return before
}
const ask = () => world.server.db(tx => tx.rows(spans))

test('after each step, a step back, a correction, a change of vehicle and an end, spans are those the waybills say', async () => {
  const [one, other, ended] = await world.waybills(3)
  if (!one || !other || !ended) throw new Error('no waybills')
  expect(await derived()).toEqual([])
  let walked = await world.walk(one, ['accept'])
  expect(await derived()).toHaveLength(2)
  walked = await world.walk(walked, ['arriveLoad', 'depart'])
  await derived()
  const back = await world.as('admin').send(stepBackWaybill, { id: one.id, version: walked.version, reason: '填错了' })
  await derived()
  walked = await world.walk({ ...walked, version: back.version }, ['depart', 'arriveUnload', 'unload'])
  expect((await derived()).every(({ to_at }) => to_at !== null)).toBe(true)
  const { accepted_at } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select('accepted_at').where('id', '=', one.id)),
  )
  const corrected = { id: one.id, version: walked.version, reason: '时间有误', acceptedAt: (accepted_at ?? 0) - 1 }
  await world.as('admin').ask(correctWaybill, corrected)
  await derived()

  const accepted = await world.walk(other, ['accept'])
  const [truck] = await world.trucks(1)
  if (!truck) throw new Error('no truck')
  const swappedAt = Date.now()
  await world.as('carrier').send(swapVehicle, {
    id: other.id,
    version: accepted.version,
    vehicleId: truck.vehicleId,
    driverId: truck.driverId,
    reason: '故障',
  })
  const swapped = (await derived()).filter(({ to_at }) => to_at === null)
  expect(swapped).toHaveLength(2)
  // the truck drove for others until then: nobody of the waybill sees that
  expect(swapped.every(({ from_at }) => from_at >= swappedAt)).toBe(true)
  const gone = await world.walk(ended, ['accept'])
  await world.as('carrier').send(moveWaybill, { id: ended.id, version: gone.version, move: 'cancel', reason: '不装了' })
  await derived()
})

test('a shipper sees no vehicle days before the window its goods appointed, and one that loads sooner from then on', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  const start = Date.now() + 72 * HOUR_MS
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set planned_load_at = null,
        body = jsonb_set(body, '{loadPoints,0,windowStart}', to_jsonb(${start}::bigint)) where id = ${made.id}::uuid`.compile(
        q,
      ),
    ),
  )
  const fromOf = async (why: string) => {
    const rows = await world.server.db(tx =>
      tx.rows(
        sql<{
          from_at: number
        }>`select from_at from track_access where waybill_id = ${made.id}::uuid and why = ${why}`.compile(q),
      ),
    )
    return rows.map(({ from_at }) => from_at)
  }
  const accepted = await world.walk(made, ['accept'])
  expect(await fromOf('waybill')).toEqual([start - 12 * HOUR_MS])
  const [branch] = await fromOf('branch')
  expect(branch).toBeLessThanOrEqual(Date.now())
  await world.walk(accepted, ['arriveLoad'])
  const [shipper] = await fromOf('waybill')
  expect(shipper).toBeLessThanOrEqual(Date.now())
})

test('a shipper sees a vehicle of its waybill within its span, another shipper and other carriers see none', async () => {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  const { vehicle_id: vehicleId } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', waybill.id)),
  )
  const no = await world.trackNoOf(vehicleId)
  const place = { lonE6: 109_734_567, latE6: 38_285_390 }
  const seenBy = async (account: 'shipper' | 'shipper2' | 'carrier' | 'carrier2') => {
    const reach = { reach: 'company', userId: nilId, companyId: demoCompanyId(account) } as const
    const { rows } = await world.server.db(
      async tx => ({
        rows: await tx.rows(
          sql<{ n: number }>`select (select count(*) from vehicle_live where track_no = ${no})::int
            + (select count(*) from track_segments where track_no = ${no})::int as n`.compile(q),
        ),
      }),
      reach,
    )
    return rows[0]?.n
  }
  const all = async () => [
    await seenBy('shipper'),
    await seenBy('shipper2'),
    await seenBy('carrier'),
    await seenBy('carrier2'),
  ]
  await world.report(no, [{ at: Date.now() - 7_200_000, place }])
  await world.follow()
  // before acceptance it is on somebody else's way
  expect(await all()).toEqual([0, 0, 2, 0])
  await world.walk(waybill, ['accept'])
  expect(await all()).toEqual([0, 0, 2, 0])
  await world.report(no, [{ at: Date.now() + 1000, place }])
  await world.follow()
  expect((await all()).map(n => (n ?? 0) > 0)).toEqual([true, false, true, false])
})

test('spans of waybills past the wait for loading are laid by the window, too, where they were accepted before (180)', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  await world.walk(made, ['accept', 'arriveLoad', 'depart'])
  const [accepted, arrived] = [Date.now() - 72 * HOUR_MS, Date.now() - HOUR_MS]
  const text = await readFile(new URL('../db/migrations/180_spans_of_the_way.sql', import.meta.url), 'utf8')
  const froms = await world.server.db(async tx => {
    await tx.run(
      sql`update waybills set planned_load_at = null, accepted_at = ${accepted}, arrived_load_at = ${arrived},
        body = jsonb_set(body, '{loadPoints,0,windowStart}', to_jsonb(${Date.now() + 24 * HOUR_MS}::bigint))
        where id = ${made.id}::uuid`.compile(q),
    )
    await tx.run(sql`update track_access set from_at = ${accepted} where waybill_id = ${made.id}::uuid`.compile(q))
    for (const part of text.split(/;\s*$/m))
      if (part.trim() !== '' && !part.includes('set_config')) await tx.run(sql.raw(part).compile(q))
    return tx.rows(
      sql<{ why: string; from_at: number }>`select why, from_at from track_access
        where waybill_id = ${made.id}::uuid order by why`.compile(q),
    )
  })
  expect(froms).toEqual([
    { why: 'branch', from_at: accepted },
    { why: 'waybill', from_at: arrived },
  ])
})

test('a signed waybill whose sealed part covers its span is not queued again', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  await world.walk(made, wholeJourney)
  const due = () =>
    world.server.db(tx =>
      tx.rows(q.selectFrom('waybill_tracks_due').select('waybill_id').where('waybill_id', '=', made.id)),
    )
  expect(await due()).toHaveLength(1)
  await world.server.db(async tx => {
    await tx.run(
      sql`insert into waybill_tracks (id, waybill_id, part, key, bytes, sha256, points, late_points, from_at, to_at,
          distance_m, gaps, gap_m, sealed_at)
        select a.id, a.waybill_id, 1, 'track/wider', 1, repeat('0', 64), 0, 0, a.from_at - 1000, a.to_at, 0, 0, 0, 1
        from track_access a where a.waybill_id = ${made.id}::uuid and a.why = 'waybill'`.compile(q),
    )
    await tx.run(sql`delete from waybill_tracks_due where waybill_id = ${made.id}::uuid`.compile(q))
    await replaceAccess(tx, [made.id])
  })
  expect(await due()).toEqual([])
})
