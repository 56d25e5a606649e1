// 线下支付 in an installation without any bank: what one person of the house paid by hand is recorded with the bank's number,
// its day and the slip, and booked when another agrees; an administrator and one person of finance are enough.
import {
  confirmException,
  decidePayment,
  listMoneyExceptions,
  proposeException,
  putBackException,
} from '@yunshu/contract/settlement/moneyException'
import { confirmOffline, recordOffline, refuseOffline } from '@yunshu/contract/settlement/offline'
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { listAudit } from '@yunshu/contract/audit/audit'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { listTrades } from '@yunshu/contract/trade/trade'
import { listToday } from '@yunshu/contract/today'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asOwner } from '../../../../../tests/server/adjustWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { brokenInvariants } from '../../../../../tests/server/moneyInvariants.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { balances, drift, sheetOf, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'

let world: FreightWorld
let admin: Client
let finance: Client
beforeAll(async () => {
  world = await startFreightWorld({ DEMO: '0' })
  admin = world.as('admin')
  finance = await world.server.login('platform-finance')
})
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const slip = { files: [{ name: '银行回单.png', type: 'image/png', bytes: png }] }
const read = (settlementNum: string) => finance.send(getSettlement, { settlementNum })
const faults = async () => [
  ...(await drift(world.server)),
  ...(await moneyFaults(world.server)),
  ...(await brokenInvariants(world.server)),
]
/** A sheet of one payment the administrator made and finance paid by hand, and that payment. */
async function paidByHand() {
  const sheet = await sheetOf({ maker: admin, finance }, [(await signedWaybill(world.server)).id], 'approved')
  const { settlementNum, version, due } = sheet
  await finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'OFFLINE' })
  const [payment] = (await read(settlementNum)).payments
  if (payment === undefined) throw new Error('no payment')
  return { settlementNum, payment, due }
}
/** Payments by hand of a sheet in a person’s 今日. */
const handWork = async (client: Client, sheet: string) =>
  (await client.send(listToday, {})).items
    .filter(({ kind, no }) => kind.endsWith('Offline') && no === sheet)
    .map(({ kind }) => kind)
const said = (bankSerial: string) => ({ bankSerial, bankDay: Date.now() })

