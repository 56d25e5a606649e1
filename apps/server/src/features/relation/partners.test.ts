// Partner companies over HTTP: by relation for companies, by service for the house, masked and counted.
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCarriers, demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { findPartners } from './relation.queries.ts'
import { addGoods, addWaybill, type Parties } from '../../../../../tests/server/homeRows.ts'

const ours: Parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.db(async tx => {
    const goods = { id: await addGoods(tx, ours, 'HY1'), no: 'HY1' }
    await addWaybill(tx, ours, goods, 'YD1', '冀A10001')
    await addWaybill(tx, ours, goods, 'YD2', '冀A10002', { state: 'inTransit' })
    await addWaybill(tx, ours, goods, 'YD3', '冀A10003', { state: 'signed' })
    const foreign: Parties = { ...ours, shipper: 'shipper4' }
    await addWaybill(tx, foreign, { id: await addGoods(tx, foreign, 'HY2'), no: 'HY2' }, 'YD4', '冀A10004')
  })
})
afterAll(async () => {
  await server.stop()
})

const carriersOf = async (account: string, text?: string) =>
  (await (await server.login(account)).send(listCarriers, { text })).rows
const shippersOf = async (account: string, text?: string) =>
  (await (await server.login(account)).send(listShippers, { text })).rows

test('a shipper sees its carriers with contact, credit code and open waybills between the two', async () => {
  const rows = await carriersOf('shipper')
  expect(rows).toHaveLength(demoCarriers.length)
  expect(rows.find(({ companyId }) => companyId === demoCompanyId('carrier'))).toEqual({
    id: expect.any(String),
    regionCode: '130102',
    relation: expect.objectContaining({ moves: ['end'], isOurs: false }),
    companyId: demoCompanyId('carrier'),
    name: '河北顺达运输有限公司',
    trustCode: expect.stringMatching(/^91/),
    contactName: expect.any(String),
    contactMobile: expect.stringMatching(/^199\d{8}$/),
    state: 'active',
    since: expect.any(Number),
    openWaybills: 2,
    isContract: true,
  })
  const whole = (await (await server.login('shipper')).send(listCarriers, { all: true, limit: 100 })).rows
  expect(whole.find(({ companyId }) => companyId === demoCompanyId('carrier'))).toMatchObject({
    openWaybills: 2,
    unsettled: 1,
  })
})

test('[PM-08] companies without a live relation do not see each other', async () => {
  expect((await carriersOf('shipper2')).map(({ companyId }) => companyId)).not.toContain(demoCompanyId('carrier'))
  expect((await shippersOf('carrier')).map(({ companyId }) => companyId)).not.toContain(demoCompanyId('shipper2'))
  expect(await shippersOf('shipper')).toEqual([])
  await server.db(tx =>
    tx.run(
      q
        .updateTable('relations')
        .set({ state: 'ended' })
        .where('shipper_id', '=', demoCompanyId('shipper'))
        .where('carrier_id', '=', demoCompanyId('carrier8')),
    ),
  )
  expect((await carriersOf('shipper')).map(({ companyId }) => companyId)).not.toContain(demoCompanyId('carrier8'))
})

test('[PM-08] the queries hold the line themselves, without the wall of the database', async () => {
  const rows = await asSystem(server.server.deps, async ctx => {
    const client = await server.login('shipper')
    const actor = await server.server.deps.sessions.find(client.token, undefined, Date.now())
    return (await findPartners({ ...ctx, actor, can: () => true }, 'carrier', { text: '顺达' })).rows
  })
  expect(rows.map(({ openWaybills }) => openWaybills)).toEqual([2])
})

test('a relation whose end was only asked for still holds', async () => {
  await server.db(tx =>
    tx.run(
      q
        .updateTable('relations')
        .set({ state: 'ending' })
        .where('shipper_id', '=', demoCompanyId('shipper4'))
        .where('carrier_id', '=', demoCompanyId('carrier')),
    ),
  )
  expect((await shippersOf('carrier')).find(({ companyId }) => companyId === demoCompanyId('shipper4'))).toMatchObject({
    state: 'ending',
    openWaybills: 1,
  })
})

test('the platform sees all active carriers, a branch those it serves', async () => {
  expect(await carriersOf('admin')).toHaveLength(demoCarriers.length)
  expect((await carriersOf('branch')).map(({ companyId }) => companyId).sort()).toEqual(
    demoCarriers
      .filter(({ branch }) => branch === 'branch1')
      .map(({ key }) => demoCompanyId(key))
      .sort(),
  )
})

test('text narrows by name and credit code; signs of LIKE mean themselves', async () => {
  expect((await carriersOf('shipper', '蜀道')).map(({ name }) => name)).toEqual(['四川蜀道货运有限公司'])
  expect(await carriersOf('shipper', '%')).toEqual([])
})

test('contacts of companies one works with can be called, whatever one’s position; the house is masked those of the market', async () => {
  const [row] = await carriersOf('shipper-freight')
  expect(row?.contactMobile).toMatch(/^199\d{8}$/)
  const [served] = await carriersOf('admin')
  expect(served?.contactMobile).toMatch(/^199\*{4}\d{4}$/)
})

test('without the permit the list is 403', async () => {
  await server.db(tx => tx.run(q.deleteFrom('user_roles').where('user_id', '=', demoUserId('carrier-finance'))))
  expect(await (await server.login('carrier-finance')).ask(listShippers, {})).toMatchObject({
    http: 403,
    envelope: { code: 4030 },
  })
})
