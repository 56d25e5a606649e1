// Test support: a pooler that gives each transaction of any client the same connection to the database.
import net from 'node:net'
import { placeOf } from './valve.ts'

const word = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const ready = word('Z', Buffer.from('I'))
const welcome = Buffer.concat([
  word('R', Buffer.alloc(4)),
  word('S', Buffer.from('client_encoding\0UTF8\0')),
  word('K', Buffer.alloc(8)),
  ready,
])

/** Cuts whole messages off the front of what came; `on` gets each. */
function messages(on: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return bytes => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1
      on(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  }
}

/** Connects to the database itself; resolves when it is ready for statements. */
async function connect(url: URL): Promise<net.Socket> {
  const socket = net.connect(placeOf(url))
  const names = `user\0${url.username}\0database\0${url.pathname.slice(1)}\0\0`
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + names.length, 0)
  head.writeInt32BE(196_608, 4)
  socket.write(Buffer.concat([head, Buffer.from(names)]))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    const read = messages(message => {
      if (message[0] !== 0x5a) return
      socket.off('data', read)
      resolve()
    })
    socket.on('data', read)
  })
  return socket
}

/**
 * Puts a pooler in transaction mode before the database at `url` (reached without a password): one connection serves
 * whoever has a transaction, one after another.
 */
export async function startPooler(url: string): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const database = await connect(new URL(url))
  const clients = new Set<net.Socket>()
  const waiting: { readonly client: net.Socket; readonly bytes: Buffer }[] = []
  let served: net.Socket | undefined
  const serve = (): void => {
    const next = waiting.find(({ client }) => served === undefined || client === served)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    served = next.client
    database.write(next.bytes)
    serve()
  }
  const answers = messages(message => {
    served?.write(message)
    const isIdle = message[0] === 0x5a && message[5] === 0x49
    if (!isIdle) return
    served = undefined
    serve()
  })
  database.on('data', answers)
  const server = net.createServer(client => {
    clients.add(client)
    client.on('error', () => {})
    client.on('close', () => clients.delete(client))
    const statements = messages(message => {
      if (message[0] === 0x58) return
      waiting.push({ client, bytes: message })
      serve()
    })
    client.once('data', () => {
      client.write(welcome)
      client.on('data', statements)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const own = server.address()
  return {
    url: `postgresql://yunshu_app@127.0.0.1:${typeof own === 'object' && own ? own.port : 0}/pooled`,
    close: async () => {
      for (const client of clients) client.destroy()
      database.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
