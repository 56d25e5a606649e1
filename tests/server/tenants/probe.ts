// Test support: puts other companies' ids and numbers into every call and tells whatever comes of it.
import { createHash } from 'node:crypto'
import type { Call } from '@yunshu/contract/call'
import { paramsToSign } from '@yunshu/contract/wire'
import { sign } from '@yunshu/domain/signing'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../../apps/server/src/db/tx.ts'
import { sheetOf } from '../xlsxRead.ts'
import type { TestServer } from '../testServer.ts'
import type { OutsideWorld, Outsider } from './outsiders.ts'
import { onlyWith, sampleOf, textsOf, withAt, type Leaf, type Sample } from './samples.ts'

/** Records of other companies: some of each table to ask for, and everything that must not be in any answer. */
export interface Victims {
  readonly ids: readonly Victim[]
  readonly numbers: readonly string[]
  readonly secrets: ReadonlySet<string>
  /** Number of the first transaction after they were read. */
  readonly read: string
  /** Ids of the people there were. */
  readonly people: readonly string[]
}

/** A record of another company: the `at`-th of `of` of its table. */
interface Victim {
  readonly table: string
  readonly id: string
  readonly at: number
  readonly of: number
}

/** Tables whose rows are nobody's own: known to partners and to whoever looks for one, or no record of a company. */
const common = new Set(['companies', 'migrations', 'agreement_templates', 'pay_templates'])
/** Business numbers and personal facts, by table and column. */
const numbered = [
  ['waybills', 'waybill_no'],
  ['tasks', 'task_no'],
  ['settlements', 'settlement_num'],
  ['payments', 'task_no'],
  ['vehicles', 'plate'],
  ['drivers', 'id_no'],
  ['company_accounts', 'account_no'],
  ['users', 'mobile'],
  ['vouchers', 'voucher_no'],
] as const
const perTable = 4
/**
 * Each outsider asks for every sixth record of a table, the next outsider for the next: every field meets every table
 * by every outsider, and every record by at least one of them.
 */
const turns = 6
/** Of a call without permit, one record in so many is asked for. */
const refusedShare = 20

