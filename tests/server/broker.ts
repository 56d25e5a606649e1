// A NATS broker of one page: enough of its text protocol for the official client to connect, subscribe and publish.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface Broker {
  readonly url: string
  /** Sends a message to all subscribers, as a stranger on the same broker could. */
  readonly publish: (subject: string, text: string) => void
  /** Breaks every connection; new ones are taken. */
  readonly cut: () => void
  readonly stop: () => Promise<void>
}

interface Peer {
  readonly socket: Socket
  readonly subscriptions: Map<string, string>
}

/** Starts a broker on loopback, on a free port unless one is given. */
export async function startBroker(port = 0): Promise<Broker> {
  const peers = new Set<Peer>()
  const publish = (subject: string, text: string): void => {
    for (const { socket, subscriptions } of peers)
      for (const [sid, wanted] of subscriptions) {
        if (wanted === subject) socket.write(`MSG ${subject} ${sid} ${Buffer.byteLength(text)}\r\n${text}\r\n`)
      }
  }
  const obey = ({ socket, subscriptions }: Peer, line: string): void => {
    const [verb, ...words] = line.split(/\s+/)
    if (verb === 'PING') socket.write('PONG\r\n')
    else if (verb === 'SUB') subscriptions.set(words.at(-1) ?? '', words[0] ?? '')
    else if (verb === 'UNSUB') subscriptions.delete(words[0] ?? '')
  }
  const server = createServer(socket => {
    const peer: Peer = { socket, subscriptions: new Map() }
    peers.add(peer)
    let unread = Buffer.alloc(0)
    socket
      .on('error', () => {})
      .on('close', () => {
        peers.delete(peer)
      })
      .on('data', chunk => {
        unread = Buffer.concat([unread, chunk])
        for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
          const line = unread.toString('utf8', 0, end)
          const published = /^PUB (\S+) (\d+)$/.exec(line)
          const lineEnd = end + 2
          if (!published) {
            obey(peer, line)
            unread = unread.subarray(lineEnd)
            continue
          }
          const bodyEnd = lineEnd + Number(published[2])
          // the body may still be under way
          if (unread.length < bodyEnd + 2) return
          publish(published[1] ?? '', unread.toString('utf8', lineEnd, bodyEnd))
          unread = unread.subarray(bodyEnd + 2)
        }
      })
    socket.write(
      `INFO ${JSON.stringify({ server_id: 'test', version: '2.9.10', proto: 1, headers: true, max_payload: 1_048_576 })}\r\n`,
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const { socket } of peers) socket.destroy()
  }
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish,
    cut,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
