// Calls of posting rules (记账规则): their versions, and a trial of the entries of an example.
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { postingVersionStates, ruleCodes, vatRates } from '@yunshu/domain/voucher/postingRules'
import { costAccounts } from '@yunshu/domain/voucher/shares'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  stateCounts,
  zBool,
  zChanged,
  zFen,
  zId,
  zKey,
  zLooseText,
  zPage,
  zSignedFen,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'

const zCodes = z.array(z.enum(ruleCodes, '不是可选的值')).check(z.maxLength(ruleCodes.length, '费用种类重复'))

/** The account of cost of a charge of carriers, and the rate of VAT of one of shippers. */
const zCostRule = z.strictObject({
  code: z.enum(ruleCodes, '不是可选的值'),
  account: z.enum(costAccounts, '不是可选的值'),
})
const zRateRule = z.strictObject({
  code: z.enum(ruleCodes, '不是可选的值'),
  vatBp: z.literal([...vatRates], '不是可选的值'),
})

export const PostingVersionRow = z.object({
  id: zId,
  versionNo: z.string(),
  state: zKey(postingVersionStates.states),
  /** Absent: for all branches without a version of their own. */
  branchCompanyId: z.optional(zId),
  branchName: z.optional(z.string()),
  validFrom: zTime,
  /** True for the one that postings of today go by. */
  isInUse: zBool,
  serviceCodes: z.array(z.enum(ruleCodes)),
  costAccounts: z.array(zCostRule),
  vatRates: z.array(zRateRule),
  note: z.string(),
  maker: z.string(),
  createdAt: zTime,
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  reason: z.optional(z.string()),
  version: zVersion,
  moves: z.array(zKey(postingVersionStates.moves)),
})
export type PostingVersionRow = z.output<typeof PostingVersionRow>

const reader = { permit: 'ledger.view', sides: ['platform', 'branch'] } as const
const versionFilter = {
  state: z.optional(zKey(postingVersionStates.states)),
  branchId: z.optional(zId),
}
export const listPostingVersions = call({
  method: 'GET',
  path: '/auth/v1/manage/postingRule/list',
  title: '记账规则版本',
  ...reader,
  input: z.strictObject({ ...versionFilter, ...pageFields }),
  output: zPage(PostingVersionRow),
})
/** Counts by state without the filter's own state. */
export const countPostingVersions = call({
  method: 'GET',
  path: '/auth/v1/manage/postingRule/statistical',
  title: '记账规则版本统计',
  ...reader,
  heavy: true,
  input: z.strictObject(versionFilter),
  output: z.object(stateCounts),
})
export const PostingVersionDetail = z.extend(PostingVersionRow, {
  /** The account of each charge, and the one of the version before where it differs. */
  rules: z.array(
    z.object({
      code: z.enum(ruleCodes),
      account: z.string(),
      before: z.optional(z.string()),
      vatBp: z.number(),
      vatBefore: z.optional(z.number()),
      cost: z.string(),
      costBefore: z.optional(z.string()),
    }),
  ),
  log: z.array(LogLine),
})
export type PostingVersionDetail = z.output<typeof PostingVersionDetail>
export const getPostingVersion = call({
  method: 'GET',
  path: '/auth/v1/manage/postingRule/details',
  title: '记账规则版本详情',
  ...reader,
  input: z.strictObject({ id: zId }),
  output: PostingVersionDetail,
})
/** Proposes a version from a coming day on; another person confirms it. */
export const makePostingVersion = call({
  method: 'POST',
  path: '/auth/v1/manage/postingRule/make',
  title: '新建记账规则版本',
  permit: 'voucher.make',
  sides: ['platform', 'branch'],
  overlay: '操作中...',
  input: z.strictObject({
    branchId: z.optional(zId),
    effectiveFrom: zTime,
    serviceCodes: zCodes,
    costAccounts: z.optional(z.array(zCostRule).check(z.maxLength(ruleCodes.length, '费用种类重复'))),
    vatRates: z.optional(z.array(zRateRule).check(z.maxLength(ruleCodes.length, '费用种类重复'))),
    note: zText(200),
  }),
  output: z.object({ id: zId, versionNo: z.string(), version: zVersion }),
})
export const movePostingVersion = call({
  method: 'POST',
  path: '/auth/v1/manage/postingRule/move',
  title: '办理记账规则版本',
  ...reader,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: zKey(postingVersionStates.moves),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})

/** The entries of a waybill, or of typed amounts, by the version of a day or by one that is not confirmed yet. */
export const tryPostings = call({
  method: 'GET',
  path: '/auth/v1/manage/postingRule/try',
  title: '试算分录',
  ...reader,
  input: z.strictObject({
    /** Absent: by the version of `at`, today unless said. */
    versionId: z.optional(zId),
    at: z.optional(zTime),
    branchId: z.optional(zId),
    waybillNo: z.optional(zLooseText(35)),
    charges: z.optional(
      z
        .array(z.strictObject({ code: zKey(chargeCodes), amount: zFen }))
        .check(z.maxLength(20, '一次最多试算 20 行费用')),
    ),
    carrierCharges: z.optional(
      z
        .array(z.strictObject({ code: zKey(chargeCodes), amount: zFen }))
        .check(z.maxLength(20, '一次最多试算 20 行费用')),
    ),
    carrierFreight: z.optional(zFen),
    deducted: z.optional(zFen),
    /** The share of `deducted` that is penalties. */
    penalty: z.optional(zFen),
    /** Fuel the sheet hands out; fuel, tolls and money handed out before the trip. */
    oil: z.optional(zFen),
    cardOil: z.optional(zFen),
    tolls: z.optional(zFen),
    advance: z.optional(zFen),
    /** Of a carrier that handed the work down. */
    fee: z.optional(zFen),
    /** Input tax of the carrier's invoices, and an invoice for fuel with its tax. */
    inputTax: z.optional(zFen),
    fuelInvoice: z.optional(zFen),
    fuelTax: z.optional(zFen),
    prepaid: z.optional(zFen),
  }),
  output: z.object({
    /** The version used; absent: the rules an installation begins with. */
    versionNo: z.optional(z.string()),
    waybillNo: z.optional(z.string()),
    entries: z.array(
      z.object({
        event: z.string(),
        moment: z.string(),
        kind: zKey(voucherKinds),
        lines: z.array(
          z.object({
            account: z.string(),
            accountName: z.string(),
            party: z.optional(z.string()),
            debit: zSignedFen,
            credit: zSignedFen,
          }),
        ),
      }),
    ),
    debit: zSignedFen,
    credit: zSignedFen,
  }),
})
