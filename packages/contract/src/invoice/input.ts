// Calls of input invoices (进项): handed in with a file, checked, deducted, bound to waybills.
import { inputKinds, inputSources, inputStates, inputTurns, litresMost } from '@yunshu/domain/invoice/input'
import { inputClasses } from '@yunshu/domain/invoice/inputClass'
import { checkTaxNo } from '@yunshu/domain/invoice/title'
import { listSorts } from '@yunshu/domain/sorting'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zRuled,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'
import { zPeriod } from '../voucher/voucher.ts'

export const InputInvoiceRow = z.object({
  id: zId,
  state: zKey(inputStates.states),
  class: zKey(inputClasses),
  kind: zKey(inputKinds),
  source: zKey(inputSources),
  /** The code of one on paper; empty for electronic ones. */
  invoiceCode: z.string(),
  invoiceNo: z.string(),
  issuedAt: zTime,
  sellerName: z.string(),
  sellerTaxNo: z.string(),
  buyerName: z.string(),
  buyerTaxNo: z.string(),
  carrierName: z.optional(z.string()),
  branchCompanyId: zId,
  branchName: z.string(),
  gross: zFen,
  net: zFen,
  tax: zFen,
  bound: zFen,
  /** Not bound yet. */
  unbound: zFen,
  usedTax: zFen,
  /** Hundredths of a litre, where an invoice for fuel says them. */
  litresCl: z.optional(z.number()),
  maker: z.string(),
  checker: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The number of the invoice in red by which the seller took it back. */
  redNo: z.optional(z.string()),
  /** The month whose return deducts it. */
  taxPeriod: z.optional(zPeriod),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(inputStates.moves)),
})
export type InputInvoiceRow = z.output<typeof InputInvoiceRow>
const inputFilter = {
  state: z.optional(zKey(inputStates.states)),
  class: z.optional(zKey(inputClasses)),
  branchId: z.optional(zId),
  /** The day of issue, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  waybillNo: z.optional(zLooseText(35)),
  /** Those that wait for the reader. */
  waits: z.optional(zKey(inputTurns)),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
const sides = ['platform', 'branch', 'carrier'] as const
/** The number of an invoice of others, of the electronic ones and those before. */
const zInvoiceNo = z.string().check(z.trim(), z.regex(/^\d{8,20}$/, '应为 8 至 20 位数字'))
const zInvoiceCode = z.string().check(z.trim(), z.regex(/^(?:\d{10}|\d{12})$/, '应为 10 或 12 位数字'))
export const listInputInvoices = call({
  method: 'GET',
  path: '/auth/v1/invoice/input',
  title: '进项发票',
  permit: 'invoice.view',
  sides,
  input: z.strictObject({ ...inputFilter, sort: z.optional(zKey(listSorts.inputInvoices)), ...pageFields }),
  output: zPage(InputInvoiceRow),
})
/** Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list. */
export const countInputInvoices = call({
  method: 'GET',
  path: '/auth/v1/invoice/input/statistical',
  title: '进项发票统计',
  permit: 'invoice.view',
  sides,
  heavy: true,
  input: z.strictObject({ ...inputFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ gross: zFen, tax: zFen, bound: zFen }),
})
/** A waybill an input invoice is bound to, and its share. */
export const InputBinding = z.object({
  id: zId,
  waybillId: zId,
  waybillNo: z.string(),
  bound: zFen,
  tax: zFen,
  /** Hundredths of a litre: its share of those of the invoice. */
  litresCl: z.optional(z.number()),
  /** The provider of the fuel or passes in the share. */
  provider: z.optional(z.string()),
  by: z.string(),
  at: zTime,
})
export type InputBinding = z.output<typeof InputBinding>
export const InputInvoiceDetail = z.extend(InputInvoiceRow, {
  amountInWords: z.string(),
  tickedAt: z.optional(zTime),
  /** The first thousand of the waybills it is bound to, and how many those are. */
  bindings: z.array(InputBinding),
  waybills: z.number(),
  /** Hundredths of a litre: the shares of those. */
  usedLitresCl: z.optional(z.number()),
  files: z.array(FileRef),
  vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
  log: z.array(LogLine),
})
export type InputInvoiceDetail = z.output<typeof InputInvoiceDetail>
export const getInputInvoice = call({
  method: 'GET',
  path: '/auth/v1/invoice/input/details',
  title: '进项发票详情',
  permit: 'invoice.view',
  sides,
  input: z.strictObject({ id: zId }),
  output: InputInvoiceDetail,
})
/** A company of the house an invoice can be made out to. */
export const InputBuyer = z.object({
  taxNo: z.string(),
  name: z.string(),
  /** The head company, which has no books: a branch bears the cost. */
  isHead: z.boolean(),
  companyId: zId,
})
export type InputBuyer = z.output<typeof InputBuyer>
/**
 * The titles of the house for invoices of a carrier, its branches before the head: of the seller told, of the carrier that
 * asks, or of all.
 */
export const listInputBuyers = call({
  method: 'GET',
  path: '/auth/v1/invoice/input/buyers',
  title: '进项发票购方',
  permit: 'invoice.supply',
  sides,
  input: z.strictObject({ sellerTaxNo: z.optional(zRuled(30, checkTaxNo)), class: z.optional(zKey(inputClasses)) }),
  output: z.object({ rows: z.array(InputBuyer) }),
})
/**
 * Hands an invoice in (multipart, field `files`): an electronic invoice's XML says its figures itself; with a PDF, an OFD
 * or a picture they are typed. `branchId` is the branch that bears the cost of one made out to the head. Invoices for fuel
 * and tolls (`class`) are handed in by the house, which bought them.
 */
export const uploadInputInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/upload',
  title: '上传进项发票',
  permit: 'invoice.supply',
  sides,
  body: 'multipart',
  input: z.strictObject({
    class: z.optional(zKey(inputClasses)),
    /** Typed where no file says it: special, if neither does. */
    kind: z.optional(zKey(inputKinds)),
    /** Of one on paper, whose number of eight digits many invoices of its seller have. */
    invoiceCode: z.optional(zInvoiceCode),
    invoiceNo: z.optional(zInvoiceNo),
    sellerName: z.optional(zLooseText(100)),
    sellerTaxNo: z.optional(zRuled(30, checkTaxNo)),
    buyerTaxNo: z.optional(zRuled(30, checkTaxNo)),
    branchId: z.optional(zId),
    issuedAt: z.optional(zTime),
    gross: z.optional(zFen),
    tax: z.optional(zFen),
    /** Hundredths of a litre of refined oil. */
    litresCl: z.optional(zInt(1, litresMost)),
  }),
  output: z.object({ id: zId, invoiceNo: z.string(), version: zVersion }),
})
/**
 * Checks an invoice, deducts it, refuses it or takes it back; or notes that its seller did (`reverse`), with the number of
 * the red invoice: the waybills it is bound to are free, and deducted tax goes in red.
 */
