// The push connection of a window: one socket, a fresh ticket for each try, 2 s between tries, nothing missed.
import { PushFrame } from '@yunshu/contract/message'
import { getPushTicket } from '@yunshu/contract/session'
import { pushReconnectMs } from '@yunshu/domain/push'
import ReconnectingSocket from 'partysocket/ws'
import { loadedConfig } from './config.ts'
import { send } from './send.ts'
import { currentSession, useSession, type UserInfo } from './session.ts'

/** Which messages a person is sent (PU-01): manager for the platform without a branch, otherwise the company. The server decides anyhow. */
export function pushTag(info: Pick<UserInfo, 'type' | 'companyId'> | undefined, branchCompanyId: string | undefined): string | undefined {
  if (!info) return undefined
  return info.type === 0 && branchCompanyId === undefined ? 'manager' : info.companyId ?? branchCompanyId
}

/** Address of the push connection; the token is not in it, the ticket travels as the subprotocol. */
export function pushUrl(host: string, tag: string | undefined): string {
  const base = new URL('/push', host || globalThis.location.origin)
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  if (tag !== undefined) base.searchParams.set('tag', tag)
  return base.href
}

interface PushOptions {
  onFrame: (frame: PushFrame) => void
  /** What tests replace. */
  url?: () => string
  ticket?: () => Promise<string>
  Socket?: typeof WebSocket
}

const ownUrl = (): string => pushUrl(loadedConfig().host, pushTag(useSession.getState().info, currentSession().branchCompanyId))
const ownTicket = async (): Promise<string> => (await send(getPushTicket, {}, { quiet: true })).ticket

/**
 * Opens the connection and keeps it (PU-01, PU-02) until the returned function is called.
 *
 * Frames that were seen already, unknown ones and broken ones are left out; after a reconnect the missed ones are asked for.
 */
export function connectPush({ onFrame, url = ownUrl, ticket = ownTicket, Socket }: PushOptions): () => void {
  let lastSeq: number | undefined
  const socket = new ReconnectingSocket(url, async () => [`ticket.${await ticket()}`], {
    minReconnectionDelay: pushReconnectMs, maxReconnectionDelay: pushReconnectMs, reconnectionDelayGrowFactor: 1,
    connectionTimeout: 10_000, maxEnqueuedMessages: 0, ...(Socket ? { WebSocket: Socket } : {}),
    // the server refused the tag: asking again would be refused again
    shouldReconnectOnClose: ({ code }) => code !== 4403,
  })
  socket.addEventListener('open', () => { if (lastSeq !== undefined) socket.send(JSON.stringify({ resume: lastSeq })) })
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

type AnswerInvitation = (agrees: boolean, frame: PushFrame) => Promise<void>
let answer: AnswerInvitation | undefined

/** Lets the feature of company relations answer invitations (push code 28). */
export function onInvitation(handler: AnswerInvitation): void {
  answer = handler
}

/** Answers an invitation; false when no feature is there to do it. */
export async function answerInvitation(agrees: boolean, frame: PushFrame): Promise<boolean> {
  if (!answer) return false
  await answer(agrees, frame)
  return true
}
