// The envelope every answer wears, and how a refusal or a bug becomes one.
import type { Envelope } from '@yunshu/contract/wire'
import { Problem, problems, problemText, type ProblemName } from '@yunshu/domain/problems/problems'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/pool.ts'

/** Seconds a client should wait after 429 and 503 when the refusal does not say. */
const retryAfterS: Partial<Record<number, number>> = { 429: 5, 503: 1 }

/** Sends data in the envelope of success. */
export function sendAnswer(reply: FastifyReply, data: unknown): FastifyReply {
  return reply.code(200).send({ code: 0, message: '操作成功', data } satisfies Envelope)
}

/** The envelope and status of any thrown error; a bug is logged whole and told to the user only by its number. */
export function refusalOf(
  error: unknown,
  request: Pick<FastifyRequest, 'id'> & { readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'> },
): { http: number; retryAfter?: number; envelope: Envelope } {
  const shape = (name: ProblemName, message: string, data: unknown = null, wait?: number) => {
    const { http, code } = problems[name]
    const retryAfter = wait ?? retryAfterS[http]
    return { http, envelope: { code, message, data }, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
  if (error instanceof Problem) return shape(error.problem, error.message, error.data, error.waitS)
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database away')
    return shape('server.starting', problemText('server.starting'))
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return shape('request.large', problemText('request.large'))
  if (status === 415) return shape('request.type', problemText('request.type'))
  if (typeof status === 'number' && status >= 400 && status < 500)
    return shape('request.bad', problemText('request.bad', { reason: '格式不正确' }))
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '53100') {
    request.log.error({ err: error }, 'disk of the database full')
    return shape('server.full', problemText('server.full'))
  }
  // 40001 serialization, 40P01 deadlock, 57014 deadline: nothing was written, the caller may try again
  if (code === '40001' || code === '40P01' || code === '57014') {
    request.log.error({ err: error }, 'database refused for now')
    return shape('server.busy', problemText('server.busy'))
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    request.log.error({ err: error }, 'disk full')
    return shape('file.full', problemText('file.full'))
  }
  request.log.error({ err: error }, 'bug')
  return shape('server.bug', problemText('server.bug', { requestId: request.id }))
}

/** Sends a refusal. */
export function sendRefusal(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
  const { http, retryAfter, envelope } = refusalOf(error, request)
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter))
  return reply.code(http).header('Cache-Control', 'no-store').send(envelope)
}
