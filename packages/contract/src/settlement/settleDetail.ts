// Calls and shapes of settlement details (结算明细): every payable part across sheets, with its stage, sheet and payment.
import { partHoldActs } from '@yunshu/domain/settlement/partHold'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { detailStages, detailTabs } from '@yunshu/domain/settlement/settleDetail'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChosenIds,
  zFen,
  zGrams,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zSignedFen,
  zTime,
  zVersion,
} from '../fields.ts'

export const SettleDetailRow = z.object({
  id: zId,
  waybillId: zId,
  waybillNo: z.string(),
  upstreamNo: z.optional(z.string()),
  part: zKey(waybillParts),
  /** Its place among the parts of its waybill that are paid after the signature; absent for a fee. */
  nth: z.optional(z.object({ n: z.number(), of: z.number() })),
  stage: zKey(detailStages),
  /** Of its waybill: a part that waits for the receipt says by it who is to act. */
  receiptState: zKey(receiptStates.states),
  shipperId: zId,
  shipperName: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  plate: z.string(),
  driverName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  loadWeightG: zGrams,
  unloadWeightG: zGrams,
  /** The freight the part bears, before what was handed out and deducted. */
  freight: zFen,
  /** Fuel, tolls and advances the carrier had before. */
  issued: zFen,
  deducted: zFen,
  /** The share of `deducted` that is penalties: they do not lower the freight. */
  penalty: zFen,
  /** Deductions from its waybill with their reasons, or the claim an adjustment came of; a deduction is below zero. */
  reasons: z.array(z.object({ label: z.string(), amount: zSignedFen, reason: z.optional(z.string()) })),
  /** The cash of the part; below zero where the carrier owes. */
  due: zSignedFen,
  /** Taken off against debts on its sheet; absent while it is on none. */
  setOff: z.optional(zSignedFen),
  /** Transferred or to be transferred by its sheet. */
  pay: z.optional(zFen),
  payee: z.optional(z.string()),
  settlementNum: z.optional(z.string()),
  /** The sheet its sheet pays again. */
  pSettlementNum: z.optional(z.string()),
  signedAt: z.optional(zTime),
  dueAt: z.optional(zTime),
  paidAt: z.optional(zTime),
  bankSerial: z.optional(z.string()),
  /** The bank's words where its payment failed, or why it is on hold. */
  reason: z.optional(z.string()),
  /** Of the part. */
  version: zVersion,
  /** The acts on the part the reader may take. */
  holds: z.array(zKey(partHoldActs)),
})
export type SettleDetailRow = z.output<typeof SettleDetailRow>

const detailFilter = {
  state: z.optional(zKey(detailTabs)),
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  stage: z.optional(zKey(detailStages)),
  partKind: z.optional(zKey(waybillParts)),
  carrierId: z.optional(zId),
  shipperId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  overdue: z.optional(z.boolean()),
  /** Freight of its waybill that its carrier is still to invoice; asked by the house and by the carrier. */
  lacksInvoice: z.optional(z.boolean()),
  /** The time of the signature, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  dueFrom: z.optional(zTime),
  dueTo: z.optional(zTime),
  /** The rows a person chose. */
  ids: zChosenIds,
}
const DetailSums = z.object({
  freight: zFen,
  issued: zFen,
  deducted: zFen,
  penalty: zFen,
  due: zSignedFen,
  setOff: zSignedFen,
  pay: zFen,
})

export const listSettleDetails = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/settlementDetails',
  title: '结算明细',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ ...detailFilter, ...pageFields }),
  output: zPage(SettleDetailRow),
})
/**
 * Counts by tab, and of all rows (`all`), without the filter's own tab; or with `part: 'sums'` the sums of all rows of
 * the list, of the newest 10,001 when there are more (`summed` says of how many).
 */
export const countSettleDetails = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/settlementDetails/statistical',
  title: '结算明细统计',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ ...detailFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: z.object({
    state: z.record(z.string(), z.number()),
    summed: z.optional(z.number()),
    sums: z.optional(DetailSums),
  }),
})
/** The statement (对账单) of one carrier: its parts signed in a stretch of time, to be printed and stamped by both. */
export const getSettleStatement = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/settlementDetails/statement',
  title: '承运商对账单',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({
    /** A carrier's own statement needs none. */
    carrierId: z.optional(zId),
    shipperId: z.optional(zId),
    from: zTime,
    to: zTime,
  }),
  output: z.object({
    carrierName: z.string(),
    /** Absent where the statement covers every shipper. */
    shipperName: z.optional(z.string()),
    from: zTime,
    to: zTime,
    rows: z.array(SettleDetailRow),
    sums: DetailSums,
    /** Cash not paid yet, debts taken off. */
    unpaid: zSignedFen,
    unpaidInWords: z.string(),
  }),
})
export type SettleStatement = z.output<typeof getSettleStatement.output>
