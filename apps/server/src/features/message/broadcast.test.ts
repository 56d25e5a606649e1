// Messages of the platform to many: who may send, whom they reach, a part at a time, and what is kept of it.
import { broadcast, countAudience } from '@yunshu/contract/message/message'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoBranches, demoCarriers, demoCompanyId, demoShippers } from '../../../demo/people.ts'
import { relayBatch } from '../../push/relay.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(async () => {
  await server.stop()
})
beforeEach(async () => {
  await server.db(async tx => {
    await tx.run(q.deleteFrom('inbox'))
    await tx.run(q.deleteFrom('messages'))
  })
})

const notice = { pushCode: '0', title: '系统维护', content: '今晚 22:00 至 23:00 系统维护' } as const
const reached = () =>
  server.db(tx =>
    tx.rows(
      q
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .leftJoin('companies as c', 'c.id', 'u.company_id')
        .select(['u.account', 'c.role_flags', 'm.kind', 'm.title'])
        .orderBy('u.account'),
    ),
  )
const frames = () =>
  server.db(tx =>
    tx.rows(
      q
        .selectFrom('inbox')
        .select([
          sql<string>`frame ->> 'code'`.as('code'),
          sql<number | null>`frame -> 'data' -> 'delayMs'`.as('delay'),
        ]),
    ),
  )
const perShipper = 3,
  perCarrier = 2

test('shippers, carriers, one company or everybody: each of their people gets a frame and a line, once', async () => {
  const staff = demoShippers.length * perShipper + demoCarriers.length * perCarrier
  for (const [audience, count] of [
    ['shippers', demoShippers.length * perShipper],
    ['carriers', demoCarriers.length * perCarrier],
    ['all', staff + demoBranches.length + 3],
  ] as const) {
    expect(await admin.send(countAudience, { audience })).toEqual({ count })
    expect(await admin.send(broadcast, { ...notice, audience })).toEqual({ count })
    await expect.poll(async () => (await reached()).length).toBe(count)
    const people = await reached()
    expect(new Set(people.map(({ account }) => account)).size).toBe(count)
    expect(new Set(people.map(({ kind, title }) => `${kind} ${title}`))).toEqual(new Set(['system 系统维护']))
    if (audience === 'shippers') expect(new Set(people.map(row => row.role_flags))).toEqual(new Set([4]))
    if (audience === 'carriers') expect(new Set(people.map(row => row.role_flags))).toEqual(new Set([2]))
    expect((await frames()).length).toBe(count)
    await server.db(async tx => {
      await tx.run(q.deleteFrom('inbox'))
      await tx.run(q.deleteFrom('messages'))
    })
  }
  expect(await admin.send(broadcast, { ...notice, audience: 'company', companyId: demoCompanyId('carrier2') })).toEqual(
    { count: 2 },
  )
  await expect
    .poll(async () => (await reached()).map(({ account }) => account))
    .toEqual(['carrier2', 'carrier2-finance'])
})

test('a new release is told with code 34, each browser with its own wait', async () => {
  await admin.send(broadcast, {
    audience: 'carriers',
    pushCode: '34',
    title: '系统升级',
    content: '新版本已发布，页面将重新载入',
  })
  await expect.poll(async () => (await frames()).length).toBe(demoCarriers.length * perCarrier)
  const told = await frames()
  expect(new Set(told.map(({ code }) => code))).toEqual(new Set(['34']))
  expect(new Set(told.map(({ delay }) => delay)).size).toBeGreaterThan(1)
})

