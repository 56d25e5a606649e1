// Calls and shapes of waybills (运单): list, counters, details, moves, receipts and their files.
import { claimCodes, claimSides, claimStates, cutCodes } from '@yunshu/domain/settlement/charges'
import { goodsKinds, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { poundParties, poundPlaces } from '@yunshu/domain/waybill/pound'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { swapStates } from '@yunshu/domain/waybill/swap'
import {
  receiptStates,
  waybillPeopleMoves,
  waybillSettleStates,
  waybillSources,
  waybillStates,
} from '@yunshu/domain/waybill/waybill'
import { waybillAlertFilters, waybillAlerts, waybillQuestions } from '@yunshu/domain/waybill/alerts'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zFen,
  zGrams,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zRegion,
  zSignedFen,
  zText,
  zTime,
  zUnitPrice,
  zVersion,
} from '../fields.ts'
import { Item, LogLine, LossRule, PayPlan, Point, ReceiptRule } from '../goods/goods.ts'
import { PoundRule } from '../goods/blocks.ts'

/** A row of the waybill list. `shipperFreight`, `carrierFreight`, `margin` are absent without their permit. */
export const WaybillRow = z.object({
  id: zId,
  waybillNo: z.string(),
  upstreamNo: z.optional(z.string()),
  state: zKey(waybillStates.states),
  source: zKey(waybillSources),
  goodsId: zId,
  goodsNo: z.string(),
  shipperId: zId,
  shipperName: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  plate: z.string(),
  plateColor: z.string(),
  driverName: z.string(),
  driverMobile: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  itemNames: z.string(),
  planWeightG: zGrams,
  loadWeightG: z.optional(zGrams),
  unloadWeightG: z.optional(zGrams),
  lossG: z.optional(zGrams),
  shipperFreight: z.optional(zFen),
  carrierFreight: z.optional(zFen),
  margin: z.optional(zSignedFen),
  payable: z.optional(zFen),
  oil: z.optional(zFen),
  deducted: z.optional(zFen),
  paid: z.optional(zFen),
  open: z.optional(zSignedFen),
  receiptState: zKey(receiptStates.states),
  settleState: zKey(waybillSettleStates.states),
  settlementNum: z.optional(z.string()),
  /** What is wrong or late about it; empty when nothing is. */
  alerts: z.array(zKey(waybillAlerts)),
  createdAt: zTime,
  loadedAt: z.optional(zTime),
  signedAt: z.optional(zTime),
  finishedAt: z.optional(zTime),
  dueAt: z.optional(zTime),
  version: zVersion,
})
export type WaybillRow = z.output<typeof WaybillRow>

/** Which time a date range of the list means. */
export const waybillDateKinds = {
  created: '下单时间',
  loaded: '装货时间',
  signed: '签收时间',
  finished: '完结时间',
} as const

export const waybillFilter = {
  state: z.optional(zKey(waybillStates.states)),
  /** Many numbers pasted at once: waybill, upstream or goods numbers. */
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  plate: z.optional(zLooseText(10)),
  driver: z.optional(zLooseText(30)),
  loadRegion: z.optional(zRegion),
  unloadRegion: z.optional(zRegion),
  receiptState: z.optional(zKey(receiptStates.states)),
  settleState: z.optional(zKey(waybillSettleStates.states)),
  alert: z.optional(zKey(waybillAlertFilters)),
  source: z.optional(zKey(waybillSources)),
  kind: z.optional(zKey(goodsKinds)),
  /** What of it the caller's side has to answer. */
  question: z.optional(zKey(waybillQuestions)),
  /** The first characters of the customer's number. */
  upstreamNo: z.optional(zLooseText(35)),
  dateKind: z.optional(zKey(waybillDateKinds)),
  from: z.optional(zTime),
  to: z.optional(zTime),
  goodsId: z.optional(zId),
  carrierId: z.optional(zId),
  shipperId: z.optional(zId),
  branchId: z.optional(zId),
  /** Only those the caller answers for, or the employee the caller works for. */
  mine: z.optional(zBool),
  /** The rows a person chose. */
  ids: z.optional(z.array(zId).check(z.maxLength(2000, '一次最多选择两千条'))),
}
/**
 * Sums of the rows under a filter; amounts are absent without their permit, and leave out rows whose price the caller
 * may not see.
 */
export const WaybillSums = z.object({
  planWeightG: zGrams,
  loadWeightG: zGrams,
  unloadWeightG: zGrams,
  lossG: zGrams,
  shipperFreight: z.optional(zSignedFen),
  carrierFreight: z.optional(zSignedFen),
  margin: z.optional(zSignedFen),
  payable: z.optional(zSignedFen),
  oil: z.optional(zSignedFen),
  deducted: z.optional(zSignedFen),
  paid: z.optional(zSignedFen),
  open: z.optional(zSignedFen),
})
export type WaybillSums = z.output<typeof WaybillSums>
export const listWaybills = call({
  method: 'GET',
  path: '/auth/v1/newGetWaybillList',
  title: '运单列表',
  permit: 'waybill.view',
  noBranch: true,
  input: z.strictObject({ ...waybillFilter, ...pageFields }),
  output: zPage(WaybillRow),
})
/**
 * Counters under exactly the list's filter, by state without the filter's own state; counts stop at 10,001, which reads
 * "1万+".
 * `sums` are those of all the rows, or of the newest 10,001 when there are more (`summed` says of how many). `part`
 * asks for one half alone:
 * counters without sums, or sums without counters by state (`total` is then the rows summed).
 */
