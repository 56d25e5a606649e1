// The push connection of a window: one socket, a fresh ticket for each try, 2 s between tries, nothing missed.
import { PushFrame } from '@yunshu/contract/message/message'
import { pushCloses, pushReconnectMs, pushTag } from '@yunshu/domain/message/push'
import ReconnectingSocket from 'partysocket/ws'
import { loadedConfig } from './config.ts'
import { takePushTicket, type PushTicket } from './pushTicket.ts'
import { useSession } from './session.ts'

/** Address of the push connection; the token is not in it, the ticket travels as the subprotocol. */
export function pushUrl(host: string, tag: string): string {
  const base = new URL('/push', host || globalThis.location.origin)
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  if (tag !== '') base.searchParams.set('tag', tag)
  return base.href
}

interface PushOptions {
  onFrame: (frame: PushFrame) => void
  /** Replaced by tests. */
  url?: () => string
  ticket?: () => Promise<PushTicket>
  Socket?: typeof WebSocket
}

const ownUrl = (): string => pushUrl(loadedConfig().host, pushTag(useSession.getState().info ?? { type: 0 }))

/**
 * Opens the connection and keeps it (PU-01, PU-02) until the returned function is called.
 *
 * Frames that were seen already, unknown ones and broken ones are left out; after a reconnect the missed ones are asked
 * for.
 */
export function connectPush({ onFrame, url = ownUrl, ticket = takePushTicket, Socket }: PushOptions): () => void {
  let lastSeq: number | undefined
  const protocols = async (): Promise<string[]> => {
    const { ticket: value, seq } = await ticket()
    // a window that has seen no frame yet misses only frames after this number
    lastSeq ??= seq
    return [`ticket.${value}`]
  }
  const socket = new ReconnectingSocket(url, protocols, {
    minReconnectionDelay: pushReconnectMs,
    maxReconnectionDelay: pushReconnectMs,
    reconnectionDelayGrowFactor: 1,
    connectionTimeout: 10_000,
    maxEnqueuedMessages: 0,
    ...(Socket ? { WebSocket: Socket } : {}),
    // the server refused the tag: asking again would be refused again. An ended session shows when a ticket is asked
    // for
    shouldReconnectOnClose: ({ code }) => code !== pushCloses.tag,
  })
  socket.addEventListener('open', () => {
    if (lastSeq !== undefined) socket.send(JSON.stringify({ resume: lastSeq }))
  })
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const frame = readFrame(data)
    if (!frame || (lastSeq !== undefined && frame.seq <= lastSeq)) return
    lastSeq = frame.seq
    onFrame(frame)
  })
  return () => socket.close()
}

function readFrame(data: unknown): PushFrame | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const read = PushFrame.safeParse(JSON.parse(data))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
