// The entrance of the hub: takes requests for /push, turns away those that may not connect, and adds the others.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pushCloses } from '@yunshu/domain/message/push'
import { Problem } from '@yunshu/domain/problems/problems'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Config } from '../config.ts'
import { isAllowedOrigin } from '../http/crossOrigin.ts'
import type { Members } from './members.ts'
import { createNewcomers, ticketPrefix, type NewcomersOptions } from './newcomers.ts'
import { createPushSocket, type PushSocket } from './socket.ts'

/** Bytes of one message, connections of one person, and queries that may wait before new connections are refused. */
const limits = { messageBytes: 4096, perUser: 5, waitingQueries: 200 } as const
/** Browsers that do not answer a close within this time are cut off, ms. */
const graceMs = 500

interface EntranceOptions extends NewcomersOptions {
  /** Connections of other addresses. */
  others: Readonly<Record<string, Upgrade>>
  config: Pick<Config, 'origins' | 'secureCookies'>
  members: Members
  log: (line: string) => void
}

/** Turns a request for a connection away. */
export function refuseSocket(socket: Duplex, line: string): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Ends all connections; resolves when the last is gone. */
export async function endConnections(wss: WebSocketServer): Promise<void> {
  for (const ws of wss.clients) ws.close(1001, 'server stops')
  // connections that do not answer the close in time are cut, so that the HTTP server can stop
  const grace = setTimeout(() => {
    for (const ws of wss.clients) ws.terminate()
  }, graceMs)
  await new Promise<void>(resolve => {
    wss.close(() => resolve())
  })
  clearTimeout(grace)
}

/** A browser fails a connection whose subprotocol is not answered. */
export const ticketProtocol = (offered: Set<string>): string | false =>
  [...offered].find(name => name.startsWith(ticketPrefix)) ?? false

/** Takes a request for another connection than /push. */
export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

export function createEntrance({ pool, reads, sessions, config, members, others, log }: EntranceOptions) {
  const { whoIs, lastOf, missedOf } = createNewcomers({ pool, reads, sessions, config })
  const counts = { opened: 0, refused: 0 }
  let isShut = false
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    clientTracking: true,
    handleProtocols: ticketProtocol,
  })

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
    // the tag decides nothing: receivers are found from the account; a wrong tag shows a confused or curious client
    const tag = query.get('tag')
    if (tag !== null && tag !== '' && tag !== person.tag) return turnAway(socket, pushCloses.tag, 'tag')
    const { userId } = person
    const standing = await lastOf(userId)
    // it is being closed already, with a reason that cutting it off would lose
    if (!socket.isOpen() || isShut) return
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

  return {
    counts,
    onUpgrade: ((request, stream, head) => {
      const [path, query = ''] = (request.url ?? '').split('?', 2)
      const other = Object.hasOwn(others, path ?? '') ? others[path ?? ''] : undefined
      if (other) return other(request, stream, head)
      if (path !== '/push') return refuseSocket(stream, '404 Not Found')
      if (isShut || reads.waitingCount > limits.waitingQueries) return refuseSocket(stream, '503 Service Unavailable')
      if (!isAllowedOrigin(request.headers, config.origins)) {
        counts.refused++
        return refuseSocket(stream, '403 Forbidden')
      }
      wss.handleUpgrade(request, stream, head, ws => {
        welcome(ws, request, new URLSearchParams(query)).catch((error: unknown) => {
          if (!(error instanceof Problem)) log(`push connection: ${String(error)}`)
          ws.close(1013, 'try again')
        })
      })
    }) satisfies Upgrade,
    /** Refuses new connections from now on. */
    shut: (): void => {
      isShut = true
    },
    /** Ends all connections; resolves when the last is gone. */
    close: (): Promise<void> => endConnections(wss),
  }
}
