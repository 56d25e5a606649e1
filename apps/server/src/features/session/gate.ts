// The gate of every signed-in request: token and binder in, person out, never more than a second behind the database.
import { timingSafeEqual } from 'node:crypto'
import { Problem } from '@yunshu/domain/problems'
import type pg from 'pg'
import { inTransaction, q, reading, systemReach } from '../../db/tx.ts'
import type { Actor, SessionGate } from '../../http/ctx.ts'
import { actorOf, mayWork } from './actor.ts'
import { findSession, type FoundSession } from './session.queries.ts'
import { createTickets } from './tickets.ts'
import { hashOf, readToken, sessionLimits } from './tokens.ts'

/** How long a session read from the database is trusted, ms: below the second in which a revocation must hold. */
const trustMs = 900
/** A session in use writes when it was seen at most this often, ms. */
const seenEveryMs = 60_000
const rememberedMax = 20_000

interface Known { at: number; userId: string | undefined; found: Promise<{ row: FoundSession; actor: Actor } | undefined> }

/** Makes the gate of one process. */
export function createSessionGate({ pool, reads }: { pool: pg.Pool; reads: pg.Pool }): SessionGate {
  const known = new Map<string, Known>()
  const tickets = createTickets()

  const load = (key: string, secretHash: Buffer, now: number): Known => {
    if (known.size >= rememberedMax) known.clear()
    const entry: Known = {
      at: now, userId: undefined,
      found: reading(reads, systemReach, (tx) => findSession(tx, secretHash)).then((row) => {
        entry.userId = row?.user_id
        return row && { row, actor: actorOf(row) }
      }),
    }
    known.delete(key)
    known.set(key, entry)
    // a failed read is not remembered; who waits for it gets the error
    entry.found.catch(() => { if (known.get(key) === entry) known.delete(key) })
    return entry
  }

  /** Writes that the session was used, and that it now needs its binder. */
  const write = (row: FoundSession, now: number): Promise<unknown> => inTransaction(pool, systemReach, (tx) =>
    tx.run(q.updateTable('sessions').set({ seen_at: now, bound: row.bound }).where('id', '=', row.session_id)))

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
        row.bound ||= isBinder
        row.seen_at = now
        await write(row, now)
      }
      return actor
    },
    forget(userIds) {
      const gone = new Set(userIds)
      for (const [key, { userId }] of known) if (userId === undefined || gone.has(userId)) known.delete(key)
    },
    issueTicket: (actor, now) => tickets.issue(actor, now),
    redeemTicket: (ticket, now) => tickets.redeem(ticket, now),
  }
}
