// The named accounts walk the main job by hand on seeded rows: live work continues where the demo stopped.
import { listOffers, takeGoods } from '@yunshu/contract/goods/goods'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import {
  approveSettlement,
  getSettlement,
  listSettlements,
  makeSettlement,
  paySettlement,
  queryPayment,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { appoint, listDriverChoices, listTasks, listVehicleChoices } from '@yunshu/contract/task/task'
import { getTrialBalance } from '@yunshu/contract/voucher/voucher'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { listMessages } from '@yunshu/contract/message/message'
import { billedQuantity, freightOf } from '@yunshu/domain/goods/freight'
import { pricings } from '@yunshu/domain/goods/goods'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { grams } from '@yunshu/domain/figures/weight'
import type { ScratchDatabase } from '@yunshu/postgres/scratch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../src/db/keyOf.ts'
import { q } from '../src/db/tx.ts'
import { fixAmounts } from '../src/features/waybill/signedAmounts.queries.ts'
import { readWaybillBody } from '../src/features/waybill/waybillBody.queries.ts'
import { lockWaybills } from '../src/features/waybill/waybill.queries.ts'
import { asSystem } from '../src/work/system.ts'
import { startTestServer, type Client, type TestServer } from '../../../tests/server/testServer.ts'
import { demoCompanyId } from './people.ts'
import { seededDatabase } from '../../../tests/server/seededDemo.ts'
import { until } from '../../../tests/server/until.ts'

let database: ScratchDatabase
let server: TestServer
let freight: Client, finance: Client, shipper: Client, carrier: Client, platform: Client
beforeAll(async () => {
  database = await seededDatabase()
  server = await startTestServer({ DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl })
  const login = (account: string): Promise<Client> => server.login(account)
  ;[freight, finance, shipper, carrier, platform] = [
    await login('shipper-freight'),
    await login('shipper-finance'),
    await login('shipper'),
    await login('carrier'),
    await login('platform-finance'),
  ]
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const n = async (text: string): Promise<number> =>
  (await server.db(tx => tx.one<{ n: number }>(sql<{ n: number }>`${sql.raw(text)}`.compile(q)))).n
const differences = async (): Promise<number[]> => {
  const { difference } = await platform.send(getTrialBalance, { period: periodOf(Date.now()) })
  return [
    difference,
    await n(
      'select count(*) as n from (select entry_id from journal_lines group by 1 having sum(debit_fen) <> sum(credit_fen)) as bad',
    ),
  ]
}

test('a sheet of seeded waybills is made, submitted, approved and paid; the seeded estimates go back in red', async () => {
  const { rows } = await freight.send(listSettleable, { carrierId: demoCompanyId('carrier'), limit: 100 })
  // all of their parts can be settled: a share kept back for the receipt too
  const ready = rows.filter(row => row.receiptState === 'confirmed').map(row => row.waybillId)
  const ids = [...new Set(ready)].slice(0, 5)
  expect(ids.length).toBeGreaterThanOrEqual(3)
  const open = () =>
    n(
      `select count(*) as n from vouchers where kind = 'TENTATIVE' and state = 'posted' and amount_fen > 0 and waybill_id in (${ids.map(id => `'${id}'`).join()})`,
    )
  expect(await open()).toBe(ids.length)

  const made = await freight.send(makeSettlement, { waybillIds: ids })
  const submitted = await freight.send(submitSettlement, { settlementNum: made.settlementNum, version: made.version })
  const sheet = await finance.send(getSettlement, { settlementNum: made.settlementNum })
  const approved = await finance.send(approveSettlement, {
    settlementNum: made.settlementNum,
    version: submitted.version,
    expectDue: sheet.due,
  })
  expect(await open()).toBe(0)
  await finance.send(paySettlement, {
    settlementNum: made.settlementNum,
    version: approved.version,
    expectDue: sheet.due,
    channel: 'SIM',
  })
  await until(async () => (await finance.send(getSettlement, { settlementNum: made.settlementNum })).state === 'paid')
  expect(
    await n(
      `select count(*) as n from waybills where state = 'finished' and id in (${ids.map(id => `'${id}'`).join()})`,
    ),
  ).toBe(ids.length)
  expect(await differences()).toEqual([0, 0])
})

test('finance finds seeded sheets to approve and to pay, and the lost answer of a bank to ask about', async () => {
  const inState = async (state: 'submitted' | 'approved' | 'paying') =>
    (await finance.send(listSettlements, { state, limit: 100 })).rows
  const [submitted] = await inState('submitted'),
    [approved] = await inState('approved'),
    [lost] = await inState('paying')
  if (!submitted || !approved || !lost) throw new Error('the seed has no sheet in one of the states')
  await finance.send(approveSettlement, {
    settlementNum: submitted.settlementNum,
    version: submitted.version,
    expectDue: submitted.due,
  })
  await finance.send(paySettlement, {
    settlementNum: approved.settlementNum,
    version: approved.version,
    expectDue: approved.due,
    channel: 'SIM',
  })
  await until(
    async () => (await finance.send(getSettlement, { settlementNum: approved.settlementNum })).state === 'paid',
  )
  const [payment] = (await finance.send(getSettlement, { settlementNum: lost.settlementNum })).payments
  expect(payment?.state).toBe('unknown')
  await finance.send(queryPayment, { id: payment?.id ?? '' })
  await until(async () => (await finance.send(getSettlement, { settlementNum: lost.settlementNum })).state === 'paid')
  expect(await n("select count(*) as n from payments where state = 'unknown'")).toBe(0)
  expect(await differences()).toEqual([0, 0])
})

test('carrier takes the last truck of seeded goods, sends a free vehicle on a seeded task, and drives it to the signature', async () => {
  const offers = (await carrier.send(listOffers, { limit: 100 })).rows.filter(
    row => row.shipperId === demoCompanyId('shipper'),
  )
  const last = offers.find(row => row.quantityMode === 'BY_TRUCK' && row.remainQty === 1)
  expect(offers.length).toBeGreaterThanOrEqual(3)
  expect((await carrier.send(takeGoods, { goodsId: last?.id ?? '', qty: 1 })).remainQty).toBe(0)

  const [task] = (await carrier.send(listTasks, { state: 'accepted', limit: 100 })).rows.filter(
    row => row.quantityMode === 'BY_TON' && row.shipperName.includes('恒泰'),
  )
  if (!task) throw new Error('the seed has no task to send vehicles on')
  const vehicles = (await carrier.send(listVehicleChoices, { taskId: task.id })).rows.filter(
    one => one.faults.length === 0 && one.openWaybills === 0 && one.typeCode === 'Q11',
  )
  const drivers = (await carrier.send(listDriverChoices, { taskId: task.id })).rows.filter(
    one => one.faults.length === 0 && one.openWaybills === 0 && one.licenceClass === 'A2',
  )
  expect(vehicles.length).toBeGreaterThanOrEqual(2)
  expect(drivers.length).toBeGreaterThanOrEqual(2)
  const {
    waybills: [waybill],
  } = await carrier.send(appoint, {
    taskId: task.id,
    version: task.version,
    lines: [
      { vehicleId: vehicles[0]?.id ?? '', driverId: drivers[0]?.id ?? '', qty: 32_000_000, weightG: grams(32_000_000) },
    ],
  })
  if (!waybill) throw new Error('no waybill was made')
  let version = 1
  const go = async (
    who: Client,
    move: 'accept' | 'arriveLoad' | 'depart' | 'arriveUnload' | 'unload' | 'sign',
    more: object = {},
  ): Promise<void> => {
    ;({ version } = await who.send(moveWaybill, { id: waybill.id, version, move, ...more }))
  }
  await go(carrier, 'accept')
  await go(carrier, 'arriveLoad')
  await go(carrier, 'depart', { loadWeightG: grams(32_000_000) })
  await go(carrier, 'arriveUnload')
  await go(carrier, 'unload', { unloadWeightG: grams(31_900_000) })
  await go(shipper, 'sign')
  expect((await shipper.send(listWaybills, { numbers: [waybill.waybillNo] })).rows[0]).toMatchObject({
    state: 'signed',
    receiptState: 'waiting',
  })
  expect(await differences()).toEqual([0, 0])
})

test('every named account has its list and its messages', async () => {
  for (const [name, who] of Object.entries({ freight, finance, shipper, carrier })) {
    expect((await who.send(listWaybills, { limit: 50 })).rows.length, name).toBe(50)
    expect((await who.send(listMessages, { limit: 50 })).rows.length, name).toBeGreaterThanOrEqual(5)
  }
})

test('the amounts of seeded signatures are those live code would have fixed', async () => {
  const ids = (
    await server.db(tx =>
      tx.rows<{ id: string }>(
        sql<{
          id: string
        }>`select distinct on (goods_id) id from waybills where signed_at is not null and loss_g > 0
          order by goods_id, id`.compile(q),
      ),
    )
  ).map(row => row.id)
  expect(ids.length).toBeGreaterThan(50)
  const waybills = await asSystem(server.server.deps, ctx => lockWaybills(ctx, ids))
  for (const waybill of waybills) {
    const body = readWaybillBody(waybill.body)
    const estimate = freightOf(
      billedQuantity(keyOf(pricings, waybill.pricing), {
        qty: waybill.qty,
        weight: grams(waybill.plan_weight_g),
        distanceKm: body.distanceKm,
      }),
      unitPrice(waybill.carrier_unit_price),
    )
    const fixed = fixAmounts(
      { ...waybill, payable_fen: estimate },
      body,
      grams(waybill.load_weight_g ?? 0),
      grams(waybill.unload_weight_g ?? 0),
      [],
    )
    expect(
      {
        lost: waybill.loss_g,
        shipperFreight: waybill.shipper_freight_fen,
        carrierFreight: waybill.payable_fen,
        deducted: waybill.deducted_fen,
        oil: waybill.oil_fen,
      },
      waybill.waybill_no,
    ).toEqual({
      lost: fixed.lost,
      shipperFreight: fixed.shipperFreight,
      carrierFreight: fixed.carrierFreight,
      deducted: fixed.deducted,
      oil: fixed.oil,
    })
  }
})
