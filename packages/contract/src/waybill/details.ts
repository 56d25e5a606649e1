// One waybill as its page shows it: weighings, vehicles, charges, claims, payments, receipt and history.
import { claimCodes, claimParties, claimSides, claimStates } from '@yunshu/domain/settlement/charges'
import { fuelIssueStates, fuelMedia } from '@yunshu/domain/fuel/fuel'
import { goodsKinds, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { poundParties, poundPlaces } from '@yunshu/domain/waybill/pound'
import { partStates, partWaits, waybillParts } from '@yunshu/domain/settlement/parts'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { arrivalAnswers, arrivalMoves } from '@yunshu/domain/track/arrival'
import { swapStates } from '@yunshu/domain/waybill/swap'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Eta } from '../track/eta.ts'
import { zBool, zFen, zGrams, zId, zKey, zSignedFen, zTime, zUnitPrice } from '../fields.ts'
import { FileRef } from '../files.ts'
import { Item, LogLine, LossRule, PayPlan, ShownPoint, ReceiptRule } from '../goods/goods.ts'
import { PoundRule } from '../goods/blocks.ts'
import { UrgedBefore } from '../urged.ts'
import { Express } from './receipt.ts'
import { WaybillRow } from './waybill.ts'
import { PartHold } from '../settlement/partHold.ts'

/** The earnings of a carrier that handed the work down; only the house reads them here. */
export const WaybillFee = z.object({ carrierName: z.string(), unitPrice: zUnitPrice, amount: zFen, isConfirmed: zBool })

export const Charge = z.object({
  code: z.string(),
  label: z.string(),
  side: z.enum(['SHIPPER', 'CARRIER']),
  amount: zSignedFen,
  state: z.string(),
  remark: z.optional(z.string()),
})
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
 * An arrival a fence proves: entered and left as positions say, `at` as it would be written; `answers` the caller can
 * give.
 */
export const ProvenArrival = z.object({
  id: zId,
  move: zKey(arrivalMoves),
  at: zTime,
  place: z.string(),
  enteredAt: zTime,
  leftAt: z.optional(zTime),
  dwellS: z.number(),
  /** Of a circle; a polygon has none. */
  radiusM: z.optional(z.number()),
  answers: z.array(z.enum(arrivalAnswers)),
})
export type ProvenArrival = z.output<typeof ProvenArrival>

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
  /** The party that asked for it. */
  asked: zKey(claimParties),
  askedBy: z.string(),
  askedAt: zTime,
  answerBy: z.optional(zTime),
  answeredBy: z.optional(z.string()),
  answeredAt: z.optional(zTime),
  answerReason: z.optional(z.string()),
  isCharged: z.boolean(),
  /** Asked for with a dispute: the end of the dispute decides the claim. */
  isDispute: z.boolean(),
  files: z.array(FileRef),
  moves: z.array(z.string()),
})
export type Claim = z.output<typeof Claim>

/** A payment on a waybill: its line on a sheet, and the payment that carried it once there is one. */
export const WaybillPayment = z.object({
  settlementNum: z.string(),
  sheetState: zKey(settlementStates.states),
  /** The amount transferred for this waybill, and what was set off against debts. */
  due: zFen,
  setOff: zFen,
  taskNo: z.optional(z.string()),
  payState: z.optional(zKey(paymentStates.states)),
  payee: z.optional(z.string()),
  reason: z.optional(z.string()),
  at: z.optional(zTime),
})
export type WaybillPayment = z.output<typeof WaybillPayment>

/** A part a waybill falls due in: planned, then fixed by the signature. */
export const PartOfWaybill = z.object({
  id: zId,
  part: zKey(waybillParts),
  state: zKey(partStates.states),
  waits: zKey(partWaits),
  planned: zFen,
  /** Cash the signature left to it; below zero for a debt, absent before the signature. */
  fixed: z.optional(zSignedFen),
  /** Transferred, set off, and handed out. */
  paid: zFen,
  setOff: zSignedFen,
  issued: zFen,
  dueAt: z.optional(zTime),
  settlementNum: z.optional(z.string()),
  /** Somebody put it on hold: no sheet takes it. */
  hold: z.optional(PartHold),
})
export type PartOfWaybill = z.output<typeof PartOfWaybill>

/** Fuel or tolls handed out to the waybill before its signature. */
export const WaybillFuel = z.object({
  issueNo: z.string(),
  medium: zKey(fuelMedia),
  state: zKey(fuelIssueStates.states),
  /** The card by its last four digits, or the coupon. */
  no: z.optional(z.string()),
  provider: z.string(),
  amount: zFen,
  used: zFen,
  recovered: zFen,
  left: zFen,
  at: zTime,
})
export type WaybillFuel = z.output<typeof WaybillFuel>

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
  /** Six digits that prove a printed waybill is ours; for those who may hand papers on. */
  checkCode: z.optional(z.string()),
  goodsKind: zKey(goodsKinds),
  driverIdNo: z.string(),
  shipperCode: z.string(),
  carrierCode: z.string(),
  /** The unloaded weight the receiver states, while it is disputed. */
  disputedWeightG: z.optional(zGrams),
  answerBy: z.optional(zTime),
  signBy: z.optional(zTime),
  plannedLoadAt: z.optional(zTime),
  poundRule: z.optional(PoundRule),
  vehicleTonnageG: z.optional(zGrams),
  segments: z.array(Segment),
  swap: z.optional(Swap),
  arrival: z.optional(ProvenArrival),
  eta: z.optional(Eta),
  tickets: z.array(PoundTicket),
  claims: z.array(Claim),
  payments: z.array(WaybillPayment),
  /** In the order in which they fall due; for people who may see settlement. */
  parts: z.array(PartOfWaybill),
  /** Oldest first; for people who may see settlement. */
  fuel: z.array(WaybillFuel),
  hasSpecialLine: z.boolean(),
  acts: z.array(zKey(waybillActs)),
  taskNo: z.optional(z.string()),
  quantityMode: zKey(quantityModes),
  qty: z.number(),
  pricing: zKey(pricings),
  shipperUnitPrice: z.optional(zUnitPrice),
  carrierUnitPrice: z.optional(zUnitPrice),
  loadPoints: z.array(ShownPoint),
  unloadPoints: z.array(ShownPoint),
  items: z.array(Item),
  payPlan: PayPlan,
  lossRule: LossRule,
  receiptRule: ReceiptRule,
  times: z.array(z.object({ state: zKey(waybillStates.states), at: zTime })),
  charges: z.array(Charge),
  /** Compensation that lowered the shipper's amount and not its invoice. */
  compensated: z.optional(zFen),
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
  /** The times it was urged (催办), and the last of them. */
  urged: z.optional(UrgedBefore),
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
