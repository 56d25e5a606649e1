// Calls of the ages of open accounts (暂估与来款账龄): estimates of cost by carrier, and money nobody claimed by payer; and
// asking a carrier for the invoices of what is only estimated.
import { openAgeKinds } from '@yunshu/domain/report/aging'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zId, zKey, zLooseText, zPage, zSignedFen, zTime } from '../fields.ts'
import { Urged } from '../urged.ts'

const ages = { d30: zSignedFen, d60: zSignedFen, d90: zSignedFen, older: zSignedFen, total: zSignedFen } as const
export const OpenAgeRow = z.object({
  /** Party and branch. */
  key: z.string(),
  kind: zKey(openAgeKinds),
  /** The carrier of estimates; of money nobody claimed there is none. */
  partyId: z.optional(zId),
  partyName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  /** Estimates, or receipts. */
  items: z.number(),
  ...ages,
  /** The oldest day. */
  oldestAt: zTime,
  /** The times the carrier was asked for its invoices, and the last of them. */
  urges: z.number(),
  urgedAt: z.optional(zTime),
})
export type OpenAgeRow = z.output<typeof OpenAgeRow>
const openAgeFilter = {
  /** Estimates, unless told. */
  kind: z.optional(zKey(openAgeKinds)),
  /** A moment of the day at whose end the books are read; today unless told. */
  at: z.optional(zTime),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
}
const reader = {
  permit: 'ledger.view',
  anyOf: ['price.carrier'],
  sides: ['platform', 'branch'],
  heavy: true,
} as const
/** Parties by what is open, the most first. */
export const listOpenAges = call({
  method: 'GET',
  path: '/auth/v1/report/openAges',
  title: '暂估与来款账龄',
  ...reader,
  input: z.strictObject({ ...openAgeFilter, ...pageFields }),
  output: zPage(OpenAgeRow),
})
/** The sums of all rows; where no name is searched for, the control account of the ledger beside them. */
export const sumOpenAges = call({
  method: 'GET',
  path: '/auth/v1/report/openAges/statistical',
  title: '暂估与来款账龄合计',
  ...reader,
  input: z.strictObject(openAgeFilter),
  output: z.object({
    sums: z.object({ ...ages, items: z.number() }),
    check: z.optional(z.object({ control: zSignedFen, isEqual: zBool })),
  }),
})
/** Asks a carrier to settle and invoice what a branch has only estimated (催票): a message, once a day. */
export const urgeEstimates = call({
  method: 'POST',
  path: '/auth/v1/report/openAges/urge',
  title: '催票',
  permit: 'invoice.input',
  anyOf: ['price.carrier'],
  sides: ['platform', 'branch'],
  input: z.strictObject({ carrierId: zId, branchId: zId }),
  output: Urged,
})
