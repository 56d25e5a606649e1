// The five cookies of the session (spec §9), written with the flags they need.
import Cookies from 'js-cookie'

export type CookieName = 'uuid' | 'token' | 'baiduAccessToken' | 'user' | 'redirect'

/** As long as a session may last at most (12 h), in days. */
const lifeDays = 0.5

/** Text of a cookie; undefined when it is absent or empty. */
export function readCookie(name: CookieName): string | undefined {
  const text = Cookies.get(name)
  return text === '' ? undefined : text
}

/** Writes a cookie for the whole portal; `redirect` lives no longer than the browser. */
export function writeCookie(name: CookieName, text: string): void {
  const secure = globalThis.location.protocol === 'https:'
  Cookies.set(name, text, {
    path: '/',
    sameSite: 'strict',
    secure,
    ...(name === 'redirect' ? {} : { expires: lifeDays }),
  })
}

/** Removes a cookie; it is no fault when there is none. */
export function removeCookie(name: CookieName): void {
  Cookies.remove(name, { path: '/' })
}
