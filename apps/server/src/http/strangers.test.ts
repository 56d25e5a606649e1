// Requests of people nobody knows, and bodies that are too much: refused before they cost anything.
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loginByPost } from '@yunshu/contract/session/session'
import { setRead, getUnread } from '@yunshu/contract/message/message'
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { refusalOf } from './answer.ts'
import { requestLimits, uploadBytes } from './parse.ts'
import { startTestServer, type Client, type TestServer } from '../../../../tests/server/testServer.ts'
import { makeUploadRoom } from './uploads.ts'

let server: TestServer
let carrier: Client
beforeAll(async () => {
  server = await startTestServer()
  carrier = await server.login('carrier')
})
afterAll(() => server.stop())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const boundary = 'a-boundary'
/** Resolves when a connection is closed, be it by a fault. */
const closing = (socket: Socket): Promise<unknown> =>
  new Promise(resolve => {
    socket.once('close', resolve)
  })
/** Sends the head of a request and what of its body is given; the rest never comes. */
function begin(to: string, headers: Readonly<Record<string, string>>, body = ''): Socket {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  sockets.push(socket)
  const lines = Object.entries({ Host: 'x', URLFlag: 'web', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`POST ${to} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  return socket
}
/** The status of the answer, which has to come though the body has not. */
async function statusOf(socket: Socket): Promise<number> {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1])
}
const multipartOf = (bytes: number) => ({
  'Content-Type': `multipart/form-data; boundary=${boundary}`,
  'Content-Length': String(bytes),
})
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n`
const incoming = async (): Promise<string[]> =>
  readdir(path.join(server.server.deps.config.dataDir, 'incoming')).catch(() => [])

test('nine files of strangers were read before they were asked who they are: they get 401 before the body', async () => {
  const strangers: Record<string, string>[] = [
    {},
    { Authorization: 'x' },
    { Authorization: `${'a'.repeat(22)}-${'b'.repeat(43)}` },
  ]
  for (const who of strangers) {
    const socket = begin(uploadReceipt.path, { ...multipartOf(180 * 1_048_576), ...who }, fileHead)
    expect(await statusOf(socket), JSON.stringify(who)).toBe(401)
  }
  expect(await incoming()).toEqual([])
})

test('strangers who sent faster than they read lost the answer: it is seen before the connection is cut', async () => {
  const statuses = Array.from({ length: 20 }, async () => {
    const socket = begin(uploadReceipt.path, multipartOf(180 * 1_048_576), fileHead)
    const status = statusOf(socket)
    // more than is read of it, before the answer is looked at
    socket.pause().write(Buffer.alloc(8 * 1_048_576))
    await setTimeout(200)
    socket.resume()
    return status
  })
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([401]))
})

test('a form of a stranger is not read either', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '1000000' }
  expect(await statusOf(begin(setRead.path, form))).toBe(401)
})

test('the connection of a stranger who sends on after the answer is closed', async () => {
  const socket = begin(uploadReceipt.path, multipartOf(180 * 1_048_576), fileHead)
  expect(await statusOf(socket)).toBe(401)
  const closed = closing(socket)
  const more = (): void => {
    if (!socket.destroyed) socket.write(Buffer.alloc(65_536), more)
  }
  more()
  await closed
})

test('a person without the permit is refused before the body', async () => {
  const finance = await server.login('shipper-finance')
  const socket = begin(uploadReceipt.path, { ...multipartOf(1_000_000), Authorization: finance.token ?? '' }, fileHead)
  expect(await statusOf(socket)).toBe(403)
})

test('the bytes of a file stood in memory until it was whole: they go to disk as they come, and go when it breaks off', async () => {
  const socket = begin(uploadReceipt.path, { ...multipartOf(20_000_000), Authorization: carrier.token ?? '' }, fileHead)
  socket.write(Buffer.alloc(2_000_000, 1))
  const size = async (): Promise<number> => {
    const [name] = await incoming()
    return name === undefined ? 0 : (await stat(path.join(server.server.deps.config.dataDir, 'incoming', name))).size
  }
  await expect.poll(size).toBeGreaterThan(1_500_000)
  socket.destroy()
  await expect.poll(incoming).toEqual([])
})

