// The navigation guard (spec §2): who may go where, and which remembered addresses are safe to return to.
import { publicScreens } from '@yunshu/contract/publicScreens'
import { matchRoute } from './routes.ts'

/** The answer to an arrival. */
export type Step =
  | { readonly kind: 'portal' }
  | { readonly kind: 'public'; readonly name: string }
  /** To the login page, keeping the intended address for later. */
  | { readonly kind: 'login'; readonly remember: string }
  /** Signed in already: back to where the person was. */
  | { readonly kind: 'back' }
  | { readonly kind: 'missing' }

const publicRows = Object.entries(publicScreens).map(([name, path]) => ({ name, path, title: '', cache: false }))

/** Name of the public page at a pathname; undefined when a token is needed. */
export const publicPageAt = (pathname: string): string | undefined => matchRoute(publicRows, pathname)?.route.name

const isLogin = (name: string): boolean => name === 'login' || name === 'blankLogin'

/** First parts of addresses that need no token: what is no page there is missing, for nobody else has one. */
const publicParts: ReadonlySet<string> = new Set(['public', 'share'])

/** True if a pathname is open to anybody, whether or not there is a page. */
const isPublic = (pathname: string): boolean =>
  publicPageAt(pathname) !== undefined || publicParts.has(pathname.split('/').find(segment => segment !== '') ?? '')

/** The guard: pathname and search of an arrival, and whether there is a token. */
export function guardArrival(pathname: string, search: string, hasToken: boolean): Step {
  const name = publicPageAt(pathname)
  if (name !== undefined) return hasToken && isLogin(name) ? { kind: 'back' } : { kind: 'public', name }
  // the server may supply pages no table of the browser names: only the portal can tell that an address is unknown
  if (hasToken) return { kind: 'portal' }
  return isPublic(pathname) ? { kind: 'missing' } : { kind: 'login', remember: pathname + search }
}

/**
 * A remembered address leads nowhere but to an address of the portal, known or not, helper routes among them; anything
 * else is undefined.
 */
export function safeRedirect(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2000 || !/^\/(?![/\\])/.test(text)) return undefined
  if (hasForbidden(text)) return undefined
  const url = URL.parse(text, 'http://portal.invalid')
  if (!url || url.origin !== 'http://portal.invalid' || url.hash !== '') return undefined
  const path = url.pathname
  // empty segments are refused: one remembered address, one page
  if (path.includes('//') || /%(?:2f|5c|25)/i.test(path)) return undefined
  return isPublic(path) ? undefined : path + url.search
}

/** Control characters, white space, backslashes — as they are or percent-encoded, once or twice. */
function hasForbidden(text: string): boolean {
  let now = text
  for (let round = 0; round < 3; round += 1) {
    if (/[\\\s\p{Cc}\p{Cf}]/u.test(now)) return true
    try {
      now = decodeURIComponent(now)
    } catch {
      return true
    }
  }
  return false
}
