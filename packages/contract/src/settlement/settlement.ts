// Calls and shapes of settlement (结算): sheets, their lines, approval, and payment through a channel.
import { debtOrigins } from '@yunshu/domain/debt'
import { batchFlags } from '@yunshu/domain/batch'
import {
  payChannels,
  paymentStates,
  settlementKinds,
  settlementStates,
  sheetKindFilters,
  sheetMax,
} from '@yunshu/domain/settlement/settlement'
import { listSorts } from '@yunshu/domain/sorting'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zChosenIds,
  zFen,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zNumberedPage,
  zSignedFen,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { urgeFields } from '../urged.ts'
import { familyFields } from './failure.ts'
import { offlineFields } from './offline.ts'
import { changeFields, SheetLine, SheetLineSums } from './sheetLines.ts'

export const SettlementRow = z.object({
  id: zId,
  settlementNum: z.string(),
  pSettlementNum: z.optional(z.string()),
  kind: zKey(settlementKinds),
  state: zKey(settlementStates.states),
  shipperId: zId,
  shipperName: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  branchCompanyId: zId,
  period: z.string(),
  lineCount: z.number(),
  payable: zFen,
  oil: zFen,
  /** Paid before the trip and set off here. */
  advanced: zFen,
  deducted: zFen,
  /** The share of `deducted` that is penalties: they do not lower the freight. */
  penalty: zFen,
  due: zFen,
  /**
   * Debt of earlier sheets taken off here, and debt this sheet leaves: due = payable − oil − advanced − deducted − carriedIn +
   * carriedOut, and one of due and carriedOut is 0.
   */
  carriedIn: zFen,
  carriedOut: zFen,
  dueAt: z.optional(zTime),
  maker: z.string(),
  auditor: z.optional(z.string()),
  payer: z.optional(z.string()),
  createdAt: zTime,
  /** Since when it is in its state; absent where that was not kept. */
  stateSince: z.optional(zTime),
  version: zVersion,
})
export type SettlementRow = z.output<typeof SettlementRow>
const settlementFilter = {
  state: z.optional(zKey(settlementStates.states)),
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  carrierId: z.optional(zId),
  kind: z.optional(zKey(sheetKindFilters)),
  from: z.optional(zTime),
  to: z.optional(zTime),
  overdue: z.optional(z.boolean()),
  /** Sheets whose debt no later sheet has taken off yet. */
  owed: z.optional(z.boolean()),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listSettlements = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/list',
  title: '结算单列表',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ ...settlementFilter, sort: z.optional(zKey(listSorts.settlements)), ...pageFields }),
  output: zNumberedPage(SettlementRow),
})
/** Sums of the sheets under a filter. */
export const SettlementSums = z.object({
  payable: zFen,
  oil: zFen,
  advanced: zFen,
  deducted: zFen,
  penalty: zFen,
  carriedIn: zFen,
  carriedOut: zFen,
  due: zFen,
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,000 when there are more (`summed` says of how many).
 */
export const countSettlements = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/statistical',
  title: '结算单统计',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ ...settlementFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: z.object({
    state: z.record(z.string(), z.number()),
    summed: z.optional(z.number()),
    sums: z.optional(SettlementSums),
  }),
})

