// Calls and shapes of credit (信用额度): the limit of each shipper, and the rest of it.
import { creditModes, creditStages } from '@yunshu/domain/credit'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zFen,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zSignedFen,
  zText,
  zTime,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'

export const CreditRow = z.object({
  /** The shipper: each has one row. */
  id: zId,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  mode: zKey(creditModes),
  stage: zKey(creditStages),
  prepaid: zSignedFen,
  limit: zFen,
  /** Open receivables, as the books have them. */
  owed: zFen,
  /** Receivables given up: they burden the credit as before. */
  writtenOff: zFen,
  reserved: zFen,
  available: zSignedFen,
  reason: z.optional(z.string()),
  setBy: z.optional(z.string()),
  setAt: z.optional(zTime),
  /** 0 while nothing was set. */
  version: z.number(),
})
export type CreditRow = z.output<typeof CreditRow>

const creditFilter = {
  control: z.optional(zKey(creditModes)),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
/** Shippers the house serves with their credit. */
export const listCredits = call({
  method: 'GET',
  path: '/auth/v1/money/credits/list',
  title: '信用额度列表',
  permit: 'credit.view',
  heavy: true,
  input: z.strictObject({ ...creditFilter, ...pageFields }),
  output: zPage(CreditRow),
})
/** The credit of one shipper with its history. */
export const getCredit = call({
  method: 'GET',
  path: '/auth/v1/money/credits/details',
  title: '信用额度详情',
  permit: 'credit.view',
  input: z.strictObject({ id: zId }),
  output: z.extend(CreditRow, { log: z.array(LogLine) }),
})
/** Sets how far the house carries for a shipper, and what happens beyond it. */
export const setCredit = call({
  method: 'POST',
  path: '/auth/v1/money/credits/set',
  title: '设置信用额度',
  permit: 'credit.set',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    /** The version seen: 0 while nothing was set. */
    seen: zInt(0, 2_147_483_647),
    creditLimit: zFen,
    blocks: zBool,
    reason: zText(200),
  }),
  output: zChanged,
})
/**
 * The rest of a shipper's credit, for publishers and payers: a shipper's own, any for the house. The figures it is made of
 * only for people who read accounts.
 */
export const getOwnCredit = call({
  method: 'GET',
  path: '/auth/v1/money/credit/available',
  title: '可用额度',
  permit: 'session',
  anyOf: ['goods.publish', 'account.view', 'credit.view'],
  input: z.strictObject({ shipperId: z.optional(zId) }),
  output: z.object({
    mode: zKey(creditModes),
    /** Absent where the shipper is held to no limit. */
    available: z.optional(zSignedFen),
    figures: z.optional(z.object({ prepaid: zSignedFen, limit: zFen, owed: zFen, writtenOff: zFen, reserved: zFen })),
  }),
})
