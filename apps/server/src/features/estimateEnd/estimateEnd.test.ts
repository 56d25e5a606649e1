// Estimates nobody will ever bill, over HTTP: let go by two people, with their cost, and by nobody while something depends on them.
import { explainAmount, explainBooks } from '@yunshu/contract/explain'
import { listMessages } from '@yunshu/contract/message/message'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { listToday } from '@yunshu/contract/today'
import { askEstimateEnd, listEstimateEnds, moveEstimateEnd } from '@yunshu/contract/voucher/estimateEnd'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { getTentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustActs, booksOf, type AdjustActs } from '../../../../../tests/server/adjustWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { brokenInvariants } from '../../../../../tests/server/moneyInvariants.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, sheetOf, signedWaybill, voidApproved } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

let world: FreightWorld
let acts: AdjustActs
let finance: Client, admin: Client
beforeAll(async () => {
  world = await startFreightWorld()
  acts = await adjustActs(world)
  finance = await world.server.login('platform-finance')
  admin = world.as('admin')
})
afterAll(() => world.stop())

const rows = <R extends object>(text: string): Promise<R[]> =>
  world.server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
async function assertSound(): Promise<void> {
  expect(await moneyFaults(world.server)).toEqual([])
  expect(await drift(world.server)).toEqual([])
  expect(await brokenInvariants(world.server)).toEqual([])
}

/** The estimate of a waybill: its voucher, and what of it stands. */
async function estimateOf(waybillId: string, event = 'E3') {
  const [found] = await rows<{ id: string }>(
    `select v.id from vouchers v join journal_entries e on e.id = v.entry_id
      where e.source_id = '${waybillId}' and e.event = '${event}'`,
  )
  const voucherId = found?.id ?? ''
  const page = await finance.send(getTentativeVoucher, { id: voucherId })
  return { voucherId, waybillId, open: page.open, item: page.items[0] }
}
type Estimate = Awaited<ReturnType<typeof estimateOf>>
const ask = ({ voucherId, waybillId, open }: Estimate, by = finance, expectAmount: number = open) =>
  by.ask(askEstimateEnd, { voucherId, waybillId, expectAmount: fen(expectAmount), reason: '承运商已注销' })
const step = (id: string, name: 'confirm' | 'reject' | 'withdraw', by = admin, version = 1) =>
  by.ask(moveEstimateEnd, { id, version, move: name, ...(name === 'reject' ? { reason: '还会开票' } : {}) })
const letGo = async (waybillId: string): Promise<void> => {
  const { data } = await ask(await estimateOf(waybillId))
  expect((await step(data.id, 'confirm')).envelope.message).toBe('操作成功')
}

test('one asks and another agrees: estimate and cost are gone, the waybill is settled, and every amount says why', async () => {
  const id = await acts.signed()
  const estimate = await estimateOf(id)
  expect([estimate.open, estimate.item?.end]).toEqual([902_500, 'open'])
  const wrong = await ask(estimate, finance, 902_499)
  expect([wrong.http, JSON.stringify(wrong.envelope)]).toEqual([400, expect.stringContaining('9,025.00')])
  const { data } = await ask(estimate)
  expect(await booksOf(world, id), 'nothing is booked before the second person').toEqual({
    '6401.01': 902_500,
    '2202.99': -902_500,
  })
  expect((await ask(estimate, admin)).envelope.code, 'one request at a time').toBe(3601)
  const waits = async (by: Client) =>
    (await by.send(listToday, {})).items.some(({ kind, id: of }) => kind === 'endEstimate' && of.includes(data.id))
  expect([await waits(admin), await waits(finance)]).toEqual([true, false])
  expect((await step(data.id, 'confirm', finance)).envelope.code, 'nobody agrees with their own').toBe(1103)
  expect((await step(data.id, 'withdraw')).envelope.code).toBe(3542)
  expect((await step(data.id, 'confirm', admin, 7)).http).toBe(409)
  expect((await step(data.id, 'confirm')).envelope.code).toBe(0)
  expect((await step(data.id, 'confirm', admin, 2)).envelope.code, 'once').toBe(1101)
  expect(await booksOf(world, id)).toEqual({})
  expect(await acts.seen(id)).toMatchObject({
    state: 'finished',
    settleState: 'settled',
    payable: 902_500,
    deducted: 902_500,
    open: 0,
  })
  expect((await estimateOf(id)).item).toMatchObject({ end: 'ended', open: 0 })
  const { rows: told } = await finance.send(listEstimateEnds, { voucherId: estimate.voucherId })
  expect(told).toMatchObject([{ state: 'done', amount: 902_500, reason: '承运商已注销', moves: [] }])
  for (const amountOf of ['carrierFreight', 'deducted', 'open', 'margin'] as const)
    expect([amountOf, (await admin.send(explainAmount, { amountOf, id })).isKept]).toEqual([amountOf, true])
  for (const { id: partId } of (await acts.seen(id)).parts)
    expect((await admin.send(explainAmount, { amountOf: 'part', id, partId })).isKept).toBe(true)
  for (const figure of ['estimated', 'open'] as const) {
    const asked = { amountOf: 'tentative', id: estimate.voucherId, figure } as const
    expect([figure, (await finance.send(explainBooks, asked)).isKept]).toEqual([figure, true])
  }
  const { waybillNo } = await acts.seen(id)
  const red = (await finance.send(listVouchers, { text: waybillNo, limit: 20 })).rows.find(({ amount }) => amount < 0)
  expect(red).toMatchObject({ kind: 'TENTATIVE', amount: -902_500 })
  const { rows: messages } = await world.as('carrier').send(listMessages, { limit: 20 })
  expect(messages.some(({ title, content }) => title === '运单不再结算' && content.includes(waybillNo))).toBe(true)
  await assertSound()
})

