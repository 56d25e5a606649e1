// Urging a carrier for the invoices of freight it was paid (催票).
import type { Input, Output } from '@yunshu/contract/call'
import type { urgeExpectedInvoice as urgeCall } from '@yunshu/contract/invoice/expected'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { urgeRecord } from '../../work/urging.ts'
import { findExpectedOf, urgedBranch } from './expected.queries.ts'

/** Tells those of the carrier who hand in its invoices, once a day for each branch; nobody is told of nothing. */
export async function urgeExpectedInvoice(
  ctx: Ctx,
  { carrierId, branchId }: Input<typeof urgeCall>,
): Promise<Output<typeof urgeCall>> {
  const key = `urge invoices ${carrierId} ${branchId}`
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.compile(q))
  const { waybills, total, carrier, branch } = await findExpectedOf(ctx, carrierId, branchId)
  if (carrier === null || branch === null) throw new Problem('row.none')
  if (waybills === 0) throw new Problem('turn.none')
  return urgeRecord(ctx, {
    entity: 'company',
    id: carrierId,
    awaits: { name: carrier, act: '开具运费发票', isOwn: false },
    of: { field: urgedBranch, old: '--', new: branch },
    tell: () =>
      tellHappening(
        ctx,
        'invoice.urged',
        { company: carrierId, permit: 'invoice.supply' },
        { by: writtenName(ctx.actor), count: String(waybills), amount: printMoney(fen(total)) },
      ),
  })
}
