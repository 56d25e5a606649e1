// Postings of invoices the house issued, on the day each bears: issued (E8), taken back (E8r), lowered (E8a).
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEntriesOf, openUninvoicedOf, type OpenEntry } from './books.queries.ts'
import type { Entry } from './entry.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry, redUninvoiced } from './red.ts'

/** An issued invoice as the books see it: the tax of each waybill on it. */
export interface BookedInvoice {
  readonly id: string
  readonly invoiceNo: string
  /** The day it bears, ms: its tax is owed in that month, whenever it is written down. */
  readonly issuedAt: number
  readonly branchId: string
  readonly shipperId: string
  readonly lines: readonly { readonly waybillId: string; readonly tax: Fen }[]
}

/** E8: the tax that waited since the signature (2221.07) is owed; an invoice without tax books nothing. */
export async function postInvoiceIssued(
  ctx: Ctx,
  { id, invoiceNo, issuedAt, branchId, shipperId, lines }: BookedInvoice,
): Promise<void> {
  const names = await companyNames(ctx, [shipperId])
  const posted = lines.flatMap(({ waybillId, tax }) => postings.issueInvoice({ waybillId, tax }))
  if (posted.length === 0) return
  const declared = await ctx.tx.elevated(() =>
    openUninvoicedOf(
      ctx,
      branchId,
      lines.map(({ waybillId }) => waybillId),
    ),
  )
  bookEntries(ctx, branchId, [
    ...declaredBack(declared, { id, invoiceNo, issuedAt }),
    {
      source: { type: 'invoice', id },
      event: 'E8',
      summary: `开具发票 ${invoiceNo}`,
      lines: posted,
      shipperId,
      happenedAt: issuedAt,
      voucher: { kind: 'INVOICE', counterparty: names(shipperId) },
    },
  ])
}

/**
 * E8v of an invoice: on its own day, but of what a close or a write-off declared in a later month, in that month. Taken back
 * before it was declared, the tax would be owed twice in the one month and by nobody in the other.
 */
function declaredBack(
  declared: readonly OpenEntry[],
  { id, invoiceNo, issuedAt }: Pick<BookedInvoice, 'id' | 'invoiceNo' | 'issuedAt'>,
): Entry[] {
  const own = periodOf(issuedAt)
  const months = Map.groupBy(declared, ({ date }) => (periodOf(date) > own ? periodOf(date) : own))
  return [...months].flatMap(([period, entries]) =>
    redUninvoiced(entries, { type: 'invoice', id }, `未开票收入转开票 ${invoiceNo}`).map(red => ({
      ...red,
      event: period === own ? red.event : `${red.event} ${period}`,
      happenedAt: period === own ? issuedAt : Math.max(...entries.map(({ date }) => date)),
    })),
  )
}

/** A red invoice as the books see it. */
export interface BookedRed {
  readonly id: string
  readonly redNo: string
  /** The day it bears, ms. */
  readonly redAt: number
  readonly invoiceId: string
  readonly branchId: string
  readonly shipperId: string
  readonly lines: readonly { readonly waybillId: string; readonly gross: Fen; readonly net: Fen; readonly tax: Fen }[]
}

/** E8r: lines of an invoice that was wrong go in red; their tax waits again, the revenue stands. */
export async function postInvoiceRed(
  ctx: Ctx,
  { id, redNo, redAt, invoiceId, branchId, lines }: BookedRed,
): Promise<void> {
  const ids = new Set<string | undefined>(lines.map(({ waybillId }) => waybillId))
  const open = await openEntriesOf(ctx, 'invoice', [invoiceId], ['E8'])
  bookEntries(
    ctx,
    branchId,
    open.flatMap(entry => {
      const own = entry.lines.filter(line => ids.has(line.waybillId))
      if (own.length === 0) return []
      const red = redEntry({ ...entry, lines: own }, `红冲发票 ${redNo}`)
      return [{ ...red, source: { type: 'invoice', id }, happenedAt: Math.max(redAt, entry.date) } as const]
    }),
  )
}

/** E8a: an allowance lowers revenue, tax and what the shipper owes; money already paid for that is prepaid again. */
export async function postAllowance(
  ctx: Ctx,
  { id, redNo, redAt, branchId, shipperId, lines }: BookedRed,
): Promise<void> {
  const names = await companyNames(ctx, [shipperId])
  bookEntries(ctx, branchId, [
    {
      source: { type: 'invoice', id },
      event: 'E8a',
      summary: `红票折让 ${redNo}`,
      shipperId,
      happenedAt: redAt,
      lines: lines.flatMap(({ waybillId, gross, net, tax }) =>
        postings.allowRevenue({ shipper: shipperId, waybillId, amount: gross, net, tax }),
      ),
      voucher: { kind: 'INVOICE', counterparty: names(shipperId) },
    },
  ])
}
