// Postings of receivables that are given up: their tax is declared first (E8u), then they leave the books (E2d); both moments
// under the locks that closes, invoices and money of the shipper wait for.
import type { Fen } from '@yunshu/domain/figures/money'
import { fen } from '@yunshu/domain/figures/money'
import { giveUpReceivables } from '@yunshu/domain/voucher/lossPostings'
import type { PickedItem } from '@yunshu/domain/voucher/offset'
import * as postings from '@yunshu/domain/voucher/postings'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { closingLock, companyNames, openEntriesOf } from './books.queries.ts'
import type { OfBranch } from './claimed.queries.ts'
import type { Entry } from './entry.ts'
import { bookEntries } from './ledger.commands.ts'
import { lossPolicyOfHouse } from './lossPolicy.queries.ts'
import { lockPrepaid } from './receivables.queries.ts'
import { redEntry } from './red.ts'

/** A write-off as the books see it. */
export interface BookedWriteOff extends OfBranch {
  readonly id: string
  readonly writeOffNo: string
  readonly items: readonly PickedItem[]
  readonly maker: { readonly id: string; readonly name: string }
}

/** An open receivable. */
interface OpenReceivable {
  readonly waybillNo: string
  readonly open: Fen
}

/**
 * The open receivables of a shipper by waybill, which nothing changes until the transaction ends: no claim, no offset, no
 * allowance. Neither is their tax invoiced or declared by a close meanwhile.
 */
export async function lockReceivables(
  ctx: Ctx,
  of: OfBranch,
  waybillIds: readonly string[],
): Promise<Map<string, OpenReceivable>> {
  return ctx.tx.elevated(async () => {
    // before the shipper's lock, as whoever voids or invoices takes them
    await ctx.tx.rows(sql`select pg_advisory_xact_lock(${closingLock(of.branchId)})`.compile(q))
    await lockPrepaid(ctx, of)
    const rows = await ctx.tx.rows(
      q
        .selectFrom('ar_items')
        .select(['waybill_id', 'waybill_no', 'open_fen'])
        .where('branch_id', '=', of.branchId)
        .where('shipper_id', '=', of.shipperId)
        .where('waybill_id', 'in', [...waybillIds]),
    )
    return new Map(rows.map(row => [row.waybill_id, { waybillNo: row.waybill_no, open: fen(row.open_fen) }]))
  })
}

/** E8u of what waits of these waybills, then E2d; the caller holds their receivables. */
export async function postWriteOff(ctx: Ctx, written: BookedWriteOff): Promise<void> {
  const { id, writeOffNo, branchId, shipperId, items, maker } = written
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [shipperId])
    const { isDirect } = await lossPolicyOfHouse(ctx.tx)
    const waiting = await ctx.tx.rows(
      q
        .selectFrom('waiting_tax')
        .select(['waybill_id', 'tax_fen'])
        .where('branch_id', '=', branchId)
        .where(
          'waybill_id',
          'in',
          items.map(({ waybillId }) => waybillId),
        )
        .where('tax_fen', '>', 0)
        .orderBy('waybill_id'),
    )
    const own = {
      source: { type: 'writeOff', id },
      voucher: { kind: 'OTHER', counterparty: names(shipperId), maker },
    } as const
    const entries: Entry[] = [
      {
        ...own,
        event: 'E2d',
        summary: `应收坏账核销 ${writeOffNo} ${items.length} 单`,
        shipperId,
        lines: giveUpReceivables(shipperId, items, isDirect),
      },
    ]
    if (waiting.length > 0)
      entries.unshift({
        ...own,
        event: 'E8u',
        summary: `坏账核销前计提销项 ${writeOffNo}`,
        lines: waiting.flatMap(row => postings.issueInvoice({ waybillId: row.waybill_id, tax: fen(row.tax_fen) })),
      })
    bookEntries(ctx, branchId, entries)
  })
}

/**
 * E2dr: what stands of a write-off is owed again. Its tax stays declared: it is owed whether money comes or not, and an
 * invoice takes the declaration back. Throws `writeOff.gone` where nothing of it stands.
 */
export async function postWriteOffUndone(ctx: Ctx, { id, writeOffNo, ...of }: BookedWriteOff): Promise<void> {
  await ctx.tx.elevated(async () => {
    await lockPrepaid(ctx, of)
    const open = await openEntriesOf(ctx, 'writeOff', [id], ['E2d'])
    if (open.length === 0) throw new Problem('writeOff.gone')
    bookEntries(
      ctx,
      of.branchId,
      open.map(entry => redEntry(entry, `冲销坏账核销 ${writeOffNo}`)),
    )
  })
}
