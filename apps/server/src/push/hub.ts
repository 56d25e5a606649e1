// The sockets of one process: who may open one, what reaches it, and how fast it ends with its session.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pushCloses, pushTag } from '@yunshu/domain/push'
import { Problem } from '@yunshu/domain/problems'
import type pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Config } from '../config.ts'
import { reading, systemReach } from '../db/tx.ts'
import { listLiveSessions } from '../features/session/session.queries.ts'
import type { Actor, SessionGate } from '../http/ctx.ts'
import { binderCookie, cookie } from '../http/serve.ts'
import type { Delivery } from './bus.ts'
import { findMissed } from './inbox.ts'
import { createPushSocket, type PushSocket } from './socket.ts'

/** Limits of a connection (reliability study W4): bytes of a message, connections of one person, pings, session checks. */
const limits = { messageBytes: 4096, perUser: 5, pingMs: 30_000, sessionCheckMs: 500, waitingQueries: 200 } as const
const ticketPrefix = 'ticket.'

interface HubOptions { reads: pg.Pool; sessions: SessionGate; config: Config; log: (line: string) => void }
interface Member { readonly actor: Actor; readonly socket: PushSocket }

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
export function createHub({ reads, sessions, config, log }: HubOptions) {
  const members = new Map<string, Set<Member>>()
  const counts = { opened: 0, refused: 0, sent: 0 }
  let isClosing = false
  const wss = new WebSocketServer({
    noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false, clientTracking: true,
    // a browser fails a connection whose subprotocol is not answered
    handleProtocols: (offered) => [...offered].find((name) => name.startsWith(ticketPrefix)) ?? false,
  })

  const everybody = (): Member[] => [...members.values()].flatMap((group) => [...group])

  /** The person behind a request: by one-time ticket, else by token and binder. */
  const whoIs = async (request: IncomingMessage, query: URLSearchParams, now: number): Promise<Actor | undefined> => {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
    const ticket = offered.find((name) => name.startsWith(ticketPrefix))
    if (ticket === undefined) return sessions.find(query.get('token') ?? undefined, cookie(request, binderCookie(config.secureCookies)), now)
    const actor = sessions.redeemTicket(ticket.slice(ticketPrefix.length), now)
    return actor && (await live([actor.sessionId], now)).has(actor.sessionId) ? actor : undefined
  }

  const live = (ids: readonly string[], now: number): Promise<Set<string>> => reading(reads, systemReach, (tx) => listLiveSessions(tx, ids, now))

  const turnAway = (socket: PushSocket, code: number, reason: string): void => {
    counts.refused++
    socket.close(code, reason)
  }

  const welcome = async (ws: WebSocket, request: IncomingMessage, query: URLSearchParams): Promise<void> => {
    const socket = createPushSocket(ws)
    const actor = await whoIs(request, query, Date.now()).catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    if (!actor) return turnAway(socket, pushCloses.session, 'session')
    const { type, companyId, branchId: branchCompanyId, userId } = actor
    // the tag decides nothing: who hears what is found from the account; a wrong one shows a confused or curious client
    const tag = query.get('tag')
    if (tag !== null && tag !== '' && tag !== pushTag({ type, companyId, branchCompanyId })) return turnAway(socket, pushCloses.tag, 'tag')
    if (!socket.isOpen() || isClosing) return socket.terminate()
    const group = members.get(userId) ?? new Set()
    if (group.size >= limits.perUser) return turnAway(socket, pushCloses.tooMany, 'too many connections')
    const member: Member = { actor, socket }
    members.set(userId, group.add(member))
    counts.opened++
    socket.onGone(() => {
      group.delete(member)
      if (group.size === 0 && members.get(userId) === group) members.delete(userId)
    })
    socket.start((lastSeq) => reading(reads, systemReach, (tx) => findMissed(tx, userId, lastSeq)))
  }

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const [path, query = ''] = (request.url ?? '').split('?', 2)
    if (path !== '/push') return refuse(stream, '404 Not Found')
    if (isClosing || reads.waitingCount > limits.waitingQueries) return refuse(stream, '503 Service Unavailable')
    if (!isAllowedOrigin(request, config.origins)) {
      counts.refused++
      return refuse(stream, '403 Forbidden')
    }
    wss.handleUpgrade(request, stream, head, (ws) => {
      welcome(ws, request, new URLSearchParams(query)).catch((error: unknown) => {
        log(`push connection: ${String(error)}`)
        ws.close(1013, 'try again')
      })
    })
  }

  /** Ends the connections whose sessions were revoked, ended or grew idle. */
  const dropEnded = async (): Promise<void> => {
    const all = everybody()
    if (all.length === 0) return
    const alive = await live([...new Set(all.map(({ actor }) => actor.sessionId))], Date.now())
    for (const { actor, socket } of all) if (!alive.has(actor.sessionId)) socket.close(pushCloses.session, 'session')
  }
  let checking: Promise<void> | undefined
  const checkTimer = setInterval(() => {
    // while the database is away nobody can revoke either
    checking ??= dropEnded().catch(() => {}).finally(() => { checking = undefined })
  }, limits.sessionCheckMs)
  const pingTimer = setInterval(() => { for (const { socket } of everybody()) socket.ping() }, limits.pingMs)

  return {
    attach: (server: Server): void => { server.on('upgrade', onUpgrade) },
    deliver: (deliveries: readonly Delivery[]): void => {
      for (const delivery of deliveries) {
        for (const { socket } of members.get(delivery.userId) ?? []) {
          counts.sent++
          socket.deliver(delivery)
        }
      }
    },
    close: async (): Promise<void> => {
      isClosing = true
      clearInterval(checkTimer)
      clearInterval(pingTimer)
      await checking
      for (const ws of wss.clients) ws.close(1001, 'server stops')
      // those who do not answer the close in time are cut, so that the HTTP server can stop
      const grace = setTimeout(() => { for (const ws of wss.clients) ws.terminate() }, 500)
      await new Promise<void>((resolve) => { wss.close(() => resolve()) })
      clearTimeout(grace)
    },
    stats: () => ({ ...counts, users: members.size, sockets: everybody().length }),
  }
}
