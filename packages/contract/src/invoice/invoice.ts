// Calls of issued invoices (销项发票): the list, one invoice with its lines, and its way by hand or over the gateway.
import { invoiceKinds, invoiceNumber, invoiceStates } from '@yunshu/domain/invoice/invoice'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'

export const InvoiceRow = z.object({
  id: zId,
  serialNo: z.string(),
  appId: zId,
  appNo: z.string(),
  state: zKey(invoiceStates.states),
  kind: zKey(invoiceKinds),
  invoiceNo: z.optional(z.string()),
  issuedAt: z.optional(zTime),
  titleName: z.string(),
  taxNo: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  gross: zFen,
  net: zFen,
  tax: zFen,
  vatBp: z.number(),
  lines: z.number(),
  /** The part of it that red invoices took back. */
  red: zFen,
  fault: z.optional(z.string()),
  recorder: z.optional(z.string()),
  isSimulated: zBool,
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(invoiceStates.moves)),
})
export type InvoiceRow = z.output<typeof InvoiceRow>
const invoiceFilter = {
  state: z.optional(zKey(invoiceStates.states)),
  kind: z.optional(zKey(invoiceKinds)),
  branchId: z.optional(zId),
  /** The day of issue, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  waybillNo: z.optional(zLooseText(35)),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listInvoices = call({
  method: 'GET',
  path: '/auth/v1/invoice/query',
  title: '销项发票',
  permit: 'invoice.view',
  sides: ['platform', 'branch', 'shipper'],
  input: z.strictObject({ ...invoiceFilter, ...pageFields }),
  output: zPage(InvoiceRow),
})
/** Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list. */
export const countInvoices = call({
  method: 'GET',
  path: '/auth/v1/invoice/query/statistical',
  title: '销项发票统计',
  permit: 'invoice.view',
  sides: ['platform', 'branch', 'shipper'],
  heavy: true,
  input: z.strictObject({ ...invoiceFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ gross: zFen, tax: zFen, red: zFen }),
})
/** A line of an invoice: a waybill or a piece of one, with the facts of its journey (货物运输服务). */
export const InvoiceLineRow = z.object({
  n: z.number(),
  waybillId: zId,
  waybillNo: z.string(),
  load: z.string(),
  unload: z.string(),
  itemNames: z.string(),
  plate: z.string(),
  gross: zFen,
  net: zFen,
  tax: zFen,
  red: zFen,
})
export type InvoiceLineRow = z.output<typeof InvoiceLineRow>
/** An invoice with its lines, files, vouchers and history. */
export const InvoiceDetail = z.extend(InvoiceRow, {
  remark: z.string(),
  amountInWords: z.string(),
  items: z.array(InvoiceLineRow),
  files: z.array(FileRef),
  vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
  log: z.array(LogLine),
  /** The caller can enter a red confirmation of it now. */
  canRed: zBool,
})
export type InvoiceDetail = z.output<typeof InvoiceDetail>
/** One invoice by its id, or by that of a voucher that holds its entry. */
export const getInvoice = call({
  method: 'GET',
  path: '/auth/v1/invoice/details',
  title: '发票详情',
  permit: 'invoice.view',
  sides: ['platform', 'branch', 'shipper'],
  input: z.strictObject({ id: zId }),
  output: InvoiceDetail,
})
/** Sends an invoice the tax platform refused once more, under a new serial number. */
export const retryInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/retry',
  title: '重新开具',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** Asks the tax platform what became of an invoice; sends nothing. */
export const askInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/ask',
  title: '查询开票结果',
  permit: 'invoice.issue',
  overlay: '查询中...',
  input: z.strictObject({ id: zId }),
  output: z.object({ id: zId, version: zVersion, state: zKey(invoiceStates.states) }),
})
/**
 * Records an invoice issued on the tax platform by hand (multipart, field `files`: the invoice itself): its figures have to be
 * those of the plan.
 */
export const recordInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/record',
  title: '登记发票',
  permit: 'invoice.issue',
  body: 'multipart',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    invoiceNo: z.string().check(z.trim(), z.regex(invoiceNumber, '应为 20 位数字')),
    issuedAt: zTime,
    gross: zFen,
    tax: zFen,
  }),
  output: zChanged,
})
/** Records that an invoice nobody answered for was never issued, with the evidence in words. */
export const recordNoInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/recordNone',
  title: '登记未开出',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
/** A second person agrees to what was recorded by hand, or gives it back. */
export const judgeRecordedInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/judge',
  title: '复核发票登记',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['confirm', 'confirmNone', 'deny', 'denyNone']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Keeps files of an invoice (multipart, field `files`): its PDF, or a photo of it. */
export const uploadInvoiceFile = call({
  method: 'POST',
  path: '/auth/v1/invoice/files/upload',
  title: '上传发票文件',
  permit: 'invoice.issue',
  sides: ['platform', 'branch'],
  body: 'multipart',
  input: z.strictObject({ id: zId }),
  output: z.object({ files: z.array(FileRef) }),
})
