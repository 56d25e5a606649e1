// Postings of debts: given up (E4f), or made good before their money came back (E7f); the amounts that money pays are posted
// with the money (E4e).
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import { keepTwiceReturned } from '@yunshu/domain/voucher/returnPostings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'
import type { BookedPayment } from './paymentBooks.commands.ts'

/** A debt as the books see it. */
interface BookedDebt {
  readonly id: string
  readonly debtNo: string
  readonly branchId: string
  readonly carrierId: string
  /** Money that left for a closed sheet: it stands on an account of its own. */
  readonly isDouble: boolean
  readonly amount: Fen
  readonly asker: { readonly id: string; readonly name: string }
}

/** E4f: what is open of a debt is a loss. */
export async function postDebtWrittenOff(ctx: Ctx, debt: BookedDebt): Promise<void> {
  const { id, debtNo, branchId, carrierId, isDouble, amount, asker } = debt
  const names = await companyNames(ctx, [carrierId])
  bookEntries(ctx, branchId, [
    {
      source: { type: 'debt', id },
      event: 'E4f',
      summary: `欠款核销 ${debtNo}`,
      carrierId,
      lines: postings.writeOffDebt({ carrier: carrierId, account: isDouble ? '1221.02' : '1221.01', amount }),
      voucher: { kind: 'DEDUCT', counterparty: names(carrierId), maker: asker },
    },
  ])
}

/** Money paid twice that came back, by what had become of its debt. */
interface ReturnedTwice {
  readonly id: string
  readonly debtNo: string
  readonly paid: Fen
  readonly written: Fen
}

/** E7f: what had been paid of the debt is the carrier's, what had been given up is no loss; nothing where it was open whole. */
export async function postTwiceReturned(
  ctx: Ctx,
  { shipperId, carrierId, branchId, settlementId }: BookedPayment,
  { id, debtNo, paid, written }: ReturnedTwice,
): Promise<void> {
  const lines = keepTwiceReturned({ carrier: carrierId, paid, written })
  if (lines.length === 0) return
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [carrierId])
    bookEntries(ctx, branchId, [
      {
        source: { type: 'debt', id },
        event: 'E7f',
        summary: `重复支付退汇冲销欠款 ${debtNo}`,
        lines,
        shipperId,
        carrierId,
        voucher: { kind: 'DEDUCT', counterparty: names(carrierId), settlementId },
      },
    ])
  })
}
