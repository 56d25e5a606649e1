// The address where payment channels tell us what became of an order: no session, no envelope of ours, only their
// signature.
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyInstance } from 'fastify'
import { sendAnswer, sendRefusal } from '../../http/answer.ts'
import type { SecurityEvents } from '../../http/securityEvents.ts'
import type { Deps } from '../../work/ctx.ts'
import { takeNotice } from './notice.commands.ts'

/** The largest notice read, bytes. */
const noticeBytes = 16_384

/** Mounts `POST /partners/sim/notice`; the signature covers the bytes of the body, so they are kept as they came. */
export function mountPartners(app: FastifyInstance, deps: Deps, events: SecurityEvents): void {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: noticeBytes },
      (_request, body, done) => {
        done(null, body)
      },
    )
    scope.post(
      '/partners/sim/notice',
      { config: { open: 'notices of a payment channel, believed by their signature' } },
      async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        try {
          if (!Buffer.isBuffer(request.body)) throw new Problem('request.type')
          const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers
          await takeNotice(
            deps,
            'SIM',
            { timestamp: String(timestamp), signature: String(signature) },
            request.body,
            Date.now(),
          )
          return sendAnswer(reply, {})
        } catch (error) {
          request.log.warn({ err: error }, 'notice refused')
          events.note(request, { path: '/partners/sim/notice', title: '支付通知' }, error)
          return sendRefusal(reply, request, error)
        }
      },
    )
  })
}