export const moveInputInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/verify',
  title: '办理进项发票',
  permit: 'invoice.view',
  anyOf: ['invoice.input', 'invoice.supply'],
  sides,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['verify', 'refuse', 'tick', 'drop', 'reverse']),
    reason: z.optional(zLooseText(200)),
    redNo: z.optional(zInvoiceNo),
    /** Of a deduction: the month of its return, this one unless told, or the last while it is open. */
    period: z.optional(zPeriod),
  }),
  output: zChanged,
})
/** A waybill whose cost in the class of the invoice has no invoice yet: of its carrier, or of the branch. */
export const InputCandidate = z.object({
  id: zId,
  waybillNo: z.string(),
  signedAt: zTime,
  load: z.string(),
  unload: z.string(),
  plate: z.string(),
  carrierName: z.string(),
  /** Of the provider asked for, where one is. */
  cost: zFen,
  bound: zFen,
  open: zFen,
  /** The providers of its fuel or tolls. */
  providers: z.array(z.string()),
})
export type InputCandidate = z.output<typeof InputCandidate>
const candidateFilter = {
  /** The number of the waybill, or its truck. */
  text: z.optional(zLooseText(60)),
  /** The provider whose fuel or passes the invoice is for. */
  provider: z.optional(zLooseText(40)),
  /** When it was signed, from and before; of the last 540 days unless told. */
  from: z.optional(zTime),
  to: z.optional(zTime),
}
/** Waybills an invoice can be bound to, the one signed first before the others. */
export const listInputCandidates = call({
  method: 'GET',
  path: '/auth/v1/invoice/input/candidates',
  title: '可绑定运单',
  permit: 'invoice.input',
  heavy: true,
  input: z.strictObject({ id: zId, ...candidateFilter, ...pageFields }),
  output: zPage(InputCandidate),
})
/** The providers of the branch an invoice can be of, and the one its seller's name says. */
export const listInputProviders = call({
  method: 'GET',
  path: '/auth/v1/invoice/input/providers',
  title: '进项供应商',
  permit: 'invoice.input',
  input: z.strictObject({ id: zId }),
  output: z.object({ rows: z.array(z.string()), ofSeller: z.optional(z.string()) }),
})
/**
 * Binds an invoice to all waybills the filter finds, the one signed first before the others, until it is full or five hundred
 * are bound; of several providers one has to be told.
 */
export const fillInputInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/input/fill',
  title: '按签收先后绑满',
  permit: 'invoice.input',
  money: true,
  heavy: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, ...candidateFilter }),
  output: z.extend(zChanged, { waybills: z.number(), amount: zFen }),
})
/**
 * Binds an invoice to waybills with an amount each, tax included. `provider` is wanted where one of them has fuel or tolls of
 * several.
 */
export const bindInputInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/input/bind',
  title: '绑定运单',
  permit: 'invoice.input',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    provider: z.optional(zLooseText(40)),
    lines: z
      .array(z.strictObject({ waybillId: zId, amount: zFen }))
      .check(z.minLength(1, '请选择运单'), z.maxLength(500, '一次最多 500 单')),
  }),
  output: zChanged,
})
/** Takes a waybill off an invoice. */
export const unbindInputInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/input/unbind',
  title: '解除绑定',
  permit: 'invoice.input',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, bindingId: zId, reason: zText(200) }),
  output: zChanged,
})
