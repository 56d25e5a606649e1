// Calls and shapes of staff: people of a company, their positions, and why somebody may do something.
import { dataScopes } from '@yunshu/domain/account/account'
import { checkMobile } from '@yunshu/domain/identity/identity'
import { permits } from '@yunshu/domain/permits/permits'
import { checkAccount, roleNameMax, userStates } from '@yunshu/domain/account/staff'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zDone,
  zId,
  zKey,
  zLooseText,
  zPage,
  zRuled,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { AccessMenu, AccessRoute } from '../session/session.ts'

const overlay = '操作中...'
/** None may be said by an empty list or by leaving it out. */
const zPermits = z._default(z.array(zKey(permits)).check(z.maxLength(200)), [])
/** The owner of positions: a company, the platform, or the people of its branches. */
const roleKinds = { platform: '平台', branch: '平台分公司', company: '企业' } as const

/** A person of the caller's own company. */
export const StaffRow = z.object({
  id: zId,
  account: z.string(),
  name: z.string(),
  mobile: z.string(),
  branchId: z.optional(zId),
  branchName: z.optional(z.string()),
  roles: z.array(z.object({ id: zId, name: z.string() })),
  dataScope: zKey(dataScopes),
  state: zKey(userStates.states),
  isAdmin: zBool,
  /** Must choose a password of their own at the next login. */
  isInitial: zBool,
  lastLoginAt: z.optional(zTime),
  isSelf: zBool,
  /** Has rights the caller does not have: only looked at. */
  isBeyond: zBool,
  /** Somebody asked to take their second factor away; the caller may confirm it unless they are no second person. */
  factorReset: z.optional(z.object({ by: z.string(), at: zTime, mayConfirm: zBool })),
  version: zVersion,
})
export type StaffRow = z.output<typeof StaffRow>

