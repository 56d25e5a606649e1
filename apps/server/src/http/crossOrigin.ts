// Calls from pages of other origins: the configured ones may call and read answers, every other stays what the browser
// makes of it.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** The time a browser may keep what a preflight answered, s. */
const keptS = 600

/** Lets pages of the given origins call: the portal calls the provider host, which need not be where it came from (CL-01). */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin !== undefined && origins.includes(origin)) {
      reply.header('Access-Control-Allow-Origin', origin)
      reply.header('Access-Control-Allow-Credentials', 'true')
      reply.header('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, Content-Disposition')
    }
    done()
  })
  app.options('/*', { config: { open: 'preflights of browsers' }, logLevel: 'silent' }, (_request, reply) =>
    reply
      .header('Access-Control-Allow-Methods', 'GET, POST')
      .header('Access-Control-Allow-Headers', 'Authorization, URLFlag, Idempotency-Key')
      .header('Access-Control-Max-Age', keptS)
      .code(204)
      .send(),
  )
}

/** Own pages and the configured ones may connect; programs that send no Origin may too, they need a token anyway. */
export function isAllowedOrigin({ origin, host }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
