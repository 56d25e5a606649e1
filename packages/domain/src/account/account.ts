// Accounts of people: the numbers the wire gives to user type, business type and platform type, and what follows.

/** User `type` on the wire (spec §6). */
export const userTypes = { platform: 0, company: 1, staff: 2, branchManager: 3 } as const
export type UserType = (typeof userTypes)[keyof typeof userTypes]
export const userTypeLabels: Readonly<Record<UserType, string>> = {
  0: '平台账号',
  1: '企业主账号',
  2: '企业员工',
  3: '分公司账号',
}

/** `businessType` is a set of bits: 2 carrier, 4 shipper, 6 both. */
export const businessBits = { carrier: 2, shipper: 4 } as const
export const isCarrier = (businessType: number): boolean => (businessType & businessBits.carrier) !== 0
export const isShipper = (businessType: number): boolean => (businessType & businessBits.shipper) !== 0

/** Most characters a password may have under any policy: the limit of its field. */
export const passwordMax = 128

/** The page push message 30 opens: the task list for carriers, my goods for shippers (spec §7). */
export const businessHome = (businessType: number): 'TaskList' | 'GoodsMy' =>
  isCarrier(businessType) ? 'TaskList' : 'GoodsMy'

/** `wlhyType` of a company: whether the platform is principal (承运) or only matches (撮合). */
export const wlhyLabels: Readonly<Record<number, string>> = {
  0: '未开通',
  1: '网络货运承运',
  2: '撮合服务',
  3: '承运与撮合',
}

/**
 * Rows a position lets a person see, the widest first: ALL is the whole platform for its own people; for everybody else
 * nothing is wider than their company (COMPANY), their branch of it (BRANCH), or the records they answer for (SELF).
 */
export const dataScopes = { ALL: '全部', COMPANY: '本企业', BRANCH: '本分公司', SELF: '本人' } as const
export type DataScope = keyof typeof dataScopes
const widestFirst = ['ALL', 'COMPANY', 'BRANCH', 'SELF'] as const satisfies readonly DataScope[]

/** The widest of several positions' scopes; a person without a position sees their own records only. */
export function widestScope(scopes: readonly string[]): DataScope {
  return widestFirst.find(scope => scopes.includes(scope)) ?? 'SELF'
}

/** The product's name, and its version as the specification counts [SH-20]; releases are counted by package.json. */
export const product = { name: '运枢', backOfficeSuffix: '后台管理', version: '1.5.9' } as const