export const countWaybills = call({
  method: 'GET',
  path: '/auth/v1/newGetWaybillStatistical',
  title: '运单统计',
  permit: 'waybill.view',
  noBranch: true,
  input: z.strictObject({ ...waybillFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: z.object({
    state: z.record(z.string(), z.number()),
    total: z.number(),
    summed: z.optional(z.number()),
    sums: z.optional(WaybillSums),
  }),
})
/** The first version of the counters: by state, of one goods item, company or stretch of time. */
export const countWaybillStates = call({
  method: 'GET',
  path: '/auth/v1/waybillStatistical',
  title: '运单数量',
  permit: 'waybill.view',
  noBranch: true,
  input: z.strictObject({
    goodsId: z.optional(zId),
    carrierId: z.optional(zId),
    shipperId: z.optional(zId),
    from: z.optional(zTime),
    to: z.optional(zTime),
  }),
  output: z.object({ state: z.record(z.string(), z.number()), total: z.number() }),
})

/** What a carrier that handed the work down earns of it; the house alone reads it here. */
export const WaybillFee = z.object({ carrierName: z.string(), unitPrice: zUnitPrice, amount: zFen, isConfirmed: zBool })

export const Charge = z.object({
  code: z.string(),
  label: z.string(),
  side: z.enum(['SHIPPER', 'CARRIER']),
  amount: zSignedFen,
  state: z.string(),
  remark: z.optional(z.string()),
})
/** A stored file as pages see it; `url` is signed, same-origin and short-lived. */
export const FileRef = z.object({
  id: zId,
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  url: z.string(),
  category: z.string(),
  uploadedAt: zTime,
  uploadedBy: z.string(),
})
export type FileRef = z.output<typeof FileRef>

/** How the original papers travel (快递). */
export const Express = z.strictObject({ company: zText(30), expressNo: zText(40), sentAt: zTime })
export type Express = z.output<typeof Express>

/** A weighing, newest first; those taken out are not told. */
export const PoundTicket = z.object({
  id: zId,
  place: zKey(poundPlaces),
  party: zKey(poundParties),
  ticketNo: z.string(),
  grossG: zGrams,
  tareG: zGrams,
  netG: zGrams,
  station: z.string(),
  weighedAt: zTime,
  by: z.string(),
  files: z.array(FileRef),
})
export type PoundTicket = z.output<typeof PoundTicket>

/** A vehicle of a waybill that changed on the way; `toAt` is absent while it is the present one. */
export const Segment = z.object({
  serial: z.number(),
  plate: z.string(),
  plateColor: z.string(),
  driverName: z.string(),
  driverMobile: z.string(),
  fromAt: zTime,
  toAt: z.optional(zTime),
  reason: z.optional(z.string()),
  by: z.string(),
})
export type Segment = z.output<typeof Segment>

/** The last change of vehicle somebody proposed; `moves` of swapStates the caller can make now. */
export const Swap = z.object({
  id: zId,
  state: zKey(swapStates.states),
  plate: z.string(),
  driverName: z.string(),
  reason: z.string(),
  by: z.string(),
  at: zTime,
  answeredBy: z.optional(z.string()),
  answerReason: z.optional(z.string()),
  moves: z.array(z.string()),
})
export type Swap = z.output<typeof Swap>

/**
 * A charge or deduction somebody asked for. `amount` carries its sign; `answerBy` is when silence agrees; `moves` of
 * claimStates the caller can make now.
 */
export const Claim = z.object({
  id: zId,
  side: zKey(claimSides),
  code: z.enum(claimCodes),
  label: z.string(),
  amount: zSignedFen,
  reason: z.string(),
  state: zKey(claimStates.states),
  askedBy: z.string(),
  askedAt: zTime,
  answerBy: z.optional(zTime),
  answeredBy: z.optional(z.string()),
  answeredAt: z.optional(zTime),
  answerReason: z.optional(z.string()),
  isCharged: z.boolean(),
  /** Asked for with a dispute: its end decides it. */ isDispute: z.boolean(),
  files: z.array(FileRef),
  moves: z.array(z.string()),
})
export type Claim = z.output<typeof Claim>

/** What was paid on a waybill: its line on a sheet, and the payment that carried it once there is one. */
export const WaybillPayment = z.object({
  settlementNum: z.string(),
  sheetState: zKey(settlementStates.states),
  due: zFen,
  taskNo: z.optional(z.string()),
  payState: z.optional(zKey(paymentStates.states)),
  payee: z.optional(z.string()),
  reason: z.optional(z.string()),
  at: z.optional(zTime),
})
export type WaybillPayment = z.output<typeof WaybillPayment>

/** Things to do with a waybill beside its moves, by the words of their buttons. */
export const waybillActs = {
  addTicket: '登记磅单',
  removeTicket: '移除磅单',
  addFiles: '上传现场照片',
  swap: '换车',
  correct: '纠错',
  stepBack: '退回上一步',
  claim: '登记费用扣款',
  postReceipt: '寄出原件',
  special: '专线信息',
} as const
export type WaybillAct = keyof typeof waybillActs

export const WaybillDetail = z.extend(WaybillRow, {
  /** Six digits that prove a printed waybill is ours. */
  checkCode: z.string(),
  goodsKind: zKey(goodsKinds),
  driverIdNo: z.string(),
  shipperCode: z.string(),
  carrierCode: z.string(),
  /** What the receiver says was unloaded, while it is disputed. */
  disputedWeightG: z.optional(zGrams),
  answerBy: z.optional(zTime),
  signBy: z.optional(zTime),
  plannedLoadAt: z.optional(zTime),
  poundRule: z.optional(PoundRule),
  vehicleTonnageG: z.optional(zGrams),
  segments: z.array(Segment),
  swap: z.optional(Swap),
  tickets: z.array(PoundTicket),
  claims: z.array(Claim),
  payments: z.array(WaybillPayment),
  hasSpecialLine: z.boolean(),
  acts: z.array(zKey(waybillActs)),
  taskNo: z.optional(z.string()),
  quantityMode: zKey(quantityModes),
  qty: z.number(),
  pricing: zKey(pricings),
  shipperUnitPrice: z.optional(zUnitPrice),
  carrierUnitPrice: z.optional(zUnitPrice),
  loadPoints: z.array(Point),
  unloadPoints: z.array(Point),
  items: z.array(Item),
  payPlan: PayPlan,
  lossRule: LossRule,
  receiptRule: ReceiptRule,
  times: z.array(z.object({ state: zKey(waybillStates.states), at: zTime })),
  charges: z.array(Charge),
  fees: z.optional(z.array(WaybillFee)),
  receipt: z.optional(
    z.object({
      uploadedAt: z.optional(zTime),
      uploadedBy: z.optional(z.string()),
      auditedAt: z.optional(zTime),
      auditedBy: z.optional(z.string()),
      rejectReason: z.optional(z.string()),
      express: z.optional(Express),
    }),
  ),
  files: z.array(FileRef),
  log: z.array(LogLine),
  /** Moves of waybillStates, and of receiptStates, that the caller can make now. */
  moves: z.array(z.string()),
  receiptMoves: z.array(z.string()),
})
export type WaybillDetail = z.output<typeof WaybillDetail>
export const getWaybill = call({
  method: 'GET',
  path: '/auth/v1/waybill',
  title: '运单详情',
  permit: 'waybill.view',
  noBranch: true,
  input: z.strictObject({ id: zId }),
  output: WaybillDetail,
})

/**
 * Moves a waybill; `depart` needs the loaded weight and `unload` the unloaded weight, `sign` fixes charges and dates.
 */
export const moveWaybill = call({
  method: 'POST',
  path: '/auth/v1/waybill/move',
  title: '变更运单状态',
  permit: 'waybill.view',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(waybillPeopleMoves),
    reason: z.optional(zLooseText(200)),
    loadWeightG: z.optional(zGrams),
    unloadWeightG: z.optional(zGrams),
    at: z.optional(zTime),
  }),
  output: zChanged,
})

