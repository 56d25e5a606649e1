// Arrivals that people entered, held against the trail of the truck that arrived.
import { listAbnormal, moveAbnormal } from '@yunshu/contract/abnormal/abnormal'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { correctWaybill } from '@yunshu/contract/waybill/life'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds, standing } from '../../../../../tests/server/acceptedWaybill.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { findEntered } from './entered.queries.ts'
import { lookForAbnormal } from './look.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const look = (now = Date.now()) => asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now }))

test('entered arrivals are found by the indexes of their times among 100,000 waybills, wherever their rows lie', async () => {
  await acceptedWaybill(world)
  const planned = await asSystem(world.server.server.deps, async ctx => {
    const now = ctx.now
    // a table of the same name stands before that of the schema, with its own rows and the indexes of those times
    await ctx.tx.run(
      sql`create temp table waybills on commit drop as
        select gen_random_uuid() as id, 'finished' as state, w.plate, w.vehicle_id, w.carrier_id, w.shipper_id,
          w.branch_id, w.goods_id,
          w.planned_load_at, w.loaded_at, w.accepted_at, w.vehicle_at, '{}'::jsonb as body,
            ${sql.lit(now)} - n * 30000::bigint as arrived_load_at,
          ${sql.lit(now)} - n * 30000::bigint + 3600000 as arrived_unload_at
        from (select * from public.waybills where goods_id is not null order by id desc
          limit 1) w, generate_series(1, 100000) n
        order by hashint4(n)`.compile(q),
    )
    const indexes = await ctx.tx.rows(
      sql<{
        indexdef: string
      }>`select indexdef from pg_indexes where schemaname = 'public' and indexname like 'waybills_arrived%'`.compile(q),
    )
    expect(indexes).toHaveLength(2)
    for (const { indexdef } of indexes)
      await ctx.tx.run(sql`${sql.raw(indexdef.replace('public.waybills', 'pg_temp.waybills'))}`.compile(q))
    await ctx.tx.run(sql`analyze waybills`.compile(q))
    return plansOf(ctx, noted => findEntered(noted), { isForced: false })
  })
  const lines = planned.flatMap(one => one.lines)
  expect(lines.filter(line => line.includes('Seq Scan on waybills'))).toEqual([])
  for (const index of ['waybills_arrived_load', 'waybills_arrived_unload'])
    expect(lines.join('\n')).toContain(`Bitmap Index Scan on ${index}`)
})

test('arrivals entered outside on two waybills of one vehicle are two matters, and the second stops no look', async () => {
  const [first, second] = [await acceptedWaybill(world), await acceptedWaybill(world)]
  await world.server.db(tx =>
    tx.run(sql`update waybills set vehicle_id = ${first.vehicleId}::uuid where id = ${second.id}::uuid`.compile(q)),
  )
  const far = placeFrom(mine, 9000, 0)
  const at = seconds(Date.now())
  await world.report(
    first.trackNo,
    Array.from({ length: 4 }, (_, n): Said => ({ at: at - n * 60_000, place: far, speed: 700 })),
  )
  await world.follow()
  for (const { id } of [first, second]) {
    const { version } = await world.as('carrier').send(getWaybill, { id })
    await world.as('carrier').send(moveWaybill, { id, version, move: 'arriveLoad' })
  }
  await look(Date.now() + 13 * MINUTE_MS)
  await look(Date.now() + 13 * MINUTE_MS)
  const { rows } = await world.as('carrier').send(listAbnormal, { limit: 100 })
  const found = rows.filter(
    ({ kind, waybillId }) => kind === 'placeMismatch' && [first.id, second.id].includes(waybillId),
  )
  expect(new Set(found.map(({ waybillId }) => waybillId))).toEqual(new Set([first.id, second.id]))
  expect(found).toHaveLength(2)
  // the place is that of the entry
  expect(found[0]?.place).toBe(`${(far.lonE6 / 1e6).toFixed(6)},${(far.latE6 / 1e6).toFixed(6)}`)
})

