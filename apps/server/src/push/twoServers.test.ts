// Two server processes on one database: what one commits reaches the browsers of the other, through faults too.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPushTicket, logout } from '@yunshu/contract/session/session'
import { pushCloses } from '@yunshu/domain/message/push'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { q } from '../db/tx.ts'
import { demoUserId } from '../../demo/people.ts'
import type { PushNote } from '../work/outbox.ts'
import { startServer, type RunningServer } from '../server.ts'
import { startTestServer, type Client, type TestServer } from '../../../../tests/server/testServer.ts'
import { startBroker } from '../../../../tests/server/broker.ts'
import { createHub } from './hub.ts'
import { connectTo, framesOf, opened, resumeAt, type Line } from '../../../../tests/server/pushLine.ts'

/** A second server on the database of the first. */
function second(first: TestServer, env: Record<string, string> = {}): Promise<RunningServer> {
  const { databaseUrl, migrateUrl, dataDir, signSecret } = first.server.deps.config
  return startServer(
    {
      DATABASE_URL: databaseUrl,
      MIGRATE_DATABASE_URL: migrateUrl,
      DATA_DIR: dataDir,
      SIGN_SECRET: signSecret,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    () => {},
  )
}

let a: TestServer
let b: RunningServer
const lines: Line[] = []
beforeAll(async () => {
  a = await startTestServer()
  b = await second(a)
})
afterEach(() => {
  for (const { ws } of lines.splice(0)) ws.terminate()
})
afterAll(async () => {
  await b.stop()
  await a.stop()
})

const listen = async (url: string, client: Client, from?: number): Promise<Line & { readonly seq: number }> => {
  const line = await resumeAt(url, client, from)
  lines.push(line)
  // the resume is answered before anything is committed, so that what arrives came live
  await sleep(100)
  return line
}
/** Commits pushes and wakes the relay of one server only. */
const commit = async (at: { server: RunningServer }, to: PushNote['to'], ...texts: string[]): Promise<void> => {
  await a.db(tx =>
    tx.run(
      q.insertInto('outbox').values(
        texts.map(msg => ({
          id: v7(),
          created_at: Date.now(),
          receivers: JSON.stringify(to),
          frame: JSON.stringify({ code: '4', title: '提示', msg, data: {} }),
          message: null,
        })),
      ),
    ),
  )
  at.server.deps.wake()
}
const users = (...accounts: string[]): PushNote['to'] => ({ users: accounts.map(demoUserId) })
const numbered = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + 1 + i)
const seqs = (line: Line): number[] => line.frames.map(({ seq }) => seq)

/** Messages of each server to a person at the other arrive at once: long before anybody would look by themselves. */
async function expectBothWays(
  one: TestServer,
  other: RunningServer,
  accounts: readonly [string, string],
): Promise<void> {
  const [client, otherClient] = [await one.login(accounts[0]), await one.login(accounts[1])]
  const [here, there] = [await listen(one.url, client), await listen(other.url, otherClient)]
  const readBefore = [one.server.pushStats().read, other.pushStats().read]
  const begun = Date.now()
  for (let i = 0; i < 10; i++) {
    for (const [waker, account] of [
      [one.server, accounts[1]],
      [other, accounts[0]],
    ] as const) {
      await one.db(tx =>
        tx.run(
          q.insertInto('outbox').values({
            id: v7(),
            created_at: Date.now(),
            receivers: JSON.stringify(users(account)),
            frame: JSON.stringify({ code: '4', title: '提示', msg: String(i), data: {} }),
            message: null,
          }),
        ),
      )
      waker.deps.wake()
    }
    await framesOf(here, i + 1)
    await framesOf(there, i + 1)
  }
  expect(Date.now() - begun).toBeLessThan(4000)
  expect([seqs(here), seqs(there)]).toEqual([numbered(here.seq, 10), numbered(there.seq, 10)])
  // they came by wake-up and inbox, not because each server happened to relay for its own
  expect(one.server.pushStats().read - (readBefore[0] ?? 0)).toBeGreaterThan(0)
  expect(other.pushStats().read - (readBefore[1] ?? 0)).toBeGreaterThan(0)
}

test('a message committed on one server reaches a browser on the other, both ways', async () => {
  await expectBothWays(a, b, ['shipper', 'carrier'])
})

test('the same over NATS', async () => {
  const broker = await startBroker()
  const nats = { PUSH_BUS: 'nats', NATS_URL: broker.url }
  const one = await startTestServer(nats)
  const other = await second(one, nats)
  try {
    await expectBothWays(one, other, ['shipper', 'carrier'])
  } finally {
    for (const { ws } of lines.splice(0)) ws.terminate()
    await other.stop()
    await one.stop()
    await broker.stop()
  }
})

test('without a bus the message is not there before a resume, which brings it', async () => {
  // a hub as B's but deaf: it shows that the tests above would fail without the wake-ups
  const deaf = createHub({ ...a.server.deps, log: () => {}, lookMs: 600_000 })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  deaf.attach(server)
  try {
    const client = await a.login('shipper2')
    const line = await listen(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, client)
    await commit(a, users('shipper2'), 'unheard')
    await sleep(2500)
    expect(line.frames).toEqual([])
    line.ws.send(JSON.stringify({ resume: line.seq }))
    expect(await framesOf(line, 1)).toMatchObject([{ msg: 'unheard' }])
  } finally {
    for (const { ws } of lines.splice(0)) ws.terminate()
    await deaf.close()
    server.close()
  }
})