export const Payment = z.object({
  id: zId,
  taskNo: z.string(),
  payee: z.string(),
  account: z.string(),
  bank: z.string(),
  amount: zFen,
  channel: zKey(payChannels),
  state: zKey(paymentStates.states),
  bankSerial: z.optional(z.string()),
  reason: z.optional(z.string()),
  sentAt: z.optional(zTime),
  doneAt: z.optional(zTime),
  /** The waybills this payment pays. */
  waybills: z.number(),
  /** When the bank said something about it that the books could not take yet. */
  wordAt: z.optional(zTime),
  version: zVersion,
  /** The bank gives no result, and two people may say what became of it. */
  isDecidable: z.boolean(),
  ...offlineFields,
})
/** An account a sheet pays. */
export const SheetPayee = z.object({
  name: z.string(),
  account: z.string(),
  bank: z.string(),
  /** The carrier's own account; else that of a driver, or of somebody a driver has authorised. */
  isCarrier: z.boolean(),
  waybills: z.number(),
  amount: zFen,
})
export type SheetPayee = z.output<typeof SheetPayee>
export const SettlementDetail = z.extend(SettlementRow, {
  /** 大写金额 of `due`, and the part of `deducted` that is rounding alone. */
  dueInWords: z.string(),
  rounding: zFen,
  remark: z.optional(z.string()),
  /** The accounts this sheet pays, by amount; before it is submitted as they stand now, later as they were then. */
  payees: z.array(SheetPayee),
  /** The first lines, as many as a page is sent at once; `listSheetLines` has them all. */
  lines: z.array(SheetLine),
  /** The sums of all lines; `lineCount` is their number. */
  lineSums: SheetLineSums,
  /** Debts this sheet takes off: of an earlier one, or of fuel used for a waybill that came to nothing. */
  carried: z.array(
    z.object({
      settlementNum: z.optional(z.string()),
      waybill: z.optional(z.object({ id: zId, waybillNo: z.string() })),
      amount: zFen,
    }),
  ),
  /** Debts that come of this sheet, and the sheet that takes each off. */
  debts: z.array(z.object({ origin: zKey(debtOrigins), amount: zFen, takenBy: z.optional(z.string()) })),
  payments: z.array(Payment),
  ...familyFields,
  ...changeFields,
  log: z.array(LogLine),
  ...urgeFields,
  moves: z.array(z.string()),
  vouchers: z.array(
    z.object({ id: zId, voucherNo: z.string(), branchCompanyId: zId, kind: z.string(), amount: zSignedFen }),
  ),
})
export type SettlementDetail = z.output<typeof SettlementDetail>
export const getSettlement = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/details',
  title: '结算单',
  permit: 'settlement.view',
  /** With the parent's number a sheet that is no child of it is not found. */
  input: z.strictObject({ settlementNum: zNumber, pSettlementNum: z.optional(zNumber) }),
  output: SettlementDetail,
})
/** Marks of a sheet that are worth a look before it is approved or paid; by the rules of batches. */
export const SheetMarks = z.object({
  flags: z.array(zKey(batchFlags)),
  /** The accounts of the mark `newAccount`, name and tail; twenty at most. */
  newAccounts: z.array(z.string()),
  /** Payees of the lines who get money for the first time; the house has verified their accounts. */
  firstPayees: z.number(),
  /** The waybills that differ; the others are as usual. */
  lines: z.array(
    z.object({
      waybillId: zId,
      waybillNo: z.string(),
      freight: zFen,
      /** Without rounding. */
      deducted: zFen,
      /**
       * The fee this waybill would have at the median of its lane, of so many waybills (by the ton where it is paid by
       * weight); only where the fee is too far from it.
       */
      usual: z.optional(z.object({ median: zFen, count: z.number() })),
      /** A deduction is disputed, or proposed and not answered. */
      isDisputed: z.boolean(),
      lacksReceipt: z.boolean(),
    }),
  ),
})
export type SheetMarks = z.output<typeof SheetMarks>
/** For the side that checks and pays the sheet; to its carrier it is not found, since a median tells of others' fees. */
export const getSheetMarks = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/marks',
  title: '结算单核对提示',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ settlementNum: zNumber }),
  output: SheetMarks,
})

export const makeSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/make',
  title: '制作结算单',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    /** Waybills of which every part that can be settled now is meant. */
    waybillIds: z.optional(
      z.array(zId).check(z.minLength(1, '至少选择一张运单'), z.maxLength(sheetMax, `一张结算单最多${sheetMax}张运单`)),
    ),
    /** Single parts of waybills. */
    partIds: z.optional(
      z.array(zId).check(z.minLength(1, '至少选择一笔'), z.maxLength(sheetMax, `一张结算单最多${sheetMax}笔分期`)),
    ),
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, settlementNum: z.string(), version: zVersion }),
})
export const submitSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/submit',
  title: '提交结算单',
  permit: 'settlement.submit',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion }),
  output: zChanged,
})
export const approveSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/approve',
  title: '审核结算单',
  permit: 'settlement.approve',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, expectDue: zFen }),
  output: zChanged,
})
export const rejectSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/reject',
  title: '驳回结算单',
  permit: 'settlement.approve',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
export const voidSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/void',
  title: '作废结算单',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
/** Asks to void an approved sheet: it stands in the books, so another person has to agree. */
export const askVoid = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/askVoid',
  title: '申请作废结算单',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
export const withdrawVoid = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/withdrawVoid',
  title: '撤回作废申请',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion }),
  output: zChanged,
})
export const refuseVoid = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/refuseVoid',
  title: '退回作废申请',
  permit: 'settlement.approve',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
/** Voids it, by another person than the one who asked. */
export const confirmVoid = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/confirmVoid',
  title: '确认作废结算单',
  permit: 'settlement.approve',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion }),
  output: zChanged,
})
/** Sends the sheet's payments; `expectDue` is the amount the payer saw. */
export const paySettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/pay',
  title: '支付结算单',
  permit: 'settlement.pay',
  money: true,
  overlay: '支付中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, expectDue: zFen, channel: zKey(payChannels) }),
  output: zChanged,
})
/** Asks the channel what became of a payment of unknown result; never sends again. The bank answers by push. */
export const queryPayment = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/queryPayment',
  title: '查询支付结果',
  permit: 'settlement.pay',
  money: true,
  overlay: '查询中...',
  input: z.strictObject({ id: zId }),
  output: z.object({ state: zKey(paymentStates.states) }),
})
