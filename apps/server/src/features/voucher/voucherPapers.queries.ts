// The papers of vouchers people print: each whole, as many as one answer bears.
import type { Input, Output } from '@yunshu/contract/call'
import type { listVoucherPapers, VoucherPaper } from '@yunshu/contract/voucher/voucher'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { fen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { voucherLinesMost } from '@yunshu/domain/print'
import { sql } from 'kysely'
import { chosen } from '../../db/conditions.ts'
import { inOrderOf } from '../../db/inOrderOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownVouchers } from '../../work/scope.ts'
import { findFilesOf } from '../file/file.queries.ts'
import { showVoucher, voucherLinesOf, voucherRowsOf, voucherTotalsOf, type Lined } from './voucher.queries.ts'

/** Refuses papers of more lines than one answer bears. */
async function assertPrintable(ctx: Ctx, vouchers: readonly Pick<Lined, 'entry_id'>[]): Promise<void> {
  const entries = vouchers.flatMap(({ entry_id: entry }) => entry ?? [])
  const { n } = await ctx.tx.one<{ n: number }>(
    sql<{ n: number }>`select count(*)::int as n from (select from journal_lines l
      where l.entry_id = any(${entries}::uuid[]) limit ${voucherLinesMost + 1}) as found`.compile(q),
  )
  if (n <= voucherLinesMost) return
  const most = `超过 ${groupThousands(String(voucherLinesMost))} 行分录`
  throw wrongField(
    'ids',
    vouchers.length === 1 ? `这张凭证${most}，不能打印，请下载凭证包` : `所选凭证合计${most}，请减少张数，分几次打印`,
  )
}

/** The papers of vouchers in the actor's reach, in the order asked for; where one is not found, none is. */
export async function findVoucherPapers(
  ctx: Ctx,
  { ids }: Input<typeof listVoucherPapers>,
): Promise<Output<typeof listVoucherPapers>> {
  const reach = voucherRowsOf(ctx.actor)
    .select(['v.entry_id', 'v.draft_lines', 'v.poster_name'])
    .where(allOf([chosen('v.id', ids), ownVouchers(ctx.actor, 'v')]))
  const found = inOrderOf(ids, await ctx.tx.rows(reach))
  await assertPrintable(ctx, found)
  const lines = await voucherLinesOf(ctx, found)
  const files = await findFilesOf(
    ctx,
    'voucher',
    found.map(({ id }) => id),
  )
  const rows = found.map((row): VoucherPaper => {
    const own = lines.get(row.id) ?? []
    return {
      ...showVoucher(ctx, row),
      amountInWords: moneyInWords(fen(row.amount_fen)),
      lines: own,
      ...voucherTotalsOf(own),
      ...(row.poster_name === null ? {} : { poster: row.poster_name }),
      papers: files.get(row.id)?.length ?? 0,
    }
  })
  return { rows }
}
