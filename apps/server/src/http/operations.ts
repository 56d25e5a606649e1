// Addresses for operators: liveness, readiness, metrics, OpenAPI, and the browser's view of the server.
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { product } from '@yunshu/domain/account/account'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import * as z from 'zod/mini'
import type { Deps } from '../work/ctx.ts'
import { openApi } from './openapi.ts'
import type { Route } from './serve.ts'

/** The product's own version, which people are told as 发行版; the one of the specification stands beside it. */
const { version: releaseVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')))

/** Mounts /healthz, /readyz, /metrics, /openapi.json, /config.json and, where there is a contact, security.txt. */
export function mountOperations(
  app: FastifyInstance,
  {
    deps,
    routes,
    register,
    leaving,
  }: { deps: Deps; routes: readonly Route[]; register: Registry; leaving?: AbortSignal | undefined },
): void {
  const open = (why: string) => ({ config: { open: why }, logLevel: 'silent' as const })
  app.get('/healthz', open('liveness'), async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ code: 0, message: '正常', data: {} }),
  )
  app.get('/readyz', open('readiness'), async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    try {
      if (leaving?.aborted) throw new Error('the server is about to leave')
      const { rows } = await deps.pool.query<{ is_copy: boolean }>('select pg_is_in_recovery() as is_copy')
      if (rows[0]?.is_copy !== false) throw new Error('the database is a copy that takes no writes')
      return await reply.send({ code: 0, message: '就绪', data: {} })
    } catch {
      return reply
        .code(503)
        .header('Retry-After', '1')
        .send({ code: 5031, message: '系统正在恢复，请稍后重试', data: null })
    }
  })
  app.get('/config.json', open('browser settings'), async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').send({
      product: product.name,
      version: product.version,
      releaseVersion,
      release: deps.config.release,
      signSecret: deps.config.signSecret,
      login: deps.config.loginMethod,
      passwordPolicy: deps.config.passwordPolicy,
      host: deps.config.providerHost,
      mapProvider: deps.config.map.provider,
      mapKey: deps.config.map.key,
      demo: deps.config.demo,
      tracking: deps.config.isTracking,
    }),
  )
  const { securityContacts } = deps.config
  if (securityContacts.length > 0)
    app.get('/.well-known/security.txt', open('where weaknesses are reported'), async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(securityContacts, Date.now())),
    )
  // nearly a megabyte that most servers are never asked for
  let description: string | undefined
  app.get('/openapi.json', open('description of the calls'), async (_request, reply) => {
    description ??= JSON.stringify(openApi(routes.map(route => route.call)))
    return reply.type('application/json').send(description)
  })
  // behind a proxy of this machine everybody comes from it: an address is no proof
  app.get('/metrics', open('figures for whoever has the token'), async (request, reply) => {
    if (!mayRead(request.headers.authorization, deps.config.metricsToken))
      return reply.code(404).send({ code: 4040, message: '网络地址不存在，请联系客服', data: null })
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/** The time after which a copy of security.txt is to be asked for anew, ms: RFC 9116 wants less than a year. */
const securityTextMs = 180 * DAY_MS

/** The text of security.txt. @source RFC 9116 */
function securityText(contacts: readonly string[], now: number): string {
  return [
    ...contacts.map(contact => `Contact: ${contact}`),
    `Expires: ${new Date(startOfDay(now) + securityTextMs).toISOString()}`,
    'Preferred-Languages: zh, en',
    '',
  ].join('\n')
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** True if the header carries the token; the time taken tells nothing of it. */
const mayRead = (header: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(sha256(header ?? ''), sha256(`Bearer ${token}`))

/** Measures every request and the database connections; answers where the figures are kept. */
export function mountMetrics(app: FastifyInstance, deps: Deps): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  new Gauge({
    name: 'database_connections',
    help: 'connections of the pool by use',
    labelNames: ['use'],
    registers: [register],
    collect() {
      this.set({ use: 'idle' }, deps.pool.idleCount)
      this.set({ use: 'busy' }, deps.pool.totalCount - deps.pool.idleCount)
      this.set({ use: 'waiting' }, deps.pool.waitingCount)
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  return register
}
