// A pooler before the database that gives each transaction another connection: seen at once, and refused.
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPooler } from '../../../../tests/server/pooler.ts'
import { startServer } from '../server.ts'
import { migrate } from './migrate.ts'
import { isDatabaseAway, openPool } from './pool.ts'
import { poolerLine, sharesConnections, watchPooler } from './pooler.ts'
import { inTransaction, q, reading, systemReach } from './tx.ts'

let database: ScratchDatabase
let pooler: Awaited<ReturnType<typeof startPooler>>

beforeAll(async () => {
  database = await createDatabase('pooled')
  await migrate(database.ownerUrl)
  pooler = await startPooler(database.appUrl)
})
afterAll(async () => {
  await pooler.close()
  await database.drop()
})

test('behind a pooler of transactions a read saw with the eyes of the person before: the start is refused with one line', async () => {
  // refused is this: two people on connections of their own, and one reads with the reach of the other
  const pools = [0, 1].map(() => openPool({ url: pooler.url, max: 1, log: () => {} }))
  const [one, two] = pools
  if (!one || !two) throw new Error('two pools')
  const seen = (pool: typeof one, userId: string): Promise<string | undefined> =>
    reading(pool, { reach: 'company', userId }, async tx => {
      const [row] = await tx.rows(sql<{ user: string }>`select current_setting('app.user') as user`.compile(q))
      return row?.user
    })
  const [first, second] = ['01942b78-c983-7d34-86c0-7cb1802e68fb', '01942b78-c983-7d34-86c0-7cb1802e68fc'] as const
  await seen(one, first)
  await seen(two, second)
  expect(await seen(one, first)).toBe(second)
  await Promise.all(pools.map(pool => pool.end()))

  expect([await sharesConnections(database.appUrl), await sharesConnections(pooler.url)]).toEqual([false, true])
  const env = { DATABASE_URL: pooler.url, MIGRATE_DATABASE_URL: database.ownerUrl, DEMO: '1' }
  await expect(startServer(env, () => {})).rejects.toThrow(poolerLine)
})

test('a pooler put in front of a running product is found', async () => {
  const watch = watchPooler(pooler.url, 10)
  await watch.found
  watch.stop()
})

test('a database that has become a read-only copy answered 500: it counts as away', async () => {
  const pool = openPool({ url: database.appUrl, max: 1, log: () => {}, options: '-c default_transaction_read_only=on' })
  const write = inTransaction(pool, systemReach, tx => tx.run(q.deleteFrom('outbox')))
  const error: unknown = await write.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  expect(isDatabaseAway(error)).toBe(true)
  await pool.end()
})
