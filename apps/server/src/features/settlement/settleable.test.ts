// Waybills that can be settled: who sees which, and under which filter.
import type { Input } from '@yunshu/contract/call'
import { holdPart } from '@yunshu/contract/settlement/partHold'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { listSettleableGroups } from '@yunshu/contract/settlement/settleableGroup'
import { listSettleDetails } from '@yunshu/contract/settlement/settleDetail'
import { makeSettlement } from '@yunshu/contract/settlement/settlement'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { partsOfWaybill } from '../part/waybillParts.queries.ts'
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

test('a part on hold stands in no list of what can be settled and on no sheet; its carrier reads why, until somebody lets it go', async () => {
  const waybill = await signedWaybill(server)
  const carrier = await server.login('carrier-finance')
  const listed = async (ready: boolean) =>
    (await freight.send(listSettleable, { ready, numbers: [waybill.waybillNo] })).rows[0]
  const row = await listed(true)
  if (row === undefined) throw new Error('no part')
  const seen = { id: row.partId, version: row.version, act: 'hold' } as const
  const said = { ...seen, reason: '货损还在核对' }
  expect((await freight.ask(holdPart, seen)).envelope).toMatchObject({
    code: 4001,
    message: expect.stringContaining('原因'),
  })
  expect((await carrier.ask(holdPart, said)).http).toBe(403)
  expect((await (await server.login('shipper2')).ask(holdPart, said)).http).toBe(404)
  // two at once
  const both = await Promise.all([freight.ask(holdPart, said), freight.ask(holdPart, said)])
  expect(new Set(both.map(({ http }) => http))).toEqual(new Set([200, 409]))
  expect(both.find(({ http }) => http === 409)?.envelope).toMatchObject({
    code: 3587,
    message: expect.stringContaining('已经暂缓'),
  })
  expect([await listed(true), (await listed(false))?.hold?.reason]).toEqual([undefined, said.reason])
  const { barred } = await freight.send(listSettleable, { ready: true, numbers: [waybill.waybillNo] })
  expect(barred).toMatchObject([{ number: waybill.waybillNo, reason: 'paused' }])
  const many = Array.from({ length: 501 }, (_, n) => `YD${n}`)
  expect((await freight.ask(listSettleable, {}, { raw: { numbers: JSON.stringify(many) } })).envelope.message).toBe(
    '一次最多查询五百个单号',
  )
  const groups = async (): Promise<number> =>
    (await freight.send(listSettleableGroups, {})).rows.reduce((sum, { total }) => sum + total, 0)
  const held = await groups()
  for (const choice of [{ partIds: [row.partId] }, { waybillIds: [waybill.id] }]) {
    const refused = await freight.ask(makeSettlement, choice)
    expect([refused.http, refused.envelope.code]).toEqual([409, 3587])
    expect(refused.envelope.message).toContain('已暂缓（货损还在核对）')
  }
  const details = async (client: Client, stage: 'paused' | 'ready') =>
    (await client.send(listSettleDetails, { stage, numbers: [waybill.waybillNo] })).rows
  expect(await details(freight, 'paused')).toMatchObject([{ stage: 'paused', reason: said.reason, holds: ['free'] }])
  expect(await details(carrier, 'paused')).toMatchObject([{ stage: 'paused', reason: said.reason, holds: [] }])
  expect(await details(freight, 'ready')).toEqual([])
  const parts = await asSystem(server.server.deps, ctx => partsOfWaybill({ ...ctx, can: () => true }, waybill.id))
  expect(parts.find(({ id }) => id === row.partId)).toMatchObject({ hold: { reason: said.reason } })
  const history = q.selectFrom('events').select(['action', 'remark']).where('entity_id', '=', waybill.id)
  expect(await server.db(tx => tx.rows(history))).toEqual([{ action: '暂缓结算', remark: said.reason }])
  await server.relayed()
  const told = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.account', 'm.content'])
        .where('m.content', 'like', `%${waybill.waybillNo}%`)
        .orderBy('u.account'),
    ),
  )
  const text = `运单 ${waybill.waybillNo} 的到付暂缓结算：${said.reason}`
  expect(told).toEqual(['carrier', 'carrier-finance'].map(account => ({ account, content: text })))
  const free = { id: row.partId, act: 'free' } as const
  expect((await freight.ask(holdPart, { ...free, version: row.version })).envelope.code).toBe(4090)
  await freight.send(holdPart, { ...free, version: row.version + 1 })
  expect((await freight.ask(holdPart, { ...free, version: row.version + 2 })).envelope.code).toBe(3587)
  expect([(await listed(true))?.partId, await groups()]).toEqual([row.partId, held + 1])
  // the first one counts: a sheet takes it, or it is held
  const race = await Promise.all([
    freight.ask(makeSettlement, { partIds: [row.partId] }),
    freight.ask(holdPart, { ...said, version: row.version + 2 }),
  ])
  expect(new Set(race.map(({ envelope }) => envelope.code))).toEqual(new Set([0, 3587]))
  if (race[0].envelope.code !== 0) {
    await freight.send(holdPart, { ...free, version: row.version + 3 })
    await freight.send(makeSettlement, { partIds: [row.partId] })
  }
  const [onSheet] = (await freight.send(listSettleDetails, { numbers: [waybill.waybillNo] })).rows
  const late = await freight.ask(holdPart, { ...said, version: onSheet?.version ?? 0 })
  expect(late.envelope).toMatchObject({
    code: 3587,
    message: `运单${waybill.waybillNo}的到付已在结算单${onSheet?.settlementNum ?? ''}中，请先移出结算单再暂缓`,
  })
})
