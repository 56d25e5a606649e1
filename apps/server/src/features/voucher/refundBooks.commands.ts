// Postings of refunds: prepaid money set aside when it is asked back (E1f), free again in red, or sent (E1p).
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEntriesOf } from './books.queries.ts'
import { takeMoney } from './fundBooks.commands.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

/** A refund as the books see it. */
export interface BookedRefund {
  readonly id: string
  readonly refundNo: string
  readonly branchId: string
  readonly shipperId: string
  readonly amount: Fen
}

/** E1f: the money is asked back, and pays nothing from now on. */
export async function postRefundAsked(ctx: Ctx, refund: BookedRefund): Promise<void> {
  const { id, refundNo, branchId, shipperId, amount } = refund
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [shipperId])
    bookEntries(ctx, branchId, [
      {
        source: { type: 'refund', id },
        event: 'E1f',
        summary: `预收款申请退款 ${refundNo}`,
        shipperId,
        lines: postings.askPrepaid({ shipper: shipperId, amount }),
        voucher: { kind: 'OTHER', counterparty: names(shipperId) },
      },
    ])
  })
}

/** E1fr: nothing is sent; the money is prepaid again, and pays what is owed. */
export async function postRefundUndone(ctx: Ctx, { id, refundNo, branchId }: BookedRefund): Promise<void> {
  await ctx.tx.elevated(async () => {
    const asked = await openEntriesOf(ctx, 'refund', [id], ['E1f'])
    if (asked.length === 0) throw new Error(`refund ${refundNo} was never booked`)
    bookEntries(
      ctx,
      branchId,
      asked.map(entry => redEntry(entry, `退款未付 ${refundNo}`)),
    )
  })
}

/** E1p: the bank sent it, on its day; throws `funds.short` where the channel account has not as much. */
export async function postRefundPaid(
  ctx: Ctx,
  { id, refundNo, branchId, shipperId, amount }: BookedRefund,
  approver: { readonly id: string; readonly name: string },
  happenedAt: number,
): Promise<void> {
  await takeMoney(ctx, branchId, amount)
  const names = await companyNames(ctx, [shipperId])
  bookEntries(ctx, branchId, [
    {
      source: { type: 'refund', id },
      event: 'E1p',
      summary: `预收款退款 ${refundNo}`,
      shipperId,
      lines: postings.payRefund({ shipper: shipperId, amount }),
      happenedAt,
      voucher: { kind: 'OTHER', counterparty: names(shipperId), maker: approver },
    },
  ])
}
