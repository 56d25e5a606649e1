// Addresses for operators on the loopback: liveness, readiness and figures.
import http from 'node:http'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Figures } from './figures.ts'

/** Parts of the gateway that operators ask about. */
export interface Overseen {
  readonly figures: Readonly<Figures>
  readonly links: () => number
  readonly sessions: () => number
  /** Messages that wait for the log. */
  readonly pending: () => number
  /** Rejects when the database does not answer. */
  readonly askDatabase: () => Promise<unknown>
}

export interface AdminDoor {
  readonly port: number
  stop(): Promise<void>
}

const counted: Readonly<Record<keyof Figures, string>> = {
  frames: 'frames that were read',
  faults: 'frames that were none',
  refused: 'terminals that were refused',
  registered: 'registrations',
  acknowledged: 'messages that were stored and answered',
  repeated: 'messages that came again',
  turnedAway: 'connections that were not taken',
  commands: 'orders that were sent down',
}

function registerOf({ figures, links, sessions, pending }: Overseen): Registry {
  const register = new Registry()
  for (const name of Object.keys(counted).filter((each): each is keyof Figures => each in counted))
    new Counter({
      name: `gateway_${name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}_total`,
      help: counted[name],
      registers: [register],
      collect() {
        this.reset()
        this.inc(figures[name])
      },
    })
  for (const [name, help, read] of [
    ['links', 'open connections', links],
    ['sessions', 'terminals that have said who they are', sessions],
    ['pending', 'messages that wait for the log', pending],
  ] as const)
    new Gauge({
      name: `gateway_${name}`,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  return register
}

/** Answers /healthz, /readyz and /metrics on a port of the loopback. @throws Error when the port is taken */
export async function openAdminDoor(port: number, overseen: Overseen): Promise<AdminDoor> {
  const register = registerOf(overseen)
  const server = http.createServer((request, reply) => {
    const end = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      reply.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
    }
    if (request.method !== 'GET') end(405, '只能读取\n')
    else if (request.url === '/healthz') end(200, '正常\n')
    else if (request.url === '/readyz')
      overseen.askDatabase().then(
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
