// Test support: a way to a database that is cut at a chosen byte of the talk, as networks are.
import net from 'node:net'
import { placeOf } from './valve.ts'

/** A way to a database, and the bytes on their way there or back that cut it. */
export interface Cutter {
  readonly url: string
  /** Cuts the connection in place of passing these bytes on, when it answers true. */
  cutsUp: (bytes: Buffer) => boolean
  cutsDown: (bytes: Buffer) => boolean
  /** Lets these bytes vanish and the connection stand, as a machine does that is gone without a word. */
  swallowsUp: (bytes: Buffer) => boolean
  /** Connections that were cut. */
  cuts: number
  readonly close: () => Promise<void>
}

/** Puts a cutter before the database at `url`. */
export async function openCutter(url: string): Promise<Cutter> {
  const target = placeOf(new URL(url))
  const sockets = new Set<net.Socket>()
  const server = net.createServer(near => {
    const far = net.connect(target)
    const pass = (
      from: net.Socket,
      to: net.Socket,
      isCut: (bytes: Buffer) => boolean,
      isSwallowed: (bytes: Buffer) => boolean,
    ): void => {
      sockets.add(from)
      from.on('data', bytes => {
        if (isCut(bytes)) {
          cutter.cuts++
          near.destroy()
          far.destroy()
        } else if (!isSwallowed(bytes)) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    pass(
      near,
      far,
      bytes => cutter.cutsUp(bytes),
      bytes => cutter.swallowsUp(bytes),
    )
    pass(
      far,
      near,
      bytes => cutter.cutsDown(bytes),
      () => false,
    )
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const own = server.address()
  const through = new URL(url)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String(typeof own === 'object' && own ? own.port : 0)
  const cutter: Cutter = {
    url: through.href,
    cutsUp: () => false,
    cutsDown: () => false,
    swallowsUp: () => false,
    cuts: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return cutter
}
