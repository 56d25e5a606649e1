// Calls and shapes of remittances (来款认领): money on the channel account of a branch, and whose it is.
import { remittanceHints, remittanceRefundStages, remittanceStates, remittanceSteps } from '@yunshu/domain/remittance'
import { listSorts } from '@yunshu/domain/sorting'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zKey,
  zLooseText,
  zPastedNumbers,
  zNumberedPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'

export const RemittanceRow = z.object({
  id: zId,
  remittanceNo: z.string(),
  state: zKey(remittanceStates.states),
  branchCompanyId: zId,
  branchName: z.string(),
  payerName: z.string(),
  /** Only its last four digits: it is somebody's account. */
  payerAccount: z.string(),
  bankNote: z.optional(z.string()),
  amount: zFen,
  /** Taken by claims, gone back to its payer, and in the books as nobody's still. */
  claimed: zFen,
  refunded: zFen,
  rest: zFen,
  /** The day the money came, ms. */
  date: zTime,
  serial: z.string(),
  /** The shippers it was claimed for; the product suggests some while it is nobody's. */
  shipperName: z.optional(z.string()),
  /** The carriers whose debts it paid. */
  debtorName: z.optional(z.string()),
  /** The deposit the money is. */
  depositNo: z.optional(z.string()),
  maker: z.string(),
  checker: z.optional(z.string()),
  /** The last who claimed of it. */
  claimer: z.optional(z.string()),
  claimedAt: z.optional(zTime),
  /** The payment whose money it is, come back; while two people have not agreed, the one it was pointed at. */
  returnTaskNo: z.optional(z.string()),
  /** The reason it was rejected, taken back or sent back for. */
  reason: z.optional(z.string()),
  /** The serial numbers of the money on its way back. */
  refundSerial: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(z.enum(remittanceSteps)),
})
export type RemittanceRow = z.output<typeof RemittanceRow>
const remittanceFilter = {
  /** Its own, the bank's, or the bank's of a return. */
  numbers: zPastedNumbers,
  state: z.optional(zKey(remittanceStates.states)),
  /** Money that is in the books and nobody's still: to be claimed, or on its way back. */
  open: z.optional(zBool),
  branchId: z.optional(zId),
  /** The day of the money, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  amountFrom: z.optional(zFen),
  amountTo: z.optional(zFen),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listRemittances = call({
  method: 'GET',
  path: '/auth/v1/money/receipts/list',
  title: '来款列表',
  permit: 'remittance.view',
  input: z.strictObject({ ...remittanceFilter, sort: z.optional(zKey(listSorts.remittances)), ...pageFields }),
  output: zNumberedPage(RemittanceRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countRemittances = call({
  method: 'GET',
  path: '/auth/v1/money/receipts/statistical',
  title: '来款统计',
  permit: 'remittance.view',
  heavy: true,
  input: z.strictObject({ ...remittanceFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen, claimed: zFen, refunded: zFen, rest: zFen }),
})
/** A shipper the money may be from, with what it owes at the branch and why it is named. */
export const RemittanceSuggestion = z.object({
  shipperId: zId,
  name: z.string(),
  owed: zFen,
  prepaid: zFen,
  why: z.array(zKey(remittanceHints)),
})
/** A waybill a claim named, and the money it got of it; given back where it was voided or lowered since. */
export const PaidReceivable = z.object({
  claimId: zId,
  waybillId: zId,
  waybillNo: z.string(),
  amount: zFen,
  /** Given up with it; absent where nothing was. */
  tail: z.optional(zFen),
  isGivenBack: zBool,
})
/** A claim of money or of a part of it, and how it ended where it was taken back. */
export const RemittanceClaim = z.object({
  id: zId,
  amount: zFen,
  /** Each of the three where it is what the money was claimed for. */
  shipperName: z.optional(z.string()),
  debtorName: z.optional(z.string()),
  depositNo: z.optional(z.string()),
  by: z.string(),
  at: zTime,
  undone: z.optional(z.object({ by: z.string(), at: zTime, reason: z.string() })),
})
export type RemittanceClaim = z.output<typeof RemittanceClaim>
/** A return of such money to its payer: asked for, and how it ended. */
export const RemittanceRefund = z.object({
  id: zId,
  stage: zKey(remittanceRefundStages),
  amount: zFen,
  reason: z.string(),
  asker: z.string(),
  askedAt: zTime,
  /** The person who agreed that it had left, or took the request back. */
  by: z.optional(z.string()),
  at: z.optional(zTime),
  /** The bank's number and day; absent while it waits, and where it was taken back. */
  serial: z.optional(z.string()),
  date: z.optional(zTime),
})
export type RemittanceRefund = z.output<typeof RemittanceRefund>
/** A payment whose money may have come back. */
export const ReturnablePayment = z.object({
  id: zId,
  taskNo: z.string(),
  settlementNum: z.string(),
  payee: z.string(),
  /** Only its last four digits. */
  account: z.string(),
  bank: z.string(),
  amount: zFen,
  /** The day it arrived, ms. */
  paidAt: zTime,
  /** The account the money came from is the one it had been sent to. */
  isSameAccount: zBool,
  /** The bank has named it as come back: this would be the money of that. */
  isReturned: zBool,
  waybills: z.number(),
})
export type ReturnablePayment = z.output<typeof ReturnablePayment>
/** A remittance with suggestions while it is nobody's, the waybills it paid by name, its history and vouchers. */
export const RemittanceDetail = z.extend(RemittanceRow, {
  suggestions: z.array(RemittanceSuggestion),
  /** The newest first, those taken back among them. */
  claims: z.array(RemittanceClaim),
  /** The newest first. */
  refunds: z.array(RemittanceRefund),
  receivables: z.array(PaidReceivable),
  /** The bank's slips; one made of a line of the bank's file has that line instead. */
  files: z.array(FileRef),
  isOfFile: z.boolean(),
  log: z.array(LogLine),
  vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
  /** The payment of `returnTaskNo` as it stands. */
  returnOf: z.optional(ReturnablePayment),
})
export type RemittanceDetail = z.output<typeof RemittanceDetail>
export const getRemittance = call({
  method: 'GET',
  path: '/auth/v1/money/receipts/details',
  title: '来款详情',
  permit: 'remittance.view',
  input: z.strictObject({ id: zId }),
  output: RemittanceDetail,
})
/** Shippers money can be claimed for, by name. */
export const listRemittanceShippers = call({
  method: 'GET',
  path: '/auth/v1/money/receipts/shippers',
  title: '可认领的货主',
  permit: 'remittance.claim',
  input: z.strictObject({ text: z.optional(zLooseText(60)) }),
  output: z.object({ rows: z.array(z.object({ id: zId, name: z.string() })) }),
})
/** A waybill a shipper owes for at the branch of a remittance. */
export const ReceivableRow = z.object({
  waybillId: zId,
  waybillNo: z.string(),
  upstreamNo: z.optional(z.string()),
  signedAt: zTime,
  dueAt: zTime,
  amount: zFen,
  open: zFen,
})
export type ReceivableRow = z.output<typeof ReceivableRow>
/** The most waybills one claim names, and those a list of them shows. */
export const receivablesMost = 200
/** Open receivables of a shipper at the branch of a remittance, oldest due first; `owed` is of all that the words find. */
export const listReceivables = call({
  method: 'GET',
  path: '/auth/v1/money/receipts/receivables',
  title: '货主的未付运单',
  permit: 'remittance.claim',
  input: z.strictObject({ id: zId, shipperId: zId, text: z.optional(zLooseText(60)) }),
  output: z.object({
    shipperName: z.string(),
    rows: z.array(ReceivableRow),
    count: z.number(),
    owed: zFen,
    /** The most a claim gives up of a waybill; 0 where it gives up nothing. */
    tailMost: zFen,
  }),
})
/** Most characters of a serial number. */
export const remittanceSerialMax = 40
/**
 * Records money the bank's slip tells of, which travels with it (multipart, field `files`); nothing is booked until another
 * person confirms.
 */
export const recordRemittance = call({
  method: 'POST',
  path: '/auth/v1/money/receipts/register',
  title: '登记来款',
  permit: 'remittance.record',
  branchOnly: true,
  body: 'multipart',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    payerName: zText(60),
    payerAccount: zText(40),
    amount: zFen,
    date: zTime,
    serial: zText(remittanceSerialMax),
    bankNote: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, remittanceNo: z.string(), version: zVersion }),
})
/** Agrees that the money is there: it is in the books, and nobody's yet. */
export const confirmRemittance = call({
  method: 'POST',
  path: '/auth/v1/money/receipts/post',
  title: '确认来款到账',
  permit: 'remittance.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, expectAmount: zFen }),
  output: zChanged,
})
/**
 * Claims the money, or `amount` of it, for a shipper: it pays the waybills named, the rest is prepaid and pays what else the
 * shipper owes at once, oldest due first; or for a debt: it pays that debt and then the carrier's others in the branch, oldest
 * first, and may not be more than they are. Without an amount all that is nobody's is claimed; `expectAmount` is what of the
 * money the person saw as nobody's.
 */