/**
 * Disputes an unloaded waybill: the weight the receiver says, and a deduction on the carrier's account (`claimAmount`
 * above zero, evidence in
 * `files`), both until the dispute ends: the carrier concedes them, the receiver gives them up, or the house decides.
 */
export const disputeWaybill = call({
  method: 'POST',
  path: '/auth/v1/waybill/dispute',
  title: '签收异议',
  permit: 'waybill.sign',
  noBranch: true,
  body: 'multipart',
  overlay: '提交中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    reason: zText(200),
    unloadWeightG: z.optional(zGrams),
    claimCode: z.optional(z.enum(cutCodes, '不是可选的值')),
    claimAmount: z.optional(zFen),
  }),
  output: zChanged,
})

/** Sends receipt photos (multipart, field `files`); the move `upload` of receiptStates. */
export const uploadReceipt = call({
  method: 'POST',
  path: '/auth/v1/waybill/receipt/upload',
  title: '上传回单',
  permit: 'receipt.upload',
  noBranch: true,
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: z.extend(zChanged, { files: z.array(FileRef) }),
})
export const auditReceipt = call({
  method: 'POST',
  path: '/auth/v1/waybill/receipt/audit',
  title: '审核回单',
  permit: 'receipt.audit',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['confirm', 'reject']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
