// The throw-away server of the tests: databases of their own, one template, nothing left behind.
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureTemplate, startTestCluster, type TestCluster } from './scratch.ts'
import { withClient } from './withClient.ts'

let server: TestCluster
const given = process.env['TEST_DATABASE_URL']

const ask = (url: string, sql: string): Promise<unknown[]> =>
  withClient(url, async client => (await client.query(sql)).rows)

beforeAll(async () => {
  delete process.env['TEST_DATABASE_URL']
  server = await startTestCluster()
})
afterAll(async () => {
  const folder = decodeURIComponent(new URL(server.url).searchParams.get('host') ?? '')
  await server.stop()
  if (given !== undefined) process.env['TEST_DATABASE_URL'] = given
  expect(fs.existsSync(folder)).toBe(false)
})

test('each test file gets a database of its own, for both roles', async () => {
  const [one, two] = await Promise.all([server.createDatabase('one'), server.createDatabase('one')])
  await ask(one.ownerUrl, 'create table t (id int); grant select on t to yunshu_app; insert into t values (1)')
  expect(await ask(one.appUrl, 'select id, current_user who from t')).toEqual([{ id: 1, who: 'yunshu_app' }])
  await expect(ask(two.appUrl, 'select id from t')).rejects.toThrow('does not exist')
  await one.drop()
  await expect(ask(one.appUrl, 'select 1')).rejects.toThrow('does not exist')
})

test('a template is filled once, however many ask at the same time', async () => {
  let filled = 0
  const fill = async (url: string) => {
    filled++
    await ask(url, 'create table schema_of_template (id int)')
  }
  const names = await Promise.all([1, 2, 3].map(() => ensureTemplate('tpl', fill)))
  expect([names, filled]).toEqual([['tpl', 'tpl', 'tpl'], 1])
  const copy = await server.createDatabase('copy', 'tpl')
  expect(await ask(copy.ownerUrl, 'select count(*)::int n from schema_of_template')).toEqual([{ n: 0 }])
})
