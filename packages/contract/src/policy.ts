// Calls of the company's own decisions (企业策略): what is in force, and changing it.
import { batchBoundsInWords, batchLimitBounds, isBatchLimit } from '@yunshu/domain/company/batchLimit'
import {
  freePolicies,
  isHousePolicy,
  policyKeys,
  type FreePolicy,
  type HousePolicy,
  type PolicyKey,
} from '@yunshu/domain/company/company'
import { isLossPolicy, lossBoundsInWords } from '@yunshu/domain/company/lossPolicy'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zBool, zChanged, zFen, zId, zInt, zTime, zVersion } from './fields.ts'

const { rows } = batchLimitBounds

const flags = <K extends string, S extends z.ZodMiniType>(keys: readonly K[], flag: S) =>
  Object.fromEntries(keys.map(key => [key, flag])) as Record<K, S>
const isOwn = (key: PolicyKey): key is Exclude<PolicyKey, HousePolicy> => !isHousePolicy(key)
const isOwnFree = (key: FreePolicy): key is Exclude<FreePolicy, HousePolicy> => !isHousePolicy(key)
/** Policies of the house stand among those of the platform alone. */
const houses = flags(policyKeys.filter(isHousePolicy), z.optional(zBool))

/** One yes or no per policy; a company cannot decide policies that the platform fixed for everybody. */
const Decisions = z.strictObject({ ...flags(freePolicies.filter(isOwnFree), zBool), ...houses })

/**
 * `companyId` and `version` are those of the company the caller's account belongs to; for the platform, of its head
 * company.
 */
export const CompanyPolicies = z.object({
  companyId: zId,
  companyName: z.string(),
  version: zVersion,
  inForce: z.object({ ...flags(policyKeys.filter(isOwn), zBool), ...houses }),
  /** The most one batch approves or pays. */
  batchLimit: z.object({ rows: z.number(), sum: zFen }),
  /** Decisions about money that does not come; of the platform alone. */
  losses: z.optional(z.object({ tailMost: zFen, isDirect: zBool, debtMost: zFen })),
  /** The last change of any policy; absent while everything is as shipped. */
  changed: z.optional(z.object({ by: z.string(), at: zTime })),
})
export type CompanyPolicies = z.output<typeof CompanyPolicies>

// decisions of the platform are for all of it
export const getPolicies = call({
  method: 'GET',
  path: '/auth/v1/company/policies',
  title: '企业策略',
  permit: 'company.policy',
  wholeCompany: true,
  input: z.strictObject({}),
  output: CompanyPolicies,
})
/** All policies the person saw and may change are sent, as they saw them; limits that are left out stay as they are. */
export const setPolicies = call({
  method: 'POST',
  path: '/auth/v1/company/policies',
  title: '修改企业策略',
  permit: 'company.policy',
  wholeCompany: true,
  overlay: '保存中...',
  input: z.strictObject({
    version: zVersion,
    decisions: Decisions,
    batchLimit: z.optional(
      z
        .strictObject({ rows: zInt(rows.least, rows.most), sum: zFen })
        .check(z.refine(isBatchLimit, `应为 ${batchBoundsInWords.rows}、${batchBoundsInWords.sum}`)),
    ),
    /** The platform decides it for all its branches; no other company does. */
    losses: z.optional(
      z
        .strictObject({ tailMost: zFen, isDirect: zBool, debtMost: zFen })
        .check(
          z.refine(
            isLossPolicy,
            `尾差应为 ${lossBoundsInWords('tailMost')}，欠款上限应为 ${lossBoundsInWords('debtMost')}`,
          ),
        ),
    ),
  }),
  output: zChanged,
})