test('its carrier comes after all: what both agree on is an adjustment, and a sheet pays it', async () => {
  const id = await acts.signed()
  await letGo(id)
  await acts.agreed('carrier', id, 'SUBSIDY', 500_000)
  expect(await acts.seen(id)).toMatchObject({ state: 'signed', open: 500_000 })
  await assertSound()
  expect((await acts.settled(id)).due).toBe(500_000)
  expect(await booksOf(world, id)).toEqual({ '6401.01': 500_000 })
  expect((await acts.seen(id)).state).toBe('finished')
  await assertSound()
})

test('of a waybill paid in part the rest alone goes, and a sheet taken back beside it stands as it did', async () => {
  const id = await acts.signed({
    payPlan: { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 600_000, receiptPpm: 400_000, termDays: 7 },
    receiptRule: { needPhoto: true, needOriginal: false, copies: 0, returnDays: 0 },
  })
  const sheet = await sheetOf(acts.people, [id], 'approved')
  const before = await estimateOf(id)
  expect(before.item?.end).toBe('partly')
  await letGo(id)
  expect((await estimateOf(id)).open).toBe(0)
  await assertSound()
  await voidApproved(acts.people, sheet)
  expect((await estimateOf(id)).open).toBeGreaterThan(0)
  await assertSound()
  expect((await acts.settled(id)).due).toBe(sheet.due)
  expect(await booksOf(world, id)).toEqual({ '6401.01': sheet.due })
  expect(await acts.seen(id)).toMatchObject({ settleState: 'settled', open: 0 })
  await assertSound()
})

test('refused in words: on a sheet, bound by a voucher, with a penalty or fuel, void; rejected or withdrawn nothing changes', async () => {
  const id = await acts.signed()
  const estimate = await estimateOf(id)
  const asked = await ask(estimate)
  expect((await step(asked.data.id, 'reject')).envelope.code).toBe(0)
  const mine = await ask(estimate)
  expect((await step(mine.data.id, 'withdraw', finance)).envelope.code).toBe(0)
  const { data } = await ask(estimate)
  const mute = await admin.ask(moveEstimateEnd, { id: data.id, version: 1, move: 'reject' })
  expect([mute.http, JSON.stringify(mute.envelope)]).toEqual([400, expect.stringContaining('原因')])
  const [by] = await rows<{ id: string }>(`insert into voucher_waybills (id, voucher_id, waybill_id, branch_id, class,
    amount_fen, by_id, by_name, at) select '${randomUUID()}', (select id from vouchers order by id limit 1), w.id, w.branch_id,
    'FREIGHT', 1, u.id, '某人', 1 from waybills w, (select id from users limit 1) u where w.id = '${id}' returning id`)
  const kept = (why: string) => ({ code: 3600, message: expect.stringContaining(why) })
  expect((await step(data.id, 'confirm')).envelope).toMatchObject(kept('请先解除绑定'))
  await rows(
    `update voucher_waybills set unbound_at = 1, unbound_name = '某人', reason = '绑错' where id = '${by?.id ?? ''}' returning id`,
  )
  const sheet = await sheetOf(acts.people, [id], 'draft')
  expect((await step(data.id, 'confirm')).envelope).toMatchObject(kept(sheet.settlementNum))
  expect(await booksOf(world, id)).toEqual({ '6401.01': 902_500, '2202.99': -902_500 })
  const fined = await signedWaybill(world.server, { oil: 0, deducted: 12_000, penalty: 12_000 })
  expect((await ask(await estimateOf(fined.id))).envelope).toMatchObject(kept('含罚款 120.00 元'))
  const fuelled = await signedWaybill(world.server)
  expect((await ask(await estimateOf(fuelled.id))).envelope).toMatchObject(kept('已发放油费'))
  await assertSound()
})

