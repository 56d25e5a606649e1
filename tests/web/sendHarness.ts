// The ground of the tests of sending: a browser of cookies, clock and network, in which nothing of ours is replaced.
import type { Envelope } from '@yunshu/contract/wire'
import { vi } from 'vitest'

export interface Sent {
  readonly url: URL
  readonly init: RequestInit
  readonly fields: Record<string, string>
}

type Answer = (sent: Sent, count: number) => Response | Promise<Response>

/** An answer in the envelope. */
export function wrapped(envelope: Partial<Envelope>, status = 200, headers: Record<string, string> = {}): Response {
  const whole: Envelope = { code: 0, message: '', data: null, ...envelope }
  return new Response(JSON.stringify(whole), { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

const config = {
  product: '运枢',
  version: '1.5.9',
  signSecret: 'yunshu-demo-sign-secret',
  host: 'https://provider.example',
}

function fieldsOf(url: URL, init: RequestInit): Record<string, string> {
  const { body } = init
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  if (body instanceof FormData)
    return Object.fromEntries([...body].filter((each): each is [string, string] => typeof each[1] === 'string'))
  return Object.fromEntries(url.searchParams)
}

// enough of document.cookie for js-cookie: one value a name, gone when it expires in the past
function cookieJar(): { cookie: string } {
  const jar = new Map<string, string>()
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [pair = '', ...attributes] = line.split(';')
      const equals = pair.indexOf('=')
      const expires = attributes
        .map(each => each.trim())
        .find(each => each.startsWith('expires='))
        ?.slice(8)
      if (expires !== undefined && Date.parse(expires) < Date.now()) jar.delete(pair.slice(0, equals))
      else jar.set(pair.slice(0, equals), pair.slice(equals + 1))
    },
  }
}

/** A fresh page of a signed-in person; `answer` is the network. */
export async function openPage(answer: Answer) {
  vi.resetModules()
  const sent: Sent[] = []
  const location = { protocol: 'https:', reload: vi.fn() }
  const document = cookieJar()
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', location)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address === '/config.json') return new Response(JSON.stringify(config))
    const url = new URL(address)
    const request = { url, init, fields: fieldsOf(url, init) }
    sent.push(request)
    const { signal } = init
    const stopped = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () =>
        reject(signal.reason instanceof Error ? signal.reason : new Error('stopped')),
      )
    })
    return Promise.race([answer(request, sent.length), stopped])
  })
  const [
    { loadConfig },
    { useSession },
    { onSessionEnd },
    { send },
    { plugToaster },
    errors,
    { useOverlays },
    cookies,
  ] = await Promise.all([
    import('../../apps/web/src/lib/config.ts'),
    import('../../apps/web/src/lib/session.ts'),
    import('../../apps/web/src/lib/sessionEnd.ts'),
    import('../../apps/web/src/lib/send.ts'),
    import('../../apps/web/src/lib/toast.ts'),
    import('../../apps/web/src/lib/errors.ts'),
    import('../../apps/web/src/lib/overlay.ts'),
    import('../../apps/web/src/lib/cookies.ts'),
  ])
  const { writeCookie, readCookie } = cookies
  await loadConfig()
  writeCookie('token', 'T'.repeat(22))
  writeCookie('uuid', 'T'.repeat(22))
  useSession.setState({
    info: { type: 1, name: '张三', account: 'shipper', branchCompanyId: '00000000-0000-4000-8000-000000000001' },
  })
  const toasts: [kind: string, text: string, seconds: number][] = []
  plugToaster((kind, text, seconds) => {
    toasts.push([kind, text, seconds])
  })
  const warned: string[] = []
  onSessionEnd(async message => {
    warned.push(message)
  })
  const errorOf = async (promise: Promise<unknown>): Promise<Error> => {
    try {
      await promise
    } catch (error) {
      if (error instanceof Error) return error
    }
    throw new Error('it did not reject')
  }
  return { send, sent, toasts, warned, location, errors, useOverlays, readCookie, writeCookie, errorOf }
}
