// Urging a carrier for the invoices of freight it was paid (催票).
import type { Input, Output } from '@yunshu/contract/call'
import type { urgeExpectedInvoice as urgeCall } from '@yunshu/contract/invoice/expected'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { urgeRecord } from '../../work/urging.ts'
import { findExpectedOf } from './expected.queries.ts'

/** Tells those of the carrier who hand in its invoices, once a day; nobody is told of nothing. */
export async function urgeExpectedInvoice(
  ctx: Ctx,
  { carrierId, branchId }: Input<typeof urgeCall>,
): Promise<Output<typeof urgeCall>> {
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`urge invoices ${carrierId}`}, 0))`.compile(q))
  const carrier = await ctx.tx.one(
    q
      .selectFrom('companies')
      .select('name')
      .where('id', '=', carrierId)
      .where(sql<boolean>`role_flags & 2 > 0`),
  )
  const { waybills, total } = await findExpectedOf(ctx, carrierId, branchId)
  return urgeRecord(ctx, {
    entity: 'company',
    id: carrierId,
    awaits: waybills === 0 ? undefined : { name: carrier.name, act: '开具运费发票', isOwn: false },
    tell: () =>
      tellHappening(
        ctx,
        'invoice.urged',
        { company: carrierId, permit: 'invoice.supply' },
        { by: writtenName(ctx.actor), count: String(waybills), amount: printMoney(fen(total)) },
      ),
  })
}
