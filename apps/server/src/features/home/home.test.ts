// The home cards over HTTP: what each role waits for, counted on its own rows, opening the list with that filter.
import { call as declare } from '@yunshu/contract/call'
import { listCompanies } from '@yunshu/contract/company/company'
import { listDrivers } from '@yunshu/contract/fleet/driver'
import { listGoods, listOffers } from '@yunshu/contract/goods/goods'
import { listGoodsChanges } from '@yunshu/contract/goods/change'
import { getHome } from '@yunshu/contract/home'
import { listPaymentTasks } from '@yunshu/contract/settlement/paymentTask'
import { listPayees } from '@yunshu/contract/fleet/payee'
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { screens } from '@yunshu/contract/screens'
import { listSettleable } from '@yunshu/contract/settlement/settlement'
import { listTasks } from '@yunshu/contract/task/task'
import { listVehicles } from '@yunshu/contract/fleet/vehicle'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { cards } from './cards.ts'
import {
  addFleet,
  addGoods,
  addQuestions,
  addSettlement,
  addTask,
  addWaybill,
  type Parties,
} from '../../../../../tests/server/homeRows.ts'

const ours: Parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
const theirs: Parties = { shipper: 'shipper6', carrier: 'carrier6', branch: 'branch2' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.db(async tx => {
    for (const [i, parties] of [ours, theirs].entries()) {
      const goods = { id: await addGoods(tx, parties, `HY${i}1`), no: `HY${i}1` }
      await addGoods(tx, parties, `HY${i}2`, { state: 'draft' })
      await addGoods(tx, parties, `HY${i}3`, { valid_to: 1 })
      await addGoods(tx, parties, `HY${i}4`, { publish_to: 'CARRIERS' })
      await addTask(tx, parties, goods.id, 'accepted')
      await addTask(tx, parties, goods.id, 'done')
      await addQuestions(tx, parties, await addWaybill(tx, parties, goods, `YD${i}1`, `冀A1000${i}`), goods.id)
      await addFleet(tx, parties)
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
afterAll(async () => {
  await server.stop()
})

const counts = async (account: string) =>
  Object.fromEntries(
    (await (await server.login(account)).send(getHome, {})).cards.map(({ key, count }) => [key, count]),
  )

/** Records of its fleet a carrier has to mend or renew. */
const fleet = {
  vehiclesRejected: 1,
  vehiclesEnded: 1,
  vehiclesSoon: 1,
  driversRejected: 1,
  driversEnded: 1,
  driversSoon: 1,
  payeesRejected: 1,
}

test('a carrier sees goods it can take, tasks without vehicles, what it is asked, its journeys, and its fleet', async () => {
  expect(await counts('carrier')).toEqual({
    offers: 2,
    tasksSent: 0,
    tasksAccepted: 1,
    tasksDispatching: 0,
    changesToAnswer: 1,
    claimsToAnswer: 1,
    toAccept: 0,
    toLoad: 1,
    inTransit: 1,
    receiptWaiting: 1,
    ...fleet,
  })
})

test('a shipper sees what it must sign, check and settle', async () => {
  expect(await counts('shipper')).toEqual({
    goodsOpen: 3,
    claimsToAnswer: 1,
    toLoad: 1,
    inTransit: 1,
    toSign: 1,
    receiptUploaded: 1,
    settleable: 1,
  })
})

test('finance sees sheets to approve, to pay, and money whose fate is unknown', async () => {
  expect(await counts('shipper-finance')).toMatchObject({
    settlementApprove: 1,
    settlementPay: 1,
    paymentUnknown: 1,
    paymentFailed: 1,
  })
})

test('the platform sees all rows, a branch its own', async () => {
  expect(await counts('admin')).toEqual({
    tasksAccepted: 2,
    tasksDispatching: 0,
    claimsToAnswer: 2,
    swapsToAnswer: 2,
    vehiclesPending: 2,
    driversPending: 2,
    payeesPending: 2,
    payeeAuths: 2,
    toAccept: 0,
    toLoad: 2,
    inTransit: 2,
    toSign: 2,
    receiptWaiting: 2,
    receiptUploaded: 2,
    settleable: 2,
    settlementSubmit: 2,
    settlementApprove: 2,
    settlementPay: 2,
    paymentUnknown: 2,
    paymentFailed: 2,
  })
  expect(await counts('branch')).toMatchObject({
    toLoad: 1,
    toSign: 1,
    receiptWaiting: 1,
    settleable: 1,
    claimsToAnswer: 1,
    swapsToAnswer: 1,
    vehiclesPending: 1,
    driversPending: 1,
    payeesPending: 1,
    payeeAuths: 1,
  })
})

test('[PM-08] the numbers of a company without records are zero, whatever others have', async () => {
  expect(Object.values(await counts('shipper2'))).toEqual([0, 0, 0, 0, 0, 0])
})

test('without permits there are no cards', async () => {
  await server.db(tx => tx.run(q.deleteFrom('user_roles').where('user_id', '=', demoUserId('carrier-finance'))))
  expect(await counts('carrier-finance')).toEqual({})
})

/** Filters that the pages themselves set. */
const fixed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/relation/carriers': { all: 'true' },
  '/relation/shippers': { all: 'true' },
}

test('the number on a card is the number of rows of the list it opens', async () => {
  await server.db(async tx => {
    // records that did not wait above, so that every card of a list has something to count
    const goods = { id: await addGoods(tx, ours, 'HY9'), no: 'HY9' }
    for (const state of ['sent', 'dispatching']) await addTask(tx, ours, goods.id, state)
    for (const [n, state] of ['disputed', 'interrupted', 'toAccept'].entries())
      await addWaybill(tx, ours, goods, `YD9${n}`, `冀A900${n}`, { state })
    await addWaybill(tx, ours, goods, 'YD99', '冀A9009', { state: 'signed', receipt_state: 'rejected' })
    for (const [shipper, carrier, invited_by] of [
      ['shipper', 'carrier3', 'carrier'],
      ['shipper', 'carrier4', 'shipper'],
      ['shipper3', 'carrier', 'shipper'],
    ] as const)
      await tx.run(
        q
          .updateTable('relations')
          .set({ state: 'invited', invited_by, expires_at: 4_000_000_000_000 })
          .where('shipper_id', '=', demoCompanyId(shipper))
          .where('carrier_id', '=', demoCompanyId(carrier)),
      )
    await tx.run(q.updateTable('companies').set({ state: 'pending' }).where('id', '=', demoCompanyId('carrier8')))
  })
  const seen = new Set<string>()
  const faults: string[] = []
  for (const account of ['carrier', 'shipper', 'shipper-finance', 'branch', 'admin']) {
    const client = await server.login(account)
    for (const { key, count, path } of (await client.send(getHome, {})).cards) {
      if (count > 0) seen.add(key)
      const [page = '', query = ''] = path.split('?')
      const { pane, ...filter } = Object.fromEntries(new URLSearchParams(query))
      const list =
        pane === 'offers'
          ? listOffers
          : pane === 'changes'
            ? listGoodsChanges
            : {
                '/GoodsMy': listGoods,
                '/TaskList': listTasks,
                '/waybill/list': listWaybills,
                '/payment/tasks': listPaymentTasks,
                '/settlement/make': listSettleable,
                '/vehicle/list': listVehicles,
                '/driver/list': listDrivers,
                '/payee/list': listPayees,
                '/relation/carriers': listCarriers,
                '/relation/shippers': listShippers,
                '/company/list': listCompanies,
              }[page]
      if (!list) throw new Error(`no list for ${path}`)
      const { rows } = await client.send(
        declare({ ...list, input: z.looseObject({}), output: z.object({ rows: z.array(z.unknown()) }) }),
        {},
        { raw: { ...filter, ...fixed[page], ...(pane === 'changes' ? { isWaiting: 'true' } : {}) } },
      )
      if (rows.length !== count) faults.push(`${account} ${path}: ${count} on the card, ${rows.length} in the list`)
    }
  }
  expect(faults).toEqual([])
  expect(cards.map(({ key }) => key).filter(key => !seen.has(key))).toEqual(['companyPapers', 'companyPending'])
})

test('every card opens a screen of the portal', () => {
  const paths = new Set(Object.values(screens).map(({ path }) => `/${path}`))
  for (const { path } of cards) expect(paths).toContain(path.split('?')[0])
})

test('a count stops at 10,001', async () => {
  await server.db(tx =>
    tx.run(
      q
        .insertInto('waybill_counts')
        .values({ owner_id: '00000000-0000-0000-0000-000000000000', state: 'toSign', slot: 5, n: 50_000 }),
    ),
  )
  expect(await counts('admin')).toMatchObject({ toSign: 10_001 })
})
