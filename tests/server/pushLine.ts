// A browser's end of the push connection, for tests over a real websocket.
import { PushFrame } from '@yunshu/contract/message/message'
import { getPushTicket } from '@yunshu/contract/session/session'
import { WebSocket, type ClientOptions } from 'ws'
import * as z from 'zod/mini'
import type { Client } from './testServer.ts'
import { until } from './until.ts'

/** `closed` is the close code, `refused` the HTTP status of a handshake that failed. */
export interface Line {
  readonly ws: WebSocket
  readonly frames: z.output<typeof PushFrame>[]
  readonly closed: Promise<number>
  readonly refused: Promise<number>
}

/** Opens a connection to the server at `url`; `query` starts with `?`. */
export function connectTo(url: string, query: string, protocol?: string, options: ClientOptions = {}): Line {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/push${query}`, protocol ? [protocol] : [], options)
  const frames: Line['frames'] = []
  ws.on('message', (data: Buffer) => {
    frames.push(z.parse(PushFrame, JSON.parse(data.toString('utf8'))))
  })
  ws.on('error', () => {})
  return {
    ws,
    frames,
    closed: new Promise(resolve => {
      ws.on('close', resolve)
    }),
    refused: new Promise(resolve => {
      ws.on('unexpected-response', (request, response) => {
        request.destroy()
        resolve(response.statusCode ?? 0)
      })
    }),
  }
}

/** The line once it is open. */
export async function opened(line: Line): Promise<Line> {
  if (line.ws.readyState !== WebSocket.OPEN)
    await new Promise((resolve, reject) => {
      line.ws.once('open', resolve).once('close', reject)
    })
  return line
}

/**
 * Connects as the portal does: a ticket from wherever the client asks, redeemed at `url`, resumed at the number given
 * or the ticket's.
 */
export async function resumeAt(url: string, client: Client, from?: number): Promise<Line & { readonly seq: number }> {
  const { ticket, seq } = await client.send(getPushTicket, {})
  const line = connectTo(url, '', `ticket.${ticket}`)
  line.ws.once('open', () => {
    line.ws.send(JSON.stringify({ resume: from ?? seq }))
  })
  return { ...(await opened(line)), seq }
}

/** The frames once there are so many. */
export async function framesOf(line: Line, count: number): Promise<Line['frames']> {
  await until(
    () => line.frames.length >= count,
    () => `${count} frames, not ${JSON.stringify(line.frames)}`,
  )
  return line.frames
}
