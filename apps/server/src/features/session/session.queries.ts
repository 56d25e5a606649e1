// Reads and small writes of sessions: the person behind a secret, which sessions live, failures of login.
import { loginMemoryMs, type LoginFailure } from '@yunshu/domain/account/loginLock'
import { isHeadPosition } from '@yunshu/domain/account/rights'
import { sql, type RawBuilder } from 'kysely'
import { steadyOnce } from '../../db/prepared.ts'
import { q, type Tx } from '../../db/tx.ts'
import { sessionLimits } from './tokens.queries.ts'

/** A session with its user, company and rights, as one row. */
export type FoundSession = Awaited<ReturnType<typeof findSessions>>[number]

/** Users as login and the gate read them: with their company, branch and rights. */
const people = () =>
  q
    .selectFrom('users as u')
    .leftJoin('companies as c', 'c.id', 'u.company_id')
    .leftJoin('companies as b', 'b.id', 'u.branch_company_id')
    .select([
      'u.id as user_id',
      'u.handle',
      'u.account',
      'u.name',
      'u.type',
      'u.state as user_state',
      'u.company_id',
      'u.branch_company_id',
      'u.is_admin',
      'u.money_rests_until',
      'c.name as company_name',
      'c.role_flags',
      'c.wlhy_type',
      'c.is_tf',
      'c.state as company_state',
      'b.name as branch_name',
    ])

interface Position {
  readonly name: string
  readonly isSystem: boolean
  readonly scope: string
  readonly functions: readonly string[]
}

/** A person's positions, read in one walk: this is asked for every session in use, every second. */
const positions = sql<
  Position[]
>`coalesce((select jsonb_agg(jsonb_build_object('name', r.name, 'isSystem', r.is_system, 'scope', r.data_scope,
  'functions', r.functions) order by r.name)
  from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]')`.as('positions')

/** Names, data scopes and permits of a person's positions, each once. */
function withRights<T extends { positions: Position[] }>({ positions: held, ...row }: T) {
  const once = (values: readonly string[]): string[] => [...new Set(values)]
  return {
    ...row,
    roles: held.map(({ name }) => name),
    isHead: held.some(isHeadPosition),
    scopes: once(held.map(({ scope }) => scope)),
    functions: once(held.flatMap(({ functions }) => functions)),
  }
}

/** Asked for every session in use, every second. */
const sessionsOf = steadyOnce(
  (secretHashes: readonly Buffer[]) =>
    people()
      .innerJoin('sessions as s', 's.user_id', 'u.id')
      .where(sql<boolean>`s.secret_hash = any(${secretHashes}::bytea[])`)
      .select([
        's.id as session_id',
        's.secret_hash',
        's.binder_hash',
        's.bound',
        's.seen_at',
        's.ends_at',
        's.revoked_at',
        's.acting_for',
        's.second_factor',
        's.created_at as opened_at',
        'u.must_change_password',
        'u.password_changed_at',
      ])
      .select(positions),
  [[]],
)

/** The sessions whose secrets have these hashes, revoked and ended ones too: the gate says why they no longer open. */
export async function findSessions(tx: Tx, secretHashes: readonly Buffer[]) {
  const rows = await tx.rows(sessionsOf(secretHashes))
  return rows.map(row => withRights(row))
}

/** A person somebody works for, with their company and rights, if `may` holds of them (aliases u, c). */
export type FoundEmployee = NonNullable<Awaited<ReturnType<typeof findWorkedFor>>>
export async function findWorkedFor(tx: Tx, userId: string, may: RawBuilder<boolean>) {
  const row = await tx.first(people().select(positions).where('u.id', '=', userId).where(may))
  return row && withRights(row)
}

/** A person with their company and rights, whether they are signed in or not. */
export async function findPerson(tx: Tx, userId: string): Promise<FoundEmployee | undefined> {
  const row = await tx.first(people().select(positions).where('u.id', '=', userId))
  return row && withRights(row)
}

/** The user of an account with the password's hash, for login alone. */
export function findByAccount(tx: Tx, account: string) {
  return tx.first(
    people()
      .leftJoin('user_factors as f', j => j.onRef('f.user_id', '=', 'u.id').on('f.confirmed_at', 'is not', null))
      .select(['u.password_hash', 'u.password_changed_at', 'f.confirmed_at as factor_since'])
      .where('u.account', '=', account),
  )
}

/** Those of these sessions that no longer live; sessions of disabled people and closed companies do not live. */
export async function listEndedSessions(tx: Tx, ids: readonly string[], now: number): Promise<Set<string>> {
  // thousands of sessions are checked twice a second and hardly one has ended: only ended ones are returned, and the
  // few people who may not work are found first instead of looking at everybody
  const rows = await tx.rows(
    sql<{ id: string }>`
    select x.id from unnest(${ids}::uuid[]) as x (id) left join sessions s on s.id = x.id
    where s.id is null or s.revoked_at is not null or s.ends_at <= ${now}
      or s.seen_at <= ${now - sessionLimits.idleMs} or s.user_id in (
      select id from users where state <> 'enabled' union all select u.id from companies c
        join users u on u.company_id = c.id where c.state in ('suspended', 'closed'))`.compile(q),
  )
  return new Set(rows.map(row => row.id))
}

/** Failures of an account that may still lock it, newest first. */
export function listFailures(tx: Tx, account: string, now: number): Promise<LoginFailure[]> {
  return tx.rows(
    q
      .selectFrom('login_failures')
      .select(['network', 'at'])
      .where('account', '=', account)
      .where('at', '>', now - loginMemoryMs)
      .orderBy('at', 'desc')
      .limit(500),
  )
}

/** Addresses an account was signed in from lately. */
export async function listAddresses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows(
    q.selectFrom('sessions').select('ip').where('user_id', '=', userId).orderBy('id', 'desc').limit(50),
  )
  return rows.map(row => row.ip)
}
