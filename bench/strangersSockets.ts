// Connections of strangers made by hand: bodies that are too large, and heads, bodies and connections that are slow.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { loginByPost } from '@yunshu/contract/session/session'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'

const open = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  return socket
}
const closing = (socket: Socket): Promise<unknown> =>
  new Promise(resolve => {
    socket.once('close', resolve)
  })
const head = (to: string, headers: Readonly<Record<string, string>>): string =>
  `POST ${to} HTTP/1.1\r\n${Object.entries({ Host: 'x', URLFlag: 'web', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const multipart = (bytes: number) => ({
  'Content-Type': 'multipart/form-data; boundary=b',
  'Content-Length': String(bytes),
})
const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n'

/** The answer a stranger got, and the bytes that were sent until the connection was closed. */
export interface Flooded {
  readonly status: number
  readonly sent: number
}

/** Strangers who all send a body at once, as much of it as is taken; resolves when every connection is closed. */
export function flood(url: string, count: number, bodyBytes: number): Promise<Flooded[]> {
  const one = async (): Promise<Flooded> => {
    const socket = await open(url)
    let status = 0
    const answered = Promise.withResolvers<void>()
    socket.on('data', bytes => {
      status ||= Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1])
      answered.resolve()
    })
    const closed = closing(socket)
    socket.write(head(uploadReceipt.path, multipart(bodyBytes)) + part)
    const chunk = Buffer.alloc(65_536, 1)
    let left = bodyBytes - part.length
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        const bytes = Math.min(left, chunk.length)
        left -= bytes
        if (!socket.write(chunk.subarray(0, bytes))) {
          socket.once('drain', more)
          return
        }
      }
      void answered.promise.then(() => socket.end())
    }
    more()
    await closed
    return { status, sent: bodyBytes - left }
  }
  return Promise.all(Array.from({ length: count }, one))
}

/** The ways to be slow: what is sent first, and the byte that follows every second; nothing follows where it is empty. */
const ways = (token: string): Readonly<Record<string, { readonly first: string; readonly drip: string }>> => ({
  不发一字: { first: '', drip: '' },
  请求头逐字: { first: 'GET /healthz HTTP/1.1\r\nHost: x\r\n', drip: 'x' },
  登录正文逐字: {
    first: `${head(loginByPost.path, { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '60000' })}a=`,
    drip: 'x',
  },
  已登录上传逐字: {
    first: head(uploadReceipt.path, { ...multipart(10_000_000), Authorization: token }) + part,
    drip: 'x',
  },
  未登录上传逐字: { first: head(uploadReceipt.path, multipart(10_000_000)) + part, drip: 'x' },
})

/** The longest a connection of each way stays open, ms; Infinity if longer than is waited. */
export async function slowest(
  url: string,
  token: string,
  each: number,
  waitMs: number,
): Promise<Record<string, number>> {
  const stay = async ({ first, drip }: { first: string; drip: string }): Promise<number> => {
    const socket = await open(url)
    const begun = performance.now()
    socket.resume()
    if (first !== '') socket.write(first)
    const dripping = drip === '' ? undefined : setInterval(() => socket.write(drip), 1000)
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      socket.destroy()
    }, waitMs)
    await closing(socket)
    clearInterval(dripping)
    clearTimeout(late)
    return isLate ? Infinity : performance.now() - begun
  }
  const all = Object.entries(ways(token)).map(async ([name, way]) => {
    const times = await Promise.all(Array.from({ length: each }, () => stay(way)))
    return [name, Math.max(...times)] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
