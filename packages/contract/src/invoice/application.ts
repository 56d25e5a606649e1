// Calls of invoice applications (开票申请): waybills that can have an invoice, the invoices they would make, and the
// application from its making to its delivery.
import {
  invoiceAppStates,
  invoiceKinds,
  invoiceRemarkMax,
  invoiceSplits,
  invoiceStates,
  invoiceWaybillsMax,
} from '@yunshu/domain/invoice/invoice'
import { listSorts } from '@yunshu/domain/sorting'
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
  zInt,
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { InvoiceTitle } from './title.ts'

/** A signed waybill that has no invoice yet. */
export const InvoiceCandidate = z.object({
  id: zId,
  waybillNo: z.string(),
  upstreamNo: z.optional(z.string()),
  signedAt: zTime,
  load: z.string(),
  unload: z.string(),
  itemNames: z.string(),
  plate: z.string(),
  gross: zFen,
  tax: zFen,
  branchCompanyId: zId,
  branchName: z.string(),
  /** The reason it cannot have one yet. */
  whyNot: z.optional(z.string()),
})
export type InvoiceCandidate = z.output<typeof InvoiceCandidate>
const candidateFilter = {
  branchId: z.optional(zId),
  /** The day of the signature, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listInvoiceCandidates = call({
  method: 'GET',
  path: '/auth/v1/invoice/candidates',
  title: '可开票运单',
  permit: 'invoice.apply',
  heavy: true,
  input: z.strictObject({ ...candidateFilter, ...pageFields }),
  output: zPage(InvoiceCandidate),
})

/** The number and the sum of all rows of the list, of the newest 10,001 when there are more. */
export const sumInvoiceCandidates = call({
  method: 'GET',
  path: '/auth/v1/invoice/candidates/statistical',
  title: '可开票运单合计',
  permit: 'invoice.apply',
  heavy: true,
  input: z.strictObject(candidateFilter),
  output: z.object({ summed: z.number(), sums: z.object({ gross: zFen }) }),
})

const wanted = {
  ids: z
    .array(zId)
    .check(z.minLength(1, '请选择运单'), z.maxLength(invoiceWaybillsMax, `一次最多 ${invoiceWaybillsMax} 单`)),
  splitBy: zKey(invoiceSplits),
}
const PreviewLine = z.object({ waybillId: zId, waybillNo: z.string(), gross: zFen, tax: zFen })
/** The invoices waybills would make, each with its lines: shown before anything is applied for. */
export const previewInvoices = call({
  method: 'GET',
  path: '/auth/v1/invoice/preview',
  title: '开票预览',
  permit: 'invoice.apply',
  heavy: true,
  input: z.strictObject(wanted),
  output: z.object({
    seller: z.string(),
    invoices: z.array(
      z.object({
        gross: zFen,
        tax: zFen,
        vatBp: z.number(),
        remark: z.string(),
        lines: z.array(PreviewLine),
        /** The month has no room for it: it waits for the next. */
        waits: zBool,
      }),
    ),
    gross: zFen,
    tax: zFen,
  }),
})
/** Applies for the invoices of waybills under a title; refuses 409 where one stands in another application by now. */
export const applyInvoices = call({
  method: 'POST',
  path: '/auth/v1/invoice/apply',
  title: '申请开票',
  permit: 'invoice.apply',
  sides: ['shipper'],
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    ...wanted,
    titleId: zId,
    expectGross: zFen,
    remark: z.optional(zLooseText(invoiceRemarkMax)),
  }),
  output: z.object({ id: zId, appNo: z.string(), version: zVersion }),
})

