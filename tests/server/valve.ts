// Test support: a valve between the product and its database, which can be shut as a network or a frozen server is.
import net from 'node:net'

/** A way to a database that can be shut. */
export interface Valve {
  /** The address of the database through the valve. */
  readonly url: string
  /** Lets nothing through any more; connections stay, and new ones are taken. */
  readonly shut: () => void
  readonly open: () => void
  readonly close: () => Promise<void>
}

/** The place where a database listens, for a socket: a file of a folder, or a port. */
export function placeOf(url: URL): net.NetConnectOpts {
  const folder = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` }
}

/** Puts a valve before the database at `url`, which is reached by a socket in a folder or by TCP. */
export async function openValve(url: string): Promise<Valve> {
  const target = placeOf(new URL(url))
  const sockets = new Set<net.Socket>()
  let isShut = false
  const server = net.createServer(near => {
    const far = net.connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (isShut) from.pause()
      from.on('data', bytes => to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isShut) from.pause()
    }
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const own = server.address()
  const through = new URL(url)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String(typeof own === 'object' && own ? own.port : 0)
  return {
    url: through.href,
    shut: () => {
      isShut = true
      for (const socket of sockets) socket.pause()
    },
    open: () => {
      isShut = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
