// Payments the bank gives no result of: two people say what became of one, the bank's word that comes first wins, and what
// comes later is judged like any late word.
import type { Input } from '@yunshu/contract/call'
import { moveReconFile, readReconFile } from '@yunshu/contract/recon/recon'
import {
  confirmException,
  decidePayment,
  getMoneyException,
  listMoneyExceptions,
  proposeException,
  putBackException,
} from '@yunshu/contract/settlement/moneyException'
import { getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { deliverNotice, waitingSheet } from '../../../../../tests/server/noticeWorld.ts'
import { brokenInvariants } from '../../../../../tests/server/moneyInvariants.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { startPayFileWorld, type PayFileWorld } from '../../../../../tests/server/payFileWorld.ts'
import {
  balances,
  drift,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
} from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, type Client } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'

let world: PayFileWorld
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  world = await startPayFileWorld()
  letJobsRun = await holdJobs(world.server)
})
afterAll(async () => {
  await letJobsRun()
  await world.server.stop()
})

const read = (settlementNum: string) => world.people.finance.send(getSettlement, { settlementNum })
const faults = async () => [
  ...(await drift(world.server)),
  ...(await moneyFaults(world.server)),
  ...(await brokenInvariants(world.server)),
]
/** A sheet whose only payment the bank never answers for, sent so many days ago. */
async function silentSheet(daysAgo: number) {
  await payTo(world.server, 'carrier', '6222020000009007')
  const sheet = await sheetOf(world.people, [(await signedWaybill(world.server)).id], 'approved')
  const { settlementNum, version, due } = sheet
  await world.people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  const unknown = await sheetWhen(
    world.people.finance,
    settlementNum,
    ({ payments }) => payments[0]?.state === 'unknown',
  )
  const payment = unknown.payments[0]
  if (payment === undefined) throw new Error('no payment')
  await world.server.db(tx =>
    tx.run(
      sql`update payments set sent_at = sent_at - ${daysAgo * DAY_MS}::bigint where id = ${payment.id}::uuid`.compile(
        q,
      ),
    ),
  )
  return { settlementNum, payment, due }
}
type Decision = Omit<Input<typeof decidePayment>, 'id' | 'version'>
const paid = (serial: string): Decision => ({
  outcome: 'paid',
  reason: '网银回单',
  bankSerial: serial,
  bankDay: Date.now(),
})
const notPaid: Decision = { outcome: 'notPaid', reason: '银行书面答复未付出' }
const decide = (by: Client, { id, version }: { id: string; version: number }, said: Decision) =>
  by.ask(decidePayment, { id, version, ...said })
const exceptionsOf = async (settlementNum: string) =>
  (await world.people.finance.send(listMoneyExceptions, { settlementNum })).rows

