// The session of the person signed in: its store, its cookies, and what every call sends of it.
import type { ActingFor } from '@yunshu/contract/session/acting'
import type { Jurisdiction, Login } from '@yunshu/contract/session/session'
import { userTypes } from '@yunshu/domain/account/account'
import { create } from 'zustand'
import { readCookie, removeCookie, writeCookie } from './cookies.ts'
import { isPlatform } from './side.ts'
import { keepBranch, keptBranch, readJson, standingIn, type SelectedBranch } from './standing.ts'
import { tellWindows } from './windows.ts'

/** The person's data in the portal (spec §3): cookie `user` and store. Platform accounts have no company fields. */
export type UserInfo = Partial<Omit<Login, 'id' | 'baiduAccessToken'>> &
  Pick<Login, 'type' | 'name' | 'account'> & { wlhyType?: number | undefined }
export interface SelectedEmployee {
  companyId: string
  companyName: string
  trustCode: string
  businessType: number
  id: string
  name: string
  account: string
  isContract: boolean
}

interface SessionState {
  info: UserInfo | undefined
  /** Absent until the permission info of this page load is fetched. */
  jurisdiction: Jurisdiction | undefined
  messageUnRead: boolean
  messageCount: number
  /** Oil coupons verified today, as far as this page was told (push code PCOIL01). */
  couponCount: number
  /** The employee the session works for; the server says it with the permission info. */
  selectEmployee: SelectedEmployee | undefined
  selectBranchCompany: SelectedBranch | undefined
  showEmployeeSelector: boolean
  showBranchSelector: boolean
  setInfo: (info: UserInfo) => void
  setWlhyType: (wlhyType: number) => void
  setJurisdiction: (jurisdiction: Jurisdiction) => void
  setUnread: (unread: boolean, count: number) => void
  /** One more unread message, or `by` of them; never below none. */
  addUnread: (by?: number) => void
  /** One more coupon, or the number the server says were verified today. */
  addCoupon: (count?: number) => void
  showSelector: (which: 'employee' | 'branch' | undefined) => void
  chooseBranch: (branch: SelectedBranch | undefined) => void
}

/** Session state (spec §3, GD-13). */
export const useSession = create<SessionState>()(set => ({
  info: undefined,
  jurisdiction: undefined,
  messageUnRead: false,
  messageCount: 0,
  couponCount: 0,
  selectEmployee: undefined,
  selectBranchCompany: undefined,
  showEmployeeSelector: false,
  showBranchSelector: false,
  setInfo: info => set({ info }),
  setWlhyType: wlhyType =>
    set(({ info, selectEmployee }) => (info ? { info: kept({ ...info, wlhyType }, selectEmployee) } : {})),
  setJurisdiction: jurisdiction =>
    set(({ info, selectBranchCompany }) => {
      const standing = standingIn(jurisdiction.userInfo)
      if (!info || !standing) return { jurisdiction }
      // name and account are the person's own, whomever they work for
      const { actingFor, ...account } = standing
      if (!isPlatform(standing)) keepBranch(undefined, undefined)
      return {
        jurisdiction,
        info: kept({ name: info.name, account: info.account, ...account }, actingFor),
        selectEmployee: actingFor && employeeOf(actingFor),
        selectBranchCompany: isPlatform(standing) ? selectBranchCompany : undefined,
      }
    }),
  setUnread: (messageUnRead, messageCount) => set({ messageUnRead, messageCount }),
  addUnread: (by = 1) =>
    set(({ messageCount }) => {
      const count = Math.max(0, messageCount + by)
      return { messageCount: count, messageUnRead: count > 0 }
    }),
  addCoupon: count => set(({ couponCount }) => ({ couponCount: count ?? couponCount + 1 })),
  showSelector: which => set({ showEmployeeSelector: which === 'employee', showBranchSelector: which === 'branch' }),
  chooseBranch: selectBranchCompany => {
    keepBranch(currentHandle(), selectBranchCompany)
    set({ selectBranchCompany, showBranchSelector: false })
  },
}))

/**
 * Keeps the person's own info in the `user` cookie as it stands in the store (spec §3); that of an employee they work for
 * is not theirs, and the server says it anew after each load.
 */
function kept(info: UserInfo, workedFor: unknown): UserInfo {
  if (workedFor === undefined && readCookie('user') !== undefined) writeCookie('user', JSON.stringify(info))
  return info
}

