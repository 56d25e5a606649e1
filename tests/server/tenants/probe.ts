// Test support: puts other companies' ids and numbers into every call and tells whatever comes of it.
import { createHash } from 'node:crypto'
import type { Call } from '@yunshu/contract/call'
import { paramsToSign } from '@yunshu/contract/wire'
import { signRequest } from '@yunshu/domain/signing'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import { q } from '../../../apps/server/src/db/tx.ts'
import { sheetOf } from '../xlsxRead.ts'
import type { TestServer } from '../testServer.ts'
import type { OutsideWorld, Outsider } from './outsiders.ts'
import { listen, type Listener } from './reached.ts'
import { onlyWith, sampleOf, textsOf, withAt, type Leaf, type Sample } from './samples.ts'
import { common, type Victim, type Victims } from './victims.ts'

/**
 * Of a table a call looks in, each outsider asks for every sixth record, the next outsider for the next: every such
 * field meets the table by every outsider, and every record by at least one of them.
 */
const turns = 6
/** Of a call without permit, one record in so many is asked for. */
const refusedShare = 20
/** A field that is seen to be looked for meets one in so many of the tables nobody looks in, the next field the next. */
const quietShare = 3

export interface Probing {
  readonly asked: number
  readonly leaks: readonly string[]
  /** Calls that refused every outsider for want of a permit. */
  readonly closed: readonly string[]
  /** Fields that let somebody in, and those of them whose value was seen to be looked for in a table. */
  readonly fields: { readonly open: number; readonly looked: number }
}

interface Answer {
  readonly http: number
  readonly text: string
}

/** An outsider at work. */
interface Asker {
  readonly who: Outsider
  readonly turn: number
  readonly ask: (call: Call, value: Record<string, unknown>) => Promise<Answer>
}

/** The work of a whole run. */
interface Run {
  readonly world: OutsideWorld
  readonly victims: Victims
  readonly askers: readonly Asker[]
  readonly listener: Listener
  /** Looks at an answer for what must never be in one. */
  readonly look: (asker: Asker, call: Call, answer: Answer, given: string) => void
  readonly tell: (asker: Asker, call: Call, what: string) => void
}

/** Asks every call as the outsiders for records of others; answers what should not have been. */
export async function probe(
  server: TestServer,
  app: FastifyInstance,
  calls: readonly Call[],
  world: OutsideWorld,
  victims: Victims,
): Promise<Probing> {
  const leaks: string[] = []
  const closed = new Map<string, boolean>()
  const fields = { open: 0, looked: 0 }
  let asked = 0
  const secret = server.server.deps.config.signSecret
  const askers = await Promise.all(
    [...world.clients].map(async ([who, client], turn): Promise<Asker> => {
      const login = await server.db(tx => tx.one(q.selectFrom('users').select('name').where('account', '=', who)))
      const ask: Asker['ask'] = (call, value) => {
        asked++
        return request(app, secret, call, value, { token: client.token ?? '', account: who, name: login.name })
      }
      return { who, turn, ask }
    }),
  )
  const tell: Run['tell'] = ({ who }, call, what) => {
    leaks.push(`${who} ${call.method} ${call.path}: ${what}`)
  }
  const look: Run['look'] = (asker, call, { http, text }, given) => {
    closed.set(call.path, http === 403 && (closed.get(call.path) ?? true))
    if (http >= 500) tell(asker, call, `${http} for ${given}: ${text.slice(0, 200)}`)
    const told = secretsIn(text, victims.secrets).filter(found => found !== given)
    if (told.length > 0) tell(asker, call, `${told.slice(0, 3).join()} told for ${given}`)
  }
  const listener = listen(victims.columns)
  const run: Run = { world, victims, askers, listener, look, tell }
  let n = 0
  try {
    for (const call of calls) {
      const sample = sampleOf(call)
      if (call.method === 'GET')
        await Promise.all(
          askers.map(async asker => {
            look(asker, call, await asker.ask(call, onlyWith(sample, [])), 'nothing')
          }),
        )
      for (const leaf of sample.leaves) {
        const { isOpen, isLooked } = await probeLeaf(run, call, sample, leaf, n++)
        if (isOpen) fields.open++
        if (isLooked) fields.looked++
      }
    }
  } finally {
    listener.stop()
  }
  return { asked, leaks, fields, closed: [...closed].filter(([, isClosed]) => isClosed).map(([path]) => path) }
}

/**
 * One field of one call: every record of others gets the answer of one that does not exist. Where a statement looks for
 * what was given in a column that could find records of a table, all outsiders ask for records of that table. Of the
 * other tables one outsider asks for a record, the `n`-th field by another than the field before: of all of them where no
 * statement was heard, or one that names no such column, else of a third.
 */
