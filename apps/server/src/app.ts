// The HTTP server put together: strict Fastify, headers, routes, files, static portal, health, metrics.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { Problem } from '@yunshu/domain/problems/problems'
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import { mountSeal } from './features/sealNotice/sealNotice.routes.ts'
import { mountPartners } from './features/settlement/notice.routes.ts'
import { mountFiles } from './features/file/file.routes.ts'
import { sendRefusal } from './http/answer.ts'
import { allowOrigins } from './http/crossOrigin.ts'
import { answerBrokenRequest } from './http/brokenRequest.ts'
import { watchBodies } from './http/bodies.ts'
import { cutSilentConnections, limitConnections } from './http/connections.ts'
import type { Deps } from './work/ctx.ts'
import { mountMetrics, mountOperations } from './http/operations.ts'
import { leavePageRules, pageHeaders, takeReports } from './http/pageRules.ts'
import { requestLimits } from './http/parse.ts'
import { tellProxyFaults } from './http/proxyFaults.ts'
import { keepSecurityEvents } from './http/securityEvents.ts'
import { serve, type Route } from './http/serve.ts'

/** Numbers of requests: a part that is this process's own, then a counter. They name log lines and keep no secret. */
const processPart = randomBytes(6).toString('base64url')
let requests = 0
const makeRequestId = (): string => processPart + (requests++).toString(36).padStart(8, '0')

/** Folder of the built portal; absent while developing and in HTTP tests. */
const portal = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const regions = fileURLToPath(new URL('../../../packages/regions/built/', import.meta.url))
/** Addresses of the API: an unknown one below them is an error, anything else is the portal's page. */
const apiPrefixes = [
  '/v1/',
  '/auth/',
  '/partners/',
  '/files/',
  '/push',
  '/live',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/config.json',
  '/regions/',
  '/assets/',
]

export interface AppOptions {
  deps: Deps
  routes: readonly Route[]
  logStream?: NodeJS.WritableStream | undefined
  /** Aborted when the server is about to leave: it still answers, but asks to be left. */
  leaving?: AbortSignal | undefined
}

/** Builds the server; the caller listens. */
export async function buildApp({ deps, routes, logStream, leaving }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify(optionsOf(deps, logStream))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/x-www-form-urlencoded/i, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  await app.register(multipart, {
    limits: { fileSize: requestLimits.fileBytes, files: requestLimits.files, fields: 40, fieldSize: 65_536, parts: 60 },
  })
  watchBodies(app)
  // each route says whether its answers are compressed; bodies that come compressed are refused
  await app.register(compress, { global: false, globalDecompression: false })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    reply.header('X-Content-Type-Options', 'nosniff')
    if (leaving?.aborted) reply.header('Connection', 'close')
    done()
  })
  app.addHook('onRoute', route => {
    const { call, open } = route.config ?? {}
    if (!call && !open)
      throw new Error(`${String(route.method)} ${route.url} is mounted without a call or a reason to be open`)
  })
  allowOrigins(app, deps.config.origins)
  tellProxyFaults(app, deps.config)
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, request, error))

  const register = mountMetrics(app, deps)
  const events = keepSecurityEvents(app, deps)
  serve(app, deps, routes, events)
  // headers for answers a browser may show as a page or embed; the envelopes of calls are neither
  await app.register(async shown => {
    await shown.register(helmet, pageHeaders(deps.config))
    mountOperations(shown, { deps, routes, register, leaving })
    mountFiles(shown, deps)
    takeReports(shown, register)
    mountPartners(shown, deps, events)
    mountSeal(shown, deps, events)
    await mountPortal(shown)
  })
  cutSilentConnections(app)
  limitConnections(app.server, {
    address: deps.config.trustProxy > 0 ? undefined : requestLimits.addressConnections,
    all: requestLimits.connections,
  })
  return app
}

function optionsOf(deps: Deps, logStream: AppOptions['logStream']): FastifyHttpOptions<RawServerDefault> {
  return {
    logger: {
      level: deps.config.logLevel,
      ...(logStream ? { stream: logStream } : {}),
      // the query of a request is never logged: the specified login carries the password there
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url.split('?', 1)[0],
          ip: request.ip,
        }),
      },
      redact: [
        'password',
        '*.password',
        'token',
        '*.token',
        'ticket',
        '*.ticket',
        'idNo',
        '*.idNo',
        'account_no',
        '*.account_no',
        '*.parameters',
      ],
    },
    genReqId: makeRequestId,
    // of people nobody knows; calls of those who are signed in say their own
    bodyLimit: requestLimits.openBytes,
    trustProxy: (_address, hop) => hop < deps.config.trustProxy,
    requestTimeout: requestLimits.uploadMs,
    connectionTimeout: 0,
    keepAliveTimeout: deps.config.trustProxy > 0 ? requestLimits.proxyIdleMs : requestLimits.idleMs,
    // the query stands in the first line: hundreds of pasted numbers are a query like any other, too long ones are
    // refused in words
    clientErrorHandler: answerBrokenRequest,
    http: {
      headersTimeout: requestLimits.headersMs,
      connectionsCheckingInterval: requestLimits.lookMs,
      maxHeaderSize: requestLimits.queryBytes + 16_384,
    },
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }
}

async function mountPortal(app: FastifyInstance): Promise<void> {
  const hasPortal = existsSync(portal)
  await app.register(fastifyStatic, {
    root: [...(hasPortal ? [portal] : []), regions],
    serve: false,
    // the build of the portal leaves a compressed file beside each plain one
    preCompressed: true,
  })
  if (existsSync(regions))
    app.get('/regions/:file', { config: { open: 'public division data' } }, async (request, reply) => {
      const { file } = request.params as { file: string }
      return reply.header('Cache-Control', 'public, max-age=3600').sendFile(file, regions)
    })
  if (hasPortal)
    app.get('/assets/*', { config: { open: 'hashed files of the portal' } }, async (request, reply) => {
      const { '*': file } = request.params as { '*': string }
      if (/\.(?:m?js|css|woff2)$/.test(file)) leavePageRules(reply)
      return reply.sendFile(`assets/${file}`, portal, { immutable: true, maxAge: '365d' })
    })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    // monitors and previews of links take anything, or say nothing
    const isPage =
      hasPortal &&
      request.method === 'GET' &&
      !apiPrefixes.some(prefix => path.startsWith(prefix)) &&
      (!path.includes('.') || path === publicScreens.about) &&
      /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
    // a shared page is for whom it was passed on to, not for search engines
    if (isPage)
      return reply
        .header('Cache-Control', 'no-cache')
        .header('X-Robots-Tag', 'noindex, nofollow')
        .sendFile('index.html', portal)
    const asset = hasPortal && request.method === 'GET' && /^\/[\w-]+\.(?:ico|svg|png|webmanifest|txt)$/.test(path)
    // browsers ask for it wherever they show something else than a page of ours
    if (hasPortal && path === '/favicon.ico') return reply.sendFile('favicon.svg', portal)
    if (asset && existsSync(portal + path.slice(1))) return reply.sendFile(path.slice(1), portal)
    return sendRefusal(reply, request, new Problem('address.none'))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call this route serves. */
    call?: Route['call']
    /** The reason this route needs no call: it is public by nature. */
    open?: string
  }
}
