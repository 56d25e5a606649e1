// Faults of a proxy before the server that show in its requests: each is told once, with the line that is missing there.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isAllowedOrigin } from './crossOrigin.ts'

interface Seen {
  readonly isPush: boolean
  readonly isUpgrade: boolean
  readonly headers: IncomingHttpHeaders
}

interface ProxyFault {
  readonly shows: (seen: Seen, config: Pick<Config, 'trustProxy' | 'origins'>) => boolean
  readonly line: (headers: IncomingHttpHeaders) => string
}

const faults: readonly ProxyFault[] = [
  {
    shows: ({ headers }, { trustProxy }) =>
      trustProxy === 0 && ['x-forwarded-for', 'x-real-ip', 'forwarded'].some(name => headers[name] !== undefined),
    line: () =>
      '请求经过代理而设置 TRUST_PROXY 为 0：所有人被当作同一地址，一人锁定会连累众人；请按代理层数设置，如 TRUST_PROXY=1',
  },
  {
    shows: ({ isPush, isUpgrade }) => isPush && !isUpgrade,
    line: () =>
      '推送连接到达时已不是 WebSocket：代理没有转交升级；nginx 的 location 中请加 proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";',
  },
  {
    shows: ({ isPush, isUpgrade, headers }, { origins }) => isPush && isUpgrade && !isAllowedOrigin(headers, origins),
    line: ({ origin = '', host = '' }) =>
      `推送连接被拒绝：页面来自 ${origin.slice(0, 200)}，而代理转来的 Host 是 ${host.slice(0, 200)}；nginx 中请加 proxy_set_header Host $http_host;，或设置 ORIGINS`,
  },
]

/** Logs each fault the first time a request shows it: strangers can provoke them, but no more than a line each. */
export function tellProxyFaults(app: FastifyInstance, config: Pick<Config, 'trustProxy' | 'origins'>): void {
  const untold = new Set(faults)
  const look = (url: string, headers: IncomingHttpHeaders, isUpgrade: boolean): void => {
    const seen = { isPush: /^\/push(?:\?|$)/.test(url), isUpgrade, headers }
    for (const fault of untold) {
      if (!fault.shows(seen, config)) continue
      app.log.warn(fault.line(headers))
      untold.delete(fault)
    }
  }
  app.addHook('onRequest', (request, _reply, done) => {
    look(request.url, request.headers, false)
    done()
  })
  app.server.on('upgrade', ({ url = '', headers }) => {
    look(url, headers, true)
  })
}
