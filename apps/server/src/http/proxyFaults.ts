// Faults of a proxy before the server that show in its requests: each is told once, with the line that is missing there.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isAllowedOrigin } from './crossOrigin.ts'

interface Seen {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly isUpgrade: boolean
}

/** The lines about what a request shows of the proxy it came by; none when all is right. */
export function proxyFaultsOf(
  { path, headers, isUpgrade }: Seen,
  { trustProxy, origins }: Pick<Config, 'trustProxy' | 'origins'>,
): string[] {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded'].some(name => headers[name] !== undefined)
  const { origin = '', host = '' } = headers
  return [
    isForwarded && trustProxy === 0
      ? '请求经过代理而设置 TRUST_PROXY 为 0：所有人被当作同一地址，一人锁定会连累众人；请按代理层数设置，如 TRUST_PROXY=1'
      : '',
    path === '/push' && !isUpgrade
      ? '推送连接到达时已不是 WebSocket：代理没有转交升级；nginx 的 location 中请加 proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";'
      : '',
    path === '/push' && isUpgrade && !isAllowedOrigin(headers, origins)
      ? `推送连接被拒绝：页面来自 ${origin.slice(0, 200)}，而代理转来的 Host 是 ${host.slice(0, 200)}；nginx 中请加 proxy_set_header Host $http_host;，或设置 ORIGINS`
      : '',
  ].filter(Boolean)
}

/** Logs each fault the first time a request shows it. Strangers can provoke them, so the list of what was told is short. */
export function tellProxyFaults(app: FastifyInstance, config: Pick<Config, 'trustProxy' | 'origins'>): void {
  const told = new Set<string>()
  const look = (url: string, headers: IncomingHttpHeaders, isUpgrade: boolean): void => {
    for (const line of proxyFaultsOf({ path: url.split('?', 1)[0] ?? '', headers, isUpgrade }, config)) {
      const kind = line.slice(0, 12)
      if (!told.has(kind)) app.log.warn(line)
      told.add(kind)
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
