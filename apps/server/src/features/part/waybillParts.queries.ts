// The parts a waybill falls due in, for its record.
import type { PartOfWaybill } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { partStates, partWaits, waybillParts } from '@yunshu/domain/settlement/parts'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { holdOf } from './parts.queries.ts'

/** The parts of a waybill as far as its reader may see settlement, in the order in which they are paid. */
export async function partsOfWaybill(ctx: Ctx, waybillId: string): Promise<PartOfWaybill[]> {
  if (!ctx.can('settlement.view')) return []
  const order = sql`array_position(${Object.keys(waybillParts)}::text[], p.part)`
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_parts as p')
      .leftJoin('settlements as s', 's.id', 'p.settlement_id')
      .selectAll('p')
      .select('s.settlement_num')
      .where('p.waybill_id', '=', waybillId)
      .where(sql<boolean>`(p.state <> 'dropped' or p.issued_fen > 0 or p.freight_fen > 0)`)
      .orderBy(order)
      .orderBy('p.n'),
  )
  return rows.map(row => ({
    id: row.id,
    part: keyOf(waybillParts, row.part),
    state: keyOf(partStates.states, row.state),
    waits: keyOf(partWaits, row.waits_for),
    planned: fen(row.planned_fen),
    ...(row.fixed_fen === null ? {} : { fixed: fen(row.fixed_fen) }),
    paid: fen(row.paid_fen),
    setOff: fen(row.set_off_fen),
    issued: fen(row.issued_fen),
    ...(row.due_at === null ? {} : { dueAt: row.due_at }),
    ...(row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
    ...(row.state === 'dropped' ? {} : holdOf(row)),
  }))
}
