// The owner's history of logins: a line for each attempt at an account that exists, written before its password is
// looked at.
import { loginLock, loginMemoryMs, type LoginFailure } from '@yunshu/domain/account/loginLock'
import type { LoginResult } from '@yunshu/domain/account/loginLog'
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q, type Tx } from '../../db/tx.ts'
import type { OpenCtx } from '../../work/ctx.ts'

type From = Pick<OpenCtx, 'ip' | 'agent' | 'now'>

/** Longest agent that is kept. */
export const agentMax = 300
/**
 * Attempts at a locked account from one address are written down at most this often, ms: hammering does not fill the
 * table.
 */
const lockedEveryMs = MINUTE_MS
/** The longest time between password and code for both to count as one login, ms. */
const codeWithinMs = 10 * MINUTE_MS

/**
 * Writes the attempt's line. One statement whether there is such an account or not, in a transaction that writes
 * anyway: the time it takes does not tell strangers which accounts exist.
 */
export async function writeLine(
  tx: Tx,
  { ip, agent, now }: From,
  { id, account, result }: { id: string; account: string; result: 'locked' | 'password' },
): Promise<void> {
  await tx.run(
    sql`
    insert into login_log (id, user_id, at, ip, agent, result)
    select ${id}::uuid, u.id, ${now}, ${ip}, ${agent.slice(0, agentMax)}, ${result} from users u
      where u.account = ${account}
    and not (${result === 'locked'} and exists (select from login_log l where l.user_id = u.id and l.ip = ${ip}
      and l.result = 'locked' and l.at > ${now - lockedEveryMs}))`.compile(q),
  )
}

/**
 * Says how the attempt ended after its password proved right. A login with a code replaces the line that asked for it.
 */
export async function settleLine(
  tx: Tx,
  { ip, agent, now }: From,
  id: string,
  { userId, result, sessionId }: { userId: string; result: LoginResult; sessionId: string | undefined },
): Promise<void> {
  const ofThis = q.deleteFrom('login_log').where('user_id', '=', userId)
  await tx.run(ofThis.where('id', '=', id))
  if (result !== 'code')
    await tx.run(
      ofThis
        .where('result', '=', 'code')
        .where('ip', '=', ip)
        .where('agent', '=', agent.slice(0, agentMax))
        .where('at', '>', now - codeWithinMs),
    )
  await tx.run(
    q.insertInto('login_log').values({
      id,
      user_id: userId,
      session_id: sessionId ?? null,
      at: now,
      ip,
      agent: agent.slice(0, agentMax),
      result,
    }),
  )
}

/** Times at which the password of an account was right and its code wrong, as failures at one place. */
export async function listCodeFailures(tx: Tx, userId: string, now: number): Promise<LoginFailure[]> {
  const rows = await tx.rows(
    q
      .selectFrom('login_log')
      .select('at')
      .where('user_id', '=', userId)
      .where('result', '=', 'factor')
      .where('at', '>', now - loginMemoryMs)
      .orderBy('id', 'desc')
      .limit(loginLock.failures),
  )
  return rows.map(({ at }) => ({ network: '', at }))
}

/** Writes that the password was right and the code wrong; for nobody's id, one statement that writes nothing. */
export async function noteCodeFailure(tx: Tx, { ip, agent, now }: From, userId: string): Promise<void> {
  await tx.run(
    sql`
    insert into login_log (id, user_id, at, ip, agent, result)
    select ${v7()}::uuid, u.id, ${now}, ${ip}, ${agent.slice(0, agentMax)}, 'factor' from users u
      where u.id = ${userId}::uuid`.compile(q),
  )
}
