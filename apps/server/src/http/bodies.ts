// Bodies of requests while they come: those of refused requests are not read to their end, slow ones are cut.
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestLimits } from './parse.ts'

/** A body under way. */
interface Coming {
  readonly raw: FastifyRequest['raw']
  readonly socket: Socket
  /** An upload may take long while it comes steadily; a form, and what comes after the answer, has to end soon. */
  isUpload: boolean
  /** The beginning of the present slice of time, ms, and the bytes of the connection until then. */
  since: number
  bytes: number
}

/** Watches over bodies; `look` cuts the connections of those that are too slow at this moment. */
export interface BodyWatch {
  look(now: number): void
}

/** Hangs the watch into a server. */
export function watchBodies(app: FastifyInstance): BodyWatch {
  const coming = new Map<FastifyRequest['raw'], Coming>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && raw.socket instanceof Socket) {
      const isUpload = /^multipart\//i.test(headers['content-type'] ?? '')
      coming.set(raw, { raw, socket: raw.socket, isUpload, since: Date.now(), bytes: raw.socket.bytesRead })
    }
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const body = coming.get(request.raw)
    if (body && !request.raw.complete) leaveUnread(body)
    done(null, payload)
  })
  const look = (now: number): void => {
    for (const body of coming.values())
      if (body.raw.complete || body.socket.destroyed) coming.delete(body.raw)
      else if (isSlow(body, now)) body.socket.destroy()
  }
  const looking = setInterval(() => look(Date.now()), requestLimits.lookMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking)
    done()
  })
  return { look }
}

/** True when a form is not whole in its time, or an upload brought too little in a slice of it; begins the next slice. */
function isSlow(body: Coming, now: number): boolean {
  const { slice, formMs } = requestLimits
  const passed = now - body.since
  if (!body.isUpload) return passed >= formMs
  if (passed < slice.ms) return false
  const { bytesRead } = body.socket
  if (bytesRead - body.bytes < slice.bytes) return true
  body.since = now
  body.bytes = bytesRead
  return false
}

/**
 * Lets go of a body whose request is answered: a little more is read and thrown away, and the other side has a moment
 * to see the answer before its connection is cut, for what is unread then takes the answer with it.
 */
function leaveUnread(body: Coming): void {
  const { raw, socket } = body
  body.isUpload = false
  body.since = Date.now()
  let left: number = requestLimits.unreadBytes
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left >= 0 || raw.isPaused()) return
    raw.pause()
    setTimeout(() => socket.destroy(), requestLimits.seenMs).unref()
  })
  raw.resume()
}
