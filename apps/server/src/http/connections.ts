// Connections of the server: so many of one address and so many in all, and none that holds up its stop.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { lineOf } from './networks.ts'

/** The most connections of one address, and of all. */
export interface ConnectionLimits {
  /** Undefined where the other side of every connection is a proxy of ours. */
  readonly address: number | undefined
  readonly all: number
}

const isOwnMachine = (line: string): boolean => line.startsWith('127.') || line === lineOf('::1')

/** Closes connections above the limits as they are opened; those of the machine itself count only in all. */
export function limitConnections(
  server: Server,
  { address: most, all }: ConnectionLimits,
  addressOf: (socket: Socket) => string = socket => lineOf(socket.remoteAddress ?? ''),
): void {
  server.maxConnections = all
  if (most === undefined) return
  const open = new Map<string, number>()
  server.on('connection', socket => {
    const address = addressOf(socket)
    if (isOwnMachine(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/**
 * Cuts the connections that have never sent a byte when the server closes: browsers open some ahead. Node counts a new
 * connection as busy, and the close would wait until the other side goes.
 */
export function cutSilentConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', done => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}