test('a payment by hand is recorded by the payer and confirmed by the maker: nothing is booked before, all of it after', async () => {
  expect((await finance.send(listPayChannels, {})).channels).toEqual(['FILE', 'OFFLINE'])
  const { settlementNum, payment, due } = await paidByHand()
  expect(payment).toMatchObject({ channel: 'OFFLINE', state: 'created', mayRecord: true, isDecidable: false })
  const { id, version } = payment
  expect([await handWork(finance, settlementNum), await handWork(admin, settlementNum)]).toEqual([
    ['recordOffline'],
    [],
  ])
  // the maker records nothing, nor does the shipper, whose account it is not; a slip and a whole word are wanted
  expect((await admin.ask(recordOffline, { id, version, ...said('H-1') }, slip)).envelope.code).toBe(1103)
  const shipper = await world.server.login('shipper-finance')
  expect((await shipper.ask(recordOffline, { id, version, ...said('H-1') }, slip)).http).toBe(404)
  expect((await finance.ask(recordOffline, { id, version: version + 1, ...said('H-1') }, slip)).http).toBe(409)
  expect((await finance.ask(recordOffline, { id, version, ...said('H-1') }, { files: [] })).envelope.code).toBe(1603)
  const tomorrow = { id, version, bankSerial: 'H-1', bankDay: Date.now() + 2 * DAY_MS }
  expect((await finance.ask(recordOffline, tomorrow, slip)).http).toBe(400)
  // of two at once one records
  const recorded = await Promise.all([
    finance.ask(recordOffline, { id, version, ...said('H-1') }, slip),
    finance.ask(recordOffline, { id, version, ...said('H-2') }, slip),
  ])
  expect(recorded.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const waiting = (await read(settlementNum)).payments[0]
  expect(waiting).toMatchObject({ state: 'sent', mayRecord: false, offline: { state: 'recorded', moves: ['refuse'] } })
  expect(waiting?.offline?.files.map(({ name }) => name)).toEqual(['银行回单.png'])
  expect([await handWork(finance, settlementNum), await handWork(admin, settlementNum)]).toEqual([
    [],
    ['confirmOffline'],
  ])
  const record = { id: waiting?.offline?.id ?? '', version: waiting?.offline?.version ?? 1 }
  expect((await balances(world.server))['2202.02']).toBe(0 - due)
  expect((await finance.ask(confirmOffline, { ...record, expectAmount: due })).envelope.code).toBe(1103)
  expect((await admin.ask(confirmOffline, { ...record, version: 9, expectAmount: due })).http).toBe(409)
  expect((await shipper.ask(confirmOffline, { ...record, expectAmount: due })).http).toBe(404)
  const agreed = await Promise.all([
    admin.ask(confirmOffline, { ...record, expectAmount: due }),
    admin.ask(confirmOffline, { ...record, expectAmount: due }),
  ])
  expect(agreed.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const serial = waiting?.offline?.serial
  expect(await read(settlementNum)).toMatchObject({
    state: 'paid',
    payments: [{ state: 'success', bankSerial: serial, offline: { state: 'confirmed' } }],
  })
  expect([await handWork(finance, settlementNum), await handWork(admin, settlementNum)]).toEqual([[], []])
  expect((await balances(world.server))['2202.02'] ?? 0).toBe(0)
  const { rows } = await finance.send(listTrades, { limit: 100 })
  expect(rows.filter(({ bankSerial }) => bankSerial === serial)).toMatchObject([{ outgo: due, channel: 'OFFLINE' }])
  expect(await faults()).toEqual([])
})

test('who pays by hand is told the whole number of the account, each look in the audit log; nobody else is, and nobody once it is over', async () => {
  const { settlementNum, payment, due } = await paidByHand()
  const { account_no: whole } = await world.server.db(tx =>
    tx.one(q.selectFrom('payments').select('account_no').where('id', '=', payment.id)),
  )
  expect(payment.account).toMatch(/^\*{4}\d{4}$/)
  const look = { kind: 'offlinePayment', id: payment.id, field: 'accountNo' } as const
  expect(await finance.send(revealNumber, look)).toEqual({ value: whole })
  const [audited] = (await admin.send(listAudit, { entity: 'payment' })).rows
  expect(audited).toMatchObject({ title: '查看完整号码', entityId: payment.id })
  expect(JSON.stringify(audited)).toContain(`线下付款${payment.taskNo}的收款账号`)
  expect(JSON.stringify(audited)).not.toContain(whole)
  // the maker pays nothing of it, and the shipper's finance does not pay by hand
  expect((await admin.ask(revealNumber, look)).http).toBe(404)
  for (const [account, http] of [
    ['shipper-finance', 404],
    ['carrier', 403],
  ] as const)
    expect([account, (await (await world.server.login(account)).ask(revealNumber, look)).http]).toEqual([account, http])
  // the permit of paying opens no other number
  const payee = { kind: 'payee', id: payment.id, field: 'accountNo' } as const
  expect((await finance.ask(revealNumber, payee)).http).toBe(403)
  const record = await finance.send(recordOffline, { id: payment.id, version: payment.version, ...said('H-9') }, slip)
  expect((await finance.send(revealNumber, look)).value).toBe(whole)
  await admin.send(confirmOffline, { ...record, expectAmount: due })
  expect((await read(settlementNum)).state).toBe('paid')
  expect((await finance.ask(revealNumber, look)).http).toBe(404)
})

test("the bank's number of one payment is that of no other, in whatever spelling; a record sent back frees it", async () => {
  const before = (await balances(world.server))['2202.02'] ?? 0
  const one = await paidByHand()
  const two = await paidByHand()
  const first = await finance.send(recordOffline, { ...of(one), ...said('H-77') }, slip)
  const again = await finance.ask(recordOffline, { ...of(two), ...said(' h-77') }, slip)
  expect([again.http, again.envelope.message]).toEqual([400, expect.stringContaining('已登记')])
  await admin.send(refuseOffline, { ...first, reason: '回单不是这一笔' })
  const back = (await read(one.settlementNum)).payments[0]
  expect(back).toMatchObject({
    state: 'sent',
    mayRecord: true,
    offline: { state: 'refused', reason: '回单不是这一笔' },
  })
  const right = await finance.send(recordOffline, { ...of(two), ...said('H-77') }, slip)
  await admin.send(confirmOffline, { ...right, expectAmount: two.due })
  expect((await read(two.settlementNum)).state).toBe('paid')
  // one that never left is ended by two, and its money is free again
  const asked = await finance.send(decidePayment, {
    id: one.payment.id,
    version: back?.version ?? 1,
    outcome: 'notPaid',
    reason: '没有付出',
  })
  await admin.send(confirmException, asked)
  expect((await read(one.settlementNum)).payments[0]?.state).toBe('failed')
  expect((await balances(world.server))['2202.02'] ?? 0).toBe(before)
  expect(await faults()).toEqual([])
})
const of = ({ payment: { id, version } }: { payment: { id: string; version: number } }) => ({ id, version })

describe('where the company wants another payer than the approver', () => {
  const decide = (isOn: boolean) =>
    asOwner(
      world.server,
      `update companies set policies = policies || '{"approverPays": ${String(isOn)}}' where id = '${demoCompanyId('shipper')}'`,
    )
  beforeAll(() => decide(false))
  afterAll(() => decide(true))

  test('who approved a sheet records none of its payments by hand, on no way, and agrees to what another recorded', async () => {
    const maker = await world.server.login('shipper-freight')
    const sheet = await sheetOf({ maker, finance }, [(await signedWaybill(world.server)).id], 'approved')
    const { settlementNum, version, due } = sheet
    const pay = { settlementNum, version, expectDue: due, channel: 'OFFLINE' } as const
    expect((await finance.ask(paySettlement, pay)).envelope.code).toBe(problems['approver.payer'].code)
    await admin.send(paySettlement, pay)
    const [payment] = (await read(settlementNum)).payments
    const { id, version: seen } = payment ?? { id: '', version: 0 }
    expect([payment?.mayRecord, await handWork(finance, settlementNum)]).toEqual([false, []])
    expect((await finance.ask(recordOffline, { id, version: seen, ...said('AP-1') }, slip)).envelope).toMatchObject({
      code: problems['approver.payer'].code,
      message: problems['approver.payer'].text,
    })
    const look = { kind: 'offlinePayment', id, field: 'accountNo' } as const
    expect((await finance.ask(revealNumber, look)).http).toBe(404)
    const { payments } = await admin.send(getSettlement, { settlementNum })
    expect([payments[0]?.mayRecord, await handWork(admin, settlementNum)]).toEqual([true, ['recordOffline']])
    // with the decision taken back the approver pays again, and records
    await decide(true)
    expect((await read(settlementNum)).payments[0]?.mayRecord).toBe(true)
    await decide(false)
    const record = await admin.send(recordOffline, { id, version: seen, ...said('AP-1') }, slip)
    await finance.send(confirmOffline, { ...record, expectAmount: due })
    expect((await read(settlementNum)).state).toBe('paid')
    expect(await faults()).toEqual([])
  })

  test('a person barred from recording ends it by no other way: 认定 says only that it never left, and not beside a record that waits', async () => {
    const maker = await world.server.login('shipper-freight')
    const sheet = await sheetOf({ maker, finance }, [(await signedWaybill(world.server)).id], 'approved')
    const { settlementNum, version, due } = sheet
    await admin.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'OFFLINE' })
    const seen = async () => {
      const [payment] = (await admin.send(getSettlement, { settlementNum })).payments
      if (payment === undefined) throw new Error('no payment')
      return payment
    }
    const first = await seen()
    const record = await admin.send(recordOffline, { ...of({ payment: first }), ...said('DP-1') }, slip)
    const paid = { outcome: 'paid', reason: '网银回单', ...said('DP-2') } as const
    const notPaid = { outcome: 'notPaid', reason: '没有付出' } as const
    const decide = async (word: typeof paid | typeof notPaid) =>
      finance.ask(decidePayment, { ...of({ payment: await seen() }), ...word })
    const code = async (word: typeof paid | typeof notPaid) => (await decide(word)).envelope.code
    // a record waits: nothing is decided beside it
    expect((await seen()).isDecidable).toBe(false)
    expect(await code(notPaid)).toBe(problems['offline.recorded'].code)
    await admin.send(refuseOffline, { ...record, reason: '回单不是这一笔' })
    expect((await seen()).isDecidable).toBe(true)
    const refused = await decide(paid)
    expect(refused.envelope.code).toBe(problems['decide.offline'].code)
    expect(refused.envelope.message).toContain('请登记付款并上传回单')
    expect((await admin.send(listMoneyExceptions, { settlementNum })).rows).toEqual([])
    // a decision waits: nothing is recorded beside it, on no way
    const asked = await finance.send(decidePayment, { ...of({ payment: await seen() }), ...notPaid })
    expect(await seen()).toMatchObject({ state: 'sent', mayRecord: false, isDecidable: false })
    expect(await handWork(admin, settlementNum)).toEqual([])
    const beside = await admin.ask(recordOffline, { ...of({ payment: await seen() }), ...said('DP-3') }, slip)
    expect(beside.envelope.code).toBe(problems['decide.open'].code)
    // nor does another proposal end it as paid
    const [row] = (await admin.send(listMoneyExceptions, { settlementNum })).rows
    expect(row?.outcomes).toEqual(['notPaid', 'dismiss'])
    const back = await admin.send(putBackException, { ...asked, reason: '再核实' })
    const again = await finance.ask(proposeException, { ...back, ...paid })
    expect(again.envelope.code).toBe(problems['decide.offline'].code)
    const last = await finance.send(proposeException, { ...back, ...notPaid })
    await admin.send(confirmException, last)
    expect(await seen()).toMatchObject({ state: 'failed', mayRecord: false })
    expect(await faults()).toEqual([])
  })

  test('a sheet that went through all hands of the house is not paid by hand, for nobody could record it; by another channel it is', async () => {
    const sheet = await sheetOf({ maker: admin, finance }, [(await signedWaybill(world.server)).id], 'approved')
    const { settlementNum, version, due } = sheet
    const payer = await world.server.login('shipper-finance')
    const pay = { settlementNum, version, expectDue: due }
    expect((await payer.ask(paySettlement, { ...pay, channel: 'OFFLINE' })).envelope.code).toBe(
      problems['offline.nobody'].code,
    )
    expect((await read(settlementNum)).state).toBe('approved')
    await payer.send(paySettlement, { ...pay, channel: 'FILE' })
    expect((await read(settlementNum)).state).toBe('paying')
  })
})
