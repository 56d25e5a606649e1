// Calls and shapes of payments made at the bank by hand (线下支付): recorded with the slip by one person, confirmed by another.
import { offlineSlipStates } from '@yunshu/domain/settlement/offline'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zKey, zText, zTime, zVersion } from '../fields.ts'
import { FileRef } from '../files.ts'

/** The last record of a payment. */
export const OfflineSlip = z.object({
  id: zId,
  state: zKey(offlineSlipStates.states),
  serial: z.string(),
  day: zTime,
  recorder: z.string(),
  recordedAt: zTime,
  checker: z.optional(z.string()),
  reason: z.optional(z.string()),
  files: z.array(FileRef),
  version: zVersion,
  moves: z.array(zKey(offlineSlipStates.moves)),
})
export type OfflineSlip = z.output<typeof OfflineSlip>

/** Fields of a payment about it. */
export const offlineFields = {
  offline: z.optional(OfflineSlip),
  /** It was made by hand or is to be, and the reader may record it. */
  mayRecord: z.boolean(),
}

/** Records a payment made by hand (multipart, field `files` is the slip); nothing is booked until another agrees. */
export const recordOffline = call({
  method: 'POST',
  path: '/auth/v1/money/offline/record',
  title: '登记线下付款',
  permit: 'settlement.pay',
  money: true,
  body: 'multipart',
  overlay: '提交中...',
  input: z.strictObject({ id: zId, version: zVersion, bankSerial: zText(60), bankDay: zTime }),
  output: zChanged,
})
/** Agrees that the payment is out: payment, sheet and books follow. `id` and `version` are those of the record. */
export const confirmOffline = call({
  method: 'POST',
  path: '/auth/v1/money/offline/confirm',
  title: '确认线下付款',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, expectAmount: zFen }),
  output: zChanged,
})
/** Sends a record back: the payment is recorded anew, or two people decide that it never left. */
export const refuseOffline = call({
  method: 'POST',
  path: '/auth/v1/money/offline/refuse',
  title: '退回线下付款登记',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