const staffFilter = {
  text: z.optional(zLooseText(40)),
  state: z.optional(zKey(userStates.states)),
  roleId: z.optional(zId),
}
export const listStaff = call({
  method: 'GET',
  path: '/auth/v1/sys/user/',
  title: '员工列表',
  permit: 'staff.view',
  input: z.strictObject({ ...staffFilter, ...pageFields }),
  output: zPage(StaffRow),
})
/** Counts by state without the filter's own state. */
export const countStaff = call({
  method: 'GET',
  path: '/auth/v1/sys/user/statistical',
  title: '员工统计',
  permit: 'staff.view',
  heavy: true,
  input: z.strictObject(staffFilter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})

const person = {
  name: zText(30),
  mobile: z.optional(zRuled(11, checkMobile)),
  roleIds: z.array(zId, '请选择职位').check(z.minLength(1, '请选择职位'), z.maxLength(20)),
  branchId: z.optional(zId),
}
/** Answers the password of the first login; it is shown once and must be changed then. */
export const addStaff = call({
  method: 'POST',
  path: '/auth/v1/sys/user/add',
  title: '添加员工',
  permit: 'staff.edit',
  secret: true,
  overlay,
  input: z.strictObject({ account: zRuled(32, checkAccount), ...person }),
  output: z.extend(zChanged, { password: z.string() }),
})
/** Without `mobile` the number stays as it is. */
export const updateStaff = call({
  method: 'POST',
  path: '/auth/v1/sys/user/upd',
  title: '修改员工',
  permit: 'staff.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, ...person }),
  output: zChanged,
})
/** The person leaves: never signs in again, is no longer listed; their acts keep their name. */
export const removeStaff = call({
  method: 'POST',
  path: '/auth/v1/sys/user/del',
  title: '删除员工',
  permit: 'staff.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zDone,
})
export const disableStaff = call({
  method: 'POST',
  path: '/auth/v1/sys/user/disable',
  title: '停用员工',
  permit: 'staff.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
export const enableStaff = call({
  method: 'POST',
  path: '/auth/v1/sys/user/enable',
  title: '启用员工',
  permit: 'staff.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/**
 * Answers the secret of a link by which the person chooses a new password, once; it is shown to be handed over. An
 * earlier link ends.
 */
export const resetPassword = call({
  method: 'POST',
  path: '/auth/v1/sys/user/resetPassword',
  title: '重置密码',
  permit: 'staff.edit',
  secret: true,
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: z.extend(zChanged, { resetCode: z.string(), expiresAt: zTime }),
})

/**
 * A position. `isFixed`: the administrator's, which nobody changes; `isSystem`: keeps its name, because policies refer
 * to it.
 */
export const RoleRow = z.object({
  id: zId,
  name: z.string(),
  kind: zKey(roleKinds),
  functions: z.array(z.string()),
  dataScope: zKey(dataScopes),
  remark: z.string(),
  isSystem: zBool,
  isFixed: zBool,
  isOwn: zBool,
  /** Gives rights the caller does not have: neither given nor changed by them. */
  isBeyond: zBool,
  members: z.number(),
  version: zVersion,
})
export type RoleRow = z.output<typeof RoleRow>
export const listRoles = call({
  method: 'GET',
  path: '/auth/v1/sys/user/roles',
  title: '职位列表',
  permit: 'staff.view',
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(RoleRow),
    /** Permits and data scopes the caller may give positions of each kind. */
    offered: z.array(
      z.object({ kind: zKey(roleKinds), functions: z.array(z.string()), dataScopes: z.array(zKey(dataScopes)) }),
    ),
  }),
})
const role = {
  name: zText(roleNameMax),
  remark: z.optional(zLooseText(100)),
  dataScope: zKey(dataScopes),
  functions: zPermits,
}
export const addRole = call({
  method: 'POST',
  path: '/auth/v1/sys/user/role/add',
  title: '添加职位',
  permit: 'staff.role',
  overlay,
  input: z.strictObject({ kind: z.optional(zKey(roleKinds)), ...role }),
  output: zChanged,
})
export const updateRole = call({
  method: 'POST',
  path: '/auth/v1/sys/user/role/upd',
  title: '修改职位',
  permit: 'staff.role',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, ...role }),
  output: zChanged,
})
export const copyRole = call({
  method: 'POST',
  path: '/auth/v1/sys/user/role/copy',
  title: '复制职位',
  permit: 'staff.role',
  overlay,
  input: z.strictObject({ id: zId, name: zText(roleNameMax) }),
  output: zChanged,
})
export const removeRole = call({
  method: 'POST',
  path: '/auth/v1/sys/user/role/del',
  title: '删除职位',
  permit: 'staff.role',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zDone,
})

/** The portal of people with these permits: menus, pages and interfaces. */
export const previewRole = call({
  method: 'GET',
  path: '/auth/v1/sys/user/role/preview',
  title: '职位预览',
  permit: 'staff.role',
  input: z.strictObject({ kind: z.optional(zKey(roleKinds)), functions: zPermits }),
  output: z.object({
    menus: z.array(AccessMenu),
    routes: z.array(AccessRoute),
    interfaces: z.object({ GET: z.array(z.string()), POST: z.array(z.string()) }),
  }),
})
export const listMembers = call({
  method: 'GET',
  path: '/auth/v1/sys/user/role/members',
  title: '职位成员',
  permit: 'staff.view',
  input: z.strictObject({ id: zId }),
  output: z.object({
    rows: z.array(z.object({ id: zId, name: z.string(), account: z.string(), state: zKey(userStates.states) })),
  }),
})
/** Each permit of the person's side: from which of their positions they have it, or which positions would give it. */
export const explainStaff = call({
  method: 'GET',
  path: '/auth/v1/sys/user/why',
  title: '权限说明',
  permit: 'staff.view',
  input: z.strictObject({ id: zId }),
  output: z.object({
    name: z.string(),
    isAdmin: zBool,
    dataScope: zKey(dataScopes),
    scopeFrom: z.array(z.string()),
    permits: z.array(
      z.object({ permit: z.string(), has: zBool, from: z.array(z.string()), offered: z.array(z.string()) }),
    ),
  }),
})
