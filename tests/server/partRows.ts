// Test support: the parts of waybills that were written without the product, one cash part for each.
import { sql } from 'kysely'
import { q, type Tx } from '../../apps/server/src/db/tx.ts'

/**
 * Gives waybills without parts, all or the one told, one cash part that holds everything, under the waybill's own id, as
 * installations had before parts; and its fuel with it.
 */
export async function insertParts(tx: Tx, waybillId?: string): Promise<void> {
  // a world of thousands is not read through for each new one
  const meant = waybillId === undefined ? sql`true` : sql`w.id = ${waybillId}`
  const missing = sql`from waybills w
    where ${meant} and not exists (select from waybill_parts p where p.waybill_id = w.id)`
  await tx.run(
    sql`insert into waybill_parts (id, waybill_id, part, shipper_id, carrier_id, branch_id, planned_fen, fixed_fen,
      freight_fen, deducted_fen, penalty_fen, oil_fen, waits_for, due_at, state, created_at, updated_at)
      select w.id, w.id, case when a.cash < 0 then 'debt'
        else 'arrive' end, w.shipper_id, w.carrier_id, w.branch_id, greatest(a.cash, 0),
        case when w.state in ('signed', 'finished')
          then a.cash end, w.payable_fen, w.deducted_fen, w.penalty_fen, w.oil_fen, 'sign', w.due_at,
        case when w.state in ('signed', 'finished') then 'ready' else 'planned' end, w.created_at, w.updated_at
      from (select w.* ${missing}) w
        cross join lateral (select w.payable_fen - w.deducted_fen - w.oil_fen as cash) a`.compile(q),
  )
  await tx.run(
    sql`insert into waybill_parts (id, waybill_id, part, shipper_id, carrier_id, branch_id, planned_fen, fixed_fen,
      waits_for, state, rides_on, created_at, updated_at)
      select gen_random_uuid(), w.id, 'oil', w.shipper_id, w.carrier_id, w.branch_id, w.oil_fen, w.oil_fen, 'accept',
        'ready', w.id, w.created_at, w.updated_at
      from waybills w join waybill_parts p on p.id = w.id and p.state = 'ready' where ${meant} and w.oil_fen > 0
        and not exists (select from waybill_parts o where o.waybill_id = w.id and o.part = 'oil')`.compile(q),
  )
}
