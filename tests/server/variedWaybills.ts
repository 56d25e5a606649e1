// Test support: waybills of three goods in every state, with cases that take days in life.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql, type Updateable } from 'kysely'
import type { Waybills } from '../../apps/server/src/db/tables.gen.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { demoUserId } from '../../apps/server/demo/people.ts'
import { wholeJourney, type FreightWorld, type MadeWaybill } from './freightWorld.ts'

/** Accounts of every side that read them. */
export const readers = [
  'admin',
  'branch',
  'shipper',
  'shipper-freight',
  'shipper2',
  'carrier',
  'carrier-finance',
  'carrier2',
] as const

/** Seven waybills of each of three goods, each a step further than the one before, the last of them cancelled. */
export async function makeVariedWaybills(world: FreightWorld): Promise<MadeWaybill[]> {
  const made: MadeWaybill[] = []
  for (let n = 0; n < 3; n++) {
    const batch = await world.waybills(
      7,
      n === 1
        ? {
            upstreamNo: 'KH-2026-77',
            unloadPoints: [
              {
                name: '上海仓',
                regionCode: '310114',
                regionName: '上海市嘉定区',
                address: '园区路200号',
                contact: '王建国',
                mobile: '19900001234',
              },
            ],
          }
        : {},
    )
    for (const [steps, waybill] of batch.entries())
      made.push(await world.walk(waybill, steps === 6 ? ['cancel'] : wholeJourney.slice(0, steps + 1)))
  }
  const now = Date.now()
  await world.server.db(async tx => {
    // cases that take days in life: late answers, receipts and payments, a refused receipt, a frozen and a settled
    // waybill
    const odd = (n: number, set: Updateable<Waybills>) =>
      tx.run(
        q
          .updateTable('waybills')
          .set(set)
          .where('id', '=', made[n]?.id ?? ''),
      )
    await odd(0, { answer_by: now - 1000, state: 'toAccept' })
    // papers entered after the journey were signed before their waybill was made
    await odd(5, { source: 'BACKFILL', signed_at: now - 30 * DAY_MS, due_at: now - 3 * DAY_MS })
    await odd(12, { receipt_state: 'rejected', paid_fen: 100_00, settle_state: 'partly', due_at: now - DAY_MS })
    await odd(19, { settle_state: 'frozen', paid_fen: 5_00, source: 'BACKFILL', finished_at: now })
    for (const table of ['goods', 'waybills'])
      await tx.run(sql`update ${sql.table(table)} set kind = 'GX' where upstream_no = 'KH-2026-77'`.compile(q))
    const asked = made.slice(0, 14)
    await tx.run(
      sql`insert into waybill_claims (id, waybill_id, side, code, amount_fen, reason, state, asked_by, created_by,
        created_name, created_at, updated_at)
      select gen_random_uuid(), w, (array['SHIPPER', 'CARRIER'])[1 + n % 2], 'WAIT', 100, '压车',
        (array['proposed', 'proposed', 'proposed', 'agreed'])[1 + n % 4],
        (array['house', 'carrier', 'shipper', 'shipper', 'house', 'house'])[1 + n % 6], ${demoUserId('admin')}, '', 1, 1
      from unnest(${asked.map(({ id }) => id)}::uuid[]) with ordinality as t (w, n)`.compile(q),
    )
    await tx.run(
      sql`insert into waybill_swaps (id, waybill_id, state, vehicle_id, driver_id, plate, driver_name, reason,
        created_by, created_name, created_at, updated_at)
      select gen_random_uuid(), w.id, (array['proposed', 'refused'])[1 + t.n % 2], w.vehicle_id, w.driver_id, '', '',
        '故障', ${demoUserId('carrier')}, '', 1, 1
        from unnest(${asked.map(({ id }) => id)}::uuid[]) with ordinality as t (w, n)
        join waybills w on w.id = t.w`.compile(q),
    )
    await tx.run(
      sql`update waybills set shipper_by = (select id from users where account = 'shipper-finance')
        where id = any(${made.slice(0, 9).map(({ id }) => id)}::uuid[])`.compile(q),
    )
  })
  await world.server.db(async tx => {
    await tx.run(sql`update waybill_counts set n = 0`.compile(q))
    await tx.run(
      sql`insert into waybill_counts (owner_id, state, slot, n) select o, state, 0, count(*)
        from waybills, lateral (values (shipper_id), (carrier_id), (branch_id),
        ('00000000-0000-0000-0000-000000000000'::uuid)) v (o) group by 1, 2
      on conflict (owner_id, state, slot) do update set n = excluded.n`.compile(q),
    )
  })
  return made
}
