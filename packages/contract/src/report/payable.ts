// Calls of the aging of payables (应付账龄): what the house owes each carrier by the days its parts are past due, as of the end of any day.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zId, zLooseText, zPage, zSignedFen, zTime } from '../fields.ts'

const ages = {
  due: zSignedFen,
  d7: zSignedFen,
  d30: zSignedFen,
  older: zSignedFen,
  /** Owed by the books and by no part: fees of work handed down, and waybills older than parts. */
  rest: zSignedFen,
  total: zSignedFen,
} as const
export const PayableRow = z.object({
  /** Carrier and branch. */
  key: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  parts: z.number(),
  ...ages,
  /** The earliest due day; absent while no part has one. */
  oldestAt: z.optional(zTime),
})
export type PayableRow = z.output<typeof PayableRow>
const payableFilter = {
  /** A moment of the day at whose end the books are read; today unless told. */
  at: z.optional(zTime),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
}
/** Carriers by what is late and what they are owed, the most first. */
export const listPayables = call({
  method: 'GET',
  path: '/auth/v1/report/payables',
  title: '应付账龄',
  permit: 'ledger.view',
  anyOf: ['price.carrier'],
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject({ ...payableFilter, ...pageFields }),
  output: zPage(PayableRow),
})
/** The sums of all rows; where no name is searched for, what parts come to beside the control accounts of the ledger. */
export const sumPayables = call({
  method: 'GET',
  path: '/auth/v1/report/payables/statistical',
  title: '应付账龄合计',
  permit: 'ledger.view',
  anyOf: ['price.carrier'],
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject(payableFilter),
  output: z.object({
    sums: z.object({ ...ages, parts: z.number() }),
    check: z.optional(z.object({ control: zSignedFen, isEqual: zBool })),
  }),
})
