// Waybills that can be settled: who sees which, and under which filter.
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let freight: Client
let mine: Signed, withReceipt: Signed, ofCarrier2: Signed, foreign: Signed
beforeAll(async () => {
  server = await startTestServer()
  freight = await server.login('shipper-freight')
  mine = await signedWaybill(server)
  withReceipt = await signedWaybill(server, { needPhoto: true, receiptState: 'waiting' })
  ofCarrier2 = await signedWaybill(server, { carrier: 'carrier2', payable: 100_000, deducted: 70_000, oil: 40_000 })
  foreign = await signedWaybill(server, { shipper: 'shipper2', carrier: 'carrier2' })
  await signedWaybill(server, { state: 'toSign', posted: false })
})
afterAll(async () => {
  await server.stop()
})

const ids = (rows: readonly { waybillId: string }[]): string[] => rows.map(row => row.waybillId)

test('[CL-13] a clerk sees the signed waybills of the own company, newest first, with what is open on each', async () => {
  const { rows } = await freight.send(listSettleable, {})
  expect(ids(rows)).toEqual([ofCarrier2.id, withReceipt.id, mine.id])
  expect(rows[2]).toMatchObject({
    waybillNo: mine.waybillNo,
    payable: 950_000,
    oil: 300_000,
    deducted: 12_000,
    open: 638_000,
    receiptOk: true,
    lossG: 150_000,
    carrierName: '河北顺达运输有限公司',
  })
  expect(rows[1]?.receiptOk).toBe(false)
  expect(rows[0]?.open).toBe(-10_000)
})

test('filters narrow by pasted numbers, carrier and time of signature', async () => {
  expect(ids((await freight.send(listSettleable, { numbers: [mine.waybillNo, foreign.waybillNo] })).rows)).toEqual([
    mine.id,
  ])
  expect(ids((await freight.send(listSettleable, { carrierId: demoCompanyId('carrier2') })).rows)).toEqual([
    ofCarrier2.id,
  ])
  expect((await freight.send(listSettleable, { to: Date.now() - 86_400_000 })).rows).toEqual([])
  expect(
    (await freight.send(listSettleable, { from: Date.now() - 86_400_000, to: Date.now() + 1000 })).rows,
  ).toHaveLength(3)
})

test('pages follow one another without loss or repeat', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await freight.send(listSettleable, { limit: 1, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...ids(page.rows))
    cursor = page.next
  } while (cursor !== undefined)
  expect(seen).toEqual([ofCarrier2.id, withReceipt.id, mine.id])
})

test('a branch sees what its books carry, a company only its own, whatever it asks for', async () => {
  const branch = await server.login('branch')
  expect(ids((await branch.send(listSettleable, {})).rows)).toEqual([
    foreign.id,
    ofCarrier2.id,
    withReceipt.id,
    mine.id,
  ])
  expect((await freight.send(listSettleable, { shipperId: demoCompanyId('shipper2') })).rows).toEqual([])
})

test('without the permit there is no list, and a cursor that is none of ours is refused', async () => {
  const carrier = await server.login('carrier-finance')
  expect((await carrier.ask(listSettleable, {})).envelope.code).toBe(4030)
  expect((await freight.ask(listSettleable, { cursor: 'x' })).envelope).toMatchObject({
    code: 4001,
    data: { fields: { cursor: '不正确' } },
  })
  expect((await freight.ask(listSettleable, {}, { raw: { from: 'yesterday' } })).http).toBe(400)
})
