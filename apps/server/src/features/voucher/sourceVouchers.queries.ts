// The vouchers a record made, as its page names them.
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Vouchers of the entries of sources of one type, those made first first; none for those who read no vouchers. */
export async function findVouchersOf(
  ctx: Ctx,
  source: 'deposit' | 'depositBack' | 'invoice' | 'refund' | 'remittance',
  ids: readonly string[],
): Promise<{ id: string; voucherNo: string }[]> {
  if (!ctx.can('voucher.view')) return []
  const rows = await ctx.tx.rows(
    q
      .selectFrom('vouchers as v')
      .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
      .select(['v.id', 'v.voucher_no'])
      .where('e.source_type', '=', source)
      .where(sql<boolean>`e.source_id = any(${[...ids]}::uuid[])`)
      .orderBy('v.id'),
  )
  return rows.map(row => ({ id: row.id, voucherNo: row.voucher_no }))
}
