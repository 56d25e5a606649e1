// Numbered documents in the header search, over the demo: each kind is found by its number and by the beginning of it,
// by whoever may open its screen, and by nobody else.
import fs from 'node:fs'
import path from 'node:path'
import { searchRecords } from '@yunshu/contract/session/session'
import { searchKinds } from '@yunshu/contract/session/searchKinds'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { TestServer } from '../../../../../tests/server/testServer.ts'
import { documentSources } from './documentHits.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDemoServer()
})
afterAll(() => server.stop())

const kinds = Object.keys(documentSources) as (keyof typeof documentSources)[]
const search = async (account: string, text: string) =>
  (await (await server.login(account)).send(searchRecords, { text })).hits

async function rowsOf<T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> {
  return withClient(server.ownerUrl, async client => (await client.query<T>(text, [...values])).rows)
}

/** The number of one document of a kind; the newest, which a short beginning finds too. */
async function newestOf(kind: (typeof kinds)[number], where = 'true'): Promise<string | undefined> {
  const { table, no } = documentSources[kind]
  const [row] = await rowsOf<{ no: string }>(
    `select ${no} as no from ${table} where ${no} is not null and ${where} order by id desc limit 1`,
  )
  return row?.no
}

test('a document of each kind is found by its number, on the page or list that shows it, with its state', async () => {
  const missing: string[] = []
  for (const kind of kinds) {
    const no = await newestOf(kind)
    if (no === undefined) {
      missing.push(kind)
      continue
    }
    const hit = (await search('admin', no)).find(each => each.kind === kind)
    expect(hit, `${kind} ${no}`).toMatchObject({ title: no, state: expect.any(String) })
    expect(hit?.path).toMatch(/\/[\w/]+\/([0-9a-f-]{36}|\w+\?text=)/)
    const { like } = documentSources[kind]
    expect(no, 'its numbers are like what is asked for').toMatch(like)
  }
  expect(missing, 'the demo has one of each').toEqual([])
})

test('the beginning of a number finds the newest of its kind', async () => {
  for (const kind of ['voucher', 'statement', 'payFile'] as const) {
    const no = (await newestOf(kind)) ?? ''
    const hits = await search('admin', no.slice(0, 6))
    expect(hits.length, no).toBeGreaterThan(0)
    expect(hits.every(hit => hit.kind === kind && hit.title.startsWith(no.slice(0, 6)))).toBe(true)
  }
})

test('[PM-08] a company finds its own documents and nothing of another, nor what only the house keeps', async () => {
  const own = `shipper_id = '${demoCompanyId('shipper')}'`
  const statement = (await newestOf('statement', `${own} and sent_at is not null`)) ?? ''
  expect((await search('shipper', statement)).map(({ kind }) => kind)).toEqual(['statement'])
  for (const account of ['shipper2', 'carrier', 'carrier2'])
    expect(await search(account, statement), account).toEqual([])
  const debt = (await newestOf('debt', `carrier_id = '${demoCompanyId('carrier')}'`)) ?? ''
  expect((await search('carrier', debt)).map(({ kind }) => kind)).toEqual(['debt'])
  expect(await search('carrier2', debt)).toEqual([])
  for (const kind of ['remittance', 'fund', 'payFile', 'writeOff', 'fuelShift', 'fuelIssue'] as const) {
    const no = (await newestOf(kind)) ?? ''
    for (const account of ['shipper', 'carrier']) expect(await search(account, no), `${account} ${no}`).toEqual([])
  }
})

test('[PM-08] a branch finds the documents of its branch alone', async () => {
  for (const kind of kinds.filter(each => each !== 'terminal')) {
    const foreign = await newestOf(kind, `branch_id <> '${demoCompanyId('branch1')}'`)
    if (foreign === undefined) continue
    const hits = await search('branch', foreign)
    // a voucher's number is its branch's own: another branch has the same
    const { table, no } = documentSources[kind]
    const same = await rowsOf(`select from ${table} where ${no} = $1 and branch_id = $2`, [
      foreign,
      demoCompanyId('branch1'),
    ])
    expect(
      hits.filter(hit => hit.title === foreign && hit.kind === kind),
      `${kind} ${foreign}`,
    ).toHaveLength(same.length)
  }
})

test('a screen that is not open to a person is not searched', async () => {
  const no = (await newestOf('payFile')) ?? ''
  expect(await search('platform-finance', no)).toHaveLength(1)
  expect(await search('platform-ops', no)).toEqual([])
})

test('every number the product gives out can be found, or its reason stands here', () => {
  const without: Readonly<Record<string, string>> = {
    YD: 'waybills have a source of their own',
    HY: 'goods have a source of their own',
    RW: 'tasks have a source of their own',
    JS: 'sheets have a source of their own',
    FL: 'entries are read in their voucher',
    ZF: 'payments are read in their sheet',
    GZ: 'versions of posting rules are read on the page of the rules',
  }
  const folder = path.resolve(import.meta.dirname, '..')
  const given = new Set<string>()
  for (const file of fs.readdirSync(folder, { recursive: true }).map(String)) {
    if (!file.endsWith('.commands.ts')) continue
    for (const [, prefix = ''] of fs
      .readFileSync(path.join(folder, file), 'utf8')
      .matchAll(/takeNumbers?\(\w+\.tx, '(\w+)'/g))
      given.add(prefix)
  }
  expect(given.size).toBeGreaterThan(20)
  const found = [...given].filter(prefix => kinds.some(kind => documentSources[kind].like.test(`${prefix}2611280001`)))
  expect([...found, ...Object.keys(without)].toSorted()).toEqual([...given].toSorted())
  for (const kind of kinds) expect(searchKinds[kind]).toMatch(/[\u4e00-\u9fff]/)
})

test('numbers are looked for by an index', async () => {
  await rowsOf('analyze')
  for (const kind of kinds) {
    const { table, no } = documentSources[kind]
    const plan = await withClient<{ rows: { 'QUERY PLAN': string }[] }>(server.ownerUrl, async client => {
      await client.query('set enable_seqscan = off')
      return client.query(
        `explain select id from ${table} x where x.${no} >= 'AB261128' and x.${no} <= 'AB261128\u9fff' order by id desc limit 10`,
      )
    })
    expect(plan.rows.map(row => row['QUERY PLAN']).join('\n'), kind).toMatch(new RegExp(`Index Cond:.*${no}`))
  }
})