test('what was read of a refused upload does not stay on disk', async () => {
  const input = { id: crypto.randomUUID(), version: 1 }
  const files = [{ name: 'a.png', bytes: Buffer.alloc(100_000) }]
  const answers = [
    await carrier.ask(uploadReceipt, input, { files, unsigned: { sign: '0'.repeat(32) } }),
    await carrier.ask(uploadReceipt, input, { files }),
    await carrier.ask(uploadReceipt, input, {
      files: [...files, { name: 'b.png', bytes: Buffer.alloc(requestLimits.fileBytes + 1) }],
    }),
  ]
  expect(answers.map(({ envelope }) => envelope.code)).toEqual([
    problems['request.sign'].code,
    problems['row.none'].code,
    problems['file.large'].code,
  ])
  expect(await incoming()).toEqual([])
})

test('an upload that says it is larger than any may be is refused before it is read', async () => {
  const socket = begin(uploadReceipt.path, { ...multipartOf(uploadBytes + 1), Authorization: carrier.token ?? '' })
  expect(await statusOf(socket)).toBe(413)
})

test('uploads of one address, and all together, have room for so many bytes at a time; a place is given back once', () => {
  const room = makeUploadRoom('nowhere', { address: 100, all: 250 })
  const give = room.take('a', 60)
  expect(() => room.take('a', 41)).toThrow(expect.objectContaining({ problem: 'file.many' }))
  const [ofB] = [room.take('b', 100), room.take('c', 90)]
  expect(() => room.take('d', 1)).toThrow(expect.objectContaining({ problem: 'server.busy' }))
  give()
  give()
  expect(() => room.take('d', 61)).toThrow(expect.objectContaining({ problem: 'server.busy' }))
  ofB()
  room.take('d', 100)
})

test('a megabyte of parameters was read of people who are not signed in: 64 KB are the most', async () => {
  const long = { account: 'carrier', password: 'x'.repeat(requestLimits.openBytes) }
  const stranger = await server.anonymous().ask(loginByPost, { account: 'carrier', password: 'x' }, { raw: long })
  expect([stranger.http, stranger.envelope.code]).toEqual([413, problems['request.large'].code])
  const nowhere = await fetch(`${server.url}/auth/v1/nothing`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'x'.repeat(requestLimits.openBytes + 1),
  })
  expect(nowhere.status).toBe(413)
})

test('an address of five hundred long pasted numbers is read; a longer one is refused in our words', async () => {
  const of = (count: number) =>
    encodeURIComponent(JSON.stringify(Array.from({ length: count }, (_, n) => `号/${n}`.padEnd(60, '/'))))
  const read = await fetch(`${server.url}/auth/v1/money/trades?numbers=${of(500)}`)
  // the request of a stranger goes so far
  expect([await read.json(), of(500).length > 90_000]).toMatchObject([{ code: problems['request.client'].code }, true])
  const refused = await fetch(`${server.url}/auth/v1/money/trades?numbers=${of(900)}`)
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { code: problems['request.long'].code, message: expect.stringContaining('请分几次查询'), data: null },
  ])
})

test('[CL-03] a timestamp in hex, with an exponent, a sign, a blank or a leading zero passed for the moment it means', async () => {
  const now = Date.now()
  for (const timestamp of [
    `0x${now.toString(16)}`,
    `${now / 1000}e3`,
    `+${now}`,
    ` ${now}`,
    `${now} `,
    `0${now}`,
    `${now}.0`,
  ])
    expect((await carrier.ask(getUnread, {}, { raw: { timestamp } })).envelope.code, timestamp).toBe(
      problems['request.skew'].code,
    )
})

test('slow heads and silent connections are closed within 15 s, connections have a cap', async () => {
  const app = await buildApp({ deps: server.server.deps, routes: [] })
  const { headersTimeout, keepAliveTimeout, maxConnections } = app.server
  expect(headersTimeout + requestLimits.lookMs).toBeLessThan(15_000)
  expect(headersTimeout).toBeGreaterThan(0)
  expect(keepAliveTimeout).toBeLessThan(15_000)
  expect(maxConnections).toBe(requestLimits.connections)
  await app.close()
})

test('a full disk was a bug of ours: it is 503, says so, and may be tried again', () => {
  for (const [code, problem] of [
    ['ENOSPC', 'file.full'],
    ['EDQUOT', 'file.full'],
    ['53100', 'server.full'],
  ] as const) {
    const request = { log: { error: () => {}, warn: () => {} }, id: 'x' }
    const { http, retryAfter, envelope } = refusalOf(Object.assign(new Error('no space left'), { code }), request)
    expect([http, retryAfter, envelope.code]).toEqual([503, 1, problems[problem].code])
  }
})
