// The limits of a seller for one invoice and for a month, and the part of the month that is used.
import type { Output } from '@yunshu/contract/call'
import type { getInvoiceLimits } from '@yunshu/contract/invoice/application'
import { fen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { parseDate } from '@yunshu/domain/figures/time'
import { invoiceLimits } from '@yunshu/domain/invoice/invoice'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** The first moment of the month in China a moment falls in, ms. */
export function startOfMonth(ms: number): number {
  const period = periodOf(ms)
  const day = parseDate(`${period.slice(0, 4)}-${period.slice(4)}-01`)
  if (day === undefined) throw new RangeError(`no month of ${ms}`)
  return day.start
}

/** Limits of a branch with what it issued this month, invoices under way included. */
export interface Limits {
  readonly perInvoiceMax: Fen
  readonly linesMax: number
  readonly monthQuota: Fen | undefined
  readonly used: Fen
  /** The rest of the month; undefined where nobody limits it. */
  readonly quotaLeft: Fen | undefined
  readonly version: number
}

/** The limits of a branch; shippers learn of them only as what an invoice becomes. */
export const findLimits = (ctx: Ctx, branchId: string): Promise<Limits> =>
  ctx.tx.elevated(async () => {
    const row = await ctx.tx.first(q.selectFrom('invoice_sellers').selectAll().where('branch_id', '=', branchId))
    const { used } = await ctx.tx.one(
      q
        .selectFrom('invoices')
        .select(sql<number>`coalesce(sum(gross_fen), 0)::bigint`.as('used'))
        .where('branch_id', '=', branchId)
        .where(
          sql<boolean>`(state in ('sent', 'unknown', 'recorded') or (state in ('issued', 'partRed', 'red')
            and issued_at >= ${startOfMonth(ctx.now)}))`,
        ),
    )
    const quota = row?.month_quota_fen ?? undefined
    const monthQuota = quota === undefined ? undefined : fen(quota)
    const left = monthQuota === undefined ? undefined : subtractFen(monthQuota, fen(used))
    return {
      perInvoiceMax: fen(row?.per_invoice_max_fen ?? invoiceLimits.perInvoiceMaxFen),
      linesMax: row?.lines_max ?? invoiceLimits.linesMax,
      monthQuota,
      used: fen(used),
      quotaLeft: left === undefined || left > 0 ? left : ZERO_FEN,
      version: row?.version ?? 0,
    }
  })

/** The limits of the branch the person works for. */
export async function findInvoiceLimits(ctx: Ctx): Promise<Output<typeof getInvoiceLimits>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const { perInvoiceMax, linesMax, monthQuota, used, version } = await findLimits(ctx, branchId)
  return { perInvoiceMax, linesMax, monthQuota, used, version }
}
