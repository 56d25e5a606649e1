// Rows inserted by one parameter: signs a text column cannot hold, defaults, order, and more rows than a list of values.
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoUserId } from '../../demo/people.ts'
import { startTestServer, type TestServer } from '../../../../tests/server/testServer.ts'
import { insertRows } from './insertRows.ts'
import { q } from './tx.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

const event = (over: object = {}) => ({
  id: v7(),
  entity: 'user' as const,
  entity_id: demoUserId('shipper'),
  at: 1_790_000_000_000,
  user_id: v7(),
  user_name: '张三',
  action: '试验',
  diff: [{ field: '一', old: '', new: '"引号" \\u0041 与\n换行' }],
  ...over,
})
const insert = (rows: ReturnType<typeof event>[]) =>
  server.db(tx => tx.run(sql`${insertRows('events', rows)}`.compile(q)))
const found = (id: string) =>
  server.db(tx => tx.one(q.selectFrom('events').select(['user_name', 'action', 'remark', 'diff']).where('id', '=', id)))

test('texts, numbers and JSON come back as they were; columns left out take their defaults', async () => {
  const row = event()
  await insert([row])
  expect(await found(row.id)).toEqual({ user_name: '张三', action: '试验', remark: null, diff: row.diff })
})

test('half a sign becomes the sign for what cannot be read, and stops nothing', async () => {
  const row = event({ action: `半\ud83d个`, user_name: '🚚' })
  await insert([row])
  expect(await found(row.id)).toMatchObject({ action: '半�个', user_name: '🚚' })
})

test('twenty thousand rows are one statement', async () => {
  expect(await insert(Array.from({ length: 20_000 }, () => event()))).toBe(20_000)
})
