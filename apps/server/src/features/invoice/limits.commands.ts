// Writing what a branch may put on one invoice and issue in a month.
import type { Input, Output } from '@yunshu/contract/call'
import type { saveInvoiceLimits } from '@yunshu/contract/invoice/application'
import { fen, printMoney, printYuan } from '@yunshu/domain/figures/money'
import { perInvoiceLeastFen } from '@yunshu/domain/invoice/invoice'
import { Problem } from '@yunshu/domain/problems/problems'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'

/** Saves the limits of the branch the person works for; `version` 0 where it has none of its own yet. */
export async function saveLimits(
  ctx: Ctx,
  { version, perInvoiceMax, linesMax, monthQuota }: Input<typeof saveInvoiceLimits>,
): Promise<Output<typeof saveInvoiceLimits>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  if (perInvoiceMax < perInvoiceLeastFen)
    throw wrongField('perInvoiceMax', `不能小于 ${printMoney(fen(perInvoiceLeastFen))} 元`)
  if (monthQuota === 0) throw wrongField('monthQuota', '应大于 0')
  const set = {
    per_invoice_max_fen: perInvoiceMax,
    lines_max: linesMax,
    month_quota_fen: monthQuota ?? null,
    version: version + 1,
    updated_at: ctx.now,
  }
  const written = await ctx.tx.run(
    version === 0
      ? q
          .insertInto('invoice_sellers')
          .values({ branch_id: branchId, ...set })
          .onConflict(c => c.doNothing())
      : q.updateTable('invoice_sellers').set(set).where('branch_id', '=', branchId).where('version', '=', version),
  )
  if (written === 0) throw await stale(ctx, branchId)
  ctx.touched('company', branchId, {
    perInvoiceMax: printYuan(perInvoiceMax),
    linesMax: String(linesMax),
    ...(monthQuota === undefined ? {} : { monthQuota: printYuan(monthQuota) }),
  })
  return { version: version + 1 }
}