export const claimRemittance = call({
  method: 'POST',
  path: '/auth/v1/money/receipts/claim',
  title: '认领来款',
  permit: 'remittance.claim',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    shipperId: z.optional(zId),
    debtId: z.optional(zId),
    amount: z.optional(zFen),
    receivables: z.optional(
      z
        // `tail`: all that is left open of the waybill, given up with the claim
        .array(z.strictObject({ waybillId: zId, amount: zFen, tail: z.optional(zFen) }))
        .check(z.maxLength(receivablesMost, `一次最多核销 ${receivablesMost} 单`)),
    ),
    expectAmount: zFen,
  }),
  output: zChanged,
})
/** Steps that need a reason: rejecting a record, taking a claim back (`claimId` where several stand), asking to send money back. */
export const moveRemittance = call({
  method: 'POST',
  path: '/auth/v1/money/receipts/move',
  title: '办理来款',
  permit: 'remittance.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['reject', 'withdraw', 'unclaim', 'askRefund', 'keep', 'dropReturn']),
    claimId: z.optional(zId),
    /** Sent back though the bank named a payment of the amount as come back: it is other money. */
    isOther: z.optional(zBool),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Agrees that the money, or what nobody claimed of it, went back to the account it came from. */
export const refundRemittance = call({
  method: 'POST',
  path: '/auth/v1/money/receipts/refund',
  title: '确认来款退回',
  permit: 'remittance.confirm',
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
/** The most payments that are shown for a remittance. */
export const returnableMost = 50
/**
 * Payments of the branch of a remittance that arrived with its amount before it came, or came back by the bank's word alone; the
 * likeliest first.
 */
export const listReturnable = call({
  method: 'GET',
  path: '/auth/v1/money/receipts/returnable',
  title: '可能退汇的支付任务',
  permit: 'remittance.claim',
  input: z.strictObject({ id: zId, text: z.optional(zLooseText(60)) }),
  output: z.object({ rows: z.array(ReturnablePayment) }),
})
/** Points a remittance at a payment whose money it is, come back; nothing is booked until another person agrees. */
export const askReturn = call({
  method: 'POST',
  path: '/auth/v1/money/receipts/askReturn',
  title: '登记退汇',
  permit: 'remittance.claim',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, paymentId: zId, reason: zText(200), expectAmount: zFen }),
  output: zChanged,
})
/** Agrees: the payment has come back as if the bank had named it, or had by its word; the remittance is used up. */
export const confirmReturn = call({
  method: 'POST',
  path: '/auth/v1/money/receipts/confirmReturn',
  title: '确认退汇',
  permit: 'remittance.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, expectAmount: zFen }),
  output: zChanged,
})
