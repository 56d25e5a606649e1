// Entering the portal: permission info, own settings and the unread mark are asked for once per page load.
import { getUnread } from '@yunshu/contract/message/message'
import { getJurisdiction, listBranches } from '@yunshu/contract/session/session'
import { userTypes } from '@yunshu/domain/account/account'
import { create } from 'zustand'
import {
  adoptUser,
  currentHandle,
  passwordMustOf,
  restoreSession,
  useSession,
  type PasswordMust,
} from '../lib/session.ts'
import { endSession, followOtherWindows } from '../lib/sessionEnd.ts'
import { SessionOver } from '../lib/errors.ts'
import { preparePushTicket } from '../lib/pushTicket.ts'
import { queryClient } from '../lib/queryClient.ts'
import { send } from '../lib/send.ts'
import { loadSettings, type Settings } from '../lib/settings.ts'
import { isOutsidePlatform } from '../lib/side.ts'

/**
 * The progress of entering; `settings` are the texts the server keeps for the person. `must`: nothing opens before the
 * password is changed.
 */
export interface Entry {
  readonly state: 'loading' | 'ready' | 'failed' | 'must'
  readonly settings: Settings
  readonly must?: PasswordMust | undefined
}

export const useEntry = create<Entry>(() => ({ state: 'loading', settings: {} }))

let entered: Promise<void> | undefined

/** Fetches what the shell needs (GD-09, GD-10, GD-12). Starts while the shell's script is still on its way. */
export function enterPortal(): void {
  entered ??= enter()
}

/** Tries again after a failure. */
export function enterAgain(): void {
  entered = enter()
}

async function enter(): Promise<void> {
  useEntry.setState({ state: 'loading' })
  const isKnown = restoreSession()
  if (!isKnown && currentHandle() === undefined) return endSession()
  followOtherWindows()
  const { info, setJurisdiction, setUnread } = useSession.getState()
  // of a token whose user cookie is gone the server says who it is
  const ofType = isKnown ? { type: info?.type ?? userTypes.platform } : {}
  const askUnread = () => send(getUnread, {}, { quiet: true }).catch(() => undefined)
  const unread = isOutsidePlatform(info) ? askUnread() : undefined
  const settings = loadSettings()
  const push = preparePushTicket()
  try {
    const rights = await send(getJurisdiction, ofType, { quiet: true })
    if (!isKnown && !adoptUser(rights)) return await endSession()
    setJurisdiction(rights)
    const must = passwordMustOf(rights)
    if (must !== undefined) return useEntry.setState({ state: 'must', must })
    // the platform's own people have no mark, unless they work for somebody who has
    const mark = await (unread ?? (isOutsidePlatform(useSession.getState().info) ? askUnread() : undefined))
    void checkBranch()
    await push
    if (mark) setUnread(mark.unread, mark.count)
    useEntry.setState({ state: 'ready', settings: await settings })
  } catch (error) {
    if (error instanceof SessionOver) return
    console.error('permission info could not be had', error)
    useEntry.setState({ state: 'failed' })
  }
}

/** Forgets a branch chosen before this load that can no longer be chosen. */
async function checkBranch(): Promise<void> {
  const { selectBranchCompany, chooseBranch } = useSession.getState()
  if (!selectBranchCompany) return
  const offered = await send(listBranches, {}, { quiet: true }).catch(() => undefined)
  if (!offered || offered.rows.some(({ id }) => id === selectBranchCompany.branchCompanyById)) return
  chooseBranch(undefined)
  await queryClient.invalidateQueries()
}

const lastPathKey = 'yunshu.lastPath'
/** The person's last address in this window; for coming back from the login page (GD-03). */
export const lastPath = (): string | undefined => sessionStorage.getItem(lastPathKey) ?? undefined
export const keepLastPath = (path: string): void => sessionStorage.setItem(lastPathKey, path)
