// Open receivables of a shipper at the branch of a remittance, for whoever lays the money on them by name.
import type { Input, Output } from '@yunshu/contract/call'
import { receivablesMost, type listReceivables } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { chargeableShippers } from '../fund/fund.queries.ts'
import { lossPolicyOfHouse } from '../voucher/lossPolicy.queries.ts'
import { itemsOf } from './claimed.queries.ts'
import { ownRemittances } from './remittance.queries.ts'

/** Open receivables of a shipper at the branch of a remittance, oldest due first. */
export async function findReceivables(
  ctx: Ctx,
  { id, shipperId, text }: Input<typeof listReceivables>,
): Promise<Output<typeof listReceivables>> {
  const { branch_id: branchId } = await ctx.tx.one(
    q.selectFrom('remittances as r').select('r.branch_id').where('r.id', '=', id).where(ownRemittances(ctx.actor, 'r')),
  )
  const { name: shipperName } = await ctx.tx.one(chargeableShippers.where('c.id', '=', shipperId))
  const open = itemsOf({ branchId, shipperId })
    .where('i.open_fen', '>', 0)
    .where(allOf([contains(['i.waybill_no', 'w.upstream_no'], text)]))
  const rows = await ctx.tx.rows(
    open
      .select([
        'i.waybill_id',
        'i.waybill_no',
        'w.upstream_no',
        'i.happened_at',
        'i.due_at',
        'i.amount_fen',
        'i.open_fen',
      ])
      .orderBy('i.due_at')
      .orderBy(sql`i.waybill_no collate "C"`)
      .limit(receivablesMost),
  )
  const { n, owed } = await ctx.tx.one(
    open.select([sql<number>`count(*)::int`.as('n'), sql<number>`coalesce(sum(i.open_fen), 0)::bigint`.as('owed')]),
  )
  return {
    shipperName,
    rows: rows.map(row => ({
      waybillId: row.waybill_id,
      waybillNo: row.waybill_no,
      upstreamNo: row.upstream_no ?? undefined,
      signedAt: row.happened_at,
      dueAt: row.due_at,
      amount: fen(row.amount_fen),
      open: fen(row.open_fen),
    })),
    count: n,
    owed: fen(owed),
    tailMost: (await lossPolicyOfHouse(ctx.tx)).tailMost,
  }
}
