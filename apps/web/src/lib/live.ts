// The socket of the live map in a window: says which part is looked at, hears frames, and opens again by itself.
import { livePath, readLiveFrame, type LiveFrame, type LiveView } from '@yunshu/contract/track/liveFrame'
import { pushCloses } from '@yunshu/domain/message/push'
import ReconnectingSocket from 'partysocket/ws'
import { loadedConfig } from './config.ts'
import { askPushTicket } from './pushTicket.ts'
import { currentSession } from './session.ts'

/** Time between tries: the map asks by itself meanwhile, ms. */
const retryMs = { first: 2000, most: 30_000 } as const
/** A map that is moved tells of it this often at most, ms. */
const lookEveryMs = 1000

interface LiveOptions {
  readonly onFrame: (frame: LiveFrame) => void
  readonly Socket?: typeof WebSocket
}

export interface LiveLine {
  /** The part of the map that is looked at. */
  readonly look: (view: LiveView['view']) => void
  readonly close: () => void
}

const liveUrl = (): string => {
  const base = new URL(livePath, loadedConfig().host || globalThis.location.origin)
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  return base.href
}

/** Opens the socket and keeps it until it is closed. */
export function connectLive({ onFrame, Socket }: LiveOptions): LiveLine {
  let view: LiveView['view'] | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  const ticket = async (): Promise<string[]> => [`ticket.${(await askPushTicket()).ticket}`]
  const socket = new ReconnectingSocket(liveUrl, ticket, {
    minReconnectionDelay: retryMs.first,
    maxReconnectionDelay: retryMs.most,
    connectionTimeout: 10_000,
    maxEnqueuedMessages: 0,
    ...(Socket ? { WebSocket: Socket } : {}),
    // a wrong word is said again by the same program: asking by itself is what is left
    shouldReconnectOnClose: ({ code }) => code !== pushCloses.badMessage,
  })
  socket.binaryType = 'arraybuffer'
  const say = (): void => {
    waiting = undefined
    const { branchCompanyId } = currentSession()
    if (view && socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ view, ...(branchCompanyId === undefined ? {} : { branchCompanyId }) }))
  }
  socket.addEventListener('open', say)
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const frame = data instanceof ArrayBuffer ? readLiveFrame(data) : undefined
    if (frame) onFrame(frame)
  })
  return {
    look: next => {
      view = next
      waiting ??= setTimeout(say, lookEveryMs)
    },
    close: () => {
      clearTimeout(waiting)
      socket.close()
    },
  }
}
