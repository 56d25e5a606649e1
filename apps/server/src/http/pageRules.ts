// Rules for browsers that show a page of ours: what it may load, whom it may connect to, who may frame it; and what
// browsers report of pages that broke them.
import type { IncomingMessage } from 'node:http'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { parseStrictJson } from '../strictJson.ts'
import { lineOf } from './networks.ts'

const reportPath = '/csp-report'

/** The socket of the host a page came from, for browsers that do not count it as 'self'; a host of another form is none. */
const ownSocket = ({ headers: { host = '' } }: IncomingMessage): string =>
  /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'"

/** Hosts the tiles of each map service come from; the portal draws no tiles of the others. */
const tileHosts: Readonly<Record<Config['map']['provider'], readonly string[]>> = {
  offline: [],
  tianditu: ['https://*.tianditu.gov.cn'],
  amap: [],
  tencent: [],
  baidu: [],
}

/** Headers of answers a browser may show as a page or embed. */
export function pageHeaders({
  providerHost,
  secureCookies,
  map,
}: Pick<Config, 'providerHost' | 'secureCookies' | 'map'>): FastifyHelmetOptions {
  const hosts = providerHost === '' ? [] : [providerHost, providerHost.replace(/^http/, 'ws')]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // decision 048
        'style-src': ["'self'", "'unsafe-inline'"],
        'worker-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:', ...tileHosts[map.provider]],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", ownSocket, ...hosts, ...tileHosts[map.provider]],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['default'],
        'report-uri': [reportPath],
      },
    },
    strictTransportSecurity: secureCookies,
    crossOriginEmbedderPolicy: false,
    // keys of a map service are bound to the page they are used on, which is told by its host alone
    referrerPolicy: { policy: tileHosts[map.provider].length > 0 ? 'strict-origin' : 'no-referrer' },
  }
}

/** Rules that speak of documents and frames: nothing to scripts, style sheets and fonts, which are none. */
const documentRules = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

/** Leaves out of a script, style sheet or font what a page needs: a cold list asks for half a hundred of them. */
export function leavePageRules(reply: FastifyReply): void {
  for (const name of documentRules) reply.removeHeader(name)
}

/** The bounds of what strangers may report. */
export const reportLimits = { bytes: 8192, perMinute: 20, addresses: 2000, kinds: 50 } as const

const directives: ReadonlySet<string> = new Set(
  'script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src frame-src form-action frame-ancestors base-uri object-src worker-src require-trusted-types-for trusted-types default-src'.split(
    ' ',
  ),
)

/** The rule a report is about and the place it names; undefined for what is no report. */
function readReport(body: unknown): { rule: string; blocked: string } | undefined {
  if (!Buffer.isBuffer(body)) return undefined
  try {
    const said: unknown = parseStrictJson(body.toString('utf8'))
    const report: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, 'csp-report') : undefined
    if (typeof report !== 'object' || report === null) return undefined
    const text = (name: string): string => String(Reflect.get(report, name) ?? '').slice(0, 200)
    const named = (text('effective-directive') || text('violated-directive')).split(' ', 1)[0] ?? ''
    return { rule: directives.has(named) ? named : 'other', blocked: text('blocked-uri') }
  } catch {
    return undefined
  }
}

/** Takes reports of browsers: counted by rule, logged once for each rule and place, so many of one address in a minute. */
export function takeReports(app: FastifyInstance, register: Registry): void {
  const count = new Counter({
    name: 'csp_reports_total',
    help: 'pages that broke a rule for browsers, by rule',
    labelNames: ['rule'],
    registers: [register],
  })
  const told = new Set<string>()
  let asked = new Map<string, number>()
  let minute = 0
  const isTooMany = (ip: string): boolean => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, asked] = [now, new Map()]
    const line = lineOf(ip)
    const times = (asked.get(line) ?? 0) + 1
    if (asked.size < reportLimits.addresses || asked.has(line)) asked.set(line, times)
    else return true
    return times > reportLimits.perMinute
  }
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'buffer', bodyLimit: reportLimits.bytes },
      (_request, body, done) => done(null, body),
    )
    scope.post(
      reportPath,
      {
        config: { open: 'what browsers report of pages that broke a rule' },
        logLevel: 'warn',
        onRequest: async request => {
          if (isTooMany(request.ip)) throw new Problem('rate.limited', { seconds: 60 })
        },
      },
      async (request, reply) => {
        const report = readReport(request.body)
        if (report === undefined) throw new Problem('request.bad', { reason: '格式不正确' })
        count.inc({ rule: report.rule })
        const kind = `${report.rule} ${report.blocked}`
        if (!told.has(kind) && told.size < reportLimits.kinds) {
          told.add(kind)
          request.log.warn({ event: 'csp', ...report }, 'a page broke a rule for browsers')
        }
        return reply.code(204).send()
      },
    )
  })
}
