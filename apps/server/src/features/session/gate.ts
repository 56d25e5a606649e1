// The gate of every signed-in request: token and binder in, person out, never more than a second behind the database.
import { timingSafeEqual } from 'node:crypto'
import type { PasswordPolicy } from '@yunshu/domain/account/password'
import { Problem } from '@yunshu/domain/problems/problems'
import type pg from 'pg'
import { sql } from 'kysely'
import { gatherAsks } from '../../db/gather.ts'
import { inTransaction, q, reading, systemReach } from '../../db/tx.ts'
import type { Actor, SessionGate } from '../../work/ctx.ts'
import { may } from '../../work/makeCtx.ts'
import { endActing } from './acting.commands.ts'
import { actorOf, mayWork } from './actor.ts'
import { rememberBranches } from './chosenBranch.ts'
import { isEmployeeOf } from './people.queries.ts'
import { findSessions, findWorkedFor, type FoundSession } from './session.queries.ts'
import { issueTickets, type Issued, type Wish } from './tickets.ts'
import { hashOf, readToken, sessionLimits } from './tokens.queries.ts'

/** The time a session read from the database is trusted, ms: below the second in which a revocation must hold. */
const trustMs = 900
/** A session in use writes when it was seen at most this often, ms. */
const seenEveryMs = 60_000
const rememberedMax = 20_000
/** Sessions that go through the database together when many people come at once. */
const together = { max: 250, lanes: 4, waiting: 10_000 }

interface Known {
  at: number
  userId: string | undefined
  found: Promise<{ row: FoundSession; actor: Actor } | undefined>
}

/** The connections a gate reads and writes with. */
export interface Pools {
  readonly pool: pg.Pool
  readonly reads: pg.Pool
}

/** The person of a session, at the place of the employee they act for while they may. */
export async function standingOfSession(
  { pool, reads }: Pools,
  row: FoundSession,
  passwordPolicy: PasswordPolicy,
  now: number,
): Promise<Actor> {
  const own = actorOf(row, passwordPolicy)
  const { acting_for: employeeId } = row
  if (employeeId === null) return own
  const employee = may(own, 'company.actFor')
    ? await reading(reads, systemReach, tx => findWorkedFor(tx, employeeId, isEmployeeOf(own)))
    : undefined
  if (employee) return actorOf(row, passwordPolicy, employee)
  await inTransaction(pool, systemReach, tx => endActing(tx, row, now))
  return own
}

/** Writes that a session now needs its binder. */
const bindSession = (pool: pg.Pool, row: FoundSession, now: number): Promise<unknown> =>
  inTransaction(pool, systemReach, tx =>
    tx.run(q.updateTable('sessions').set({ seen_at: now, bound: true }).where('id', '=', row.session_id)),
  )

/** Writes that sessions were used. */
async function seeSessions(pool: pg.Pool, rows: readonly FoundSession[]): Promise<() => void> {
  const ids = rows.map(row => row.session_id)
  await inTransaction(pool, systemReach, tx =>
    tx.run(
      q
        .updateTable('sessions')
        .set({ seen_at: Date.now() })
        // a session somebody is writing at this moment is seen by that
        .where(
          'id',
          'in',
          q
            .selectFrom('sessions')
            .select('id')
            .where(sql<boolean>`id = any(${ids}::uuid[])`)
            .forNoKeyUpdate()
            .skipLocked(),
        ),
    ),
  )
  return (): void => {}
}

/** Makes the gate of one process. */
export function createSessionGate({
  passwordPolicy,
  ...pools
}: Pools & { passwordPolicy: PasswordPolicy }): SessionGate {
  const { pool, reads } = pools
  const known = new Map<string, Known>()

  const findSession = gatherAsks(together, async (hashes: readonly Buffer[]) => {
    const rows = await reading(reads, systemReach, tx => findSessions(tx, hashes))
    const byHash = new Map(rows.map(row => [row.secret_hash.toString('base64'), row]))
    return (hash): FoundSession | undefined => byHash.get(hash.toString('base64'))
  })

  const issue = gatherAsks(together, async (wishes: readonly Wish[]) => {
    const issued = await inTransaction(pool, systemReach, tx => issueTickets(tx, wishes, Date.now()))
    return (wish): Issued => {
      const ticket = issued.get(wish)
      if (!ticket) throw new Error('a ticket was not issued')
      return ticket
    }
  })

  const load = (key: string, secretHash: Buffer, now: number): Known => {
    if (known.size >= rememberedMax) known.clear()
    const entry: Known = {
      at: now,
      userId: undefined,
      found: findSession(secretHash).then(async row => {
        entry.userId = row?.user_id
        return row && { row, actor: await standingOfSession(pools, row, passwordPolicy, now) }
      }),
    }
    known.set(key, entry)
    // a failed read is not remembered; requests that wait for it get the error
    entry.found.catch(() => {
      if (known.get(key) === entry) known.delete(key)
    })
    return entry
  }

  const see = gatherAsks(together, (rows: readonly FoundSession[]) => seeSessions(pool, rows))

  return {
    async find(token, binder, now) {
      if (!token) throw new Problem('session.none')
      const parts = readToken(token)
      if (!parts) throw new Problem('session.ended')
      const secretHash = hashOf(parts.secret)
      const key = secretHash.toString('base64')
      const before = known.get(key)
      const isFresh = before !== undefined && now >= before.at && now - before.at < trustMs
      const found = await (isFresh ? before : load(key, secretHash, now)).found
      if (!found || found.row.handle !== parts.handle) throw new Problem('session.ended')
      const { row, actor } = found
      if (row.revoked_at !== null || !mayWork(row)) throw new Problem('session.revoked')
      if (row.ends_at <= now || row.seen_at + sessionLimits.idleMs <= now) throw new Problem('session.ended')
      const isBinder = binder !== undefined && timingSafeEqual(hashOf(binder), row.binder_hash)
      // a session that has shown its binder once needs it from then on; somebody else's never fits
      if (!isBinder && (row.bound || binder !== undefined)) throw new Problem('session.ended')
      if ((isBinder && !row.bound) || now - row.seen_at >= seenEveryMs) {
        const isBound = row.bound
        row.bound ||= isBinder
        row.seen_at = now
        await (row.bound === isBound ? see(row) : bindSession(pool, row, now))
      }
      return actor
    },
    forget(userIds) {
      const gone = new Set(userIds)
      for (const [key, { userId }] of known) if (userId === undefined || gone.has(userId)) known.delete(key)
    },
    issueTicket: actor => issue({ actor }),
    isBranch: rememberBranches(reads),
  }
}
