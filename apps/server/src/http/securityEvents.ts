// Refusals that concern security, kept as events beside the audit log: written behind the answers, summed in floods.
import { setTimeout as pause } from 'node:timers/promises'
import type { SecurityEventKind } from '@yunshu/domain/audit'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem, type ProblemName } from '@yunshu/domain/problems/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { isDatabaseAway } from '../db/pool.ts'
import { inTransaction, q, systemReach } from '../db/tx.ts'
import type { Actor, Deps } from '../work/ctx.ts'
import { binderCookie, cookieOf } from './cookies.ts'
import { lineOf } from './networks.ts'

/** Refusals that are events: every 403, a wrong sign, and the lock of an account. */
export const securityKinds: Partial<Record<ProblemName, SecurityEventKind>> = {
  'permit.missing': 'permit',
  'identity.forged': 'identity',
  'branch.only': 'branch',
  'request.sign': 'sign',
  'login.locked': 'lock',
}

/** The bounds of what refusals may cost, for one process and hour. */
export const securityLimits = {
  /** Rows of one person, or of one address where nobody is signed in; more are one row for each kind. */
  ofSource: 50,
  /** Rows of all addresses where nobody is signed in; more are one row for each kind. */
  ofStrangers: 1000,
  /** Events that wait for the database; more are summed by person or address. */
  waiting: 5000,
  /** People looked up at a time; more count as nobody's. */
  lookups: 50,
  /** The pause between two writes, ms, and the rows of one. */
  pauseMs: 1000,
  batch: 500,
} as const

/** The call that was refused, and its parameters as far as they were read. */
export interface RefusedCall {
  readonly path: string
  readonly title: string
  readonly texts?: Readonly<Record<string, string>> | undefined
}

export interface SecurityEvents {
  /** Keeps the refusal if it is an event. Never throws, and nothing waits for it. */
  note(request: FastifyRequest, refused: RefusedCall, error: unknown): void
}

interface Event {
  readonly kind: SecurityEventKind
  readonly at: number
  readonly who: Actor | undefined
  readonly account: string
  readonly ip: string
  readonly action: string
  readonly title: string
  readonly entityId: string | undefined
  readonly requestId: string
}

/** A row, and how many of its events are not written yet. */
interface Counted {
  readonly id: string
  readonly event: Event
  lastAt: number
  unwritten: number
}

/** The rows events are counted in, within the bounds; an hour begins with new ones. */
function makeCounter() {
  const unwritten = new Set<Counted>()
  const rows = new Map<string, Counted>()
  const ofSource = new Map<string, number>()
  let strangers = 0
  let hour = 0

  /** The event as it is counted: alone while there is room, else as one of many of its source, or of all strangers. */
  const placeOf = (event: Event): { key: string; event: Event } => {
    const { kind, who, account, action, entityId } = event
    const source = who?.userId ?? lineOf(event.ip)
    const key = JSON.stringify([kind, source, account, action, entityId])
    if (rows.has(key)) return { key, event }
    const many = { ...event, account: who?.account ?? '', action: '', title: '', entityId: undefined }
    const mine = ofSource.get(source) ?? 0
    const isSummed = mine >= securityLimits.ofSource || unwritten.size >= securityLimits.waiting
    const place = isSummed ? { key: JSON.stringify([kind, source]), event: many } : { key, event }
    if (rows.has(place.key)) return place
    if (who === undefined && strangers >= securityLimits.ofStrangers)
      return { key: JSON.stringify([kind]), event: { ...many, ip: '' } }
    if (who === undefined) strangers += 1
    ofSource.set(source, mine + 1)
    return place
  }

  return {
    unwritten,
    add(event: Event): void {
      const now = Math.floor(event.at / HOUR_MS)
      if (now !== hour) {
        rows.clear()
        ofSource.clear()
        strangers = 0
        hour = now
      }
      const { key, event: counted } = placeOf(event)
      const row = rows.get(key) ?? { id: v7(), event: counted, lastAt: counted.at, unwritten: 0 }
      row.unwritten += 1
      row.lastAt = Math.max(row.lastAt, event.at)
      rows.set(key, row)
      unwritten.add(row)
    },
  }
}

