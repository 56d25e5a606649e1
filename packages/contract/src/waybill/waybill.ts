// Waybills (运单): their list and counters, and the moves people make with them.
import { cutCodes } from '@yunshu/domain/settlement/charges'
import { arrivalMoves } from '@yunshu/domain/track/arrival'
import { goodsKinds } from '@yunshu/domain/goods/goods'
import {
  receiptStates,
  waybillPeopleMoves,
  waybillSettleStates,
  waybillSources,
  waybillStates,
} from '@yunshu/domain/waybill/waybill'
import { waybillAlertFilters, waybillAlerts, waybillQuestions } from '@yunshu/domain/waybill/alerts'
import { listSorts } from '@yunshu/domain/sorting'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zPeriod } from '../voucher/voucher.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zFen,
  zGrams,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zNumberedPage,
  zRegion,
  zSignedFen,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'

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
  /** Transferred to the payee. */
  paid: z.optional(zFen),
  /** Taken off against debts instead; below zero where other waybills of its sheet made up for this one. */
  setOff: z.optional(zSignedFen),
  open: z.optional(zSignedFen),
  receiptState: zKey(receiptStates.states),
  /** The signed paper its goods want back; absent where they want none. */
  receiptWants: z.optional(z.enum(['photo', 'original'])),
  settleState: zKey(waybillSettleStates.states),
  settlementNum: z.optional(z.string()),
  /** Its faults and delays; empty when there are none. */
  alerts: z.array(zKey(waybillAlerts)),
  /** The arrival a circle proves and nobody has answered yet. */
  proven: z.optional(zKey(arrivalMoves)),
  createdAt: zTime,
  /** Since when it is in its state; absent where that was not kept. */
  stateSince: z.optional(zTime),
  loadedAt: z.optional(zTime),
  signedAt: z.optional(zTime),
  finishedAt: z.optional(zTime),
  dueAt: z.optional(zTime),
  version: zVersion,
})
export type WaybillRow = z.output<typeof WaybillRow>

/** The time a date range of the list refers to. */
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
  /** The question the caller's side has to answer. */
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
  /** Signed and without revenue in the books; of the house alone. */
  unbooked: z.optional(zBool),
  /** Paid or due in this month or before and without an invoice at its end, of a branch; of the house alone. */
  uninvoicedIn: z.optional(zPeriod),
  /** The rows a person chose. */
  ids: zChosenIds,
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
  setOff: z.optional(zSignedFen),
  open: z.optional(zSignedFen),
})
export type WaybillSums = z.output<typeof WaybillSums>
export const listWaybills = call({
  method: 'GET',
  path: '/auth/v1/newGetWaybillList',
  title: '运单列表',
  permit: 'waybill.view',
  heavy: true,
  noBranch: true,
  input: z.strictObject({ ...waybillFilter, sort: z.optional(zKey(listSorts.waybills)), ...pageFields }),
  output: zNumberedPage(WaybillRow),
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
  heavy: true,
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
  heavy: true,
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
