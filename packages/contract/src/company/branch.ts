// Calls and shapes of the branches of a company.
import { branchStates } from '@yunshu/domain/company/branch'
import { checkMobile, checkUscc } from '@yunshu/domain/identity/identity'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zChanged, zId, zKey, zLooseText, zPage, zRegion, zRuled, zText, zVersion } from '../fields.ts'

const overlay = '操作中...'

/** A branch of the caller's company; for the platform, one of its own. */
export const BranchRow = z.object({
  id: zId,
  name: z.string(),
  shortName: z.string(),
  creditCode: z.string(),
  regionCode: z.string(),
  address: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  people: z.number(),
  state: zKey(branchStates.states),
  version: zVersion,
})
export type BranchRow = z.output<typeof BranchRow>
const branchFilter = {
  text: z.optional(zLooseText(50)),
  state: z.optional(zKey(branchStates.states)),
}
// branches themselves belong to the whole company
export const listCompanyBranches = call({
  method: 'GET',
  path: '/auth/v1/company/branch/list',
  title: '分公司列表',
  permit: 'company.edit',
  wholeCompany: true,
  input: z.strictObject({ ...branchFilter, ...pageFields }),
  output: zPage(BranchRow),
})
/** Counts by state without the filter's own state. */
export const countCompanyBranches = call({
  method: 'GET',
  path: '/auth/v1/company/branch/statistical',
  title: '分公司统计',
  permit: 'company.edit',
  wholeCompany: true,
  heavy: true,
  input: z.strictObject(branchFilter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})
const branch = {
  name: zText(100),
  shortName: zText(20),
  creditCode: zRuled(18, checkUscc),
  regionCode: zRegion,
  address: zText(200),
  contactName: zText(30),
}
export const addBranch = call({
  method: 'POST',
  path: '/auth/v1/company/branch/add',
  title: '添加分公司',
  permit: 'company.edit',
  wholeCompany: true,
  overlay,
  input: z.strictObject({ ...branch, contactMobile: zRuled(11, checkMobile) }),
  output: zChanged,
})
/** Without `contactMobile` the number stays as it is. */
export const updateBranch = call({
  method: 'POST',
  path: '/auth/v1/company/branch/upd',
  title: '修改分公司',
  permit: 'company.edit',
  wholeCompany: true,
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, ...branch, contactMobile: z.optional(zRuled(11, checkMobile)) }),
  output: zChanged,
})
/** Refused while people belong to it, or while it serves companies. */
export const closeBranch = call({
  method: 'POST',
  path: '/auth/v1/company/branch/close',
  title: '撤销分公司',
  permit: 'company.edit',
  wholeCompany: true,
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