/** One statement for the rows: new ones are made, known ones count on; tries at an account belong to its company. */
const writeRows = (rows: readonly object[]) =>
  sql`
  insert into security_events (id, kind, first_at, last_at, count, user_id, acting_for, company_id, branch_id,
    account, ip, action, title, entity_id, request_id)
  select v.id, v.kind, v.first_at, v.last_at, v.count, v.user_id, v.acting_for,
    case when v.user_id is null then u.company_id else v.company_id end,
    case when v.user_id is null then u.branch_company_id else v.branch_id end,
    v.account, v.ip, v.action, v.title, v.entity_id, v.request_id
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, kind text, first_at bigint, last_at bigint,
    count int, user_id uuid,
    acting_for uuid, company_id uuid, branch_id uuid, account text, ip text, action text, title text, entity_id uuid,
      request_id text)
  left join users u on u.account = v.account
  on conflict (id) do update set count = security_events.count + excluded.count, last_at = excluded.last_at`.compile(q)

const rowOf = ({ id, event, lastAt }: Counted, count: number): object => ({
  id,
  kind: event.kind,
  first_at: event.at,
  last_at: lastAt,
  count,
  user_id: event.who?.userId,
  acting_for: event.who?.actingFor?.userId,
  company_id: event.who?.companyId,
  branch_id: event.who?.branchId,
  account: event.account,
  ip: event.ip,
  action: event.action,
  title: event.title,
  entity_id: event.entityId,
  request_id: event.requestId,
})

/** Writes at most a batch; while the database is away it waits on. */
async function writeSome({ pool }: Pick<Deps, 'pool'>, unwritten: Set<Counted>): Promise<void> {
  const batch = [...unwritten].slice(0, securityLimits.batch).map(row => ({ row, count: row.unwritten }))
  for (const { row } of batch) {
    unwritten.delete(row)
    row.unwritten = 0
  }
  try {
    await inTransaction(pool, systemReach, tx => tx.run(writeRows(batch.map(({ row, count }) => rowOf(row, count)))))
  } catch (error) {
    // rows the database does not take would stand in the way of all others
    if (isDatabaseAway(error))
      for (const { row, count } of batch) {
        row.unwritten += count
        unwritten.add(row)
      }
    throw error
  }
}

/** The record a call is about: its id, else the first id among its parameters. */
const entityIdOf = (texts: Readonly<Record<string, string>>): string | undefined =>
  [texts['id'] ?? '', ...Object.values(texts)].find(isUuid)?.toLowerCase()

/** Longest name of an account that is kept, characters. */
const accountMax = 64

/** Keeps the refusals of a server as events; those that are not written when it closes are written then. */
export function keepSecurityEvents(
  app: FastifyInstance,
  deps: Pick<Deps, 'pool' | 'sessions' | 'config'>,
): SecurityEvents {
  const counter = makeCounter()
  const lookups = new Set<Promise<void>>()
  const stopping = new AbortController()
  let writing: Promise<void> | undefined

  const notWritten = (error: unknown): void => app.log.error({ err: error }, 'security events are not written')
  const write = async (): Promise<void> => {
    while (counter.unwritten.size > 0 && !stopping.signal.aborted) {
      await writeSome(deps, counter.unwritten).catch(notWritten)
      await pause(securityLimits.pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
    writing = undefined
  }

  const personOf = async (request: FastifyRequest, at: number): Promise<Actor | undefined> => {
    if (!request.headers.authorization || lookups.size >= securityLimits.lookups) return undefined
    const binder = cookieOf(request, binderCookie(deps.config.secureCookies))
    return deps.sessions.find(request.headers.authorization, binder, at).catch(() => undefined)
  }

  const keep = async (request: FastifyRequest, refused: RefusedCall, kind: SecurityEventKind): Promise<void> => {
    const { path, title, texts = {} } = refused
    const at = Date.now()
    const who = await personOf(request, at)
    const account = (who?.account ?? texts['account'] ?? '').slice(0, accountMax).toWellFormed()
    counter.add({
      kind,
      at,
      who,
      account,
      ip: request.ip,
      action: path,
      title,
      entityId: entityIdOf(texts),
      requestId: request.id,
    })
    if (!stopping.signal.aborted) writing ??= write()
  }

  app.addHook('onClose', async () => {
    await Promise.all(lookups)
    stopping.abort()
    await writing
    if (counter.unwritten.size > 0) await writeSome(deps, counter.unwritten).catch(notWritten)
  })
  return {
    note(request, refused, error) {
      const name: ProblemName | undefined = error instanceof Problem ? error.problem : undefined
      const kind = name && securityKinds[name]
      if (kind === undefined) return
      const kept = keep(request, refused, kind).finally(() => lookups.delete(kept))
      lookups.add(kept)
    },
  }
}