test('a wake-up that is lost costs seconds, not the message', async () => {
  const looking = createHub({ ...a.server.deps, log: () => {}, lookMs: 400 })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  looking.attach(server)
  try {
    const line = await listen(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, await a.login('shipper2'))
    await commit(a, users('shipper2'), 'first', 'second')
    expect(await framesOf(line, 2)).toMatchObject([{ msg: 'first' }, { msg: 'second' }])
  } finally {
    for (const { ws } of lines.splice(0)) ws.terminate()
    await looking.close()
    server.close()
  }
})

test('windows of one person on both servers get every frame of both relays once and in order', async () => {
  const client = await a.login('shipper3')
  const open = await Promise.all([a.url, b.url, a.url, b.url].map(url => listen(url, client)))
  const from = open[0]?.seq ?? 0
  await Promise.all(
    [{ server: a.server }, { server: b }].map(async at => {
      for (let i = 0; i < 60; i++) await commit(at, users('shipper3'), `${i}`)
    }),
  )
  for (const line of open) {
    await framesOf(line, 120)
    expect(seqs(line)).toEqual(numbered(from, 120))
  }
})

test('while the connections between the servers are cut again and again, nothing is missed, repeated or out of order', async () => {
  const clients = [await a.login('shipper4'), await a.login('carrier4')] as const
  const [here, there] = [await listen(a.url, clients[0]), await listen(b.url, clients[1])]
  let cut = 0
  for (let i = 0; i < 100; i++) {
    await commit(i % 2 ? a : { server: b }, users('shipper4', 'carrier4'), `${i}`)
    if (i % 10 === 0)
      cut += Number(
        (
          await a.db(tx =>
            tx.rows(
              sql<{
                n: number
              }>`select count(pg_terminate_backend(pid)) as n from pg_stat_activity
                where application_name = 'yunshu push' and datname = current_database()`.compile(q),
            ),
          )
        )[0]?.n,
      )
    await sleep(10)
  }
  expect(cut).toBeGreaterThan(5)
  await Promise.all([framesOf(here, 100), framesOf(there, 100)])
  expect([seqs(here), seqs(there)]).toEqual([numbered(here.seq, 100), numbered(there.seq, 100)])
})

test('a browser that comes back to another server misses nothing', async () => {
  const client = await a.login('shipper5')
  const first = await listen(a.url, client)
  await commit(a, users('shipper5'), 'seen')
  const last = (await framesOf(first, 1))[0]?.seq ?? 0
  first.ws.terminate()
  await commit({ server: b }, users('shipper5'), ...Array.from({ length: 30 }, (_, i) => `missed ${i}`))
  const after = await listen(b.url, client, last)
  await commit(a, users('shipper5'), 'new')
  await framesOf(after, 31)
  expect(seqs(after)).toEqual(numbered(last, 31))
})

test('a ticket of one server opens one connection on the other, and only one anywhere', async () => {
  const client = await a.login('shipper6')
  for (let round = 0; round < 20; round++) {
    const { ticket } = await client.send(getPushTicket, {})
    const tries = [a.url, b.url, a.url, b.url].map(url => connectTo(url, '', `ticket.${ticket}`))
    lines.push(...tries)
    const ends: number[] = []
    for (const line of tries) void line.closed.then(code => ends.push(code))
    await Promise.all(tries.map(line => opened(line)))
    await expect.poll(() => ends.length).toBe(3)
    // long enough for the last one to be closed too, were it to be
    await sleep(100)
    expect(ends).toEqual([pushCloses.session, pushCloses.session, pushCloses.session])
    for (const { ws } of tries) ws.terminate()
    await sleep(20)
  }
  const { ticket } = await client.send(getPushTicket, {})
  const line = connectTo(b.url, '', `ticket.${ticket}`)
  lines.push(line)
  line.ws.once('open', () => {
    line.ws.send('{"resume":0}')
  })
  await commit(a, users('shipper6'), 'to the ticket holder')
  expect((await framesOf(line, 1)).at(-1)).toMatchObject({ msg: 'to the ticket holder' })
})

test('a message for everybody reaches every browser on both servers', async () => {
  const accounts = [
    'admin',
    'branch',
    'shipper',
    'shipper2',
    'shipper3',
    'shipper4',
    'carrier',
    'carrier2',
    'carrier3',
    'carrier4',
  ]
  const open = await Promise.all(
    accounts.map(async (account, i) => listen(i % 2 ? a.url : b.url, await a.login(account))),
  )
  await commit(a, { everybody: true }, 'to all')
  for (const line of open)
    expect((await framesOf(line, 1)).map(({ msg, seq }) => [msg, seq])).toEqual([['to all', line.seq + 1]])
})

test('a logout on one server ends the connection on the other within a second', async () => {
  const client = await a.login('carrier5')
  const line = await listen(b.url, client)
  await client.send(logout, {})
  expect(await Promise.race([line.closed, sleep(1000, 'still open')])).toBe(pushCloses.session)
})
