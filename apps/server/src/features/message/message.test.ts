// The message centre over HTTP: pages, unread marks, reading and removing, and nobody else's lines.
import { randomUUID } from 'node:crypto'
import { deleteMessage, getUnread, listMessages, setRead } from '@yunshu/contract/message'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../testing.ts'

let server: TestServer
let mine: Client
let foreign = ''
beforeAll(async () => {
  server = await startTestServer()
  mine = await server.login('carrier')
})
afterAll(async () => { await server.stop() })

const line = (account: string, i: number, read = false) => ({
  id: v7(), user_id: demoUserId(account), title: `标题${i}`, content: `内容${i}`, kind: 'goods', path: i % 2 ? '/TaskList' : null, created_at: 1_790_000_000_000 + i, read_at: read ? 1 : null,
})
beforeEach(async () => {
  await server.db(async (tx) => {
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
  expect(first.rows[1]).toEqual({ id: expect.any(String), title: '标题5', content: '内容5', kind: 'goods', path: '/TaskList', at: 1_790_000_000_005, read: false })
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
  expect(await mine.send(setRead, { id: newest?.id })).toEqual({ count: 1 })
  expect(await mine.send(setRead, { id: newest?.id })).toEqual({ count: 0 })
  expect(await mine.send(setRead, {})).toEqual({ count: 4 })
  expect(await mine.send(getUnread, {})).toEqual({ unread: false, count: 0 })
})

test('[CL-06] a removed line is gone and cannot be removed twice', async () => {
  const [newest] = (await mine.send(listMessages, { limit: 1 })).rows
  const id = newest?.id ?? ''
  await mine.send(deleteMessage, { id })
  expect((await mine.send(listMessages, {})).rows.map((row) => row.id)).not.toContain(id)
  expect((await mine.ask(deleteMessage, { id })).envelope.code).toBe(4041)
})

test('the same key submitted twice is one effect', async () => {
  const [newest] = (await mine.send(listMessages, { limit: 1 })).rows
  const twice = [await mine.ask(deleteMessage, { id: newest?.id ?? '' }, { key: 'remove-once' }), await mine.ask(deleteMessage, { id: newest?.id ?? '' }, { key: 'remove-once' })]
  expect(twice.map(({ envelope }) => envelope.code)).toEqual([0, 0])
})

test('another person\'s line is not found, and stays unread', async () => {
  for (const id of [foreign, randomUUID()]) {
    expect(await mine.ask(setRead, { id })).toMatchObject({ http: 404, envelope: { code: 4041 } })
    expect(await mine.ask(deleteMessage, { id })).toMatchObject({ http: 404, envelope: { code: 4041 } })
  }
  await mine.send(setRead, {})
  expect(await (await server.login('shipper')).send(getUnread, {})).toEqual({ unread: true, count: 1 })
})

test('bad ids, cursors and page sizes are refused at their field', async () => {
  expect((await mine.ask(setRead, {}, { raw: { id: 'x' } })).envelope).toMatchObject({ code: 4001, message: '编号编号格式不正确' })
  expect((await mine.ask(listMessages, { cursor: 'x' })).http).toBe(400)
  expect((await mine.ask(listMessages, {}, { raw: { limit: '101' } })).http).toBe(400)
})

test('without a session there is nothing', async () => {
  expect(await server.anonymous().ask(listMessages, {})).toMatchObject({ http: 401, envelope: { code: 4010 } })
})
