// Calls and shapes of waybills (运单): list, counters, details, moves, receipts and their files.
import { pricings, quantityModes } from '@yunshu/domain/goods'
import { receiptStates, waybillPeopleMoves, waybillSettleStates, waybillSources, waybillStates } from '@yunshu/domain/waybill'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { pageFields, zChanged, zFen, zGrams, zId, zKey, zLooseText, zNumber, zPage, zRegion, zSignedFen, zTime, zUnitPrice, zVersion } from './fields.ts'
import { Item, LogLine, LossRule, PayPlan, Point, ReceiptRule } from './goods.ts'

/** A row of the waybill list. `shipperFreight`, `carrierFreight`, `margin` are absent without their permit. */
export const WaybillRow = z.object({
  id: zId, waybillNo: z.string(), upstreamNo: z.optional(z.string()), state: zKey(waybillStates.states), source: zKey(waybillSources),
  goodsId: zId, goodsNo: z.string(), shipperId: zId, shipperName: z.string(), carrierId: zId, carrierName: z.string(),
  plate: z.string(), plateColor: z.string(), driverName: z.string(), driverMobile: z.string(),
  loadPlace: z.string(), unloadPlace: z.string(), itemNames: z.string(),
  planWeightG: zGrams, loadWeightG: z.optional(zGrams), unloadWeightG: z.optional(zGrams), lossG: z.optional(zGrams),
  shipperFreight: z.optional(zFen), carrierFreight: z.optional(zFen), margin: z.optional(zSignedFen),
  payable: z.optional(zFen), oil: z.optional(zFen), deducted: z.optional(zFen), paid: z.optional(zFen), open: z.optional(zSignedFen),
  receiptState: zKey(receiptStates.states), settleState: zKey(waybillSettleStates.states), settlementNum: z.optional(z.string()),
  createdAt: zTime, loadedAt: z.optional(zTime), signedAt: z.optional(zTime), dueAt: z.optional(zTime), version: zVersion,
})
export type WaybillRow = z.output<typeof WaybillRow>

/** Which time a date range of the list means. */
export const waybillDateKinds = { created: '下单时间', loaded: '装货时间', signed: '签收时间' } as const

export const waybillFilter = {
  state: z.optional(zKey(waybillStates.states)),
  /** Many numbers pasted at once: waybill, upstream or goods numbers. */
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  plate: z.optional(zLooseText(10)), driver: z.optional(zLooseText(30)),
  loadRegion: z.optional(zRegion), unloadRegion: z.optional(zRegion),
  receiptState: z.optional(zKey(receiptStates.states)), settleState: z.optional(zKey(waybillSettleStates.states)),
  dateKind: z.optional(zKey(waybillDateKinds)), from: z.optional(zTime), to: z.optional(zTime),
  goodsId: z.optional(zId), carrierId: z.optional(zId), shipperId: z.optional(zId),
}
export const listWaybills = call({
  method: 'GET', path: '/auth/v1/newGetWaybillList', title: '运单列表', permit: 'waybill.view', noBranch: true,
  input: z.strictObject({ ...waybillFilter, ...pageFields }), output: zPage(WaybillRow),
})
/** Counters under exactly the list's filter; counts stop at 10,001, which reads "1万+". Amounts need their permit. */
export const countWaybills = call({
  method: 'GET', path: '/auth/v1/newGetWaybillStatistical', title: '运单统计', permit: 'waybill.view', noBranch: true,
  input: z.strictObject(waybillFilter),
  output: z.object({ state: z.record(z.string(), z.number()), total: z.number() }),
})

export const Charge = z.object({ code: z.string(), label: z.string(), side: z.enum(['SHIPPER', 'CARRIER']), amount: zSignedFen, state: z.string(), remark: z.optional(z.string()) })
/** A stored file as pages see it; `url` is signed, same-origin and short-lived. */
export const FileRef = z.object({ id: zId, name: z.string(), mime: z.string(), size: z.number(), url: z.string(), category: z.string(), uploadedAt: zTime, uploadedBy: z.string() })
export type FileRef = z.output<typeof FileRef>

export const WaybillDetail = z.extend(WaybillRow, {
  taskNo: z.optional(z.string()), quantityMode: zKey(quantityModes), qty: z.number(), pricing: zKey(pricings),
  shipperUnitPrice: z.optional(zUnitPrice), carrierUnitPrice: z.optional(zUnitPrice),
  loadPoints: z.array(Point), unloadPoints: z.array(Point), items: z.array(Item), payPlan: PayPlan, lossRule: LossRule, receiptRule: ReceiptRule,
  times: z.array(z.object({ state: zKey(waybillStates.states), at: zTime })), charges: z.array(Charge),
  receipt: z.optional(z.object({ uploadedAt: z.optional(zTime), uploadedBy: z.optional(z.string()), auditedAt: z.optional(zTime), auditedBy: z.optional(z.string()), rejectReason: z.optional(z.string()) })),
  files: z.array(FileRef), log: z.array(LogLine),
  /** Moves of waybillStates, and of receiptStates, that the caller can make now. */
  moves: z.array(z.string()), receiptMoves: z.array(z.string()),
})
export type WaybillDetail = z.output<typeof WaybillDetail>
export const getWaybill = call({ method: 'GET', path: '/auth/v1/waybill', title: '运单详情', permit: 'waybill.view', noBranch: true, input: z.strictObject({ id: zId }), output: WaybillDetail })

/** Moves a waybill; `depart` needs the loaded weight and `unload` the unloaded weight, `sign` fixes charges and dates. */
export const moveWaybill = call({
  method: 'POST', path: '/auth/v1/waybill/move', title: '变更运单状态', permit: 'waybill.view', noBranch: true, overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(waybillPeopleMoves), reason: z.optional(zLooseText(200)), loadWeightG: z.optional(zGrams), unloadWeightG: z.optional(zGrams), at: z.optional(zTime) }),
  output: zChanged,
})

/** Sends receipt photos (multipart, field `files`); the move `upload` of receiptStates. */
export const uploadReceipt = call({
  method: 'POST', path: '/auth/v1/waybill/receipt/upload', title: '上传回单', permit: 'receipt.upload', noBranch: true, body: 'multipart', overlay: '上传中...',
  input: z.strictObject({ id: zId, version: zVersion }), output: z.extend(zChanged, { files: z.array(FileRef) }),
})
export const auditReceipt = call({
  method: 'POST', path: '/auth/v1/waybill/receipt/audit', title: '审核回单', permit: 'receipt.audit', noBranch: true, overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['confirm', 'reject']), reason: z.optional(zLooseText(200)) }), output: zChanged,
})
