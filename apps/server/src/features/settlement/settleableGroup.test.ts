// Settling by exception: what can be settled summed by carrier, and one sheet of exactly what was seen.
import { holdPart } from '@yunshu/contract/settlement/partHold'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { getSettlement, makeSettlement } from '@yunshu/contract/settlement/settlement'
import {
  listSettleableGroups,
  makeGroupSettlement,
  type SettleableGroup,
} from '@yunshu/contract/settlement/settleableGroup'
import { v7 } from 'uuid'
import { fen } from '@yunshu/domain/figures/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupLimits } from '@yunshu/domain/settlement/settlement'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let freight: Client
let older: Signed, overdue: Signed
beforeAll(async () => {
  server = await startTestServer()
  freight = await server.login('shipper-freight')
  older = await signedWaybill(server, { deducted: 0 })
  await signedWaybill(server, { deducted: 0 })
  await signedWaybill(server, { needPhoto: true, receiptState: 'waiting' })
  overdue = await signedWaybill(server, {
    carrier: 'carrier2',
    payable: 100_000,
    deducted: 70_000,
    oil: 40_000,
    dueAt: Date.now() - 3 * 86_400_000,
  })
  await asSystem(server.server.deps, ctx =>
    ctx.tx.run(
      q.insertInto('charges').values(
        ['ROUND', 'LOSS'].map(code => ({
          id: v7(),
          waybill_id: overdue.id,
          side: 'CARRIER',
          code,
          amount_fen: -35_000,
          state: 'confirmed',
          created_at: Date.now(),
        })),
      ),
    ),
  )
  await signedWaybill(server, { branch: 'branch2', deducted: 0 })
  await signedWaybill(server, { shipper: 'shipper2', carrier: 'carrier2' })
})
afterAll(async () => {
  await server.stop()
})

const groups = async (client: Client): Promise<readonly SettleableGroup[]> =>
  (await client.send(listSettleableGroups, {})).rows
const first = async (carrier: string, branch = 'branch1'): Promise<SettleableGroup> => {
  const found = (await groups(freight)).find(
    group => group.carrierId === demoCompanyId(carrier) && group.bookId === demoCompanyId(branch),
  )
  if (!found) throw new Error(`no group of ${carrier}`)
  return found
}
const pick = ({ shipperId, carrierId, bookId, stamp, owed }: SettleableGroup) => ({
  shipperId,
  carrierId,
  bookId,
  stamp,
  owed,
})

test('groups are told by carrier and books, the ones to look at first; what is barred is counted apart', async () => {
  const { rows, more, barred } = await freight.send(listSettleableGroups, {})
  expect(rows.map(({ carrierName, total, count, open }) => ({ carrierName, total, count, open }))).toEqual([
    { carrierName: '山东鲁通物流有限公司', total: 1, count: 1, open: -10_000 },
    { carrierName: '河北顺达运输有限公司', total: 2, count: 2, open: 1_300_000 },
    { carrierName: '河北顺达运输有限公司', total: 1, count: 1, open: 650_000 },
  ])
  expect(rows[0]).toMatchObject({ overdue: 1, cut: 1, negative: 1, payable: 100_000, oil: 40_000, deducted: 70_000 })
  expect(rows[1]).toMatchObject({ overdue: 0, cut: 0, negative: 0, owed: 0 })
  expect({ more, barred }).toEqual({ more: false, barred: 1 })
  expect((await freight.send(listSettleableGroups, { carrierId: demoCompanyId('carrier2') })).rows).toHaveLength(1)
})

test('the list tells what can be settled now from what cannot yet', async () => {
  const ready = await freight.send(listSettleable, { ready: true })
  expect(ready.rows.every(({ receiptOk, held }) => receiptOk && !held)).toBe(true)
  expect(ready.rows).toHaveLength(4)
  const barred = await freight.send(listSettleable, { ready: false })
  expect(barred.rows.map(({ receiptState, receiptOk }) => ({ receiptState, receiptOk }))).toEqual([
    { receiptState: 'waiting', receiptOk: false },
  ])
})

test('another company sees none of it, makes no sheet of it, and who may not make sheets is refused', async () => {
  const own = await first('carrier')
  const stranger = await server.login('shipper2')
  expect((await groups(stranger)).map(({ shipperId }) => shipperId)).toEqual([demoCompanyId('shipper2')])
  expect((await stranger.ask(makeGroupSettlement, pick(own))).envelope.code).toBe(1713)
  const carrier = await server.login('carrier-finance')
  expect((await carrier.ask(listSettleableGroups, {})).envelope.code).toBe(4030)
  expect((await carrier.ask(makeGroupSettlement, pick(own))).envelope.code).toBe(4030)
  expect(await first('carrier'), 'nothing of it was taken').toEqual(own)
})

