// Reads of patterns of vouchers made by hand.
import type { Output } from '@yunshu/contract/call'
import type { listVoucherPatterns } from '@yunshu/contract/voucher/pattern'
import { isFen, type Fen } from '@yunshu/domain/figures/money'
import { manualCategories } from '@yunshu/domain/voucher/voucherPages'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { accountName } from './voucher.queries.ts'

/** The patterns in the list of a branch. */
export const patternsOf = (branchId: string) =>
  q.selectFrom('voucher_patterns').selectAll().where('branch_id', '=', branchId).where('dropped_at', 'is', null)

const Lines = z.array(
  z.object({
    summary: z.string(),
    account: z.string(),
    debit: z.custom<Fen>(isFen),
    credit: z.custom<Fen>(isFen),
  }),
)

/** The patterns of the branch the person works for, by name. */
export async function findPatterns(ctx: Ctx): Promise<Output<typeof listVoucherPatterns>> {
  const rows = await ctx.tx.rows(patternsOf(ctx.actor.branchId ?? nilId).orderBy('name'))
  return {
    rows: rows.map(row => ({
      id: row.id,
      name: row.name,
      kind: keyOf({ ACCOUNTING: true, OTHER: true }, row.kind),
      ...(row.category === null ? {} : { category: keyOf(manualCategories, row.category) }),
      summary: row.summary,
      counterparty: row.counterparty,
      lines: z.parse(Lines, row.lines).map(line => ({ ...line, accountName: accountName(line.account) })),
      maker: row.maker_name,
      updatedAt: row.updated_at,
      version: row.version,
    })),
  }
}