test('an arrival entered outside is a matter until it is corrected or the waybill is void, and no position ends it', async () => {
  const entered = async () => {
    const waybill = await acceptedWaybill(world)
    const at = seconds(Date.now())
    const far = placeFrom(mine, 9000, 0)
    await world.report(
      waybill.trackNo,
      Array.from({ length: 4 }, (_, n): Said => ({ at: at - n * 60_000, place: far, speed: 700 })),
    )
    await world.follow()
    return world.walk(waybill, ['arriveLoad'])
  }
  const [corrected, voided, claimed] = [await entered(), await entered(), await entered()]
  const later = Date.now() + 13 * MINUTE_MS
  const rowOf = async (id: string) => {
    const { rows } = await world.as('carrier').send(listAbnormal, { limit: 100 })
    return rows.find(one => one.kind === 'placeMismatch' && one.waybillId === id)
  }
  await look(later)
  const row = await rowOf(claimed.id)
  if (!row) throw new Error('nothing found')
  await world.as('carrier').send(moveAbnormal, { id: row.id, version: row.version, move: 'claim' })
  await look(later + 60 * MINUTE_MS)
  expect((await rowOf(corrected.id))?.state).toBe('escalated')
  const [other] = [await rowOf(voided.id)]
  expect(other?.recoveredAt).toBeUndefined()
  for (const { id } of [corrected, claimed]) {
    const { version, times } = await world.as('admin').send(getWaybill, { id })
    const arrivedLoadAt = (times.find(({ state }) => state === 'loading')?.at ?? 0) - 1000
    await world.as('admin').send(correctWaybill, { id, version, reason: '登记晚了', arrivedLoadAt })
  }
  const { version } = await world.as('admin').send(getWaybill, { id: voided.id })
  await world.as('admin').send(moveWaybill, { id: voided.id, version, move: 'void', reason: '重复' })
  await look(later + 70 * MINUTE_MS)
  // those that somebody has in hand wait for their note
  expect(await rowOf(claimed.id)).toMatchObject({ state: 'claimed', recoveredAt: expect.any(Number) })
  for (const { id } of [corrected, voided]) expect((await rowOf(id))?.recoveredAt).toEqual(expect.any(Number))
})

test('an arrival of the truck before is not held against the trail of the truck a waybill was given', async () => {
  const [waybill, other] = [await acceptedWaybill(world), await acceptedWaybill(world)]
  const at = seconds(Date.now()) - 30 * MINUTE_MS
  await world.report(waybill.trackNo, standing(at - 5 * MINUTE_MS, 20))
  // the one that takes over later drives far away meanwhile
  const far = Array.from({ length: 60 }, (_, n): Said => ({
    at: at - 10 * MINUTE_MS + n * 30_000,
    place: placeFrom(mine, 80_000 + n * 500, 0),
    speed: 600,
  }))
  await world.report(other.trackNo, far)
  await world.follow()
  await world.walk(waybill, ['arriveLoad'])
  const given = (when: number) =>
    world.server.db(async tx => {
      await tx.run(
        sql`update waybills set arrived_load_at = ${at}, vehicle_at = ${when}, vehicle_id = ${other.vehicleId}::uuid
          where id = ${waybill.id}::uuid`.compile(q),
      )
    })
  const kinds = async () => {
    await look()
    const { rows } = await world.as('carrier').send(listAbnormal, { limit: 100 })
    return rows.filter(({ waybillId }) => waybillId === waybill.id).map(({ kind }) => kind)
  }
  await given(at + 20 * MINUTE_MS)
  expect(await kinds()).not.toContain('placeMismatch')
  // one that had it before it was entered was elsewhere
  await given(at - 20 * MINUTE_MS)
  expect(await kinds()).toContain('placeMismatch')
})
