// The header search over HTTP: whole numbers and beginnings, plates, permits, and nobody else's records.
import { searchRecords } from '@yunshu/contract/session/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { searchFor } from './search.queries.ts'
import { addGoods, addSettlement, addTask, addWaybill, type Parties } from '../../../../../tests/server/homeRows.ts'

const ours: Parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
const theirs: Parties = { shipper: 'shipper6', carrier: 'carrier6', branch: 'branch2' }

let server: TestServer
let waybillId = ''
beforeAll(async () => {
  server = await startTestServer()
  await server.db(async tx => {
    const goods = { id: await addGoods(tx, ours, 'HY2611210000001'), no: 'HY2611210000001' }
    waybillId = await addWaybill(tx, ours, goods, 'YD2611210000001', '冀A12345')
    await addSettlement(tx, ours, 'JS2611210000001', 'submitted')
    const foreign = {
      id: await addGoods(tx, theirs, 'HY2611210000009', { publish_to: 'RELATED' }),
      no: 'HY2611210000009',
    }
    for (let i = 10; i < 25; i++) await addWaybill(tx, theirs, foreign, `YD26112100000${i}`, `粤B555${i}`)
    await addSettlement(tx, theirs, 'JS2611210000009', 'submitted')
  })
})
afterAll(async () => {
  await server.stop()
})

const search = async (account: string, text: string) =>
  (await (await server.login(account)).send(searchRecords, { text })).hits

test('a whole number finds its record and the page that shows it', async () => {
  expect(await search('shipper', 'YD2611210000001')).toEqual([
    {
      kind: 'waybill',
      title: 'YD2611210000001',
      note: '冀A12345 榆林→唐山',
      state: 'toLoad',
      path: `/waybill/details/${waybillId}`,
    },
  ])
  expect((await search('shipper', 'js2611210000001'))[0]).toMatchObject({
    kind: 'settlement',
    path: '/manage/Normal/JS2611210000001',
  })
})

test('a goods number finds its waybills and the goods', async () => {
  expect((await search('shipper', 'HY2611210000001')).map(({ kind }) => kind)).toEqual(['waybill', 'goods'])
})

test('four characters of a beginning are enough, three are not', async () => {
  expect((await search('shipper', 'YD26')).map(({ title }) => title)).toEqual(['YD2611210000001'])
  expect(await search('shipper', 'YD2')).toEqual([])
})

test('a plate finds waybills, and vehicles for who may see them', async () => {
  expect((await search('carrier', '冀A12')).map(({ kind, path }) => [kind, path])).toEqual([
    ['waybill', `/waybill/details/${waybillId}`],
    ['vehicle', `/vehicle/list?text=${encodeURIComponent('冀A12345')}`],
  ])
  expect((await search('shipper', '冀A12345')).map(({ kind }) => kind)).toEqual(['waybill'])
  // the truck itself is not behind ten of its waybills
  expect((await search('carrier', '冀a12345')).map(({ kind }) => kind)).toEqual(['vehicle', 'waybill'])
})

test('signs of LIKE mean themselves', async () => {
  for (const text of ['%%%%', '____', 'YD26%']) expect(await search('admin', text)).toEqual([])
})

test('[PM-08] another company finds nothing of it: neither by whole number, beginning, nor plate', async () => {
  for (const account of ['shipper2', 'carrier2'])
    for (const text of ['YD2611210000001', 'YD26', 'JS2611210000001', '冀A12345', 'HY2611210000009'])
      expect(await search(account, text)).toEqual([])
  expect((await search('branch', 'YD26')).map(({ title }) => title)).toEqual(['YD2611210000001'])
})

test('[PM-08] the queries hold the line themselves, without the wall of the database', async () => {
  const client = await server.login('shipper2')
  const actor = await server.server.deps.sessions.find(client.token, undefined, Date.now())
  for (const text of ['YD2611210000001', 'JS2611210000001', 'HY2611210000009', '冀A12345', '粤B555'])
    expect(await server.db(tx => searchFor({ actor, tx, can: () => true, now: Date.now() }, { text }))).toEqual({
      hits: [],
    })
})

test('acts come with a record for whoever may do them now, as addresses of their dialogs, and for nobody else', async () => {
  const [goods] = await server.db(tx => tx.rows(q.selectFrom('goods').select(['id', 'goods_no']).limit(1)))
  if (!goods) throw new Error('no goods')
  const id = await server.db(tx =>
    addWaybill(tx, ours, { id: goods.id, no: goods.goods_no }, 'YD2611210000077', '冀A77777', { state: 'toSign' }),
  )
  await server.db(tx => addTask(tx, ours, goods.id, 'sent'))
  const acts = async (account: string, text: string) =>
    (await search(account, text)).flatMap(hit => (hit.acts ?? []).map(act => act.path))
  expect(await acts('shipper', 'YD2611210000077')).toEqual(
    ['sign', 'uploadReceipt'].map(act => `/waybill/details/${id}?act=${act}`),
  )
  expect(await acts('carrier', 'YD2611210000077')).not.toContain(`/waybill/details/${id}?act=sign`)
  expect(await acts('carrier2', 'YD2611210000077')).toEqual([])
  // a sheet handed in waits for another person than its maker, with the permit to judge
  expect(await acts('shipper-finance', 'JS2611210000001')).toContain('/manage/Normal/JS2611210000001?act=approve')
  expect(await acts('carrier', 'JS2611210000001')).toEqual([])
  const [task] = await server.db(tx =>
    tx.rows(q.selectFrom('tasks').select('task_no').where('state', '=', 'sent').limit(1)),
  )
  const number = task?.task_no ?? ''
  expect(await acts('carrier', number)).toEqual([
    `/TaskList?pane=tasks&text=${number}&act=accept`,
    `/TaskList?pane=tasks&text=${number}&act=refuse`,
  ])
  expect(await acts('shipper', number), 'who gave it does not answer it').toEqual([])
})

test('the platform finds all, at most ten at a time', async () => {
  expect(await search('admin', 'YD26')).toHaveLength(10)
})

test('a kind without its permit is not searched', async () => {
  await server.db(tx => tx.run(q.deleteFrom('user_roles').where('user_id', '=', demoUserId('carrier-finance'))))
  expect(await search('carrier-finance', 'YD2611210000001')).toEqual([])
})

test('an empty or long text is refused', async () => {
  const client = await server.login('shipper')
  for (const text of ['', 'x'.repeat(41)])
    expect((await client.ask(searchRecords, { text: 'x' }, { raw: { text } })).http).toBe(400)
})