test('a waybill that joins after the look makes no sheet; the new look makes exactly one, also of two at once', async () => {
  const seen = await first('carrier')
  const late = await signedWaybill(server, { deducted: 0 })
  expect((await freight.ask(makeGroupSettlement, pick(seen))).envelope.code).toBe(1713)
  const now = await first('carrier')
  expect(now.count).toBe(3)
  const another = await freight.ask(makeGroupSettlement, { ...pick(now), owed: fen(100) })
  expect(another.envelope.code, 'another debt than was seen').toBe(1713)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => freight.ask(makeGroupSettlement, { ...pick(now), remark: '十一月' })),
  )
  const made = answers.flatMap(({ envelope }) =>
    envelope.code === 0 ? [makeGroupSettlement.output.parse(envelope.data)] : [],
  )
  expect(made).toHaveLength(1)
  expect(new Set(answers.map(({ envelope }) => envelope.code))).toEqual(new Set([0, 1713]))
  const sheet = await freight.send(getSettlement, { settlementNum: made[0]?.settlementNum ?? '' })
  expect(sheet.lines.map(({ waybillId }) => waybillId)).toContain(older.id)
  expect(sheet.lines.map(({ waybillId }) => waybillId)).toContain(late.id)
  expect(sheet).toMatchObject({ lineCount: 3, due: now.open, remark: '十一月', state: 'draft' })
})

test('a sheet that leaves a debt says so before: less than nothing is open', async () => {
  const group = await first('carrier2')
  const { settlementNum } = await freight.send(makeGroupSettlement, pick(group))
  const sheet = await freight.send(getSettlement, { settlementNum })
  expect(sheet.lines.map(({ waybillId }) => waybillId)).toEqual([overdue.id])
  expect(sheet).toMatchObject({ due: 0, carriedOut: 10_000 })
})

test('waybills that are barred took the room of those that can be settled; a list that was cut still makes its sheet', async () => {
  const clerk = await server.login('shipper2')
  const of = { shipper: 'shipper2', carrier: 'carrier2' } as const
  for (let n = 0; n < 3; n++) await signedWaybill(server, { ...of, needPhoto: true, receiptState: 'waiting' })
  await signedWaybill(server, { ...of, carrier: 'carrier' })
  const { waybills } = groupLimits
  const summed = (await groups(clerk)).reduce((sum, { total }) => sum + total, 0)
  // one of carrier2 comes behind the cut
  await signedWaybill(server, of)
  Reflect.set(groupLimits, 'waybills', summed)
  try {
    const { rows, more, bound } = await clerk.send(listSettleableGroups, {})
    expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(summed)
    expect({ more, isBound: bound !== undefined }).toEqual({ more: true, isBound: true })
    const group = rows.find(({ carrierId }) => carrierId === demoCompanyId('carrier2'))
    if (!group || bound === undefined) throw new Error('no group of carrier2')
    expect((await clerk.ask(makeGroupSettlement, pick(group))).envelope.code, 'without its end').toBe(1713)
    const { settlementNum } = await clerk.send(makeGroupSettlement, { ...pick(group), bound })
    expect((await clerk.send(getSettlement, { settlementNum })).lineCount).toBe(group.total)
  } finally {
    Reflect.set(groupLimits, 'waybills', waybills)
  }
})

test('advances of a carrier come onto one sheet, as they were seen; one on hold stays out, and no debt is taken off them', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    const waybill = await signedWaybill(server, { state: 'toLoad', posted: false })
    const id = v7()
    ids.push(id)
    await server.db(tx =>
      tx.run(
        q.insertInto('waybill_parts').values({
          id,
          waybill_id: waybill.id,
          part: 'pre',
          n: 7,
          shipper_id: demoCompanyId('shipper'),
          carrier_id: demoCompanyId('carrier'),
          branch_id: demoCompanyId('branch1'),
          planned_fen: 100_000 + n,
          waits_for: 'accept',
          state: 'ready',
          due_at: Date.now(),
          created_at: Date.now(),
          updated_at: Date.now(),
        }),
      ),
    )
  }
  const [one = '', two = '', held = ''] = ids
  const early = async () => (await freight.send(listSettleableGroups, { advance: true })).rows
  const [seen] = await early()
  expect(seen).toMatchObject({ total: 3, payable: 300_003, open: 300_003, owed: 0, oil: 0, deducted: 0, advanced: 0 })
  const hold = { id: held, version: 1, act: 'hold', reason: '等合同' } as const
  await freight.send(holdPart, hold)
  if (seen === undefined) throw new Error('no advances')
  const make = (group: SettleableGroup, advance = true) =>
    freight.ask(makeGroupSettlement, { ...pick(group), ...(advance ? { advance } : {}) })
  expect((await make(seen)).envelope.code, 'one of them is held since').toBe(1713)
  const [now] = await early()
  if (now === undefined) throw new Error('no advances')
  expect([now.total, now.open]).toEqual([2, 200_001])
  expect((await make(now, false)).envelope.code, 'as freight').toBe(1713)
  const answers = await Promise.all([make(now), make(now)])
  expect(new Set(answers.map(({ envelope }) => envelope.code))).toEqual(new Set([0, 1713]))
  const made = answers.find(({ envelope }) => envelope.code === 0)
  const { settlementNum } = makeGroupSettlement.output.parse(made?.data)
  const sheet = await freight.send(getSettlement, { settlementNum })
  expect(sheet).toMatchObject({ kind: 'ADVANCE', lineCount: 2, due: 200_001, carriedIn: 0 })
  expect(sheet.lines.map(({ partId }) => partId).toSorted()).toEqual([one, two].toSorted())
  const { rows } = await freight.send(listSettleable, { advance: true })
  expect(rows.map(({ partId, hold: on }) => [partId, on?.reason])).toEqual([[held, '等合同']])
  const refused = await freight.ask(makeSettlement, { partIds: [held] })
  expect([refused.http, refused.envelope.code]).toEqual([409, 3587])
})
