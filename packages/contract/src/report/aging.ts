// Calls of the aging of receivables (应收账龄): what each shipper owes by the days past due, as of the end of any day, and
// reminding it.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zFen, zId, zLooseText, zPage, zSignedFen, zTime } from '../fields.ts'
import { Urged } from '../urged.ts'

const ages = { due: zFen, d30: zFen, d60: zFen, d90: zFen, older: zFen, total: zFen } as const
export const AgingRow = z.object({
  /** Shipper and branch. */
  key: z.string(),
  shipperId: zId,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  items: z.number(),
  ...ages,
  /** Paid in advance and not set off, and what is left of the total after it. */
  prepaid: zFen,
  left: zFen,
  /** The earliest due day. */
  oldestAt: zTime,
  /** The times the shipper was reminded, and the last of them. */
  urges: z.number(),
  urgedAt: z.optional(zTime),
})
export type AgingRow = z.output<typeof AgingRow>
const agingFilter = {
  /** A moment of the day at whose end the books are read; today unless told. */
  at: z.optional(zTime),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
}
/** Shippers by what they owe, the most first. */
export const listAging = call({
  method: 'GET',
  path: '/auth/v1/report/aging',
  title: '应收账龄',
  permit: 'ledger.view',
  anyOf: ['price.shipper'],
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject({ ...agingFilter, ...pageFields }),
  output: zPage(AgingRow),
})
/** The sums of all rows, and the control account of the ledger they come to where no name is searched for. */
export const sumAging = call({
  method: 'GET',
  path: '/auth/v1/report/aging/statistical',
  title: '应收账龄合计',
  permit: 'ledger.view',
  anyOf: ['price.shipper'],
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject(agingFilter),
  output: z.object({
    sums: z.object({ ...ages, items: z.number() }),
    check: z.optional(z.object({ control: zSignedFen, difference: zSignedFen, isEqual: zBool })),
  }),
})
/** Reminds a shipper of what it owes a branch (催款): a message with the oldest of it by number, once a day. */
export const urgeReceivables = call({
  method: 'POST',
  path: '/auth/v1/report/aging/urge',
  title: '催款',
  permit: 'debt.collect',
  anyOf: ['price.shipper'],
  sides: ['platform', 'branch'],
  input: z.strictObject({ shipperId: zId, branchId: zId }),
  output: Urged,
})
