// The sockets of one process: who may open one, what reaches it, and how fast it ends with its session.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pushCloses } from '@yunshu/domain/message/push'
import { Problem } from '@yunshu/domain/problems'
import type pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Config } from '../config.ts'
import { gather } from '../db/gather.ts'
import { inTransaction, reading, systemReach, type Tx } from '../db/tx.ts'
import { listEndedSessions } from '../features/session/session.queries.ts'
import { redeemTickets, tagOf } from '../features/session/tickets.ts'
import type { PushPerson, SessionGate } from '../work/ctx.ts'
import { binderCookie, cookie } from '../http/cookies.ts'
import type { Delivery, News } from './bus.ts'
import { createFaults } from './faults.ts'
import { findLast, findMissedOf, findNews, type Missed } from './inbox.ts'
import { createMembers } from './members.ts'
import { regularly } from './regularly.ts'
import { createPushSocket, type PushSocket } from './socket.ts'

/**
 * Limits of a connection (reliability study W4): bytes of a message, connections of one person, pings, session checks.
 */
const limits = { messageBytes: 4096, perUser: 5, pingMs: 30_000, sessionCheckMs: 500, waitingQueries: 200 } as const
/** How often every inbox is looked at for what no wake-up told, ms: an open connection is never further behind. */
const lookEveryMs = 5000
/** Newcomers whose tickets, numbers or missed frames go through the database together. */
const together = { max: 200, lanes: 2, waiting: 10_000 }
const ticketPrefix = 'ticket.'

interface HubOptions {
  pool: pg.Pool
  reads: pg.Pool
  sessions: SessionGate
  config: Pick<Config, 'origins' | 'secureCookies'>
  log: (line: string) => void
  /** Takes faults of work that is tried again for ever. */
  logFault?: (line: string) => void
  lookMs?: number
}

