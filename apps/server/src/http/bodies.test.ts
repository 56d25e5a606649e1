// Slow bodies and many connections, on bare servers: what is cut, and what is left alone.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { watchBodies, type BodyWatch } from './bodies.ts'
import { limitConnections } from './connections.ts'
import { requestLimits } from './parse.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Resolves when a connection is closed, be it by a fault. */
const closing = (socket: Socket): Promise<unknown> =>
  new Promise(resolve => {
    socket.once('close', resolve)
  })

const open = (port: number): Socket => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  ends.push(() => socket.destroy())
  return socket
}

interface Watched {
  readonly watch: BodyWatch
  /** Begins a body and answers its connection once the server knows it. */
  readonly begin: (type: string) => Promise<Socket>
  /** Bytes the server has read of the last connection. */
  readonly read: () => number
}

async function watched(): Promise<Watched> {
  const app: FastifyInstance = Fastify({ forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.on('end', () => done(null)).resume()
  })
  const watch = watchBodies(app)
  let known = (): void => {}
  let read = (): number => 0
  app.server.on('connection', socket => {
    read = () => socket.bytesRead
  })
  app.addHook('preParsing', async () => known())
  app.post('/', async () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
  ends.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return {
    watch,
    read: () => read(),
    begin: async type => {
      const isKnown = new Promise<void>(resolve => {
        known = resolve
      })
      const socket = open(port)
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\nx`)
      await isKnown
      return socket
    },
  }
}
const multipart = 'multipart/form-data; boundary=x'
const form = 'application/x-www-form-urlencoded'
const later = (ms: number): number => Date.now() + ms

test('bodies that come by the byte were waited for a minute: a form has to be whole in its time, an upload to go on', async () => {
  const { watch, begin } = await watched()
  for (const [type, ms] of [
    [form, requestLimits.formMs],
    [multipart, requestLimits.slice.ms],
  ] as const) {
    const socket = await begin(type)
    const closed = closing(socket)
    watch.look(later(ms - 1000))
    expect(socket.destroyed).toBe(false)
    watch.look(later(ms + 1))
    await closed
    expect(ms + requestLimits.lookMs).toBeLessThan(15_000)
  }
})

test('an upload that comes steadily is left alone, however long it takes', async () => {
  const { watch, begin, read } = await watched()
  const socket = await begin(multipart)
  const { ms, bytes } = requestLimits.slice
  for (let slice = 1; slice <= 3; slice++) {
    const before = read()
    socket.write(Buffer.alloc(bytes))
    await expect.poll(read).toBe(before + bytes)
    watch.look(later(slice * (ms + 1)))
  }
  const answered = once(socket, 'data')
  socket.write(Buffer.alloc(1_000_000 - 1 - 3 * bytes))
  expect(String((await answered)[0])).toContain('200 OK')
})

test('one address could open any number of connections: beyond its cap they are closed, others are not', async () => {
  const server = createServer((_request, response) => response.end('here'))
  let line = '203.0.113.9'
  limitConnections(server, { address: 2, all: 3 }, () => line)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const answered = async (): Promise<boolean> => {
    const socket = open(port)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return Promise.race([once(socket, 'data').then(() => true), closing(socket).then(() => false)])
  }
  expect([await answered(), await answered(), await answered()]).toEqual([true, true, false])
  line = '203.0.113.10'
  expect([await answered(), await answered()]).toEqual([true, false])
})
