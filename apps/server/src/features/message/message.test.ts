// The message centre over HTTP: pages, unread marks, reading and removing, and nobody else's lines.
import { randomUUID } from 'node:crypto'
import {
  countMessages,
  deleteMessage,
  getPreferences,
  getUnread,
  listMessages,
  setPreferences,
  setRead,
} from '@yunshu/contract/message/message'
import { messageKinds } from '@yunshu/domain/message/kinds'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let mine: Client
let foreign = ''
beforeAll(async () => {
  server = await startTestServer()
  mine = await server.login('carrier')
})
afterAll(async () => {
  await server.stop()
})

const line = (account: string, i: number, read = false, kind = i < 5 ? 'goods' : 'waybill') => ({
  id: v7(),
  user_id: demoUserId(account),
  title: `标题${i}`,
  content: `内容${i}`,
  kind,
  path: i % 2 ? '/TaskList' : null,
  created_at: 1_790_000_000_000 + i,
  read_at: read ? 1 : null,
})
beforeEach(async () => {
  await server.db(async tx => {
    await tx.run(q.deleteFrom('messages'))
    await tx.run(q.insertInto('messages').values(Array.from({ length: 7 }, (_, i) => line('carrier', i, i < 2))))
    const other = line('shipper', 99)
    foreign = other.id
    await tx.run(q.insertInto('messages').values(other))
  })
})

test('[CL-06] messages come newest first, page by page, each once', async () => {
  const first = await mine.send(listMessages, { limit: 4 })
  expect(first.rows.map(({ title }) => title)).toEqual(['标题6', '标题5', '标题4', '标题3'])
  expect(first.rows[1]).toEqual({
    id: expect.any(String),
    title: '标题5',
    content: '内容5',
    kind: 'waybill',
    path: '/TaskList',
    at: 1_790_000_000_005,
    read: false,
  })
  const second = await mine.send(listMessages, { limit: 4, cursor: first.next })
  expect(second.rows.map(({ title }) => title)).toEqual(['标题2', '标题1', '标题0'])
  expect(second).not.toHaveProperty('next')
  expect(second.rows[1]).toMatchObject({ read: true })
})

test('[CL-06] only unread ones are listed and counted when asked', async () => {
  expect((await mine.send(listMessages, { unread: true })).rows).toHaveLength(5)
  expect(await mine.send(getUnread, {})).toEqual({ unread: true, count: 5 })
})

test('[CL-06] reading one line, then all, clears the mark; reading again changes nothing', async () => {
  const [newest] = (await mine.send(listMessages, { limit: 1 })).rows
  expect(await mine.send(setRead, { id: newest?.id })).toEqual({ count: 1, left: 4 })
  expect(await mine.send(setRead, { id: newest?.id })).toEqual({ count: 0, left: 4 })
  expect(await mine.send(setRead, {})).toEqual({ count: 4, left: 0 })
  expect(await mine.send(getUnread, {})).toEqual({ unread: false, count: 0 })
})

test('[CL-06] a removed line is gone and cannot be removed twice', async () => {
  const [newest] = (await mine.send(listMessages, { limit: 1 })).rows
  const id = newest?.id ?? ''
  expect(await mine.send(deleteMessage, { id })).toEqual({ count: 1, left: 4 })
  expect((await mine.send(listMessages, {})).rows.map(row => row.id)).not.toContain(id)
  expect((await mine.ask(deleteMessage, { id })).envelope.code).toBe(4041)
})

/** The newest lines, newest first. */
const newest = async (count: number) => (await mine.send(listMessages, { limit: count })).rows.map(({ id }) => id)
/** Frames the person was sent since the test began. */
const framesOf = async (account: string) =>
  (
    await server.db(tx =>
      tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId(account)).orderBy('seq')),
    )
  ).map(({ frame }) => frame as { code: string; data: { topics?: string[] } })

test('[CL-06] lines are found by kind, by text of title or content, by time, and unread ones among them', async () => {
  const titles = async (filter: Parameters<typeof mine.send<typeof listMessages>>[1]) =>
    (await mine.send(listMessages, filter)).rows.map(({ title }) => title)
  expect(await titles({ kind: 'waybill' })).toEqual(['标题6', '标题5'])
  expect(await titles({ kind: 'payment' })).toEqual([])
  expect(await titles({ text: '内容3' })).toEqual(['标题3'])
  expect(await titles({ text: '%' })).toEqual([])
  expect(await titles({ from: 1_790_000_000_002, to: 1_790_000_000_004 })).toEqual(['标题3', '标题2'])
  expect(await titles({ kind: 'goods', unread: true, limit: 2 })).toEqual(['标题4', '标题3'])
  expect((await mine.ask(listMessages, {}, { raw: { kind: 'gossip' } })).http).toBe(400)
})

test("[CL-06] every kind is counted, all and unread, under the search; other people's lines never", async () => {
  const { all, unread } = await mine.send(countMessages, {})
  expect(Object.keys(all)).toEqual(Object.keys(messageKinds))
  expect([all.goods, all.waybill, all.payment, unread.goods, unread.waybill]).toEqual([5, 2, 0, 3, 2])
  const found = await mine.send(countMessages, { text: '标题1' })
  expect([found.all.goods, found.unread.goods, found.all.waybill]).toEqual([1, 0, 0])
})

