// One-time tickets for the push connection: kept in the database, so that any server process may redeem any of them,
// once.
import { randomBytes } from 'node:crypto'
import { pushTag } from '@yunshu/domain/message/push'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import type { Actor, PushPerson } from '../../work/ctx.ts'
import { hashOf } from './tokens.queries.ts'

/** The time a ticket may wait to be used, ms (wire contract). */
const ticketMs = 30_000

/** The tag an account may connect with. */
export const tagOf = ({ type, companyId, branchId: branchCompanyId }: Actor): string =>
  pushTag({ type, companyId, branchCompanyId })

/** A ticket, and the number of the person's last frame so far. */
export interface Issued {
  readonly ticket: string
  readonly seq: number
}

/** A wish for a ticket; two windows of one session have two. */
export interface Wish {
  readonly actor: Actor
}

/** A new ticket for each wish; only their hashes are stored. */
export async function issueTickets(tx: Tx, wishes: readonly Wish[], now: number): Promise<Map<Wish, Issued>> {
  const made = wishes.map(wish => ({ wish, ticket: randomBytes(16).toString('base64url') }))
  await tx.run(
    q.insertInto('push_tickets').values(
      made.map(({ wish: { actor }, ticket }) => ({
        hash: hashOf(ticket),
        session_id: actor.sessionId,
        user_id: actor.userId,
        tag: tagOf(actor),
        ends_at: now + ticketMs,
      })),
    ),
  )
  const rows = await tx.rows(
    q
      .selectFrom('users')
      .select(['id', 'push_seq'])
      .where(sql<boolean>`id = any(${wishes.map(({ actor }) => actor.userId)}::uuid[])`),
  )
  const last = new Map(rows.map(row => [row.id, row.push_seq]))
  return new Map(made.map(({ wish, ticket }) => [wish, { ticket, seq: last.get(wish.actor.userId) ?? 0 }]))
}

/**
 * The people behind these tickets; a ticket that was used before, is too old or unknown is not among the answers. Each
 * ticket answers once over all processes: the process that deletes its row has it.
 */
export async function redeemTickets(tx: Tx, tickets: readonly string[], now: number): Promise<Map<string, PushPerson>> {
  const ticketOf = new Map(tickets.map(ticket => [hashOf(ticket).toString('hex'), ticket]))
  const taken = await tx.rows(
    q
      .deleteFrom('push_tickets')
      // a row another process is taking at this moment is spent; waiting for it could lock two processes into each
      // other
      .where(
        sql<boolean>`hash = any(array(${q
          .selectFrom('push_tickets')
          .select('hash')
          .where(sql<boolean>`hash = any(${[...ticketOf.keys()].map(hex => Buffer.from(hex, 'hex'))}::bytea[])`)
          .forUpdate()
          .skipLocked()}))`,
      )
      .returning(['hash', 'session_id', 'user_id', 'tag', 'ends_at']),
  )
  return new Map(
    taken
      .filter(row => row.ends_at > now)
      .map(({ hash, session_id: sessionId, user_id: userId, tag }) => [
        ticketOf.get(hash.toString('hex')) ?? '',
        { sessionId, userId, tag },
      ]),
  )
}

/** Throws away tickets nobody used. */
export function purgeTickets(tx: Tx, now: number): Promise<number> {
  return tx.run(q.deleteFrom('push_tickets').where('ends_at', '<', now))
}