async function probeLeaf(
  { world, victims, askers, listener, look, tell }: Run,
  call: Call,
  sample: Sample,
  leaf: Leaf,
  n: number,
): Promise<{ isOpen: boolean; isLooked: boolean }> {
  const base = ownRecords(call, sample, world)
  // reads are asked with this field alone, so that no other filter hides what it finds
  const shown = (put: string): Record<string, unknown> => {
    const value = withAt(base, leaf.path, put) as Record<string, unknown>
    return call.method === 'GET' ? onlyWith({ ...sample, value }, [String(leaf.path[0])]) : value
  }
  const all = leaf.kind === 'id' ? victims.ids : victims.numbers
  const looked = new Set<string>()
  let isUnderstood = true
  const asking = async (asker: Asker, given: string): Promise<Answer> => {
    const { answer, reached, isDark } = await listener.during(given, () => asker.ask(call, shown(given)))
    for (const table of reached) looked.add(table)
    if (isDark) isUnderstood = false
    return answer
  }
  const nones = await Promise.all(
    askers.map(async asker => {
      const given = leaf.kind === 'id' ? v7() : `YD9999999999999${asker.turn}`
      return { asker, given, none: await asking(asker, given) }
    }),
  )
  const meet = async ({ asker, given, none }: (typeof nones)[number], candidates: readonly Victim[]): Promise<void> => {
    for (const { table, id } of candidates) {
      const answer = await asking(asker, id)
      look(asker, call, answer, id)
      const isSame = answer.http === none.http && bare(answer.text, id) === bare(none.text, given)
      if (!isSame && !common.has(table) && leaf.kind === 'id')
        tell(
          asker,
          call,
          `${leaf.path.join('.')} = ${table} ${id} answers ${answer.http} ${answer.text.slice(0, 160)}, a missing one ${none.http} ${none.text.slice(0, 160)}`,
        )
    }
  }
  // a call that is refused before it reads what it was given says the same to all of them
  const open = nones.filter(({ none }) => none.http !== 403)
  const tables = [...new Set(all.map(({ table }) => table))]
  const isQuiet = looked.size > 0 && isUnderstood
  const turnOf = (table: string): number => n + tables.indexOf(table)
  const shareOf = (table: string): number => (isQuiet && !looked.has(table) ? quietShare : 1)
  const first = all.filter(({ table, at, of }) => at === turnOf(table) % of && turnOf(table) % shareOf(table) === 0)
  await Promise.all(
    nones.map(one => {
      const at = open.indexOf(one)
      return meet(
        one,
        at < 0
          ? first.filter((_, i) => i % refusedShare === 0)
          : first.filter(({ table }) => Math.floor(turnOf(table) / shareOf(table)) % open.length === at),
      )
    }),
  )
  await Promise.all(
    open.map(one =>
      meet(
        one,
        all.filter(({ table, at, of }) => looked.has(table) && (at + one.asker.turn) % Math.min(turns, of) === 0),
      ),
    ),
  )
  return { isOpen: open.length > 0, isLooked: looked.size > 0 }
}

/** The sample with records of the outsiders' own where their kind is known. */
function ownRecords(call: Call, { value, leaves }: Sample, { own }: OutsideWorld): Record<string, unknown> {
  const byPath = (
    [
      ['/goods/', 'goodsId'],
      ['/tasks', 'taskId'],
      ['/waybill', 'waybillId'],
      ['/vehicles', 'vehicleId'],
      ['/drivers', 'driverId'],
      ['/shipperCarrier/', 'relationId'],
      ['/role/', 'roleId'],
      ['/user/', 'userId'],
    ] as const
  ).find(([part]) => call.path.includes(part))?.[1]
  let filled: unknown = value
  for (const { path, name, kind } of leaves) {
    const known =
      kind === 'id'
        ? (own[name] ??
          own[path.filter(part => typeof part === 'string').at(-1) ?? ''] ??
          (name === 'id' || name === 'ids' ? own[byPath ?? ''] : undefined))
        : undefined
    if (known !== undefined) filled = withAt(filled, path, known)
  }
  return filled as Record<string, unknown>
}

/** An answer without what was asked for and without the number of the request. */
const bare = (text: string, given: string): string => text.replaceAll(given, '…').replace(/（编号 [\w-]+）/, '')

/** Values in an answer that belong to others; ids inside longer texts count too. */
function secretsIn(text: string, secrets: ReadonlySet<string>): string[] {
  const tokens = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|"(?:[^"\\]|\\.)*"/g) ?? []
  return [...new Set(tokens.map(token => token.replaceAll('"', '')))].filter(token => secrets.has(token))
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const FORM = 'application/x-www-form-urlencoded'
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

export async function request(
  app: FastifyInstance,
  secret: string,
  call: Call,
  value: Record<string, unknown>,
  { token, account, name }: { token: string; account: string; name: string },
): Promise<{ http: number; text: string }> {
  const texts = {
    ...textsOf(value),
    timestamp: String(Date.now()),
    token,
    operatorAccount: account,
    operatorName: name,
  }
  const form = new URLSearchParams({ ...texts, sign: signRequest(paramsToSign(call.input, texts), secret, md5) })
  const headers = { URLFlag: 'web', Authorization: token }
  const body = call.body === 'multipart' ? await multipart(form) : { payload: form.toString(), 'content-type': FORM }
  // asked inside the process: tens of thousands of answers need no socket
  const response =
    call.method === 'GET'
      ? await app.inject({ method: 'GET', url: `${call.path}?${form}`, headers })
      : await app.inject({
          method: 'POST',
          url: call.path,
          headers: {
            ...headers,
            'Idempotency-Key': v7(),
            'content-type': body['content-type'],
          },
          payload: body.payload,
        })
  // an Excel file carries the time it was made; its content is in its sheet
  const isSheet = String(response.headers['content-type'] ?? '').includes('spreadsheetml')
  return { http: response.statusCode, text: isSheet ? sheetOf(response.rawPayload) : response.body }
}

/** A form with a picture, as bytes whose number is told: an upload of unknown length takes the room of the longest. */
async function multipart(form: URLSearchParams): Promise<{ payload: Buffer; 'content-type': string }> {
  const body = new FormData()
  for (const [name, text] of form) body.append(name, text)
  body.append('files', new Blob([pixel]), '1.png')
  const sent = new Response(body)
  return { payload: Buffer.from(await sent.arrayBuffer()), 'content-type': sent.headers.get('content-type') ?? '' }
}
