// Calls of session and permission: login, logout, jurisdiction, own settings, and the ticket of the push connection.
import { secretsIn } from '@yunshu/domain/identity/secretFields'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zCode, zDone, zId, zInt, zKey, zLooseText, zPassword, zText } from '../fields.ts'
import { searchKinds } from './searchKinds.ts'

/** The answer of login (spec §3); company fields are absent for platform accounts. */
export const Login = z.object({
  id: z.string(),
  baiduAccessToken: z.string(),
  type: z.number(),
  name: z.string(),
  account: z.string(),
  companyId: z.optional(zId),
  companyName: z.optional(z.string()),
  branchCompanyId: z.optional(zId),
  branchCompanyName: z.optional(z.string()),
  businessType: z.optional(z.number()),
  isTf: z.optional(zBool),
})
export type Login = z.output<typeof Login>

/** `code` is the second factor of an account that has one: of its app, or a recovery code. */
const credentials = z.strictObject({ account: zText(32), password: zPassword, code: z.optional(zCode(32)) })

export const loginByGet = call({
  method: 'GET',
  path: '/v1/login',
  title: '登录',
  permit: 'public',
  input: credentials,
  output: Login,
  overlay: '正在登录...',
})
export const loginByPost = call({
  method: 'POST',
  path: '/v1/login',
  title: '登录',
  permit: 'public',
  input: credentials,
  output: Login,
  overlay: '正在登录...',
})
export const logout = call({
  method: 'POST',
  path: '/auth/v1/logout',
  title: '退出登录',
  permit: 'session',
  always: true,
  input: z.strictObject({}),
  output: zDone,
})

/** A page the account may open: its name is a row of screens.ts. */
export const AccessRoute = z.object({ name: z.string(), path: z.string(), title: z.string(), cache: zBool })
/** A menu entry: a group with children, a page, an outside link (http…), or an empty placeholder. */
export const AccessMenu = z.object({
  title: z.string(),
  path: z.string(),
  icon: z.optional(z.string()),
  children: z.optional(z.array(z.object({ title: z.string(), path: z.string() }))),
})
export type AccessMenu = z.output<typeof AccessMenu>

export const Jurisdiction = z.object({
  accessRoutes: z.array(AccessRoute),
  accessMenus: z.array(AccessMenu),
  userPermissions: z.array(z.string()),
  userRoles: z.array(z.string()),
  accessInterfaces: z.object({
    GET: z.array(z.string()),
    POST: z.array(z.string()),
    PUT: z.array(z.string()),
    DELETE: z.array(z.string()),
  }),
  isAdmin: zBool,
  /**
   * JSON text with wlhyType (spec §7), `actingFor` (acting.ts) while the caller works for an employee, whose account
   * the rest describes, and `passwordMust` while the password must be changed before anything else.
   */
  userInfo: z.string(),
})
export type Jurisdiction = z.output<typeof Jurisdiction>

export const getJurisdiction = call({
  method: 'GET',
  path: '/auth/v1/jurisdiction',
  title: '权限信息',
  permit: 'session',
  always: true,
  wholeCompany: true,
  input: z.strictObject({ type: z.optional(zInt(0, 3)) }),
  output: Jurisdiction,
})

/** Own settings, kept by the server per user: tabs, size, collapsed menu, list columns, saved views. */
export const settingKeys = [
  'tabs',
  'preferences',
  'recentRegions',
  'recentPages',
  'lists',
  'views',
  'firstDay',
  'favourites',
] as const
export const getSettings = call({
  method: 'GET',
  path: '/auth/v1/user/settings',
  title: '个人设置',
  permit: 'session',
  input: z.strictObject({}),
  output: z.partialRecord(z.enum(settingKeys), z.string()),
})
export const saveSetting = call({
  method: 'POST',
  path: '/auth/v1/user/settings',
  title: '保存个人设置',
  permit: 'session',
  personal: true,
  input: z.strictObject({ key: z.enum(settingKeys), value: zLooseText(60_000) }),
  output: zDone,
})

/**
 * A one-time ticket for the websocket, sent as its subprotocol `ticket.<value>`; lives 30 s. `seq` is the last frame so
 * far: a browser that saw none resumes there.
 */
export const getPushTicket = call({
  method: 'POST',
  path: '/auth/v1/push/ticket',
  title: '连接推送',
  permit: 'session',
  personal: true,
  input: z.strictObject({}),
  output: z.object({ ticket: z.string(), seq: z.number() }),
})

/** Drafts kept while a person types; one per form, thrown away when the form is sent. */
export const draftForms = ['goods/publish', 'goods/publish/GX', 'goods/publish/SH'] as const
/** Sheets of trips have a draft for each goods item: `backfill/` and its id. */
const sheetForm = new RegExp(`^backfill/${uuidPattern}$`)
/** Forms of calls: the call, the record, the part of it. */
const callForm = /^form(?:\/[\w.=%~-]{1,120}){1,10}$/
const zDraftForm = z
  .string()
  .check(
    z.refine(
      form => draftForms.some(one => one === form) || sheetForm.test(form) || callForm.test(form),
      '不是可保存草稿的表单',
    ),
  )
/** Characters of a draft at most. */
export const draftBodyMax = 120_000
/** The text of a form that is not sent yet: never one with secret fields. */
export const zDraftBody = zLooseText(draftBodyMax).check(
  z.refine(body => secretsIn(readJson(body)).length === 0, '草稿不能含有密码、证件号码或银行账号'),
)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
export const getDraft = call({
  method: 'GET',
  path: '/auth/v1/draft',
  title: '草稿',
  permit: 'session',
  input: z.strictObject({ form: zDraftForm }),
  output: z.object({ body: z.optional(z.string()), savedAt: z.optional(z.number()) }),
})
/** The body `{}` deletes the draft. */
export const saveDraft = call({
  method: 'POST',
  path: '/auth/v1/draft',
  title: '保存草稿',
  permit: 'session',
  personal: true,
  input: z.strictObject({ form: zDraftForm, body: zDraftBody }),
  output: z.object({ savedAt: z.number() }),
})

/** A finding of the header search: a record the person may see, with the page that shows it. */
export const SearchHit = z.object({
  kind: zKey(searchKinds),
  title: z.string(),
  /** The state of the record by its machine; vehicles and drivers have the standing of their papers. */
  state: z.optional(z.string()),
  note: z.string(),
  path: z.string(),
  /** Acts open to the reader now, each with the address that opens its dialog (actLink.ts). */
  acts: z.optional(z.array(z.object({ label: z.string(), path: z.string() }))),
})
export const searchRecords = call({
  method: 'GET',
  path: '/auth/v1/search',
  title: '搜索',
  permit: 'session',
  heavy: true,
  input: z.strictObject({ text: zText(40) }),
  output: z.object({ hits: z.array(SearchHit) }),
})

/** People the caller may work for, and branches they may choose, in the shell's selectors (SH-19). */
export const listEmployees = call({
  method: 'GET',
  path: '/auth/v1/company/employees',
  title: '选择员工',
  permit: 'company.actFor',
  input: z.strictObject({ text: z.optional(zLooseText(40)) }),
  output: z.object({
    rows: z.array(
      z.object({
        id: zId,
        name: z.string(),
        account: z.string(),
        companyId: zId,
        companyName: z.string(),
        trustCode: z.string(),
        businessType: z.number(),
        isContract: zBool,
      }),
    ),
  }),
})
export const listBranches = call({
  method: 'GET',
  path: '/auth/v1/company/branches',
  title: '选择分公司',
  permit: 'session',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(z.object({ id: zId, name: z.string() })) }),
})