export const InvoiceAppRow = z.object({
  id: zId,
  appNo: z.string(),
  state: zKey(invoiceAppStates.states),
  titleName: z.string(),
  taxNo: z.string(),
  kind: zKey(invoiceKinds),
  waybills: z.number(),
  /** Invoices of it, and how many are issued. */
  invoices: z.number(),
  issued: z.number(),
  gross: zFen,
  net: zFen,
  tax: zFen,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  maker: z.string(),
  reviewer: z.optional(z.string()),
  reason: z.optional(z.string()),
  remark: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(invoiceAppStates.moves)),
})
export type InvoiceAppRow = z.output<typeof InvoiceAppRow>
const appFilter = {
  state: z.optional(zKey(invoiceAppStates.states)),
  kind: z.optional(zKey(invoiceKinds)),
  branchId: z.optional(zId),
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listInvoiceApps = call({
  method: 'GET',
  path: '/auth/v1/invoice/applications',
  title: '开票申请',
  permit: 'invoice.view',
  sides: ['platform', 'branch', 'shipper'],
  input: z.strictObject({ ...appFilter, sort: z.optional(zKey(listSorts.invoiceApps)), ...pageFields }),
  output: zPage(InvoiceAppRow),
})
/** Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list. */
export const countInvoiceApps = call({
  method: 'GET',
  path: '/auth/v1/invoice/applications/statistical',
  title: '开票申请统计',
  permit: 'invoice.view',
  sides: ['platform', 'branch', 'shipper'],
  heavy: true,
  input: z.strictObject({ ...appFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ gross: zFen, tax: zFen }),
})
/** An application with its title, invoices and history. */
export const InvoiceAppDetail = z.extend(InvoiceAppRow, {
  title: InvoiceTitle,
  splitBy: zKey(invoiceSplits),
  deliveredTo: z.optional(z.string()),
  items: z.array(
    z.object({
      id: zId,
      serialNo: z.string(),
      state: zKey(invoiceStates.states),
      invoiceNo: z.optional(z.string()),
      gross: zFen,
      tax: zFen,
      lines: z.number(),
      fault: z.optional(z.string()),
    }),
  ),
  log: z.array(LogLine),
})
export type InvoiceAppDetail = z.output<typeof InvoiceAppDetail>
export const getInvoiceApp = call({
  method: 'GET',
  path: '/auth/v1/invoice/application/details',
  title: '开票申请详情',
  permit: 'invoice.view',
  sides: ['platform', 'branch', 'shipper'],
  input: z.strictObject({ id: zId }),
  output: InvoiceAppDetail,
})
/** Judges an application: agreed to by another than its maker, or refused with a reason. */
export const reviewInvoiceApp = call({
  method: 'POST',
  path: '/auth/v1/invoice/review',
  title: '审核开票申请',
  permit: 'invoice.review',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['approve', 'reject']),
    expectGross: z.optional(zFen),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Takes an application back before anybody judged it. */
export const withdrawInvoiceApp = call({
  method: 'POST',
  path: '/auth/v1/invoice/withdraw',
  title: '撤回开票申请',
  permit: 'invoice.apply',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** Hands the invoices of an application to the tax platform; without a gateway they are recorded by hand. */
export const issueInvoiceApp = call({
  method: 'POST',
  path: '/auth/v1/invoice/issue',
  title: '开具发票',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** Gives an application up of which no invoice was issued. */
export const giveUpInvoiceApp = call({
  method: 'POST',
  path: '/auth/v1/invoice/giveUp',
  title: '终止开票',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
/** Notes that the shipper has its invoices, and where they went. */
export const deliverInvoiceApp = call({
  method: 'POST',
  path: '/auth/v1/invoice/deliver',
  title: '交付发票',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, deliveredTo: zText(100) }),
  output: zChanged,
})

/** The limits of a seller: for one invoice, and for a month. */
export const InvoiceLimits = z.object({
  perInvoiceMax: zFen,
  linesMax: z.number(),
  monthQuota: z.optional(zFen),
  /** Issued this month, and under way. */
  used: zFen,
  version: z.number(),
})
export const getInvoiceLimits = call({
  method: 'GET',
  path: '/auth/v1/invoice/limits',
  title: '开票限额',
  permit: 'invoice.issue',
  branchOnly: true,
  input: z.strictObject({}),
  output: InvoiceLimits,
})
export const saveInvoiceLimits = call({
  method: 'POST',
  path: '/auth/v1/invoice/limits/save',
  title: '保存开票限额',
  permit: 'invoice.issue',
  branchOnly: true,
  overlay: '保存中...',
  input: z.strictObject({
    version: zInt(0, 2_147_483_647),
    perInvoiceMax: zFen,
    linesMax: zInt(1, 2000),
    monthQuota: z.optional(zFen),
  }),
  output: z.object({ version: z.number() }),
})
