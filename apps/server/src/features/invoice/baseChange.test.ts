// The base of one waybill over HTTP: put right by two people while nothing bears its cost, and by nobody afterwards.
import { getInputInvoice, listInputCandidates, unbindInputInvoice } from '@yunshu/contract/invoice/input'
import { askBaseChange, getWaybillBase, moveBaseChange } from '@yunshu/contract/invoice/baseChange'
import type { InputBase } from '@yunshu/domain/invoice/inputClass'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { openFunds, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { supplyHands } from '../../../../../tests/server/supplyHands.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'

let world: FreightWorld
let finance: Client, admin: Client
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  finance = await world.server.login('platform-finance')
  admin = world.as('admin')
})
afterAll(() => world.stop())
const { rows, assertSound, checked, bind, bound, supplied } = supplyHands(() => ({ world, finance, admin }))

const ask = ({ id }: { id: string }, base: InputBase = 'GROSS', by = finance) =>
  by.ask(askBaseChange, { waybillId: id, base, reason: '合同约定含油' })
const step = (id: string, name: 'confirm' | 'reject' | 'withdraw', by = admin, version = 1) =>
  by.ask(moveBaseChange, { id, version, move: name, ...(name === 'reject' ? { reason: '合同里没有' } : {}) })
const baseOf = async ({ id }: Signed) =>
  (await rows<{ base: string | null }>(`select input_base as base from waybills where id = '${id}'`))[0]?.base

test('one asks and another agrees: the fuel of the waybill has no room any more, and back again it has', async () => {
  const trip = await supplied()
  const paper = await checked('FUEL')
  const isOffered = async () =>
    (await finance.send(listInputCandidates, { id: paper.id, limit: 100 })).rows.some(({ id }) => id === trip.id)
  expect(await isOffered()).toBe(true)
  expect(await finance.send(getWaybillBase, { waybillId: trip.id })).toEqual({
    base: 'CASH_ONLY',
    canAsk: true,
    changes: [],
  })
  const { data } = await ask(trip)
  expect(await baseOf(trip), 'nothing changes before the second person').toBe('CASH_ONLY')
  expect((await ask(trip)).envelope.code, 'one request at a time').toBe(2789)
  expect((await step(data.id, 'confirm', finance)).envelope.code, 'nobody agrees with their own').toBe(1103)
  expect((await step(data.id, 'withdraw', admin)).envelope.code).toBe(3542)
  expect((await step(data.id, 'confirm', admin, 7)).http).toBe(409)
  expect((await step(data.id, 'confirm')).envelope.code).toBe(0)
  expect((await step(data.id, 'confirm', admin, 2)).envelope.code, 'once').toBe(1101)
  expect([await baseOf(trip), await isOffered()]).toEqual(['GROSS', false])
  const seen = await finance.send(getWaybillBase, { waybillId: trip.id })
  expect(seen).toMatchObject({ base: 'GROSS', canAsk: true })
  expect(seen.changes).toMatchObject([
    { state: 'done', from: 'CASH_ONLY', to: 'GROSS', reason: '合同约定含油', moves: [] },
  ])
  const back = await ask(trip, 'CASH_ONLY', admin)
  expect((await step(back.data.id, 'confirm', finance)).envelope.code).toBe(0)
  expect(await isOffered()).toBe(true)
  await assertSound()
})

test('while an invoice or a voucher bears any of its cost the base stays, also where it was bound after somebody asked', async () => {
  const trip = await supplied()
  const { data } = await ask(trip)
  const at = await bound(await checked('FUEL'), [trip, 300_000])
  const late = await step(data.id, 'confirm')
  expect(late.envelope).toMatchObject({ code: 2788, message: expect.stringContaining('进项发票') })
  expect([await baseOf(trip), (await finance.send(getWaybillBase, { waybillId: trip.id })).changes[0]?.state]).toEqual([
    'CASH_ONLY',
    'asked',
  ])
  const [binding] = (await finance.send(getInputInvoice, { id: at.id })).bindings
  await finance.send(unbindInputInvoice, { ...at, bindingId: binding?.id ?? '', reason: '承运商已开' })
  const [voucher] = await rows<{ id: string }>(`select id from vouchers order by id limit 1`)
  const by = await rows<{
    id: string
  }>(`insert into voucher_waybills (id, voucher_id, waybill_id, branch_id, class, amount_fen,
    by_id, by_name, at) select '${randomUUID()}', '${voucher?.id ?? ''}', w.id, w.branch_id, 'FUEL', 1, u.id, '某人', 1
    from waybills w, (select id from users limit 1) u where w.id = '${trip.id}' returning id`)
  expect((await step(data.id, 'confirm')).envelope).toMatchObject({
    code: 2788,
    message: expect.stringContaining('凭证'),
  })
  await rows(
    `update voucher_waybills set unbound_at = 1, unbound_name = '某人', reason = '绑错' where id = '${by[0]?.id ?? ''}' returning id`,
  )
  // eight bind while somebody agrees: the base and the invoices never meet
  const papers = await Promise.all(Array.from({ length: 8 }, () => checked('FUEL', { gross: '100.00', tax: '11.50' })))
  const [agreed, ...binds] = await Promise.all([
    step(data.id, 'confirm'),
    ...papers.map(paper => bind(paper, [[trip, 10_000]])),
  ])
  const isChanged = agreed.envelope.code === 0
  expect(binds.filter(({ envelope }) => envelope.code === 0).length > 0).toBe(!isChanged)
  expect(await baseOf(trip)).toBe(isChanged ? 'GROSS' : 'CASH_ONLY')
  await assertSound()
})

test('refused in words: the same base, waybills of before, and what is not signed; a rejected request changes nothing', async () => {
  const trip = await supplied()
  const same = await ask(trip, 'CASH_ONLY')
  expect([same.http, JSON.stringify(same.envelope)]).toEqual([400, expect.stringContaining('已经是不含油费、通行费')])
  const old = await ask(await signedWaybill(world.server))
  expect([old.http, JSON.stringify(old.envelope)]).toEqual([400, expect.stringContaining('口径不能更改')])
  const { data } = await ask(trip)
  const mute = await admin.ask(moveBaseChange, { id: data.id, version: 1, move: 'reject' })
  expect([mute.http, JSON.stringify(mute.envelope)]).toEqual([400, expect.stringContaining('原因')])
  expect((await step(data.id, 'reject')).envelope.code).toBe(0)
  expect(await baseOf(trip)).toBe('CASH_ONLY')
  const again = await ask(trip)
  expect((await step(again.data.id, 'withdraw', finance)).envelope.code).toBe(0)
  expect((await finance.send(getWaybillBase, { waybillId: trip.id })).changes.map(({ state }) => state)).toEqual([
    'withdrawn',
    'rejected',
  ])
})

test('[PM-08] another branch finds neither the waybill nor the request; companies are refused', async () => {
  const trip = await supplied()
  const { data } = await ask(trip)
  await rows(`update roles set functions = functions || array['invoice.input'] where id in (select r.role_id from user_roles r
    join users u on u.id = r.user_id where u.account = 'branch2') returning id`)
  const other = await world.server.login('branch2')
  expect((await other.ask(getWaybillBase, { waybillId: trip.id })).http).toBe(404)
  expect((await ask(trip, 'GROSS', other)).http).toBe(404)
  expect((await step(data.id, 'confirm', other)).http).toBe(404)
  for (const who of ['carrier-finance', 'shipper'] as const)
    expect((await world.as(who).ask(getWaybillBase, { waybillId: trip.id })).http).toBe(403)
})
