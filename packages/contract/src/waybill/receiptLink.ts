// Calls of handing in a receipt by a phone that scans a code: its link is made and ended at the desk; the phone holds
// nothing but the link.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zDone, zId, zTime } from '../fields.ts'

/** Makes the link of a waybill's receipt; the person's earlier one of the same waybill ends. `code` is told once. */
export const openReceiptLink = call({
  method: 'POST',
  path: '/auth/v1/waybill/receipt/link/open',
  title: '生成回单扫码链接',
  permit: 'receipt.upload',
  noBranch: true,
  secret: true,
  input: z.strictObject({ id: zId }),
  output: z.object({ linkId: zId, code: z.string(), until: zTime }),
})

/** Ends a link of one's own; one that is over stays as it was. */
export const closeReceiptLink = call({
  method: 'POST',
  path: '/auth/v1/waybill/receipt/link/close',
  title: '关闭回单扫码链接',
  permit: 'receipt.upload',
  noBranch: true,
  input: z.strictObject({ linkId: zId }),
  output: zDone,
})

/** The facts a phone sees of the waybill: enough to know one's own, nothing for a finder of the code. */
export const getReceiptLink = call({
  method: 'GET',
  path: '/v1/public/receiptLink',
  title: '扫码上传回单',
  permit: 'receipt.upload',
  byLink: true,
  input: z.strictObject({}),
  output: z.object({
    /** …5433 */
    waybillNum: z.string(),
    /** 榆林市 → 南阳市 */
    route: z.string(),
    /** Photos it still takes. */
    left: z.number(),
    until: zTime,
  }),
})

/** Hands photos in as the person who made the link, who may do it still. */
export const sendLinkedReceipt = call({
  method: 'POST',
  path: '/v1/public/receiptLink/photos',
  title: '扫码上传回单',
  permit: 'receipt.upload',
  byLink: true,
  body: 'multipart',
  input: z.strictObject({}),
  output: z.object({ left: z.number() }),
})
