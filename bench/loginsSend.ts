// One signed request of somebody at an address, with what came of it.
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Call } from '@yunshu/contract/call'
import { signRequest } from '@yunshu/domain/signing'
import { secret } from './socketServers.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const agent = new Agent({ keepAlive: true })

/** The sender of a request: token of a session, address as the proxy tells it, cookies. */
export interface Sender {
  readonly token?: string
  readonly ip?: string
  readonly cookie?: string
}
/** An answer: status, code of the envelope, time, and what of it is used later. */
export interface Answered {
  readonly http: number
  readonly code: number
  readonly ms: number
  readonly id: string
  readonly cookies: readonly string[]
}

/** Sends a call; a connection that broke counts as status 0. */
export function send(
  url: string,
  { method, path }: Pick<Call, 'method' | 'path'>,
  own: Readonly<Record<string, string>>,
  { token, ip = '192.0.2.1', cookie }: Sender = {},
): Promise<Answered> {
  const texts = { ...own, timestamp: String(Date.now()), ...(token === undefined ? {} : { token }) }
  const form = new URLSearchParams({ ...texts, sign: signRequest(texts, secret, md5) }).toString()
  const headers = {
    URLFlag: 'web',
    'X-Forwarded-For': ip,
    ...(token === undefined ? {} : { Authorization: token }),
    ...(cookie === undefined ? {} : { Cookie: cookie }),
    ...(method === 'POST' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
  }
  const begun = performance.now()
  return new Promise(resolve => {
    const end = (http: number, text: string, cookies: readonly string[]): void => {
      const { code = -1, data } = text === '' ? {} : (JSON.parse(text) as { code?: number; data?: { id?: string } })
      resolve({ http, code, ms: performance.now() - begun, id: data?.id ?? '', cookies })
    }
    const asked = request(url + path + (method === 'GET' ? `?${form}` : ''), { method, headers, agent }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => end(answer.statusCode ?? 0, text, answer.headers['set-cookie'] ?? []))
    })
    asked.on('error', () => end(0, '', []))
    asked.end(method === 'POST' ? form : undefined)
  })
}
