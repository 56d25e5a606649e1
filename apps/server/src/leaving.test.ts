// A server that is replaced while others work on: nobody's request fails, and full pools of two fit the database.
import { setTimeout as pause } from 'node:timers/promises'
import { serverSettings } from '@yunshu/postgres/config'
import { createDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './db/migrate.ts'
import { startServer, type RunningServer } from './server.ts'

const settings = (databaseUrl: string, ownerUrl: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  MIGRATE_DATABASE_URL: ownerUrl,
  PORT: '0',
  DEMO: '0',
  SIGN_SECRET: 'a secret of this test',
  LOG_LEVEL: 'fatal',
  ...more,
})
let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase('leaving')
  await migrate(database.ownerUrl)
})
afterAll(() => database.drop())
const start = (more?: Record<string, string>): Promise<RunningServer> =>
  startServer(settings(database.appUrl, database.ownerUrl, more), () => {})

/** A balancer as they come: asks /readyz of each server now and then, sends each request to one that was ready then. */
function balance(servers: readonly RunningServer[], everyMs: number) {
  let ready = [...servers]
  let turn = 0
  const stopped = new AbortController()
  const checks = (async () => {
    while (!stopped.signal.aborted) {
      const answers = await Promise.all(
        servers.map(server =>
          fetch(`${server.url}/readyz`).then(
            answer => answer.ok,
            () => false,
          ),
        ),
      )
      ready = servers.filter((_, n) => answers[n])
      await pause(everyMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  })()
  return {
    ask: async (): Promise<boolean> => {
      const server = ready[turn++ % ready.length]
      if (server === undefined) return false
      return fetch(`${server.url}/config.json`).then(
        answer => answer.ok,
        () => false,
      )
    },
    isSending: (server: RunningServer) => ready.includes(server),
    stop: () => {
      stopped.abort()
      return checks
    },
  }
}

/** Asks without a pause, by eight at a time, while one of two servers leaves; answers how many were asked and failed. */
async function replaceOne(drainSeconds: string, everyMs: number): Promise<{ asked: number; failed: number }> {
  const servers = [await start({ DRAIN_S: drainSeconds }), await start()] as const
  const balancer = balance(servers, everyMs)
  let asked = 0
  let failed = 0
  let isOver = false
  const clients = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      asked++
      if (!(await balancer.ask())) failed++
    }
  })
  await expect.poll(() => asked).toBeGreaterThan(50)
  await servers[0].stop()
  await expect.poll(() => balancer.isSending(servers[0])).toBe(false)
  const before = asked
  await expect.poll(() => asked).toBeGreaterThan(before + 50)
  isOver = true
  await Promise.all(clients)
  await balancer.stop()
  await servers[1].stop()
  return { asked, failed }
}

test('a server that is replaced took requests it could not answer: it says so first, and none of them fails', async () => {
  expect((await replaceOne('2', 50)).failed).toBe(0)
  // a server that leaves before the balancer looks again: requests do fail
  expect((await replaceOne('0', 2000)).failed).toBeGreaterThan(0)
})

test('two servers with full pools did not fit the embedded database: they do, and leave some for tools', async () => {
  const servers = await Promise.all([start(), start()])
  const held = await Promise.all(
    servers.flatMap(({ deps: { config, pool, reads } }) => [
      ...Array.from({ length: config.pools.write }, () => pool.connect()),
      ...Array.from({ length: config.pools.read }, () => reads.connect()),
    ]),
  )
  const { rows } = await withClient<{ rows: { n: number }[] }>(database.ownerUrl, client =>
    client.query('select count(*)::int as n from pg_stat_activity where datname = current_database()'),
  )
  for (const client of held) client.release()
  // three are the superuser's
  expect(rows[0]?.n).toBeGreaterThan(60)
  expect(rows[0]?.n).toBeLessThan(Number(serverSettings({}, false)['max_connections']) - 3 - 20)
  await Promise.all(servers.map(server => server.stop()))
})

test('a pool as large as it was told: a second reader waits where one connection is allowed', async () => {
  const server = await start({ POOL_READ: '1', POOL_WRITE: '2' })
  const { reads } = server.deps
  const first = await reads.connect()
  const second = reads.connect()
  expect([reads.totalCount, reads.waitingCount]).toEqual([1, 1])
  first.release()
  ;(await second).release()
  await server.stop()
  await expect(start({ POOL_READ: '0' })).rejects.toThrow('设置 POOL_READ 应为 1 至 200 的整数')
})
