// The person of a session that is known by its id: for connections that last longer than a request.
import type { PasswordPolicy } from '@yunshu/domain/account/password'
import { Problem } from '@yunshu/domain/problems/problems'
import { q, reading, systemReach } from '../../db/tx.ts'
import type { Actor } from '../../work/ctx.ts'
import { mayWork } from './actor.ts'
import { standingOfSession, type Pools } from './gate.ts'
import { findSessions } from './session.queries.ts'

/** The person as they stand now; throws `session.ended` or `session.revoked`. */
export async function findActorOfSession(
  pools: Pools,
  passwordPolicy: PasswordPolicy,
  sessionId: string,
  now: number,
): Promise<Actor> {
  const row = await reading(pools.reads, systemReach, async tx => {
    const session = await tx.first(q.selectFrom('sessions').select('secret_hash').where('id', '=', sessionId))
    return session && (await findSessions(tx, [session.secret_hash]))[0]
  })
  if (!row || row.ends_at <= now) throw new Problem('session.ended')
  if (row.revoked_at !== null || !mayWork(row)) throw new Problem('session.revoked')
  const actor = await standingOfSession(pools, row, passwordPolicy, now)
  if (actor.passwordMust !== undefined) throw new Problem('password.must')
  return actor
}
