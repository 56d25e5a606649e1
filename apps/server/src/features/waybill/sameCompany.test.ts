// A company that ships and carries one and the same waybill is one owner: it is moved, and counted once, in counters
// and in the figures of the day.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysCountedAnew } from '../../work/days.ts'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { broken } from '../../../../../tests/server/waybillModel/invariants.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

it('is moved to its signature and voided, with counters and days that hold', async () => {
  const [made] = await world.waybills(1)
  const id = made?.id ?? ''
  const shipper = demoCompanyId('shipper')
  // no call makes such a waybill today
  await world.server.db(async tx => {
    await tx.run(sql`update waybills set carrier_id = shipper_id where id = ${id}`.compile(q))
    await tx.run(sql`update waybill_parts set carrier_id = shipper_id where waybill_id = ${id}`.compile(q))
    await tx.run(sql`update waybill_counts set n = 0`.compile(q))
    await tx.run(
      sql`insert into waybill_counts (owner_id, state, slot, n) select distinct o, state, 0, 1
        from waybills, lateral (values (shipper_id), (carrier_id), (branch_id),
        ('00000000-0000-0000-0000-000000000000'::uuid)) v (o)
      on conflict (owner_id, state, slot) do update set n = excluded.n`.compile(q),
    )
    await tx.run(sql`update waybill_days set made = 0`.compile(q))
    await tx.run(
      sql`insert into waybill_days (owner_id, day_at, made, signed, weight_g, shipper_fen, carrier_fen, slot)
        select counted.*, 0 from (${daysCountedAnew}) as counted
      on conflict (owner_id, day_at, slot) do update set made = excluded.made`.compile(q),
    )
  })
  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await world.server.db(tx =>
          tx.rows(
            q
              .selectFrom('waybill_counts')
              .select(['state', sql<number>`sum(n)::int`.as('n')])
              .where('owner_id', '=', shipper)
              .groupBy('state')
              .having(sql`sum(n)`, '<>', 0),
          ),
        )
      ).map(({ state, n }) => [state, n]),
    )
  expect(await counts()).toEqual({ toAccept: 1 })
  let version = 1
  for (const step of [
    { move: 'accept' },
    { move: 'arriveLoad' },
    { move: 'depart', loadWeightG: grams(32_400_000) },
    { move: 'arriveUnload' },
    { move: 'unload', unloadWeightG: grams(32_250_000) },
    { move: 'sign' },
  ] as const)
    version = (await world.as('admin').send(moveWaybill, { id, version, ...step })).version
  expect(await counts()).toEqual({ signed: 1 })
  const [day] = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('waybill_days')
        .select(
          (['made', 'signed', 'shipper_fen', 'carrier_fen'] as const).map(name =>
            sql<number>`sum(${sql.ref(name)})::bigint`.as(name),
          ),
        )
        .where('owner_id', '=', shipper),
    ),
  )
  expect(day).toEqual({ made: 1, signed: 1, shipper_fen: 950_000, carrier_fen: 902_500 })
  expect(await broken(world, [])).toEqual([])
  await world.as('admin').send(moveWaybill, { id, version, move: 'void', reason: '重复' })
  expect(await counts()).toEqual({ void: 1 })
  expect(await broken(world, [])).toEqual([])
})
