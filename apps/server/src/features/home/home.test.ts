// The home cards over HTTP: what each role waits for, counted on its own rows, opening the list with that filter.
import { call as declare } from '@yunshu/contract/call'
import { listGoods, listOffers } from '@yunshu/contract/goods'
import { getHome } from '@yunshu/contract/home'
import { listPaymentTasks } from '@yunshu/contract/paymentTask'
import { screens } from '@yunshu/contract/screens'
import { listSettleable } from '@yunshu/contract/settlement'
import { listTasks } from '@yunshu/contract/task'
import { listWaybills } from '@yunshu/contract/waybill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../demo/people.ts'
import { startTestServer, type TestServer } from '../../testing.ts'
import { cards } from './cards.ts'
import { addGoods, addSettlement, addTask, addWaybill, type Parties } from './rows.testing.ts'

const ours: Parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
const theirs: Parties = { shipper: 'shipper6', carrier: 'carrier6', branch: 'branch2' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.db(async (tx) => {
    for (const [i, parties] of [ours, theirs].entries()) {
      const goods = { id: await addGoods(tx, parties, `HY${i}1`), no: `HY${i}1` }
      await addGoods(tx, parties, `HY${i}2`, { state: 'draft' })
      await addGoods(tx, parties, `HY${i}3`, { valid_to: 1 })
      await addGoods(tx, parties, `HY${i}4`, { publish_to: 'CARRIERS' })
      await addTask(tx, parties, goods.id, 'accepted')
      await addTask(tx, parties, goods.id, 'done')
      await addWaybill(tx, parties, goods, `YD${i}1`, `冀A1000${i}`)
      await addWaybill(tx, parties, goods, `YD${i}2`, `冀A2000${i}`, { state: 'inTransit', receipt_state: 'waiting' })
      await addWaybill(tx, parties, goods, `YD${i}3`, `冀A3000${i}`, { state: 'toSign', receipt_state: 'uploaded' })
      await addWaybill(tx, parties, goods, `YD${i}4`, `冀A4000${i}`, { state: 'signed' })
      await addSettlement(tx, parties, `JS${i}1`, 'submitted')
      await addSettlement(tx, parties, `JS${i}2`, 'approved')
      await addSettlement(tx, parties, `JS${i}3`, 'paying', 'unknown')
      await addSettlement(tx, parties, `JS${i}4`, 'paying', 'sent')
      await addSettlement(tx, parties, `JS${i}5`, 'partial', 'failed')
      await addSettlement(tx, parties, `JS${i}6`, 'draft')
    }
  })
})
afterAll(async () => { await server.stop() })

const counts = async (account: string) => Object.fromEntries((await (await server.login(account)).send(getHome, {})).cards.map(({ key, count }) => [key, count]))

test('a carrier sees goods it can take, tasks without vehicles, and its journeys', async () => {
  expect(await counts('carrier')).toEqual({ offers: 2, tasksSent: 0, tasksAccepted: 1, tasksDispatching: 0, toAccept: 0, toLoad: 1, inTransit: 1, receiptWaiting: 1 })
})

test('a shipper sees what it must sign, check and settle', async () => {
  expect(await counts('shipper')).toEqual({ goodsOpen: 3, toLoad: 1, inTransit: 1, toSign: 1, receiptUploaded: 1, settleable: 1 })
})

test('finance sees sheets to approve, to pay, and money whose fate is unknown', async () => {
  expect(await counts('shipper-finance')).toMatchObject({ settlementApprove: 1, settlementPay: 1, paymentUnknown: 1, paymentFailed: 1 })
})

test('the platform sees all rows, a branch its own', async () => {
  expect(await counts('admin')).toEqual({ tasksAccepted: 2, tasksDispatching: 0, toAccept: 0, toLoad: 2, inTransit: 2, toSign: 2, receiptWaiting: 2, receiptUploaded: 2, settleable: 2, settlementSubmit: 2, settlementApprove: 2, settlementPay: 2, paymentUnknown: 2, paymentFailed: 2 })
  expect(await counts('branch')).toMatchObject({ toLoad: 1, toSign: 1, receiptWaiting: 1, settleable: 1 })
})

test('[PM-08] the numbers of a company without records are zero, whatever others have', async () => {
  expect(Object.values(await counts('shipper2'))).toEqual([0, 0, 0, 0, 0, 0])
})

test('without permits there are no cards', async () => {
  await server.db((tx) => tx.run(q.deleteFrom('user_roles').where('user_id', '=', demoUserId('carrier-finance'))))
  expect(await counts('carrier-finance')).toEqual({})
})

test('the number on a card is the number of rows of the list it opens', async () => {
  const faults: string[] = []
  for (const account of ['carrier', 'shipper', 'shipper-finance', 'branch', 'admin']) {
    const client = await server.login(account)
    for (const { count, path } of (await client.send(getHome, {})).cards) {
      const [page = '', query = ''] = path.split('?')
      const { pane, ...filter } = Object.fromEntries(new URLSearchParams(query))
      const list = pane === 'offers' ? listOffers : { '/GoodsMy': listGoods, '/TaskList': listTasks, '/waybill/list': listWaybills, '/payment/tasks': listPaymentTasks, '/settlement/make': listSettleable }[page]
      if (!list) throw new Error(`no list for ${path}`)
      const { rows } = await client.send(declare({ ...list, input: z.looseObject({}), output: z.object({ rows: z.array(z.unknown()) }) }), {}, { raw: filter })
      if (rows.length !== count) faults.push(`${account} ${path}: ${count} on the card, ${rows.length} in the list`)
    }
  }
  expect(faults).toEqual([])
})

test('every card opens a screen of the portal', () => {
  const paths = new Set(Object.values(screens).map(({ path }) => `/${path}`))
  for (const { path } of cards) expect(paths).toContain(path.split('?')[0])
})

test('a count stops at 10,001', async () => {
  await server.db((tx) => tx.run(q.insertInto('waybill_counts').values({ owner_id: '00000000-0000-0000-0000-000000000000', state: 'toSign', slot: 5, n: 50_000 })))
  expect(await counts('admin')).toMatchObject({ toSign: 10_001 })
})
