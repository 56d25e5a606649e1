// Calls of invoice titles (开票抬头): a shipper's own, under which it applies for invoices.
import { invoiceKinds } from '@yunshu/domain/invoice/invoice'
import { checkTaxNo } from '@yunshu/domain/invoice/title'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zId, zKey, zLooseText, zRuled, zText, zVersion } from '../fields.ts'

const titleFields = {
  name: zText(100),
  taxNo: zRuled(30, checkTaxNo),
  kind: zKey(invoiceKinds),
  address: z.optional(zLooseText(100)),
  phone: z.optional(zLooseText(30)),
  bank: z.optional(zLooseText(60)),
  /** Left out it stays as it is kept. */
  accountNo: z.optional(zLooseText(40).check(z.regex(/^[^*]*$/, '请填写完整账号'))),
  email: z.optional(zLooseText(100)),
}
/** A title as invoices are made out to it. */
export const InvoiceTitle = z.object({
  name: z.string(),
  taxNo: z.string(),
  kind: zKey(invoiceKinds),
  address: z.optional(z.string()),
  phone: z.optional(z.string()),
  bank: z.optional(z.string()),
  accountNo: z.optional(z.string()),
  email: z.optional(z.string()),
})
export type InvoiceTitle = z.output<typeof InvoiceTitle>
export const InvoiceTitleRow = z.extend(InvoiceTitle, { id: zId, version: zVersion })
export type InvoiceTitleRow = z.output<typeof InvoiceTitleRow>

/** The company's titles, few enough for one page; accounts are masked. */
export const listInvoiceTitles = call({
  method: 'GET',
  path: '/auth/v1/invoice/titles',
  title: '开票抬头',
  permit: 'invoice.apply',
  wholeCompany: true,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(InvoiceTitleRow) }),
})
/** Numbers whose absence would not say whether they stay. */
const emptiable = { accountNo: '账号' } as const
/**
 * Adds a title, or changes the one named; applications made before keep theirs as it was. `emptied` names a number the
 * title no longer has.
 */
export const saveInvoiceTitle = call({
  method: 'POST',
  path: '/auth/v1/invoice/titles/save',
  title: '保存开票抬头',
  permit: 'invoice.apply',
  sides: ['shipper'],
  wholeCompany: true,
  overlay: '保存中...',
  input: z.strictObject({
    id: z.optional(zId),
    version: z.optional(zVersion),
    ...titleFields,
    emptied: z.optional(z.array(zKey(emptiable)).check(z.maxLength(1, '最多一个'))),
  }),
  output: zChanged,
})
/** Takes a title off the list. */
export const closeInvoiceTitle = call({
  method: 'POST',
  path: '/auth/v1/invoice/titles/close',
  title: '停用开票抬头',
  permit: 'invoice.apply',
  wholeCompany: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
