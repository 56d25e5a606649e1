// Receipts (回单) of waybills: how the originals travel, upload and audit.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zChanged, zId, zLooseText, zText, zTime, zVersion } from '../fields.ts'
import { FileRef } from '../files.ts'

/** The consignment of the original papers (快递). */
export const Express = z.strictObject({ company: zText(30), expressNo: zText(40), sentAt: zTime })
export type Express = z.output<typeof Express>

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
/**
 * Notes that the caller had this receipt open in the desk, as it stood: without it nobody passes it in a batch. Nothing
 * is noted of a record that changed meanwhile; it comes to the screen again.
 */
export const lookAtReceipt = call({
  method: 'POST',
  path: '/auth/v1/waybill/receipt/look',
  title: '打开回单审核',
  permit: 'receipt.audit',
  noBranch: true,
  personal: true,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: z.object({ isNoted: zBool }),
})
