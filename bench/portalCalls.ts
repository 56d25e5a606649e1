// Calls of a running product as a browser makes them, with a key of their own: answers, refusals and silence are told apart.
import { createHash, randomUUID } from 'node:crypto'
import { loginByPost } from '@yunshu/contract/session/session'
import type { Call, Input, Output } from '@yunshu/contract/call'
import { paramsToSign, toWire, type Envelope } from '@yunshu/contract/wire'
import { signRequest } from '@yunshu/domain/signing'
import type { Product } from '../tests/e2e/product.ts'

const secret = 'yunshu-demo-sign-secret'
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
/** The longest an answer is waited for, ms. */
const answerMs = 10_000

/** A person who has signed in; empty before. */
export interface Caller {
  readonly token?: string
  readonly account?: string
  readonly name?: string
}

/** An answer of the portal. */
export interface Answer {
  readonly http: number
  readonly envelope: Envelope
}

/** One call with a given key; undefined when no answer came. */
export async function callPortal<C extends Call>(
  url: string,
  call: C,
  input: Input<C>,
  who: Caller,
  key: string,
): Promise<Answer | undefined> {
  const texts = {
    ...toWire(call, input),
    timestamp: String(Date.now()),
    ...(who.token ? { token: who.token, operatorAccount: who.account ?? '', operatorName: who.name ?? '' } : {}),
  }
  const body = new URLSearchParams({
    ...texts,
    sign: signRequest(paramsToSign(call.input, texts), secret, md5),
  }).toString()
  const isRead = call.method === 'GET'
  try {
    const response = await fetch(url + call.path + (isRead ? `?${body}` : ''), {
      method: call.method,
      signal: AbortSignal.timeout(answerMs),
      headers: {
        URLFlag: 'web',
        ...(isRead ? {} : { 'Content-Type': 'application/x-www-form-urlencoded', 'Idempotency-Key': key }),
        ...(who.token ? { Authorization: who.token } : {}),
      },
      ...(isRead ? {} : { body }),
    })
    return { http: response.status, envelope: (await response.json()) as Envelope }
  } catch {
    return undefined
  }
}

/** Signs a demo account in. */
export async function signIn({ url, password }: Product, account: string): Promise<Caller> {
  const answer = await callPortal(url, loginByPost, { account, password }, {}, randomUUID())
  const data = answer?.envelope.data as Output<typeof loginByPost>
  return { token: data.id, account, name: data.name }
}
