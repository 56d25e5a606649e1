// Postings of payments: handed to the channel, ended, and money that moves after its end (E7 of `domain/voucher/postings.ts`).
import { ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEntriesOf } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

/** A payment as the books see it. */
export interface BookedPayment {
  id: string
  taskNo: string
  settlementId: string
  shipperId: string
  carrierId: string
  branchId: string
  amount: Fen
  /** Pays a carrier that handed work down. */
  isFee: boolean
  /** The moment the bank says, ms, where it is about that. */
  happenedAt?: number | undefined
}

/** E7a for each payment handed to the channel: until its result is known it stands as being paid. */
export async function postPaymentsSubmitted(
  ctx: Ctx,
  branchId: string,
  payments: readonly BookedPayment[],
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const counterpartyOf = await companyNames(
      ctx,
      payments.map(payment => payment.carrierId),
    )
    bookEntries(
      ctx,
      branchId,
      payments.map(payment => ({
        ...ofPayment(payment, 'E7a', '提交支付'),
        lines: postings.submitPayment({ carrier: payment.carrierId, amount: payment.amount, isFee: payment.isFee }),
        voucher: {
          kind: 'ACCOUNTING',
          counterparty: counterpartyOf(payment.carrierId),
          settlementId: payment.settlementId,
        },
      })),
    )
  })
}

/** E7b: the channel paid; `fee` is what it charged. */
export async function postPaymentSucceeded(ctx: Ctx, payment: BookedPayment, fee: Fen): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [payment.carrierId])
    bookEntries(ctx, payment.branchId, [
      {
        ...ofPayment(payment, 'E7b', '支付成功'),
        lines: postings.confirmPayment({ carrier: payment.carrierId, amount: payment.amount, fee }),
        voucher: { kind: 'ACCOUNTING', counterparty: names(payment.carrierId), settlementId: payment.settlementId },
      },
    ])
  })
}

/** E7c: the channel refused; the carrier is owed again, in red. */
export async function postPaymentFailed(ctx: Ctx, payment: BookedPayment): Promise<void> {
  await ctx.tx.elevated(async () => {
    const [submitted] = await openEntriesOf(ctx, 'payment', [payment.id], ['E7a', eventOfMoved])
    if (submitted === undefined) throw new Error(`payment ${payment.taskNo} was never booked as submitted`)
    const red = redEntry(submitted, `支付失败冲回 ${payment.taskNo}`)
    const voucher = { ...red.voucher, kind: 'OTHER' } as const
    bookEntries(ctx, payment.branchId, [{ ...red, event: 'E7c', happenedAt: payment.happenedAt, voucher }])
  })
}

/** E7a of payments that were under way when 082 moved them from 1012.09 to 2202.02. */
const eventOfMoved = 'E7a 082'

/** Money that came back, and the account it stands on by then. */
type Back = postings.CarrierAmount & { readonly from?: postings.BackFrom }

/** Money of a payment that moved after its end: paid late, paid for a closed sheet, or come back from the bank. */
const lateMoves = {
  late: {
    summary: '迟到支付成功',
    kind: 'ACCOUNTING',
    entries: (of: postings.CarrierAmount) => [
      ['E7a', postings.submitPayment(of)] as const,
      ['E7b', postings.confirmPayment({ ...of, fee: ZERO_FEN })] as const,
    ],
  },
  twice: {
    summary: '已关闭结算单的款项付出，转承运商欠款',
    kind: 'OTHER',
    entries: (of: postings.CarrierAmount) => [['E7d', postings.payTwice(of)] as const],
  },
  returned: {
    summary: '退汇',
    kind: 'OTHER',
    entries: (of: Back) => [['E7r', postings.returnPayment(of)] as const],
  },
  returnedTwice: {
    summary: '退汇抵承运商欠款',
    kind: 'OTHER',
    entries: (of: Back) => [['E7e', postings.returnTwice(of)] as const],
  },
} as const

/** E7a and E7b, E7d or E7r, once for each word of the bank: the word that moved the money, with its moment. */
export async function postLateMoney(
  ctx: Ctx,
  payment: BookedPayment,
  word: { readonly id: string; readonly at: number; readonly from?: postings.BackFrom },
  how: keyof typeof lateMoves,
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [payment.carrierId])
    const { summary, kind, entries } = lateMoves[how]
    bookEntries(
      ctx,
      payment.branchId,
      entries({
        carrier: payment.carrierId,
        amount: payment.amount,
        isFee: payment.isFee,
        ...(word.from === undefined ? {} : { from: word.from }),
      }).map(([event, lines]) => ({
        ...ofPayment(payment, event, summary),
        source: { type: 'channelFact', id: word.id },
        lines,
        happenedAt: word.at,
        voucher: { kind, counterparty: names(payment.carrierId), settlementId: payment.settlementId },
      })),
    )
  })
}

const ofPayment = (payment: BookedPayment, event: string, summary: string) => ({
  source: { type: 'payment' as const, id: payment.id },
  event,
  summary: `${summary} ${payment.taskNo}`,
  shipperId: payment.shipperId,
  carrierId: payment.carrierId,
  happenedAt: payment.happenedAt,
})