test('deductions asked for or agreed to after the signature are settled with the freight they come off, never turned into a debt', async () => {
  const id = await acts.signed()
  const estimate = await estimateOf(id)
  const { data } = await ask(estimate)
  const claim = await acts.ask('shipper', id, 'CUT', 100_000)
  const kept = (why: string) => ({ code: 3600, message: expect.stringContaining(why) })
  expect((await step(data.id, 'confirm')).envelope).toMatchObject(kept('有扣款待对方答复'))
  expect((await acts.answer('carrier', id, claim.data.claimId, 'agree')).envelope.code).toBe(0)
  expect((await step(data.id, 'confirm')).envelope).toMatchObject(kept('还有 1,000.00 元扣款未结算'))
  expect((await step(data.id, 'reject')).envelope.code).toBe(0)
  expect((await ask(estimate)).envelope).toMatchObject(kept('还有 1,000.00 元扣款未结算'))
  expect(await acts.seen(id)).toMatchObject({ open: 798_276 })
  // one that was refused or taken back hinders nothing
  const other = await acts.signed()
  const refused = await acts.ask('shipper', other, 'CUT', 100_000)
  expect((await acts.answer('carrier', other, refused.data.claimId, 'refuse')).envelope.code).toBe(0)
  await letGo(other)
  expect(await acts.seen(other)).toMatchObject({ state: 'finished', open: 0 })
  await assertSound()
})

test('many at once: of those who agree, and those who make a sheet of it, one wins, and the books stay whole', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await acts.signed()
    const { data } = await ask(await estimateOf(id))
    const [sheet, ...agreed] = await Promise.all([
      sheetOf(acts.people, [id], 'draft').then(
        () => true,
        () => false,
      ),
      ...Array.from({ length: 6 }, () => step(data.id, 'confirm')),
    ])
    const done = agreed.filter(({ envelope }) => envelope.code === 0).length
    expect(done).toBe(sheet ? 0 : 1)
    expect(Object.keys(await booksOf(world, id)).length).toBe(sheet ? 2 : 0)
    const { waybillNo } = await acts.seen(id)
    expect((await acts.people.maker.send(listSettleable, { numbers: [waybillNo] })).rows).toEqual([])
  }
  await assertSound()
})

test('[PM-08] another branch finds neither the estimate nor the request; companies are refused', async () => {
  const estimate = await estimateOf(await acts.signed())
  const { data } = await ask(estimate)
  const other = await world.server.login('branch2')
  expect((await other.ask(listEstimateEnds, { voucherId: estimate.voucherId })).http).toBe(404)
  expect((await other.ask(moveEstimateEnd, { id: data.id, version: 1, move: 'withdraw' })).http).toBe(404)
  for (const who of ['carrier-finance', 'shipper-finance'] as const)
    expect((await ask(estimate, world.as(who))).http).toBe(403)
})

test('an estimate that stands without its part, and a part that lost its cut, are found (control)', async () => {
  const id = await acts.signed()
  expect(
    await moneyFaults(
      world.server,
      `update waybill_parts set state = 'dropped' where waybill_id = '${id}' and part = 'arrive'`,
    ),
  ).toEqual([expect.stringContaining('estimate of part')])
  await letGo(id)
  expect(await moneyFaults(world.server, `update waybills set deducted_fen = 0 where id = '${id}'`)).toEqual([
    expect.stringContaining('parts of waybill'),
  ])
  await assertSound()
})
