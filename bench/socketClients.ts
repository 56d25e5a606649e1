// The browsers of the push figures, thousands in one process: as the portal does, a ticket, a connection, a resume, and
// 2 s between tries.
import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { signRequest } from '@yunshu/domain/signing'
import { WebSocket } from 'ws'
import type { SignedIn } from './socketPeople.ts'

/**
 * `portal` resumes at the last frame shown; `never` does not resume; `anew` resumes at its first and shows all again.
 * `bare` connects to a server without push.
 */
export type Way = 'portal' | 'never' | 'anew' | 'bare'

/**
 * Requests of the parent process: open connections; the number of arrivals of a message, or their moments; everything
 * each person was shown.
 */
export type Ask =
  | {
      readonly ask: 'open'
      readonly group: string
      readonly way: Way
      readonly url: string
      readonly secret: string
      readonly people: readonly SignedIn[]
    }
  | { readonly ask: 'count' | 'arrivals'; readonly group: string; readonly msg: string }
  | { readonly ask: 'shown'; readonly group: string }
  | { readonly ask: 'state'; readonly group: string }

const againMs = 2000
/** Tickets are asked for over a few hundred connections, as a proxy in front of the servers does. */
const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 256 })
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
/** Moments all processes of the machine agree on, ms. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6

interface Opening {
  readonly group: string
  readonly way: Way
  readonly url: string
  readonly secret: string
  readonly localAddress: string
}

function askTicket(person: SignedIn, { url, secret }: Opening): Promise<{ ticket: string; seq: number }> {
  const texts = {
    timestamp: String(Date.now()),
    token: person.token,
    operatorAccount: person.account,
    operatorName: person.name,
  }
  const body = new URLSearchParams({ ...texts, sign: signRequest(texts, secret, md5) }).toString()
  return new Promise((resolve, reject) => {
    const asking = request(
      `${url}/auth/v1/push/ticket`,
      {
        method: 'POST',
        agent,
        timeout: 10_000,
        headers: {
          URLFlag: 'web',
          Authorization: person.token,
          'Idempotency-Key': randomUUID(),
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      answer => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part
          })
          .on('error', reject)
          .on('end', () => {
            const { code, data } = JSON.parse(text) as { code: number; data: { ticket: string; seq: number } }
            if (code === 0) resolve(data)
            else reject(new Error(`ticket refused: ${code}`))
          })
      },
    )
    asking
      .on('error', reject)
      .on('timeout', () => {
        asking.destroy(new Error('no answer'))
      })
      .end(body)
  })
}

/** The number of times each message was shown in each group. */
const arrived = new Map<string, number>()

/** One browser that stays connected; it keeps the numbers and messages it showed, and when. */
function browse(person: SignedIn, opening: Opening) {
  const shown: string[] = []
  const times: number[] = []
  const state = { isOpen: false, tries: 0 }
  let lastSeq: number | undefined
  let firstSeq = 0
  const connect = async (): Promise<void> => {
    state.tries++
    const ticket = opening.way === 'bare' ? undefined : await askTicket(person, opening).catch(() => null)
    if (ticket === null) return void setTimeout(connect, againMs)
    if (ticket && lastSeq === undefined) firstSeq = lastSeq = ticket.seq
    const ws = new WebSocket(`${opening.url.replace('http', 'ws')}/push`, ticket ? [`ticket.${ticket.ticket}`] : [], {
      localAddress: opening.localAddress,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    })
    ws.on('open', () => {
      state.isOpen = true
      if (opening.way === 'portal') ws.send(JSON.stringify({ resume: lastSeq }))
      if (opening.way === 'anew') ws.send(JSON.stringify({ resume: firstSeq }))
    })
    ws.on('message', (data: Buffer) => {
      const at = now()
      const { seq, msg } = JSON.parse(data.toString('utf8')) as { seq: number; msg: string }
      if (opening.way === 'portal') {
        if (seq <= (lastSeq ?? 0)) return
        lastSeq = seq
      }
      shown.push(msg)
      times.push(at)
      const key = `${opening.group} ${msg}`
      arrived.set(key, (arrived.get(key) ?? 0) + 1)
    })
    ws.on('error', () => {})
    ws.on('close', () => {
      state.isOpen = false
      setTimeout(connect, againMs)
    })
  }
  void connect()
  return { person, shown, times, state }
}

const groups = new Map<string, ReturnType<typeof browse>[]>()

async function answer(asked: Ask): Promise<unknown> {
  const group = groups.get(asked.group) ?? []
  if (asked.ask === 'open') {
    const { way, url, secret, people } = asked
    const from = group.length
    groups.set(asked.group, group)
    // a few hundred at a time, from several loopback addresses so that ports do not run out
    for (let i = 0; i < people.length; i += 250) {
      group.push(
        ...people
          .slice(i, i + 250)
          .map((person, k) =>
            browse(person, { group: asked.group, way, url, secret, localAddress: `127.0.0.${1 + ((i + k) % 8)}` }),
          ),
      )
      while (group.some(({ state }) => !state.isOpen))
        await new Promise(resolve => {
          setTimeout(resolve, 10)
        })
    }
    return group.length - from
  }
  if (asked.ask === 'count') return arrived.get(`${asked.group} ${asked.msg}`) ?? 0
  if (asked.ask === 'arrivals') return group.map(({ shown, times }) => times[shown.indexOf(asked.msg)] ?? null)
  if (asked.ask === 'shown') return group.map(({ person, shown }) => ({ userId: person.userId, shown }))
  return {
    open: group.filter(({ state }) => state.isOpen).length,
    tries: group.reduce((sum, { state }) => sum + state.tries, 0),
  }
}

process.on('message', ({ id, ...asked }: Ask & { id: number }) => {
  void answer(asked).then(
    value => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.on('disconnect', () => {
  process.exit()
})
