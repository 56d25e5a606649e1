// A browser window for the tests of session and entering: cookies, storages, messages of other windows, and a network.
import type { Jurisdiction, Login } from '@yunshu/contract/session/session'
import { vi } from 'vitest'

const jar = (cookies: Map<string, string>) => ({
  addEventListener: () => undefined,
  visibilityState: 'visible',
  get cookie() {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  },
  set cookie(line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=', 2)
    const expires = attributes.find(each => each.startsWith('expires='))?.slice(8)
    if (expires !== undefined && Date.parse(expires) < Date.now()) cookies.delete(name)
    else cookies.set(name, value)
  },
})

function storage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value)
    },
    removeItem: (key: string) => {
      kept.delete(key)
    },
  }
}

/** The data a browser keeps between page loads. */
export const freshBrowser = () => ({
  cookies: new Map<string, string>(),
  local: new Map<string, string>(),
  session: new Map<string, string>(),
})

/** Loads the page anew in a browser; `answers` are the data of calls by path, or promises of them. */
export async function openWindow(
  browser: ReturnType<typeof freshBrowser>,
  answers: Readonly<Record<string, unknown>> = {},
) {
  vi.resetModules()
  const reload = vi.fn()
  const said: unknown[] = []
  const asked: string[] = []
  let hear: ((event: { data: unknown }) => void) | undefined
  vi.stubGlobal('document', jar(browser.cookies))
  vi.stubGlobal('location', { protocol: 'http:', origin: 'http://portal.example', reload })
  vi.stubGlobal('localStorage', storage(browser.local))
  vi.stubGlobal('sessionStorage', storage(browser.session))
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(message: unknown) {
        said.push(message)
      }
      addEventListener(_: string, listener: typeof hear) {
        hear = listener
      }
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/config.json') return Response.json({ signSecret: 'yunshu-demo-sign-secret' })
    const path = address.split('?', 1)[0] ?? ''
    asked.push(path)
    return path in answers
      ? Response.json({ code: 0, message: '', data: await answers[path] })
      : Response.json({ code: 5000, message: '', data: null }, { status: 500 })
  })
  const [start, rights, end, cookies, { loadConfig }] = await Promise.all([
    import('../../apps/web/src/lib/session.ts'),
    import('../../apps/web/src/lib/can.ts'),
    import('../../apps/web/src/lib/sessionEnd.ts'),
    import('../../apps/web/src/lib/cookies.ts'),
    import('../../apps/web/src/lib/config.ts'),
  ])
  await loadConfig()
  const session = { ...start, ...rights, ...end }
  return { session, cookies, reload, said, asked, hear: (data: unknown) => hear?.({ data }) }
}

/** The answer of login; `handle` is repeated to the 22 characters of a user. */
export const loginOf = (handle: string, rest: Partial<Login> = {}): Login => ({
  id: `${handle.repeat(22)}-${'s'.repeat(43)}`,
  baiduAccessToken: 'map',
  type: 1,
  name: '张三',
  account: 'shipper',
  ...rest,
})

/** Permission info with some rights. */
export const rights = (rest: Partial<Jurisdiction> = {}): Jurisdiction => ({
  accessRoutes: [],
  accessMenus: [],
  userPermissions: [],
  userRoles: [],
  accessInterfaces: { GET: [], POST: [], PUT: [], DELETE: [] },
  isAdmin: false,
  userInfo: '{}',
  ...rest,
})
