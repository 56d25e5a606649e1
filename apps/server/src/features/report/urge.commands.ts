// Asking partners for what is open by its age: carriers for the invoices of estimates (催票), shippers for payment (催款); once
// a day for each branch.
import type { Input, Output } from '@yunshu/contract/call'
import type { urgeReceivables as receivablesCall } from '@yunshu/contract/report/aging'
import type { urgeEstimates as estimatesCall } from '@yunshu/contract/report/openAge'
import { fen, printMoney, sumFen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { estimateUrged, urgeRecord } from '../../work/urging.ts'
import { assertBranch, findAgingRow, findOldestItems, receivableUrged } from './aging.queries.ts'
import { findOpenAgeOf } from './openAge.queries.ts'

/** One of two people who ask at once is the first. */
const lockAsking = async (ctx: Ctx, ...of: readonly string[]): Promise<void> => {
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${of.join(' ')}, 0))`.compile(q))
}

/** Tells those of a carrier who hand in its invoices what is estimated and not settled. */
export async function urgeEstimates(
  ctx: Ctx,
  { carrierId, branchId }: Input<typeof estimatesCall>,
): Promise<Output<typeof estimatesCall>> {
  await lockAsking(ctx, 'urge estimates', carrierId, branchId)
  const {
    name,
    branch_name: branch,
    items,
    total,
  } = await findOpenAgeOf(ctx, {
    kind: 'estimate',
    branchId,
    party: carrierId,
  })
  return urgeRecord(ctx, {
    entity: 'company',
    id: carrierId,
    awaits: { name, act: '对账开票', isOwn: false },
    of: { field: estimateUrged, old: '--', new: branch },
    tell: () =>
      tellHappening(
        ctx,
        'estimate.urged',
        { company: carrierId, permit: 'invoice.supply' },
        { by: writtenName(ctx.actor), branch, count: String(items), amount: printMoney(fen(total)) },
      ),
  })
}

/** Tells those of a shipper who see its accounts what it owes a branch, with the oldest of it by number. */
export async function urgeReceivables(
  ctx: Ctx,
  { shipperId, branchId }: Input<typeof receivablesCall>,
): Promise<Output<typeof receivablesCall>> {
  await lockAsking(ctx, 'urge receivables', shipperId, branchId)
  await assertBranch(ctx, branchId)
  const row = await findAgingRow(ctx, { branchId, shipperId })
  if (row === undefined) throw wrongField('shipperId', '没有未付的应收')
  const oldest = await findOldestItems(ctx, { branchId, shipperId })
  const late = sumFen([row.d30, row.d60, row.d90, row.older])
  return urgeRecord(ctx, {
    entity: 'company',
    id: shipperId,
    awaits: { name: row.shipperName, act: '付款', isOwn: false },
    of: { field: receivableUrged, old: '--', new: row.branchName },
    tell: () =>
      tellHappening(
        ctx,
        'receivable.urged',
        { company: shipperId, permit: 'account.view' },
        {
          by: writtenName(ctx.actor),
          branch: row.branchName,
          count: String(row.items),
          amount: printMoney(row.total),
          late: late > 0 ? `，其中逾期 ${printMoney(late)} 元` : '',
          oldest: oldest
            .map(
              ({ waybill_no, open_fen, due_at }) =>
                `${waybill_no} ${printMoney(fen(open_fen))} 元（${formatDate(due_at)} 到期）`,
            )
            .join('、'),
        },
      ),
  })
}
