// Parts of waybills that can be settled (可结算运单): the rows and the call of their list.
import { barredReasons, waybillParts } from '@yunshu/domain/settlement/parts'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
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
import { PartHold } from './partHold.ts'

/** Parts of signed waybills that can still be put on a sheet (spec §7 getSettlementWaybillList). */
export const SettleableRow = z.object({
  partId: zId,
  part: zKey(waybillParts),
  waybillId: zId,
  waybillNo: z.string(),
  shipperId: zId,
  shipperName: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  plate: z.string(),
  driverName: z.string(),
  /** The payee: a driver, somebody a driver has authorised, or the carrier. */
  payeeName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  itemNames: z.string(),
  loadWeightG: zGrams,
  unloadWeightG: zGrams,
  lossG: zGrams,
  payable: zFen,
  oil: zFen,
  /** Paid before the trip. */
  advanced: zFen,
  deducted: zFen,
  open: zSignedFen,
  /** The carrier's debt from earlier sheets of this shipper and branch: the next sheet takes it off once. */
  owed: zFen,
  receiptOk: z.boolean(),
  receiptState: zKey(receiptStates.states),
  /** Its payment waits for the decision about an exception of an earlier sheet. */
  held: z.boolean(),
  /** Somebody put it on hold: no sheet takes it. */
  hold: z.optional(PartHold),
  signedAt: zTime,
  dueAt: z.optional(zTime),
  /** Of the part. */
  version: zVersion,
})
export type SettleableRow = z.output<typeof SettleableRow>
/** A number somebody asked for that leads to no row, with the reason. */
export const BarredNumber = z.object({
  number: z.string(),
  /** The waybill, where it is in reach. */
  waybillId: z.optional(zId),
  reason: zKey(barredReasons),
  /** The sheet that has it. */
  settlementNum: z.optional(z.string()),
  /** Besides, a part of it is on hold. */
  isPaused: z.optional(zBool),
})
export type BarredNumber = z.output<typeof BarredNumber>
export const listSettleable = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/getSettlementWaybillList',
  title: '待结算运单',
  permit: 'settlement.make',
  heavy: true,
  input: z.strictObject({
    numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
    carrierId: z.optional(zId),
    shipperId: z.optional(zId),
    /** True: those that can be settled now; false: those that cannot yet. */
    ready: z.optional(z.boolean()),
    /** Advances of waybills on their way instead. */
    advance: z.optional(z.boolean()),
    plate: z.optional(zLooseText(20)),
    driver: z.optional(zLooseText(60)),
    payee: z.optional(zLooseText(60)),
    /** The time of the signature, of an advance that the waybill was taken. */
    from: z.optional(zTime),
    to: z.optional(zTime),
    dueFrom: z.optional(zTime),
    dueTo: z.optional(zTime),
    ...pageFields,
  }),
  /** With numbers, the first page says of each that leads to no row why. */
  output: z.extend(zPage(SettleableRow), { barred: z.optional(z.array(BarredNumber)) }),
})
