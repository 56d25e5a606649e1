// Cookies of a request: the one that binds a session to a browser, and reading any by name.

/** The cookie that binds a session to one browser; `__Host-` where the site is https. */
export const binderCookie = (secure: boolean): string => (secure ? '__Host-b' : 'yunshu-b')

/** The value of one cookie of a request. */
export function cookieOf(request: { headers: { cookie?: string | undefined } }, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}
