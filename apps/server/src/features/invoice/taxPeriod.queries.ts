// The month whose return deducts an input invoice, as it was chosen and as the books of its branch allow it.
import { faultOfTaxPeriod } from '@yunshu/domain/voucher/taxPeriod'
import { periodOf, periodText } from '@yunshu/domain/voucher/voucher'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import type { InputInvoice } from './input.queries.ts'

/** Branches whose books of a month are closed. */
export async function closedBranches({ tx }: Pick<Ctx, 'tx'>, period: string): Promise<ReadonlySet<string>> {
  const rows = await tx.elevated(() =>
    tx.rows(
      q.selectFrom('periods').select('branch_id').where('period', '=', period).where('closed_at', 'is not', null),
    ),
  )
  return new Set(rows.map(row => row.branch_id))
}

/**
 * The month whose return deducts an invoice: this one unless told, or the last as long as its books are open (people tick in
 * the first days of a month for the one before). No month before that of the invoice.
 */
export async function taxPeriodOf(ctx: Ctx, input: InputInvoice, said: string | undefined): Promise<string> {
  const period = said ?? periodOf(ctx.now)
  const isClosed = (await closedBranches(ctx, period)).has(input.branch_id)
  const fault = faultOfTaxPeriod({ period, issuedAt: input.issued_at, now: ctx.now, isClosed })
  if (fault !== undefined) throw wrongField('period', fault)
  return period
}

/** The month as the history of the invoice says it. */
export const changeOfTaxPeriod = (period: string): Change => ({
  field: '税款所属期',
  old: '--',
  new: periodText(period),
})
