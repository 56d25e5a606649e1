// Calls and shapes of refunds (退款): prepaid money a shipper asks back, approved and paid by two people of the house.
import { refundSources, refundStates } from '@yunshu/domain/refund'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { remittanceSerialMax } from '../remittance/remittance.ts'

export const RefundRow = z.object({
  id: zId,
  refundNo: z.string(),
  state: zKey(refundStates.states),
  shipperId: zId,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  amount: zFen,
  source: zKey(refundSources),
  accountName: z.string(),
  /** Only its last four digits. */
  accountNo: z.string(),
  reason: z.string(),
  asker: z.string(),
  approver: z.optional(z.string()),
  payer: z.optional(z.string()),
  /** The bank's number of the money on its way back. */
  serial: z.optional(z.string()),
  paidAt: z.optional(zTime),
  /** The reason it was rejected for. */
  answer: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(refundStates.moves)),
})
export type RefundRow = z.output<typeof RefundRow>

const refundFilter = {
  state: z.optional(zKey(refundStates.states)),
  branchId: z.optional(zId),
  /** The time it was asked, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listRefunds = call({
  method: 'GET',
  path: '/auth/v1/money/refunds/list',
  title: '退款列表',
  permit: 'refund.view',
  input: z.strictObject({ ...refundFilter, ...pageFields }),
  output: zPage(RefundRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countRefunds = call({
  method: 'GET',
  path: '/auth/v1/money/refunds/statistical',
  title: '退款统计',
  permit: 'refund.view',
  heavy: true,
  input: z.strictObject({ ...refundFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen }),
})
/** A refund with its history and the vouchers it made. */
export const getRefund = call({
  method: 'GET',
  path: '/auth/v1/money/refunds/details',
  title: '退款详情',
  permit: 'refund.view',
  input: z.strictObject({ id: zId }),
  output: z.extend(RefundRow, {
    log: z.array(LogLine),
    vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
  }),
})
export type RefundDetail = z.output<typeof getRefund.output>
/** The money the caller's company may ask back, and the accounts it may go to: those money came from, then its own. */
export const getRefundable = call({
  method: 'GET',
  path: '/auth/v1/money/refunds/refundable',
  title: '可退预收',
  permit: 'refund.ask',
  input: z.strictObject({}),
  output: z.object({
    free: zFen,
    /** Prepaid money that waits: waybills under way of a company held to its credit rely on it. */
    held: zFen,
    accounts: z.array(
      z.object({
        id: zId,
        source: zKey(refundSources),
        name: z.string(),
        accountNo: z.string(),
        bank: z.optional(z.string()),
      }),
    ),
  }),
})
/** Asks for prepaid money back; from now on it pays nothing. */
export const askRefund = call({
  method: 'POST',
  path: '/auth/v1/money/refunds/ask',
  title: '申请退款',
  permit: 'refund.ask',
  sides: ['shipper'],
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ amount: zFen, accountId: zId, reason: zText(200) }),
  output: z.object({ id: zId, refundNo: z.string(), version: zVersion }),
})
/** Agrees to a refund, rejects it, or takes it back. */
export const moveRefund = call({
  method: 'POST',
  path: '/auth/v1/money/refunds/move',
  title: '办理退款',
  permit: 'refund.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['approve', 'reject', 'withdraw']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Says that the money went back, under the bank's number. */
export const payRefund = call({
  method: 'POST',
  path: '/auth/v1/money/refunds/pay',
  title: '确认已退款',
  permit: 'refund.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    expectAmount: zFen,
    serial: zText(remittanceSerialMax),
    /** The day the bank sent it; this one where it is not said. */
    date: z.optional(zTime),
  }),
  output: zChanged,
})
