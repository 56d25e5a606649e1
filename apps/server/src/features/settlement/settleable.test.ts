// Waybills that can be settled: who sees which, and under which filter.
import type { Input } from '@yunshu/contract/call'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
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

test('[CL-13] rows are found by plate, driver, payee and due day, on the page that shows them', async () => {
  const { rows } = await freight.send(listSettleable, {})
  const row = rows.find(({ waybillId }) => waybillId === mine.id)
  if (row === undefined) throw new Error('no row')
  expect(rows.map(({ payeeName }) => payeeName)).toEqual(rows.map(({ carrierName }) => carrierName))
  const run = (text: string) => server.db(tx => tx.run(sql.raw(text).compile(q)))
  const day = startOfDay(Date.now()) + 40 * DAY_MS
  const payee = randomUUID()
  await run(`insert into payees (id, carrier_id, kind, name, id_no, mobile, account_no, bank, paper, created_by, created_at, updated_at)
    select '${payee}', carrier_id, 'PERSON', '孙收款', '', '', '6222999', '工行', 'approved', '${demoUserId('carrier')}', 1, 1 from waybills where id = '${mine.id}'`)
  await run(
    `update waybills set plate = '冀Z9Z9Z9', driver_name = '周特别', payee_id = '${payee}' where id = '${mine.id}'`,
  )
  await run(`update waybill_parts set due_at = ${day} where waybill_id = '${mine.id}' and part = 'arrive'`)
  const found = async (filter: Input<typeof listSettleable>) => ids((await freight.send(listSettleable, filter)).rows)
  for (const filter of [{ plate: 'z9z' }, { driver: '特别' }, { payee: '孙收' }, { dueFrom: day, dueTo: day + 1 }])
    expect([filter, await found(filter)]).toEqual([filter, [mine.id]])
  const named = (await freight.send(listSettleable, { payee: '孙收款', ready: true })).rows
  expect(named.map(({ payeeName }) => payeeName)).toEqual(['孙收款'])
  // the carrier is the payee where nobody else is
  expect(await found({ payee: row.carrierName })).toEqual([withReceipt.id])
  for (const filter of [
    { plate: '京' },
    { driver: '孙' },
    { payee: '周' },
    { dueFrom: day + 1 },
    { dueTo: day, plate: 'z9z' },
  ])
    expect([filter, await found(filter)]).toEqual([filter, []])
  // a payee nobody here pays is found by nobody, and a text too long is refused
  expect(ids((await (await server.login('shipper2-freight')).send(listSettleable, { payee: '孙收' })).rows)).toEqual([])
  expect((await freight.ask(listSettleable, {}, { raw: { plate: 'x'.repeat(30) } })).http).toBe(400)
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
