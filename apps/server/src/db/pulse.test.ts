// A database that hangs: people are answered, nothing is done twice, and all is right again when it wakes.
import { listGoods, publishGoods } from '@yunshu/contract/goods/goods'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodsInput } from '../../../../tests/server/freightWorld.ts'
import { peopledDatabase, startOn, type Client, type TestServer } from '../../../../tests/server/testServer.ts'
import { openValve, type Valve } from '../../../../tests/server/valve.ts'
import { q } from './tx.ts'

let server: TestServer
let valve: Valve
let shipper: Client

beforeAll(async () => {
  const database = await peopledDatabase()
  valve = await openValve(database.appUrl)
  server = await startOn(database, { DEMO: '1', DATABASE_URL: valve.url })
  shipper = await server.login('shipper')
  // as in the product
  for (const { options } of [server.server.deps.pool, server.server.deps.reads]) options.connectionTimeoutMillis = 2000
})
afterAll(async () => {
  valve.open()
  await server.stop()
  await valve.close()
})

test('12 of 12 requests waited half a minute for a database that hung: each is told that the system recovers', async () => {
  server.server.pulse.patienceMs = 500
  const key = 'published-while-it-hung'
  const goods = goodsInput()
  const { pool, reads } = server.server.deps
  // connections that stand already: a new one is refused in time by its own limit
  await Promise.all([pool, reads].flatMap(of => Array.from({ length: 6 }, () => of.query('select pg_sleep(0.2)'))))
  const begun = performance.now()
  valve.shut()
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => shipper.ask(listGoods, {})),
    ...Array.from({ length: 5 }, () => shipper.ask(publishGoods, goodsInput())),
    shipper.ask(publishGoods, goods, { key }),
  ])
  expect(answers.map(({ http, envelope }) => [http, envelope.code])).toEqual(answers.map(() => [503, 5031]))
  // a statement may take 30 s; nobody waited for its limit
  expect(performance.now() - begun).toBeLessThan(20_000)
  const [health, ready] = await Promise.all(['healthz', 'readyz'].map(at => fetch(`${server.url}/${at}`)))
  expect([health?.status, ready?.status]).toEqual([200, 503])

  valve.open()
  await expect.poll(async () => (await shipper.ask(listGoods, {})).http).toBe(200)
  const { id } = await shipper.send(publishGoods, goods, { key })
  expect((await shipper.send(publishGoods, goods, { key })).id).toBe(id)
  const published = await server.db(tx => tx.rows(q.selectFrom('goods').select('id')))
  expect(published.map(row => row.id)).toEqual([id])
})

test('a slow statement is not a hanging database', async () => {
  server.server.pulse.patienceMs = 500
  const { rows } = await server.server.deps.pool.query<{ done: string }>(`select pg_sleep(1.2)::text as done`)
  expect(rows).toEqual([{ done: '' }])
})

test('a demo that was worked out on a slow machine lost its connection: a process that is busy itself hears no silence', async () => {
  const { pulse, deps } = server.server
  pulse.patienceMs = 500
  // the connection on which the database is asked is made anew, which takes several turns of the busy process
  await deps.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yunshu pulse'`,
  )
  const slow = deps.pool.query<{ done: string }>('select pg_sleep(4)::text as done')
  for (let turn = 0; turn < 8; turn++) {
    const begun = performance.now()
    while (performance.now() - begun < 700);
    await new Promise(resolve => {
      setImmediate(resolve)
    })
  }
  expect((await slow).rows).toEqual([{ done: '' }])
})
