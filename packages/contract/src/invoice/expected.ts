// Calls of invoices of carriers that are waited for (待收发票): freight paid and not invoiced by carrier, and urging one.
import { inputBases, inputClasses } from '@yunshu/domain/invoice/inputClass'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zFen, zId, zKey, zLooseText, zPage, zTime, zVersion } from '../fields.ts'
import { Urged } from '../urged.ts'

const ages = { d30: zFen, d90: zFen, older: zFen, total: zFen } as const
export const ExpectedInvoiceRow = z.object({
  /** The issuer of them, and the branch. */
  key: z.string(),
  class: zKey(inputClasses),
  /** None of fuel and tolls: those are invoiced by the providers the house bought them from. */
  carrierId: z.optional(zId),
  /** The carrier; of fuel and tolls the providers of the waybills. */
  carrierName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  waybills: z.number(),
  ...ages,
  /** The oldest signature. */
  oldestAt: zTime,
  /** The base of the carrier's invoices from now on, and the version of the carrier. */
  base: z.optional(zKey(inputBases)),
  carrierVersion: z.optional(zVersion),
  /** When the carrier was last urged. */
  urgedAt: z.optional(zTime),
})
export type ExpectedInvoiceRow = z.output<typeof ExpectedInvoiceRow>
const expectedFilter = {
  /** Freight, unless told. */
  class: z.optional(zKey(inputClasses)),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
}
const reader = {
  permit: 'invoice.view',
  anyOf: ['price.carrier'],
  sides: ['platform', 'branch', 'carrier'],
  heavy: true,
} as const
/**
 * Carriers by the freight they were paid and issued no invoice for, the most first; a carrier sees its own. Or providers by
 * the fuel and tolls that were handed out, for the house.
 */
export const listExpectedInvoices = call({
  method: 'GET',
  path: '/auth/v1/invoice/input/expected',
  title: '待收发票',
  ...reader,
  input: z.strictObject({ ...expectedFilter, ...pageFields }),
  output: zPage(ExpectedInvoiceRow),
})
/** The sums of all rows. */
export const sumExpectedInvoices = call({
  method: 'GET',
  path: '/auth/v1/invoice/input/expected/statistical',
  title: '待收发票合计',
  ...reader,
  input: z.strictObject(expectedFilter),
  output: z.object({ sums: z.object({ ...ages, waybills: z.number() }) }),
})
/** A message to the people of a carrier who hand in its invoices (催票), once a day. */
export const urgeExpectedInvoice = call({
  method: 'POST',
  path: '/auth/v1/invoice/input/urge',
  title: '催票',
  permit: 'invoice.input',
  sides: ['platform', 'branch'],
  input: z.strictObject({ carrierId: zId, branchId: zId }),
  output: Urged,
})
