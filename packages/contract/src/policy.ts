// Calls of the company's own decisions (企业策略): what is in force, and changing it.
import { freePolicies, policyKeys } from '@yunshu/domain/company/company'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zBool, zChanged, zId, zTime, zVersion } from './fields.ts'

/** One yes or no per policy; a company cannot decide policies that the platform fixed for everybody. */
const Decisions = z.record(z.enum(freePolicies), zBool)

/**
 * `companyId` and `version` are those of the company the caller's account belongs to; for the platform, of its head
 * company.
 */
export const CompanyPolicies = z.object({
  companyId: zId,
  companyName: z.string(),
  version: zVersion,
  inForce: z.record(z.enum(policyKeys), zBool),
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
/** All free policies are sent, as the person saw them. */
export const setPolicies = call({
  method: 'POST',
  path: '/auth/v1/company/policies',
  title: '修改企业策略',
  permit: 'company.policy',
  wholeCompany: true,
  overlay: '保存中...',
  input: z.strictObject({ version: zVersion, decisions: Decisions }),
  output: zChanged,
})
