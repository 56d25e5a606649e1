// The login-check helper of spec §2 (GD-04), apart from the guard: where the bare root and a token at login lead. The
// gate asks it before the guard.

export interface LoginCheck {
  readonly to?: '/login' | '/main'
  readonly removeToken?: true
}

/** No token: to login. At login with a token: the token goes. At the root with a token: to /main. Otherwise stay. */
export function checkLogin(pathname: string, hasToken: boolean): LoginCheck {
  if (pathname === '/login') return hasToken ? { removeToken: true } : {}
  if (!hasToken) return { to: '/login' }
  return pathname === '/' ? { to: '/main' } : {}
}
