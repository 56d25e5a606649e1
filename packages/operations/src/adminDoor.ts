// The door of a role for its operators, on the loopback: liveness, readiness and figures.
import http from 'node:http'
import type { Registry } from 'prom-client'

/** Parts of a role that operators ask about. */
export interface Overseen {
  readonly register: Registry
  /** Rejects when the database does not answer. */
  readonly askDatabase: () => Promise<unknown>
}

export interface AdminDoor {
  readonly port: number
  stop(): Promise<void>
}

/** Answers /healthz, /readyz and /metrics on a port of the loopback. @throws Error when the port is taken */
export async function openAdminDoor(port: number, { register, askDatabase }: Overseen): Promise<AdminDoor> {
  const server = http.createServer((request, reply) => {
    const end = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      reply.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
    }
    if (request.method !== 'GET') end(405, '只能读取\n')
    else if (request.url === '/healthz') end(200, '正常\n')
    else if (request.url === '/readyz')
      askDatabase().then(
        () => end(200, '就绪\n'),
        () => end(503, '数据库没有应答\n'),
      )
    else if (request.url === '/metrics')
      register.metrics().then(
        text => end(200, text, register.contentType),
        () => end(500, '无法读取\n'),
      )
    else end(404, '网络地址不存在\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port }, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
