// The end of a session's page: the session is over, acts for somebody else, or belongs to another person by now.
import { catchUp } from './behind.ts'
import { readCookie, removeCookie } from './cookies.ts'
import { currentHandle, useSession } from './session.ts'
import { keepBranch } from './standing.ts'
import { hearWindows, tellWindows } from './windows.ts'

type Warn = (message: string) => Promise<void>

/** The life of this page: it is loaded for one person, and ends once. */
const page: {
  /** The person it was entered by. */
  handle: string | undefined
  isEnding: boolean
  isLeaving: boolean
  warn: Warn | undefined
  /** Waits for `warn`: a session may be over before anything can show a message. */
  warnLate: ((show: Warn) => void) | undefined
} = { handle: undefined, isEnding: false, isLeaving: false, warn: undefined, warnLate: undefined }

/** Lets the page in front say how a message is shown before the page is reloaded (SH-15). */
export function onSessionEnd(show: Warn): void {
  page.warn = show
  page.warnLate?.(show)
}

/** The cookies that are of a session, whoever's it was. */
const sessionCookies = ['token', 'uuid', 'user', 'baiduAccessToken'] as const

/** Removes what a session that is over left in the browser; the address to come back to stays (ER-05). */
export const forgetCookies = (): void => sessionCookies.forEach(removeCookie)

/**
 * Ends the session in all windows: token and uuid cookies go, permission info is forgotten, the page reloads.
 * With a message the server ended it: the other cookies of the session go too, and with a live token a warning box is
 * read first.
 */
export async function endSession({ message }: { message?: string } = {}): Promise<void> {
  if (page.isEnding) return
  page.isEnding = true
  // the words typed last are kept under the name of the session
  catchUp()
  const hadToken = readCookie('token') !== undefined
  const handle = page.handle ?? currentHandle()
  if (message === undefined) for (const name of ['token', 'uuid'] as const) removeCookie(name)
  else forgetCookies()
  useSession.setState({ jurisdiction: undefined })
  tellWindows({ kind: 'ended', handle })
  if (message && hadToken) {
    const show =
      page.warn ??
      (await new Promise<Warn>(resolve => {
        page.warnLate = resolve
      }))
    await show(message)
  }
  reloadPage()
}

/** True from the moment the session of this page is known to be over. */
export const isEnding = (): boolean => page.isEnding

/** Loads the page anew without asking about unsaved input: the caller has asked, or no session is left to keep it for. */
export function reloadPage(): void {
  page.isLeaving = true
  globalThis.location.reload()
}

/** True once the page is on its way out on purpose. */
export const isLeaving = (): boolean => page.isLeaving

/**
 * The session works for somebody else from now on, or for itself again: every window of the person starts anew at its
 * first page.
 */
export function startAnew(): void {
  tellWindows({ kind: 'standing', handle: page.handle })
  beginAgain()
}

function beginAgain(): void {
  keepBranch(undefined, undefined)
  globalThis.history.replaceState(null, '', '/index')
  reloadPage()
}

/** Follows the other windows: a session ended there ends here; another person there means this page is out of date. */
export function followOtherWindows(): void {
  page.handle = currentHandle()
  // the message is trusted before the cookies: another process may see those a moment later
  hearWindows(({ kind, handle }) => {
    if (page.isEnding) return
    const isOurs = handle === page.handle
    if (kind === 'standing' && isOurs) return beginAgain()
    if ((kind === 'ended' && isOurs) || (kind === 'started' && !isOurs)) reloadPage()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !page.isEnding && currentHandle() !== page.handle) reloadPage()
  })
}