/** Reads what the demo holds; goods offered to everybody are nobody's secret. */
export async function findVictims(server: TestServer): Promise<Victims> {
  return server.db(async tx => {
    const read = <R>(text: string): Promise<R[]> => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q))
    const tables = (
      await read<{ name: string; has_state: boolean }>(
        `select table_name as name, bool_or(column_name = 'state') as has_state from information_schema.columns where table_schema = 'public' group by 1 having bool_or(column_name = 'id' and data_type = 'uuid') order by 1`,
      )
    ).filter(({ name }) => name !== 'migrations')
    const open = `(select id from goods where publish_to = 'PUBLIC')`
    const ids: Victim[] = []
    const [now] = await read<{ next: string }>(`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
    const people = await read<{ id: string }>('select id from users')
    const secrets = new Set<string>()
    for (const { name, has_state } of tables) {
      // positions of branch managers are the same for every branch
      const isSecret =
        name === 'roles'
          ? `where company_id is distinct from (select id from companies where kind = 'HEAD' and role_flags & 1 <> 0)`
          : name === 'goods'
            ? `where id not in ${open}`
            : name === 'events'
              ? `where entity_id not in ${open}`
              : ''
      const all = await read<{ id: string; state: string }>(
        `select id, ${has_state ? 'state' : `''`} as state from ${name} ${isSecret} order by md5(id::text)`,
      )
      if (!common.has(name)) for (const { id } of all) secrets.add(id)
      const states = [...new Set(all.map(({ state }) => state))]
      const some =
        states.length > 1
          ? states.flatMap(state => all.filter(row => row.state === state).slice(0, 1))
          : all.slice(0, perTable)
      ids.push(...some.map(({ id }, at) => ({ table: name, id, at, of: some.length })))
    }
    const numbers: string[] = []
    for (const [table, column] of numbered) {
      const values = (
        await read<{ value: string }>(
          `select ${column}::text as value from ${table} where ${column} is not null order by md5(${column}::text)`,
        )
      ).map(({ value }) => value)
      for (const value of values) secrets.add(value)
      numbers.push(...values.slice(0, 2))
    }
    return { ids, numbers, secrets, read: now?.next ?? '', people: people.map(({ id }) => id) }
  })
}

export interface Probing {
  readonly asked: number
  readonly leaks: readonly string[]
  /** Calls that refused every outsider for want of a permit. */
  readonly closed: readonly string[]
}

const missing = v7()
const missingNumber = 'YD99999999999999'

/** Asks every call as every outsider for every victim; answers what should not have been. */
export async function probe(
  server: TestServer,
  app: FastifyInstance,
  calls: readonly Call[],
  world: OutsideWorld,
  victims: Victims,
): Promise<Probing> {
  const leaks: string[] = []
  const closed = new Map<string, boolean>()
  let asked = 0
  const secret = server.server.deps.config.signSecret
  await Promise.all(
    [...world.clients].map(async ([who, client], turn) => {
      const login = await server.db(tx => tx.one(q.selectFrom('users').select('name').where('account', '=', who)))
      const ask = async (call: Call, value: Record<string, unknown>): Promise<{ http: number; text: string }> => {
        asked++
        return request(app, secret, call, value, { token: client.token ?? '', account: who, name: login.name })
      }
      for (const call of calls) {
        const sample = sampleOf(call)
        const tell = (what: string): void => {
          leaks.push(`${who} ${call.method} ${call.path}: ${what}`)
        }
        const look = ({ http, text }: { http: number; text: string }, given: string): void => {
          closed.set(call.path, http === 403 && (closed.get(call.path) ?? true))
          if (http >= 500) tell(`${http} for ${given}: ${text.slice(0, 200)}`)
          const told = secretsIn(text, victims.secrets).filter(found => found !== given)
          if (told.length > 0) tell(`${told.slice(0, 3).join()} told for ${given}`)
        }
        if (call.method === 'GET') look(await ask(call, onlyWith(sample, [])), 'nothing')
        for (const leaf of sample.leaves) await probeLeaf({ call, sample, leaf, turn, world, victims, ask, look, tell })
      }
    }),
  )
  return { asked, leaks, closed: [...closed].filter(([, isClosed]) => isClosed).map(([path]) => path) }
}

interface LeafProbe {
  call: Call
  sample: Sample
  leaf: Leaf
  turn: number
  world: OutsideWorld
  victims: Victims
  ask: (call: Call, value: Record<string, unknown>) => Promise<{ http: number; text: string }>
  look: (answer: { http: number; text: string }, given: string) => void
  tell: (what: string) => void
}

/** One field of one call: every victim gets the answer of a record that does not exist. */
async function probeLeaf({ call, sample, leaf, turn, world, victims, ask, look, tell }: LeafProbe): Promise<void> {
  const base = ownRecords(call, sample, world)
  // reads are asked with this field alone, so that no other filter hides what it finds
  const shown = (put: string): Record<string, unknown> => {
    const value = withAt(base, leaf.path, put) as Record<string, unknown>
    return call.method === 'GET' ? onlyWith({ ...sample, value }, [String(leaf.path[0])]) : value
  }
  const unknown = leaf.kind === 'id' ? missing : missingNumber
  const none = await ask(call, shown(unknown))
  const all =
    leaf.kind === 'id'
      ? victims.ids.filter(({ at, of }) => (at + turn) % Math.min(turns, of) === 0)
      : victims.numbers.map(id => ({ table: 'number', id }))
  // a call that is refused before it reads what it was given says the same to all of them
  const candidates = none.http === 403 ? all.filter((_, n) => n % refusedShare === 0) : all
  for (const { table, id } of candidates) {
    const answer = await ask(call, shown(id))
    look(answer, id)
    const isSame = answer.http === none.http && bare(answer.text, id) === bare(none.text, unknown)
    if (!isSame && !common.has(table) && leaf.kind === 'id')
      tell(
        `${leaf.path.join('.')} = ${table} ${id} answers ${answer.http} ${answer.text.slice(0, 160)}, a missing one ${none.http} ${none.text.slice(0, 160)}`,
      )
  }
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
  const form = new URLSearchParams({ ...texts, sign: sign(paramsToSign(call.input, texts), secret, md5) })
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

/** Tables that change by themselves, and those whose rows are nobody's own. */
const unwatched = new Set(['outbox', 'sessions', 'messages', 'audit_log', 'sim_orders', ...common])

/**
 * A mark of what others hold, by table, so that any change of it shows: the number of rows nobody has written since
 * the victims were read, not even with the values they had. People are compared by what they are: signing in writes
 * them.
 */
export async function markOf(server: TestServer, { ids, read, people }: Victims): Promise<Record<string, string>> {
  const tables = [...new Set(ids.map(({ table }) => table))].filter(table => !unwatched.has(table))
  return server.db(async tx => {
    const marks: Record<string, string> = {}
    for (const table of tables) {
      const found =
        table === 'users'
          ? sql<{
              mark: string
            }>`select md5(string_agg((to_jsonb(t) - 'push_seq' - 'last_login_at')::text, ',' order by t.id)) as mark from users t where id = any(${people}::uuid[])`
          : sql<{
              mark: string
            }>`select count(*)::text as mark from ${sql.table(table)} where xmin::text::bigint < ${read}::bigint ${sql.raw(
              // goods offered to everybody are taken by everybody
              table === 'goods' ? `and publish_to <> 'PUBLIC'` : '',
            )}`
      marks[table] = (await tx.rows(found.compile(q)))[0]?.mark ?? ''
    }
    return marks
  })
}

/** Lines of history that these people left on records of others. */
export async function traces(server: TestServer, who: readonly Outsider[], victims: Victims): Promise<string[]> {
  return server.db(async tx => {
    const people = await tx.rows(
      q
        .selectFrom('users')
        .select(['id', 'account'])
        .where('account', 'in', [...who]),
    )
    // by ids: the wall of histories asks a function for each line that is left
    const rows = await tx.rows(
      q
        .selectFrom('events')
        .select(['user_id', 'action', 'entity', 'entity_id'])
        .where(
          'user_id',
          'in',
          people.map(({ id }) => id),
        ),
    )
    const accounts = new Map(people.map(({ id, account }) => [id, account]))
    return rows
      .filter(({ entity_id }) => victims.secrets.has(entity_id))
      .map(
        ({ user_id, action, entity, entity_id }) => `${accounts.get(user_id ?? '')} ${action} ${entity} ${entity_id}`,
      )
  })
}
