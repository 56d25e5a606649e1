// Postings of invoices: issued (E8).
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'

/** An issued invoice as the books see it: the tax of each waybill on it. */
export interface BookedInvoice {
  readonly id: string
  readonly invoiceNo: string
  readonly branchId: string
  readonly shipperId: string
  readonly lines: readonly { readonly waybillId: string; readonly tax: Fen }[]
}

/** E8: the tax that waited since the signature (2221.07) is owed; an invoice without tax books nothing. */
export async function postInvoiceIssued(
  ctx: Ctx,
  { id, invoiceNo, branchId, shipperId, lines }: BookedInvoice,
): Promise<void> {
  const names = await companyNames(ctx, [shipperId])
  const posted = lines.flatMap(({ waybillId, tax }) => postings.issueInvoice({ waybillId, tax }))
  if (posted.length === 0) return
  bookEntries(ctx, branchId, [
    {
      source: { type: 'invoice', id },
      event: 'E8',
      summary: `开具发票 ${invoiceNo}`,
      lines: posted,
      shipperId,
      voucher: { kind: 'INVOICE', counterparty: names(shipperId) },
    },
  ])
}