test('[CL-06] several lines, or those of a kind, are read at once; foreign ones among them stay as they are', async () => {
  expect(await mine.send(setRead, { ids: [...(await newest(2)), foreign, randomUUID()] })).toEqual({
    count: 2,
    left: 3,
  })
  expect(await mine.send(setRead, { kind: 'goods' })).toEqual({ count: 3, left: 0 })
  expect(await (await server.login('shipper')).send(getUnread, {})).toEqual({ unread: true, count: 1 })
  expect((await mine.ask(setRead, {}, { raw: { ids: '[]' } })).http).toBe(400)
  expect(
    (await mine.ask(setRead, {}, { raw: { ids: JSON.stringify(Array.from({ length: 501 }, () => randomUUID())) } }))
      .http,
  ).toBe(400)
})

test('[CL-06] several lines, or all that were read, are removed at once; nothing goes unless it is named', async () => {
  expect(await mine.send(deleteMessage, { ids: [...(await newest(2)), foreign] })).toEqual({ count: 2, left: 3 })
  expect(await mine.send(deleteMessage, { read: true, kind: 'waybill' })).toEqual({ count: 0, left: 3 })
  expect(await mine.send(deleteMessage, { read: true })).toEqual({ count: 2, left: 3 })
  expect((await mine.ask(deleteMessage, {})).envelope).toMatchObject({
    code: 4001,
    data: { fields: { ids: '请选择要删除的消息' } },
  })
  expect((await mine.ask(deleteMessage, { read: false })).http).toBe(400)
  expect((await mine.ask(deleteMessage, { kind: 'goods' })).http).toBe(400)
  expect((await mine.send(listMessages, {})).rows).toHaveLength(3)
  expect(await server.db(tx => tx.rows(q.selectFrom('messages').select('id').where('id', '=', foreign)))).toHaveLength(
    1,
  )
})

test("[CL-06] the person's other devices are told what to ask again, and only when something changed", async () => {
  await server.relayed()
  await server.db(tx => tx.run(q.deleteFrom('inbox')))
  await mine.send(setRead, { kind: 'payment' })
  await mine.send(setRead, {})
  await server.relayed()
  expect(await framesOf('carrier')).toMatchObject([
    {
      code: 'sync',
      data: { topics: expect.arrayContaining([getUnread.path, listMessages.path, countMessages.path]) },
    },
  ])
  await mine.send(deleteMessage, { read: true })
  await server.relayed()
  expect(await framesOf('carrier')).toHaveLength(2)
  expect(await framesOf('shipper')).toEqual([])
})

test('preferences start in full, are kept per kind and person, and money cannot be switched off', async () => {
  expect(new Set(Object.values((await mine.send(getPreferences, {})).modes))).toEqual(new Set(['all']))
  await mine.send(setPreferences, { modes: { goods: 'none', waybill: 'inbox', payment: 'inbox' } })
  await mine.send(setPreferences, { modes: { waybill: 'all' } })
  expect((await mine.send(getPreferences, {})).modes).toMatchObject({
    goods: 'none',
    waybill: 'all',
    payment: 'inbox',
    task: 'all',
  })
  expect((await (await server.login('shipper')).send(getPreferences, {})).modes.goods).toBe('all')
  const kept = await server.db(tx =>
    tx.rows(
      q.selectFrom('audit_log').select('diff').where('action', '=', setPreferences.path).orderBy('id', 'desc').limit(1),
    ),
  )
  expect(kept).toEqual([{ diff: [{ field: '运单', old: '只进入消息中心', new: '弹出提醒并进入消息中心' }] }])
  const refused = await mine.ask(setPreferences, { modes: { task: 'none', payment: 'none' } })
  expect(refused.envelope).toMatchObject({ code: 4001, data: { fields: { 'modes.payment': '支付消息不能关闭' } } })
  expect((await mine.send(getPreferences, {})).modes.task).toBe('all')
  for (const modes of ['{"gossip":"none"}', '{"goods":"loud"}', '[]'])
    expect((await mine.ask(setPreferences, { modes: {} }, { raw: { modes } })).http).toBe(400)
})

test('the same key submitted twice is one effect', async () => {
  const [newest] = (await mine.send(listMessages, { limit: 1 })).rows
  const twice = [
    await mine.ask(deleteMessage, { id: newest?.id ?? '' }, { key: 'remove-once' }),
    await mine.ask(deleteMessage, { id: newest?.id ?? '' }, { key: 'remove-once' }),
  ]
  expect(twice.map(({ envelope }) => envelope.code)).toEqual([0, 0])
})

test("another person's line is not found, and stays unread", async () => {
  for (const id of [foreign, randomUUID()]) {
    expect(await mine.ask(setRead, { id })).toMatchObject({ http: 404, envelope: { code: 4041 } })
    expect(await mine.ask(deleteMessage, { id })).toMatchObject({ http: 404, envelope: { code: 4041 } })
  }
  await mine.send(setRead, {})
  expect(await (await server.login('shipper')).send(getUnread, {})).toEqual({ unread: true, count: 1 })
})

test('bad ids, cursors and page sizes are refused at their field', async () => {
  expect((await mine.ask(setRead, {}, { raw: { id: 'x' } })).envelope).toMatchObject({
    code: 4001,
    message: '编号格式不正确',
  })
  expect((await mine.ask(listMessages, { cursor: 'x' })).http).toBe(400)
  expect((await mine.ask(listMessages, {}, { raw: { limit: '101' } })).http).toBe(400)
})

test('without a session there is nothing', async () => {
  expect(await server.anonymous().ask(listMessages, {})).toMatchObject({ http: 401, envelope: { code: 4010 } })
})