test('more people than one part are reached part by part, each once, and other pushes go in between', async () => {
  const crowd = 1100
  const base = await server.db(tx => tx.one(q.selectFrom('users').selectAll().where('account', '=', 'carrier8')))
  const ids = Array.from({ length: crowd }, () => v7())
  await server.db(async tx => {
    for (let at = 0; at < crowd; at += 200)
      await tx.run(
        q.insertInto('users').values(
          ids.slice(at, at + 200).map((id, n) => ({
            ...base,
            id,
            handle: `crowd${String(at + n).padStart(17, '0')}`,
            account: `crowd${at + n}`,
            push_seq: 0,
          })),
        ),
      )
    // a relay of this test alone: nobody wakes the server's, and its poll is a second away
    await tx.run(
      q.insertInto('outbox').values({
        id: v7(),
        created_at: 1,
        receivers: JSON.stringify({ everybody: true, side: 2 }),
        frame: JSON.stringify({ code: '0', title: '通知', msg: '全部承运商', data: {} }),
        message: JSON.stringify({ kind: 'system' }),
      }),
    )
    await tx.run(
      q.insertInto('outbox').values({
        id: v7(),
        created_at: 1,
        receivers: JSON.stringify({ users: [ids[crowd - 1]] }),
        frame: JSON.stringify({ code: '4', title: '别的', msg: '别的', data: {} }),
      }),
    )
  })
  const parts: number[] = []
  for (let isFull = true; isFull;) {
    const part = await relayBatch(server.server.deps.pool, 5)
    parts.push(part.deliveries.length)
    isFull = part.isFull
  }
  await server.relayed()
  expect(Math.max(...parts)).toBeLessThanOrEqual(501)
  const got = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('inbox')
        .select(['user_id', 'seq', sql<string>`frame ->> 'title'`.as('title')])
        .where(sql<boolean>`user_id = any(${ids}::uuid[])`),
    ),
  )
  expect(got.filter(({ title }) => title === '通知')).toHaveLength(crowd)
  expect(new Set(got.map(row => `${row.user_id} ${row.title}`)).size).toBe(crowd + 1)
  expect(
    got
      .filter(({ user_id }) => user_id === ids[crowd - 1])
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ title }) => title),
  ).toEqual(['别的', '通知'])
  await server.db(async tx => {
    for (const table of ['inbox', 'messages'] as const) await tx.run(q.deleteFrom(table))
    await tx.run(sql`update users set state = 'disabled' where id = any(${ids}::uuid[])`.compile(q))
  })
})

test('only the platform itself may: not its finance, a branch, a shipper, nor the platform narrowed to a branch', async () => {
  for (const account of ['platform-finance', 'branch', 'shipper']) {
    const client = await server.login(account)
    expect((await client.ask(broadcast, { ...notice, audience: 'all' })).http, account).toBe(403)
    expect((await client.ask(countAudience, { audience: 'all' })).http, account).toBe(403)
  }
  const raw = { branchCompanyId: demoCompanyId('branch1') }
  expect((await admin.ask(broadcast, { ...notice, audience: 'all' }, { raw })).http).toBe(403)
  expect((await admin.ask(countAudience, { audience: 'all' }, { raw })).http).toBe(403)
  expect(await reached()).toEqual([])
})

test('faults stand at their fields, and an unknown company is not found', async () => {
  const faults = async (raw: Record<string, string>) => {
    const { http, envelope } = await admin.ask(broadcast, { ...notice, audience: 'all' }, { raw })
    return { http, fields: Object.keys((envelope.data as { fields?: object } | null)?.fields ?? {}) }
  }
  expect(await faults({ audience: 'company' })).toEqual({ http: 400, fields: ['companyId'] })
  expect(await faults({ companyId: demoCompanyId('carrier') })).toEqual({ http: 400, fields: ['companyId'] })
  expect(await faults({ pushCode: '33' })).toEqual({ http: 400, fields: ['pushCode'] })
  expect(await faults({ title: ' ' })).toEqual({ http: 400, fields: ['title'] })
  expect(await faults({ content: '长'.repeat(501) })).toEqual({ http: 400, fields: ['content'] })
  expect((await admin.ask(broadcast, { ...notice, audience: 'company', companyId: v7() })).http).toBe(404)
})

test('a repeated key sends once; the audit log says what was sent to whom', async () => {
  const input = { ...notice, audience: 'company', companyId: demoCompanyId('carrier3') } as const
  for (let n = 0; n < 2; n++) expect(await admin.send(broadcast, input, { key: 'tell-once' })).toEqual({ count: 2 })
  await expect.poll(async () => (await reached()).length).toBe(2)
  const kept = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('audit_log')
        .select(['entity', 'title', 'diff'])
        .where('action', '=', broadcast.path)
        .orderBy('id', 'desc')
        .limit(1),
    ),
  )
  expect(kept).toMatchObject([
    {
      entity: 'broadcast',
      title: '群发通知',
      diff: [
        { field: '发送对象', old: '--', new: '四川蜀道货运有限公司' },
        { field: '人数', old: '--', new: '2' },
        { field: '通知类型', old: '--', new: '通知' },
        { field: '标题', old: '--', new: '系统维护' },
        { field: '内容', old: '--', new: notice.content },
      ],
    },
  ])
})
