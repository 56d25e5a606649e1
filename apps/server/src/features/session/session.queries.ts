// Reads and small writes of sessions: the person behind a secret, which sessions live, failures of login.
import { loginMemoryMs, type LoginFailure } from '@yunshu/domain/loginLock'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import { sessionLimits } from './tokens.ts'

/** A session with its user, company and rights, as one row. */
export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Users as login and the gate read them: with their company, branch and rights. */
const people = () => q.selectFrom('users as u')
  .leftJoin('companies as c', 'c.id', 'u.company_id')
  .leftJoin('companies as b', 'b.id', 'u.branch_company_id')
  .select([
    'u.id as user_id', 'u.handle', 'u.account', 'u.name', 'u.type', 'u.state as user_state', 'u.company_id', 'u.branch_company_id', 'u.is_admin', 'u.data_scope',
    'c.name as company_name', 'c.role_flags', 'c.wlhy_type', 'c.is_tf', 'c.state as company_state', 'b.name as branch_name',
  ])

/** The session whose secret has this hash, revoked and ended ones too: the gate says why they no longer open. */
export function findSession(tx: Tx, secretHash: Buffer) {
  return tx.first(people().innerJoin('sessions as s', 's.user_id', 'u.id').where('s.secret_hash', '=', secretHash)
    .select(['s.id as session_id', 's.binder_hash', 's.bound', 's.seen_at', 's.ends_at', 's.revoked_at'])
    .select((e) => [
      sql<string[]>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = ${e.ref('u.id')} order by r.name)`.as('roles'),
      sql<string[]>`array(select distinct f from user_roles ur join roles r on r.id = ur.role_id cross join unnest(r.functions) f where ur.user_id = ${e.ref('u.id')})`.as('functions'),
    ]))
}

/** The user of an account with the password's hash, for login alone. */
export function findByAccount(tx: Tx, account: string) {
  return tx.first(people().select('u.password_hash').where('u.account', '=', account))
}

/** Which of these sessions still live; those of disabled people and closed companies do not. */
export async function listLiveSessions(tx: Tx, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await tx.rows(q.selectFrom('sessions as s').innerJoin('users as u', 'u.id', 's.user_id').leftJoin('companies as c', 'c.id', 'u.company_id')
    .select('s.id').where(sql<boolean>`s.id = any(${ids}::uuid[])`)
    .where('s.revoked_at', 'is', null).where('s.ends_at', '>', now).where('s.seen_at', '>', now - sessionLimits.idleMs)
    .where('u.state', '=', 'enabled').where(sql<boolean>`coalesce(c.state, '') not in ('suspended', 'closed')`))
  return new Set(rows.map((row) => row.id))
}

/** Failures of an account that may still lock it, newest first. */
export function listFailures(tx: Tx, account: string, now: number): Promise<LoginFailure[]> {
  return tx.rows(q.selectFrom('login_failures').select(['network', 'at']).where('account', '=', account).where('at', '>', now - loginMemoryMs).orderBy('at', 'desc').limit(500))
}

/** Addresses an account was signed in from lately. */
export async function listAddresses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows(q.selectFrom('sessions').select('ip').where('user_id', '=', userId).orderBy('id', 'desc').limit(50))
  return rows.map((row) => row.ip)
}
