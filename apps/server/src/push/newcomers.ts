// Database reads for connections that open, gathered into few queries: whose they are, where they stand, their missed
// frames.
import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { gatherAsks } from '../db/gather.ts'
import { inTransaction, reading, systemReach, type Tx } from '../db/tx.ts'
import { listEndedSessions } from '../features/session/session.queries.ts'
import { redeemTickets, tagOf } from '../features/session/tickets.ts'
import { binderCookie, cookieOf } from '../http/cookies.ts'
import type { PushPerson, SessionGate } from '../work/ctx.ts'
import type { News } from './bus.ts'
import { findLast, findMissedOf, type Missed } from './inbox.ts'

/** Newcomers whose tickets, numbers or missed frames go through the database together. */
const together = { max: 200, lanes: 2, waiting: 10_000 }
/** A browser sends its ticket as a subprotocol with this prefix. */
export const ticketPrefix = 'ticket.'

export interface NewcomersOptions {
  pool: pg.Pool
  reads: pg.Pool
  sessions: SessionGate
  config: Pick<Config, 'secureCookies'>
}

export function createNewcomers({ pool, reads, sessions, config }: NewcomersOptions) {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => reading(reads, systemReach, work)

  const redeem = gatherAsks(together, async (tickets: readonly string[]) => {
    const people = await inTransaction(pool, systemReach, async tx => {
      const found = await redeemTickets(tx, tickets, Date.now())
      const ended = await listEndedSessions(
        tx,
        [...found.values()].map(({ sessionId }) => sessionId),
        Date.now(),
      )
      return new Map([...found].filter(([, { sessionId }]) => !ended.has(sessionId)))
    })
    return (ticket): PushPerson | undefined => {
      const person = people.get(ticket)
      // the same ticket twice at once: the first has it
      people.delete(ticket)
      return person
    }
  })
  const lastOf = gatherAsks(together, async (userIds: readonly string[]) => {
    const last = await read(tx => findLast(tx, userIds))
    return (userId): number => last.get(userId) ?? 0
  })
  const missedOf = gatherAsks(together, async (standings: readonly News[]) => {
    const missed = await read(tx => findMissedOf(tx, standings))
    return (standing): Missed => missed.get(standing) ?? { frames: [], seq: standing.seq }
  })

  return {
    /** The person behind a request: by one-time ticket, else by token and binder cookie; undefined for nobody. */
    whoIs: async (request: IncomingMessage, query: URLSearchParams): Promise<PushPerson | undefined> => {
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map(name => name.trim())
      const ticket = offered.find(name => name.startsWith(ticketPrefix))
      if (ticket !== undefined) return redeem(ticket.slice(ticketPrefix.length))
      const actor = await sessions.find(
        query.get('token') ?? undefined,
        cookieOf(request, binderCookie(config.secureCookies)),
        Date.now(),
      )
      return actor.passwordMust === undefined
        ? { sessionId: actor.sessionId, userId: actor.userId, tag: tagOf(actor) }
        : undefined
    },
    /** Number of a person's last frame; 0 when there is none. */
    lastOf,
    /** A person's frames after a number. */
    missedOf,
  }
}