/** Own pages and the configured ones may connect; programs that send no Origin may too, they need a token anyway. */
function isAllowedOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function refuse(socket: Duplex, line: string): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Makes the hub; `attach` connects it to the HTTP server. */
export function createHub({
  pool,
  reads,
  sessions,
  config,
  log,
  logFault = console.error,
  lookMs = lookEveryMs,
}: HubOptions) {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => reading(reads, systemReach, work)
  const members = createMembers({
    findMissedOf: standings => read(tx => findMissedOf(tx, standings)),
    findNews: standings => read(tx => findNews(tx, standings)),
    faults: createFaults('push: reading missed frames', logFault),
  })
  const counts = { opened: 0, refused: 0 }
  let isClosing = false
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    clientTracking: true,
    // a browser fails a connection whose subprotocol is not answered
    handleProtocols: offered => [...offered].find(name => name.startsWith(ticketPrefix)) ?? false,
  })

  const redeem = gather(together, async (tickets: readonly string[]) => {
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
  const lastOf = gather(together, async (userIds: readonly string[]) => {
    const last = await read(tx => findLast(tx, userIds))
    return (userId): number => last.get(userId) ?? 0
  })
  const missedOf = gather(together, async (standings: readonly News[]) => {
    const missed = await read(tx => findMissedOf(tx, standings))
    return (standing): Missed => missed.get(standing) ?? { frames: [], seq: standing.seq }
  })

  /** The person behind a request: by one-time ticket, else by token and binder. */
  const whoIs = async (request: IncomingMessage, query: URLSearchParams): Promise<PushPerson | undefined> => {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map(name => name.trim())
    const ticket = offered.find(name => name.startsWith(ticketPrefix))
    if (ticket !== undefined) return redeem(ticket.slice(ticketPrefix.length))
    const actor = await sessions.find(
      query.get('token') ?? undefined,
      cookie(request, binderCookie(config.secureCookies)),
      Date.now(),
    )
    return actor.passwordMust === undefined
      ? { sessionId: actor.sessionId, userId: actor.userId, tag: tagOf(actor) }
      : undefined
  }

  const turnAway = (socket: PushSocket, code: number, reason: string): void => {
    counts.refused++
    socket.close(code, reason)
  }

  const welcome = async (ws: WebSocket, request: IncomingMessage, query: URLSearchParams): Promise<void> => {
    const socket = createPushSocket(ws)
    const person = await whoIs(request, query).catch((error: unknown) => {
      if (error instanceof Problem && error.problem !== 'server.busy') return undefined
      throw error
    })
    if (!person) return turnAway(socket, pushCloses.session, 'session')
    // the tag decides nothing: who hears what is found from the account; a wrong one shows a confused or curious client
    const tag = query.get('tag')
    if (tag !== null && tag !== '' && tag !== person.tag) return turnAway(socket, pushCloses.tag, 'tag')
    const { userId } = person
    const standing = await lastOf(userId)
    // it is being closed already, with a reason that cutting it off would lose
    if (!socket.isOpen() || isClosing) return
    if (!members.add({ person, socket }, limits.perUser))
      return turnAway(socket, pushCloses.tooMany, 'too many connections')
    counts.opened++
    socket.start({
      standing,
      findMissed: seq => missedOf({ userId, seq }),
      onBehind: () => {
        members.isBehind(userId)
      },
    })
  }

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const [path, query = ''] = (request.url ?? '').split('?', 2)
    if (path !== '/push') return refuse(stream, '404 Not Found')
    if (isClosing || reads.waitingCount > limits.waitingQueries) return refuse(stream, '503 Service Unavailable')
    if (!isAllowedOrigin(request, config.origins)) {
      counts.refused++
      return refuse(stream, '403 Forbidden')
    }
    wss.handleUpgrade(request, stream, head, ws => {
      welcome(ws, request, new URLSearchParams(query)).catch((error: unknown) => {
        if (!(error instanceof Problem)) log(`push connection: ${String(error)}`)
        ws.close(1013, 'try again')
      })
    })
  }

  /** Ends the connections whose sessions were revoked, ended or grew idle. */
  const dropEnded = async (): Promise<void> => {
    const all = members.all()
    if (all.length === 0) return
    const ended = await read(tx =>
      listEndedSessions(tx, [...new Set(all.map(({ person }) => person.sessionId))], Date.now()),
    )
    if (ended.size > 0)
      for (const { person, socket } of all) if (ended.has(person.sessionId)) socket.close(pushCloses.session, 'session')
  }

  const checks = regularly(
    limits.sessionCheckMs,
    dropEnded,
    createFaults('push: ending sockets of ended sessions', logFault),
  )
  const looks = regularly(lookMs, () => members.look(), createFaults('push: looking for news', logFault))
  const pingTimer = setInterval(() => {
    for (const { socket } of members.all()) socket.ping()
  }, limits.pingMs)

  return {
    attach: (server: Server): void => {
      server.on('upgrade', onUpgrade)
    },
    deliver: (deliveries: readonly Delivery[]): void => {
      members.deliver(deliveries)
    },
    tell: (news: readonly News[]): void => {
      members.tell(news)
    },
    /** Looks at once for what no wake-up told. */
    look: looks.now,
    /** Looks at once whose sessions ended. */
    check: checks.now,
    close: async (): Promise<void> => {
      isClosing = true
      clearInterval(pingTimer)
      members.close()
      await Promise.all([checks.stop(), looks.stop()])
      for (const ws of wss.clients) ws.close(1001, 'server stops')
      // those who do not answer the close in time are cut, so that the HTTP server can stop
      const grace = setTimeout(() => {
        for (const ws of wss.clients) ws.terminate()
      }, 500)
      await new Promise<void>(resolve => {
        wss.close(() => resolve())
      })
      clearTimeout(grace)
    },
    stats: () => ({ ...counts, ...members.stats(), sockets: members.all().length }),
  }
}