test('a payment the bank is silent about is ended by two people: paid with number and day, and the month can close', async () => {
  const { settlementNum, payment } = await silentSheet(2)
  expect((await read(settlementNum)).payments[0]?.isDecidable).toBe(true)
  const { finance, maker } = world.people
  // people who may not pay, and people of another company
  expect((await decide(maker, payment, notPaid)).http).toBe(403)
  const stranger = await addColleague(world.server, {
    account: 'stranger',
    company: 'shipper2',
    permits: ['settlement.view', 'settlement.pay'],
    dataScope: 'COMPANY',
  })
  expect((await decide(stranger.client, payment, notPaid)).http).toBe(404)
  expect((await decide(finance, { ...payment, version: payment.version + 1 }, notPaid)).http).toBe(409)
  for (const [said, field] of [
    [{ outcome: 'paid', reason: '网银回单', bankDay: Date.now() }, '认定已付出时必填'],
    [{ ...paid('OUT-1'), bankDay: undefined }, '认定已付出时必填'],
    [{ ...paid('OUT-1'), bankDay: Date.now() + 2 * DAY_MS }, '不能晚于今天'],
    [{ ...paid('OUT-1'), bankDay: Date.now() - 9 * DAY_MS }, '不能早于发送付款的那天'],
  ] as const) {
    const refused = await decide(finance, payment, said)
    expect([refused.http, refused.envelope.message]).toEqual([400, expect.stringContaining(field)])
  }
  // of two at once one asks
  const asked = await Promise.all([decide(finance, payment, paid('OUT-1')), decide(world.house, payment, notPaid)])
  expect(new Set(asked.map(({ envelope }) => envelope.code))).toEqual(new Set([0, 3545]))
  const [row] = await exceptionsOf(settlementNum)
  if (row === undefined) throw new Error('no exception')
  expect(row).toMatchObject({ kind: 'NO_ANSWER', state: 'proposed', paymentState: 'unknown' })
  expect((await read(settlementNum)).payments[0]).toMatchObject({ state: 'unknown', isDecidable: false })
  const proposer = asked[0]?.envelope.code === 0 ? finance : world.house
  const other = proposer === finance ? world.house : finance
  expect((await proposer.ask(confirmException, { id: row.id, version: row.version })).envelope.code).not.toBe(0)
  expect((await other.ask(confirmException, { id: row.id, version: row.version + 1 })).http).toBe(409)
  const ended = await Promise.all([
    other.ask(confirmException, { id: row.id, version: row.version }),
    other.ask(confirmException, { id: row.id, version: row.version }),
  ])
  expect(ended.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const after = (await read(settlementNum)).payments[0]
  expect(after?.state).toBe(proposer === finance ? 'success' : 'failed')
  const { facts } = await finance.send(getMoneyException, { id: row.id })
  expect(facts.filter(({ source }) => source === 'PERSON')).toMatchObject([
    { kind: proposer === finance ? 'SUCCESS' : 'FAILED', verdict: 'APPLIED', isAbout: true },
  ])
  expect((await balances(world.server))['2202.02'] ?? 0).toBe(0)
  expect(await faults()).toEqual([])
})

test('one number of the bank is the word about one payment: refused at once where it stands, and for the second of two that wait', async () => {
  const [first, second] = [await silentSheet(2), await silentSheet(2)]
  const { finance } = world.people
  const [one, two] = [
    await decide(finance, first.payment, paid('Twice-1')),
    await decide(finance, second.payment, paid('twice-1')),
  ]
  expect([one.envelope.code, two.envelope.code]).toEqual([0, 0])
  await world.house.send(confirmException, one.data)
  const kept = await world.house.ask(confirmException, two.data)
  expect([kept.http, kept.envelope.message]).toEqual([400, expect.stringContaining('twice-1已登记')])
  const third = await silentSheet(2)
  const refused = await decide(finance, third.payment, paid('TWICE-1'))
  expect([refused.http, refused.envelope.message]).toEqual([400, expect.stringContaining('TWICE-1已登记')])
  const back = await finance.send(putBackException, { ...two.data, reason: '流水号填错' })
  const anew = { ...back, outcome: 'paid', reason: '网银回单', bankSerial: 'TWICE-2', bankDay: Date.now() } as const
  await world.house.send(confirmException, await finance.send(proposeException, anew))
  expect((await read(second.settlementNum)).payments).toMatchObject([{ state: 'success', bankSerial: 'TWICE-2' }])
  expect(await faults()).toEqual([])
})

test('nobody decides before the file of the day of the order is there', async () => {
  const { settlementNum, payment } = await silentSheet(0)
  expect((await read(settlementNum)).payments[0]?.isDecidable).toBe(false)
  expect((await decide(world.people.finance, payment, notPaid)).envelope.code).toBe(3544)
  expect(await exceptionsOf(settlementNum)).toEqual([])
})

test('decided as not paid the money is free again, and a success that comes later is a late success for two people', async () => {
  await payTo(world.server, 'carrier', '6222020000009005')
  const { sheet, notice } = await waitingSheet(world.server, world.people)
  await world.server.db(tx =>
    tx.run(
      sql`update payments set sent_at = sent_at - ${2 * DAY_MS}::bigint
    where settlement_id = ${sheet.id}::uuid`.compile(q),
    ),
  )
  const before = (await read(sheet.settlementNum)).payments[0]
  if (before === undefined) throw new Error('no payment')
  const asked = await world.people.finance.send(decidePayment, { id: before.id, version: before.version, ...notPaid })
  await world.house.send(confirmException, asked)
  expect(await read(sheet.settlementNum)).toMatchObject({ state: 'partial', payments: [{ state: 'failed' }] })
  await deliverNotice(world.server, notice)
  await world.judged()
  const late = (await exceptionsOf(sheet.settlementNum)).find(({ state }) => state === 'open')
  expect(late?.kind).toBe('LATE_SUCCESS')
  const proposed = await world.people.finance.send(proposeException, {
    id: late?.id ?? '',
    version: late?.version ?? 1,
    outcome: 'paid',
    reason: '银行通知',
  })
  await world.house.send(confirmException, proposed)
  expect(await read(sheet.settlementNum)).toMatchObject({ state: 'paid', payments: [{ state: 'success' }] })
  expect(await faults()).toEqual([])
})

test("the bank's word that comes before the second person wins: the proposal is over, and nobody can agree to it", async () => {
  await payTo(world.server, 'carrier', '6222020000009005')
  const { sheet, notice } = await waitingSheet(world.server, world.people)
  await world.server.db(tx =>
    tx.run(
      sql`update payments set sent_at = sent_at - ${2 * DAY_MS}::bigint
    where settlement_id = ${sheet.id}::uuid`.compile(q),
    ),
  )
  const before = (await read(sheet.settlementNum)).payments[0]
  if (before === undefined) throw new Error('no payment')
  const asked = await world.people.finance.send(decidePayment, { id: before.id, version: before.version, ...notPaid })
  await deliverNotice(world.server, notice)
  await world.judged()
  expect((await read(sheet.settlementNum)).payments[0]?.state).toBe('success')
  const [row] = await exceptionsOf(sheet.settlementNum)
  expect(row).toMatchObject({ id: asked.id, state: 'resolved', words: [{ source: 'NOTICE', kind: 'SUCCESS' }] })
  expect(row?.toldAt).toBeGreaterThan(0)
  expect((await world.house.ask(confirmException, asked)).envelope.code).not.toBe(0)
  expect(await faults()).toEqual([])
})

test('a payment of a released file the bank gave no row for is ended by two at any time', async () => {
  const { file, sheets } = await world.released(1)
  const sheet = await read(sheets[0] ?? '')
  const payment = sheet.payments[0]
  if (payment === undefined) throw new Error('no payment')
  expect([payment.state, payment.isDecidable, file.state]).toEqual(['sent', true, 'released'])
  const asked = await world.house.send(decidePayment, { id: payment.id, version: payment.version, ...notPaid })
  await world.people.finance.send(confirmException, asked)
  expect((await read(sheets[0] ?? '')).payments[0]?.state).toBe('failed')
  // the bank's answer to the file says otherwise after all
  const answer = await world.read(
    file,
    Buffer.from(
      `支付任务号,金额,结果,银行流水号,失败原因\r\n${payment.taskNo},${printYuan(payment.amount)},成功,OUT-7,\r\n合计,${printYuan(payment.amount)},,,`,
    ),
  )
  expect((await world.take(answer)).envelope.code).toBe(0)
  await world.judged()
  expect((await exceptionsOf(sheets[0] ?? '')).map(({ kind }) => kind)).toContain('LATE_SUCCESS')
  expect(await faults()).toEqual([])
})

test('a payment that is still in our hands cannot be decided', async () => {
  const { payments, sheets } = await world.waiting(1)
  const [payment] = (await read(sheets[0] ?? '')).payments
  expect(payment).toMatchObject({ id: payments[0]?.id, state: 'created', isDecidable: false })
  const refused = await decide(world.house, { id: payment?.id ?? '', version: payment?.version ?? 1 }, notPaid)
  expect(refused.envelope.message).toContain('认定付款结果')
})

test("an order the bank's file of its day lacks opens an exception by itself that proposes 未付出, once, and people are told", async () => {
  const { settlementNum, payment } = await silentSheet(2)
  const take = async (daysAgo: number) => {
    const day = startOfDay(Date.now()) - daysAgo * DAY_MS
    const head = `对账文件,${formatDate(day)},笔数,0,收入合计,0.00,支出合计,0.00,期初余额,0.00,期末余额,0.00`
    const bytes = Buffer.from([head, '交易时间,流水号,订单号,收支,金额,对方户名,对方账号'].join('\r\n'))
    const id = await world.branch.send(readReconFile, {}, { files: [{ name: '对账.csv', type: 'text/csv', bytes }] })
    await world.house.send(moveReconFile, { id: id.id, version: id.version, move: 'take' })
  }
  await take(2)
  await until(async () => (await exceptionsOf(settlementNum)).length === 1, 'the exception is open')
  const [row] = await exceptionsOf(settlementNum)
  if (row === undefined) throw new Error('no exception')
  expect(row).toMatchObject({ kind: 'NOT_IN_FILE', state: 'open', suggests: 'notPaid', words: [] })
  expect((await decide(world.people.finance, payment, notPaid)).envelope.code).toBe(3545)
  // a person who says that it is paid after all names the bank's number
  const { id, version } = row
  const said = { id, version, outcome: 'paid', reason: '网银回单' } as const
  expect((await world.house.ask(proposeException, said)).http).toBe(400)
  const proposed = await world.house.send(proposeException, { id, version, outcome: 'notPaid', reason: '对账文件没有' })
  await world.people.finance.send(confirmException, proposed)
  expect((await read(settlementNum)).payments[0]?.state).toBe('failed')
  await take(1)
  expect(await exceptionsOf(settlementNum)).toHaveLength(1)
  expect(await faults()).toEqual([])
})
