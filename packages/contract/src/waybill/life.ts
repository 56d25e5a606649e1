// Calls of a waybill's life beside its moves: corrections, changes of vehicle, weighings, photos, and originals sent by
// express.
import { arrivalAnswers } from '@yunshu/domain/track/arrival'
import { poundParties, poundPlaces } from '@yunshu/domain/waybill/pound'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Urged } from '../urged.ts'
import { zBool, zChanged, zGrams, zId, zKey, zLooseText, zText, zTime, zVersion } from '../fields.ts'
import { Express } from './receipt.ts'
import { FileRef } from '../files.ts'

// every call names the version of the waybill it saw: an act on an older one is refused with the newer changes and
// their author
const seen = { id: zId, version: zVersion }

/** Takes the last step back (纠错), with its time and weight; before the signature only. */
export const stepBackWaybill = call({
  method: 'POST',
  path: '/auth/v1/waybill/stepBack',
  title: '运单退回上一步',
  permit: 'waybill.correct',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({ ...seen, reason: zText(200) }),
  output: zChanged,
})

/**
 * Puts weights and times right that were entered wrongly; only those that were entered before, and before the
 * signature.
 */
export const correctWaybill = call({
  method: 'POST',
  path: '/auth/v1/waybill/correct',
  title: '纠正运单',
  permit: 'waybill.correct',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({
    ...seen,
    reason: zText(200),
    loadWeightG: z.optional(zGrams),
    unloadWeightG: z.optional(zGrams),
    acceptedAt: z.optional(zTime),
    arrivedLoadAt: z.optional(zTime),
    loadedAt: z.optional(zTime),
    arrivedUnloadAt: z.optional(zTime),
    unloadedAt: z.optional(zTime),
  }),
  output: zChanged,
})

/** Vehicles and drivers that could take over, each with what speaks against it. */
export const SwapView = z.object({
  /** The platform or the branch has to agree before the change holds. */
  needsAnswer: zBool,
  vehicles: z.array(z.object({ id: zId, name: z.string(), note: z.string(), faults: z.array(z.string()) })),
  drivers: z.array(z.object({ id: zId, name: z.string(), note: z.string(), faults: z.array(z.string()) })),
})
export type SwapView = z.output<typeof SwapView>
export const getSwapView = call({
  method: 'GET',
  path: '/auth/v1/waybill/swap',
  title: '可换车辆司机',
  permit: 'waybill.appoint',
  noBranch: true,
  input: z.strictObject({ id: zId }),
  output: SwapView,
})

/**
 * Puts another vehicle or driver of the same carrier on a waybill: at once before loading or by the house, else as a
 * proposal.
 */
export const swapVehicle = call({
  method: 'POST',
  path: '/auth/v1/waybill/swap',
  title: '换车',
  permit: 'waybill.appoint',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({ ...seen, vehicleId: zId, driverId: zId, reason: zText(200) }),
  output: z.extend(zChanged, { isApplied: zBool }),
})
export const answerSwap = call({
  method: 'POST',
  path: '/auth/v1/waybill/swap/answer',
  title: '答复换车',
  permit: 'waybill.appoint',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({
    ...seen,
    swapId: zId,
    move: z.enum(['apply', 'refuse', 'withdraw']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})

/**
 * Answers an arrival a circle proves: taken, the waybill moves on with the proven time, or with another one within the
 * stay; refused, it says why and is not asked again about this stay.
 */
export const answerArrival = call({
  method: 'POST',
  path: '/auth/v1/waybill/arrival/answer',
  title: '答复围栏到达',
  permit: 'waybill.advance',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({
    ...seen,
    proposalId: zId,
    answer: z.enum(arrivalAnswers),
    /** The time of arrival, where it is another one than the circle proves. */
    at: z.optional(zTime),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})

/** Enters a weighing with photos of the ticket (multipart, field `files`; photos may be left out). */
export const addPoundTicket = call({
  method: 'POST',
  path: '/auth/v1/waybill/ticket/add',
  title: '登记磅单',
  permit: 'waybill.view',
  noBranch: true,
  body: 'multipart',
  overlay: '保存中...',
  input: z.strictObject({
    ...seen,
    place: zKey(poundPlaces),
    party: zKey(poundParties),
    ticketNo: zText(40),
    grossWeightG: zGrams,
    tareWeightG: zGrams,
    station: z.optional(zLooseText(60)),
    weighedAt: zTime,
  }),
  output: z.extend(zChanged, { ticketId: zId }),
})
export const removePoundTicket = call({
  method: 'POST',
  path: '/auth/v1/waybill/ticket/remove',
  title: '移除磅单',
  permit: 'waybill.view',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({ ...seen, ticketId: zId, reason: zText(200) }),
  output: zChanged,
})

/** Photos of what happened on the way: an accident, damaged goods, a closed road (multipart, field `files`). */
export const addWaybillFiles = call({
  method: 'POST',
  path: '/auth/v1/waybill/files',
  title: '上传现场照片',
  permit: 'waybill.view',
  noBranch: true,
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject(seen),
  output: z.extend(zChanged, { files: z.array(FileRef) }),
})

/** The original receipt leaves by express; the shipper confirms it when it has arrived. */
export const postReceipt = call({
  method: 'POST',
  path: '/auth/v1/waybill/receipt/post',
  title: '寄出回单原件',
  permit: 'receipt.upload',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({ ...seen, ...Express.shape }),
  output: zChanged,
})

/** A message to the side whose turn it is (催办), once per record and day. */
export const urgeWaybill = call({
  method: 'POST',
  path: '/auth/v1/waybill/urge',
  title: '催办运单',
  permit: 'waybill.view',
  noBranch: true,
  input: z.strictObject({ id: zId }),
  output: Urged,
})
