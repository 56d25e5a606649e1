// Who is signed in and what they may do: the session store, its cookies, permission checks, and the end of a session.
import type { ActingFor } from '@yunshu/contract/session/acting'
import type { Call } from '@yunshu/contract/call'
import type { Jurisdiction, Login } from '@yunshu/contract/session/session'
import type { Permit } from '@yunshu/domain/permits'
import { create } from 'zustand'
import { readCookie, removeCookie, writeCookie } from './cookies.ts'
import { keepBranch, keptBranch, readJson, standingIn, type SelectedBranch } from './standing.ts'

/**
 * What the portal keeps about the person (spec §3): cookie `user` and store. Platform accounts have no company fields.
 */
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
  /** Oil coupons confirmed since the page was loaded (push code PCOIL01). */
  couponCount: number
  /** Whom the session works for; the server says it with the permission info. */
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
  addCoupon: () => void
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
  setWlhyType: wlhyType => set(({ info }) => (info ? { info: { ...info, wlhyType } } : {})),
  setJurisdiction: jurisdiction =>
    set(({ info, selectBranchCompany }) => {
      const standing = standingIn(jurisdiction.userInfo)
      if (!info || !standing) return { jurisdiction }
      // name and account are the person's own, whomever they work for
      const { actingFor, ...account } = standing
      if (standing.type !== 0) keepBranch(undefined, undefined)
      return {
        jurisdiction,
        info: { name: info.name, account: info.account, ...account },
        selectEmployee: actingFor && employeeOf(actingFor),
        selectBranchCompany: standing.type === 0 ? selectBranchCompany : undefined,
      }
    }),
  setUnread: (messageUnRead, messageCount) => set({ messageUnRead, messageCount }),
  addUnread: (by = 1) =>
    set(({ messageCount }) => {
      const count = Math.max(0, messageCount + by)
      return { messageCount: count, messageUnRead: count > 0 }
    }),
  addCoupon: () => set(({ couponCount }) => ({ couponCount: couponCount + 1 })),
  showSelector: which => set({ showEmployeeSelector: which === 'employee', showBranchSelector: which === 'branch' }),
  chooseBranch: selectBranchCompany => {
    keepBranch(currentHandle(), selectBranchCompany)
    set({ selectBranchCompany, showBranchSelector: false })
  },
}))

const employeeOf = ({ userId: id, ...employee }: ActingFor): SelectedEmployee => ({ id, ...employee })

/** Why a password has to be changed before anything else: it was given to the person, or it is too old. */
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
  windows?.postMessage({ kind: 'started', handle })
}

/** Type 0 carries no company fields; company users carry isTf (GD-11). */
function userInfoOf(login: Omit<Login, 'id' | 'baiduAccessToken'>): UserInfo {
  const { type, name, account } = login
  if (type > 0) return { ...login, isTf: login.isTf ?? false }
  // a branch manager of the platform keeps the branch, without which branch-only work is barred
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
  const { name, type } = { name: '', type: 0, ...info }
  useSession.getState().setInfo({ ...info, account: info.account, name: String(name), type: Number(type) })
  useSession.setState({ selectBranchCompany: keptBranch(currentHandle()) })
  return true
}

/** What every call sends about the session; a chosen branch narrows it. */
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

/** True when a call needs a branch-company account and the person has none (PM-05): say so and do not send. */
export function branchOnlyBlocked(call: Pick<Call, 'branchOnly'>): boolean {
  return call.branchOnly === true && currentSession().branchCompanyId === undefined
}

/** True if the person has the permit; the administrator has all (PM-01). */
export function can(permit: Permit): boolean {
  return allows(useSession.getState().jurisdiction, permit)
}
const allows = (jurisdiction: Jurisdiction | undefined, key: string): boolean =>
  jurisdiction !== undefined &&
  (jurisdiction.isAdmin || jurisdiction.userPermissions.includes(key) || jurisdiction.userRoles.includes(key))

/** `can` for components: follows the session. */
export function useCan(permit: Permit): boolean {
  return useSession(({ jurisdiction }) => allows(jurisdiction, permit))
}

/** Any-match over function permits and role names (PM-02). */
export const canAny = (keys: readonly string[]): boolean =>
  keys.some(key => allows(useSession.getState().jurisdiction, key))
/** All-match over function permits and role names (PM-02). */
export const canAll = (keys: readonly string[]): boolean =>
  keys.every(key => allows(useSession.getState().jurisdiction, key))

type Warn = (message: string) => Promise<void>
let warn: Warn | undefined
// a session may be over before anything can show a message
let warnLate: ((show: Warn) => void) | undefined
let ending = false

/** Lets the page in front say how a message is shown before the page is reloaded (SH-15). */
export function onSessionEnd(show: Warn): void {
  warn = show
  warnLate?.(show)
}

/**
 * Ends the session in all windows: token and uuid cookies go, permission info is forgotten, the page reloads.
 * With a message and a live token, a warning box is read first.
 */
export async function endSession({ message }: { message?: string } = {}): Promise<void> {
  if (ending) return
  ending = true
  const hadToken = readCookie('token') !== undefined
  const handle = mine ?? currentHandle()
  forgetSession()
  windows?.postMessage({ kind: 'ended', handle })
  if (message && hadToken) {
    const show =
      warn ??
      (await new Promise<Warn>(resolve => {
        warnLate = resolve
      }))
    await show(message)
  }
  reloadPage()
}

function forgetSession(): void {
  removeCookie('token')
  removeCookie('uuid')
  useSession.setState({ jurisdiction: undefined })
}

/**
 * Loads the page anew without asking about unsaved input: whoever calls has asked, or there is no session to keep it
 * for.
 */
export function reloadPage(): void {
  leaving = true
  globalThis.location.reload()
}
/**
 * The session works for somebody else from now on, or for itself again: every window of the person starts anew at its
 * first page.
 */
export function startAnew(): void {
  windows?.postMessage({ kind: 'standing', handle: mine })
  beginAgain()
}

function beginAgain(): void {
  keepBranch(undefined, undefined)
  globalThis.history.replaceState(null, '', '/index')
  reloadPage()
}
let leaving = false
/** True once the page is on its way out on purpose. */
export const isLeaving = (): boolean => leaving

/** Whose page this is, from entering on. */
let mine: string | undefined

const windows = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('yunshu-session')

/**
 * Follows the other windows: a session ended there ends here, another user there means this page is no longer theirs.
 */
export function followOtherWindows(): void {
  mine = currentHandle()
  // the message is trusted before the cookies: another process may see those a moment later
  windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { kind, handle }: { kind?: unknown; handle?: unknown } = typeof data === 'object' && data !== null ? data : {}
    if (!ending && kind === 'standing' && handle === mine) return beginAgain()
    if (!ending && ((kind === 'ended' && handle === mine) || (kind === 'started' && handle !== mine))) reloadPage()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !ending && currentHandle() !== mine) reloadPage()
  })
}