const employeeOf = ({ userId: id, ...employee }: ActingFor): SelectedEmployee => ({ id, ...employee })

/** The reason a password has to be changed before anything else: it was given to the person, or it is too old. */
export type PasswordMust = 'first' | 'expired'

/** Whether permission info says that the password has to be changed first, and why. */
export function passwordMustOf({ userInfo }: Pick<Jurisdiction, 'userInfo'>): PasswordMust | undefined {
  const info = readJson(userInfo)
  const value: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'passwordMust') : undefined
  return value === 'first' || value === 'expired' ? value : undefined
}

/** The stable part of a session id that names the user: everything before the secret (wire contract). */
export const handleOf = (id: string): string => id.slice(0, 22)

/** Handle of the person signed in; undefined without a session. */
export function currentHandle(): string | undefined {
  const token = readCookie('token')
  return token === undefined ? undefined : handleOf(token)
}

const lastHandleKey = 'yunshu.lastUser'

/** Keeps what login answered (GD-07); another user than the one stored loses the saved redirect (GD-08). */
export function startSession(login: Login): void {
  const { id, baiduAccessToken, ...rest } = login
  const handle = handleOf(id)
  const stored = readCookie('uuid')
  const last = stored === undefined ? localStorage.getItem(lastHandleKey) : handleOf(stored)
  if (last !== null && last !== handle) removeCookie('redirect')
  localStorage.setItem(lastHandleKey, handle)
  const info = userInfoOf(rest)
  writeCookie('uuid', id)
  writeCookie('token', id)
  writeCookie('baiduAccessToken', baiduAccessToken)
  writeCookie('user', JSON.stringify(info))
  keepBranch(undefined, undefined)
  useSession.setState({ info, jurisdiction: undefined, selectEmployee: undefined, selectBranchCompany: undefined })
  tellWindows({ kind: 'started', handle })
}

/** Type 0 carries no company fields; company users carry isTf (GD-11). */
function userInfoOf(login: Omit<Login, 'id' | 'baiduAccessToken'>): UserInfo {
  const { type, name, account } = login
  if (!isPlatform(login)) return { ...login, isTf: login.isTf ?? false }
  // a branch manager of the platform keeps the branch: branch-only work needs it
  const { branchCompanyId, branchCompanyName } = login
  return {
    type,
    name,
    account,
    ...(branchCompanyId === undefined ? {} : { branchCompanyId }),
    ...(branchCompanyName === undefined ? {} : { branchCompanyName }),
  }
}

/** Brings the user back from the cookie after a page load; false when the cookie is unreadable. */
export function restoreSession(): boolean {
  const info = readJson(readCookie('user') ?? '')
  if (typeof info !== 'object' || info === null || !('account' in info) || typeof info.account !== 'string')
    return false
  const { name, type } = { name: '', type: userTypes.platform, ...info }
  useSession.getState().setInfo({ ...info, account: info.account, name: String(name), type: Number(type) })
  useSession.setState({ selectBranchCompany: keptBranch(currentHandle()) })
  return true
}

/**
 * Takes the user of a token from the permission info, where the user cookie is gone: a token that the server still takes is
 * a session (GD-04, GD-10). False while it works for an employee, of whom the info tells.
 */
export function adoptUser({ userInfo }: Pick<Jurisdiction, 'userInfo'>): boolean {
  const standing = standingIn(userInfo)
  const info = readJson(userInfo)
  if (!standing || standing.actingFor || typeof info !== 'object' || info === null) return false
  if (!('account' in info && typeof info.account === 'string' && 'name' in info && typeof info.name === 'string'))
    return false
  const user: UserInfo = { ...standing, name: info.name, account: info.account }
  writeCookie('user', JSON.stringify(user))
  useSession.setState({ info: user, selectBranchCompany: keptBranch(currentHandle()) })
  return true
}

/** The parameters of the session in every call; a chosen branch narrows it. */
export function currentSession(): {
  token: string | undefined
  account: string
  name: string
  branchCompanyId: string | undefined
} {
  const { info, selectBranchCompany } = useSession.getState()
  return {
    token: readCookie('token'),
    account: info?.account ?? '',
    name: info?.name ?? '',
    branchCompanyId: selectBranchCompany?.branchCompanyById ?? info?.branchCompanyId,
  }
}

/** Whether the person works for the platform itself; follows the session. */
export const useIsPlatform = (): boolean => useSession(({ info }) => isPlatform(info))
