// Sign-in without the form: the calls and cookies of the portal's login, for journeys that are about something else.
import { createHash } from 'node:crypto'
import { Login, loginByPost } from '@yunshu/contract/session/session'
import { toWire } from '@yunshu/contract/wire'
import { signRequest } from '@yunshu/domain/signing'
import type { BrowserContext } from 'playwright-core'
import * as z from 'zod/mini'

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

const Answer = z.object({ code: z.literal(0), data: Login })
const Config = z.object({ signSecret: z.string() })

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Cookies of somebody who has just signed in to the product at `home`. @throws when the server refuses */
export async function newSession(home: string, account: string, password: string): Promise<Cookie[]> {
  const { signSecret } = Config.parse(await (await fetch(`${home}/config.json`)).json())
  const texts = { ...toWire(loginByPost, { account, password }), timestamp: String(Date.now()) }
  const response = await fetch(home + loginByPost.path, {
    method: 'POST',
    headers: { URLFlag: 'web', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...texts, sign: signRequest(texts, signSecret, md5) }).toString(),
  })
  const { id, baiduAccessToken, ...person } = Answer.parse(await response.json()).data
  const own = (name: string, value: string): Cookie => ({
    name,
    value: encodeURIComponent(value),
    url: home,
    sameSite: 'Strict',
  })
  return [
    own('uuid', id),
    own('token', id),
    own('baiduAccessToken', baiduAccessToken),
    own('user', JSON.stringify(person.type > 0 ? { ...person, isTf: person.isTf ?? false } : person)),
    ...response.headers.getSetCookie().map(line => {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      return { name, value, url: home, sameSite: 'Strict' as const, httpOnly: true }
    }),
  ]
}
