// Calls of a person beside the browser: they prepare what a journey is about, or do what somebody else does meanwhile.
import { createHash, randomUUID } from 'node:crypto'
import type { Call, Input, Output } from '@yunshu/contract/call'
import { paramsToSign, toWire } from '@yunshu/contract/wire'
import { signRequest } from '@yunshu/domain/signing'
import * as z from 'zod/mini'
import { pngPhoto } from './photo.ts'
import { newSession } from './signedIn.ts'
import { home, password } from './visitor.ts'

const Config = z.object({ signSecret: z.string() })
const Envelope = z.object({ code: z.number(), message: z.optional(z.string()), data: z.unknown() })
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Sends a call in the name of an account. @throws when the server refuses */
export type Sender = <C extends Call>(call: C, input: Input<C>) => Promise<Output<C>>

/** Signs in with a demo account in a session of its own. */
export const senderOf = async (account: string): Promise<Sender> => senderIn(await newSession(home, account, password))

/** Sends calls in a session by its cookies, which may be that of a browser. */
export async function senderIn(cookies: readonly { name: string; value: string }[]): Promise<Sender> {
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'token')?.value ?? '')
  const { signSecret } = Config.parse(await (await fetch(`${home}/config.json`)).json())
  return async <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => {
    const texts: Record<string, string> = { ...toWire(call, input), timestamp: String(Date.now()), token }
    const fields = new URLSearchParams({
      ...texts,
      sign: signRequest(paramsToSign(call.input, texts), signSecret, md5),
    })
    const headers = {
      URLFlag: 'web',
      Authorization: token,
      // a session that was seen in a browser is bound to it
      Cookie: cookies.map(each => `${each.name}=${each.value}`).join('; '),
    }
    const response =
      call.method === 'GET'
        ? await fetch(`${home}${call.path}?${fields.toString()}`, { headers })
        : await fetch(home + call.path, {
            method: 'POST',
            headers: {
              ...headers,
              ...(call.body === 'multipart' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
              'Idempotency-Key': randomUUID(),
            },
            body: call.body === 'multipart' ? withPicture(fields) : fields.toString(),
          })
    const { code, message, data } = Envelope.parse(await response.json())
    if (code !== 0) throw new Error(`${call.path}: ${code} ${message ?? ''}`)
    return z.decode(call.output, data as never) as Output<C>
  }
}

/** The fields of a call that travels with files, with one picture. */
function withPicture(fields: URLSearchParams): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  form.append('files', new Blob([new Uint8Array(pngPhoto())], { type: 'image/png' }), '回单.png')
  return form
}
