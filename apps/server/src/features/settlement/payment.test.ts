// Paying a sheet: once, by another person than its maker, and true to whatever the bank says.
import { askCloseSettlement } from '@yunshu/contract/settlement/closing'
import {
  approveSettlement,
  getSettlement,
  paySettlement,
  queryPayment,
  submitSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { q } from '../../db/tx.ts'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import { holdJobs, startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { runPayments } from './settlement.jobs.ts'
import {
  balances,
  closeBooks,
  drift,
  messagesAbout,
  payTo,
  type People,
  sheetOf,
  sheetWhen,
  type SignedOptions,
  signedWaybill,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(async () => {
  await server.stop()
})

const approved = async (options: SignedOptions = {}): Promise<SettlementDetail> =>
  sheetOf(people, [(await signedWaybill(server, options)).id], 'approved')
const payable = (sheet: SettlementDetail) => ({
  settlementNum: sheet.settlementNum,
  version: sheet.version,
  expectDue: sheet.due,
  channel: 'SIM' as const,
})
const orders = (sheet: SettlementDetail) =>
  server.db(tx =>
    tx.rows(
      q
        .selectFrom('sim_orders as o')
        .innerJoin('payments as p', 'p.idem_key', 'o.idem_key')
        .select(['o.received', 'o.asked'])
        .where('p.settlement_id', '=', sheet.id),
    ),
  )
const waybillOf = (sheet: SettlementDetail) =>
  server.db(tx =>
    tx.one(
      q
        .selectFrom('waybills')
        .select(['state', 'settle_state', 'paid_fen'])
        .where('id', '=', sheet.lines[0]?.waybillId ?? ''),
    ),
  )
/** Makes every payment due now, so that the job need not be waited for. */
const makeDue = (): Promise<number> =>
  server.db(tx => tx.run(q.updateTable('payments').set({ next_at: 0 }).where('next_at', 'is not', null)))

test('paying needs the permit, the own company, the state, the version, the amount and an open channel', async () => {
  const sheet = await approved()
  const pay = async (client: Client, more: object = {}): Promise<number> =>
    (await client.ask(paySettlement, { ...payable(sheet), ...more })).envelope.code
  expect(await pay(people.maker)).toBe(4030)
  expect(await pay(await server.login('shipper2-finance'))).toBe(4041)
  expect(await pay(people.finance, { expectDue: fen(sheet.due - 1) })).toBe(1705)
  expect(await pay(people.finance, { version: 1 })).toBe(4090)
  expect(await pay(people.finance, { channel: 'BANK' })).toBe(4001)
  expect((await people.finance.ask(paySettlement, payable(sheet), { raw: { expectDue: '1e3' } })).http).toBe(400)
  const draft = await sheetOf(people, [(await signedWaybill(server)).id], 'draft')
  expect((await people.finance.ask(paySettlement, payable(draft))).envelope.code).toBe(1101)
  expect(await balances(server)).not.toHaveProperty('2202.02')
})

test('nobody pays a sheet they made', async () => {
  const platform = await server.login('platform-finance')
  const own = await sheetOf(
    { maker: await server.login('admin'), finance: people.finance },
    [(await signedWaybill(server)).id],
    'approved',
  )
  expect((await (await server.login('admin')).ask(paySettlement, payable(own))).envelope).toMatchObject({ code: 1104 })
  expect((await platform.ask(paySettlement, payable(own))).envelope.code).toBe(0)
  await sheetWhen(platform, own.settlementNum, ({ state }) => state === 'paid')
})

test('whoever submitted a sheet neither pays it nor is offered to', async () => {
  const admin = await server.login('admin')
  const draft = await sheetOf(people, [(await signedWaybill(server)).id], 'draft')
  await admin.send(submitSettlement, { settlementNum: draft.settlementNum, version: draft.version })
  const { version } = await admin.send(getSettlement, { settlementNum: draft.settlementNum })
  await people.finance.send(approveSettlement, {
    settlementNum: draft.settlementNum,
    version,
    expectDue: draft.due,
  })
  const sheet = await admin.send(getSettlement, { settlementNum: draft.settlementNum })
  expect(sheet.moves).toEqual(['askVoid', 'askChange'])
  expect((await admin.ask(paySettlement, payable(sheet))).envelope).toMatchObject({
    code: 1104,
    message: '不能支付自己制作或提交的单据，请由另一人支付',
  })
  expect((await people.finance.ask(paySettlement, payable(sheet))).envelope.code).toBe(0)
})

test('a paid sheet settles and finishes its waybills and shows where the money went', async () => {
  const sheet = await approved({ needPhoto: true, receiptState: 'confirmed' })
  await people.finance.send(paySettlement, payable(sheet))
  const paid = await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'paid')
  expect(paid.payments[0]).toMatchObject({ state: 'success', amount: 638_000, account: paid.payees[0]?.account })
  expect(paid.payments[0]?.bankSerial).toMatch(/^SIM\d{13}/)
  expect(paid.moves).toEqual([])
  expect(paid.vouchers.map(({ kind }) => kind)).toEqual(['ACCOUNTING', 'FUEL', 'ACCOUNTING', 'ACCOUNTING'])
  expect(await waybillOf(sheet)).toEqual({ state: 'finished', settle_state: 'settled', paid_fen: 638_000 })
})

test('pressing twice, in parallel or with the same key, makes one payment', async () => {
  const sheet = await approved()
  const both = await Promise.all([
    people.finance.ask(paySettlement, payable(sheet)),
    (await server.login('platform-finance')).ask(paySettlement, payable(sheet)),
    people.finance.ask(paySettlement, payable(sheet)),
  ])
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090, 4090])
  const again = await approved()
  const same = await Promise.all(
    Array.from({ length: 8 }, () => people.finance.ask(paySettlement, payable(again), { key: 'pay-the-same' })),
  )
  expect(same.map(({ envelope }) => envelope.code)).toEqual(Array.from({ length: 8 }, () => 0))
  for (const one of [sheet, again]) {
    await sheetWhen(people.finance, one.settlementNum, ({ state }) => state === 'paid')
    expect(await orders(one)).toMatchObject([{ received: 1 }])
  }
})

test('a carrier that changes its account after the sheet was made neither redirects the payment nor is paid to what it was', async () => {
  await payTo(server, 'carrier7', '6222020000001111')
  const sheet = await approved({ carrier: 'carrier7' })
  await payTo(server, 'carrier7', '6222020000002222')
  expect((await people.finance.ask(paySettlement, payable(sheet))).envelope.code).toBe(1714)
  await payTo(server, 'carrier7', '6222020000001111')
  await people.finance.send(paySettlement, payable(sheet))
  expect(
    (await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'paid')).payments[0]?.account,
  ).toBe('****1111')
})

test('a sheet with nothing left to pay is paid without the bank', async () => {
  const sheet = await approved({ payable: 300_000, deducted: 0, oil: 300_000 })
  expect(sheet.dueInWords).toBe('人民币零元整')
  await people.finance.send(paySettlement, payable(sheet))
  expect(await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })).toMatchObject({
    state: 'paid',
    payments: [],
  })
  expect((await waybillOf(sheet)).settle_state).toBe('settled')
})

test('a refused payment gives the reason, goes back in red, and the closed sheet lets its waybills be settled anew', async () => {
  await payTo(server, 'carrier2', '6222020000009001')
  const before = await balances(server)
  const sheet = await approved({ carrier: 'carrier2' })
  const owed = await balances(server)
  await people.finance.send(paySettlement, payable(sheet))
  const failed = await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'partial')
  expect(failed).toMatchObject({
    payments: [{ state: 'failed', reason: '账号户名不符', account: '****9001' }],
    moves: ['makeFailure', 'askClose'],
  })
  expect(await balances(server)).toEqual(owed)
  expect(failed.vouchers.at(-1)).toMatchObject({ kind: 'OTHER', amount: -638_000 })
  const told = (await messagesAbout(server, sheet.settlementNum, 4))
    .filter(({ title }) => title === '支付失败（模拟）')
    .map(({ account }) => account)
  expect(told.toSorted()).toEqual(['shipper-finance', 'shipper-freight'])
  expect((await people.finance.ask(paySettlement, { ...payable(sheet), version: failed.version })).envelope.code).toBe(
    1101,
  )

  const closing = { settlementNum: sheet.settlementNum, version: failed.version, reason: '换账号重付' }
  expect((await (await server.login('shipper2-finance')).ask(askCloseSettlement, closing)).envelope.code).toBe(4041)
  expect((await people.maker.ask(askCloseSettlement, { ...closing, version: 1 })).http).toBe(409)
  expect((await people.maker.ask(askCloseSettlement, closing, { raw: { reason: ' ' } })).http).toBe(400)
  await closeByTwo(people, failed)
  expect((await waybillOf(sheet)).settle_state).toBe('unsettled')
  await payTo(server, 'carrier2', '6222020000000000')
  const anew = await sheetOf(
    people,
    sheet.lines.map(line => line.waybillId),
    'approved',
  )
  await people.finance.send(paySettlement, payable(anew))
  const done = await sheetWhen(people.finance, anew.settlementNum, ({ state }) => state === 'paid')
  expect(
    (
      await people.maker.ask(askCloseSettlement, {
        settlementNum: anew.settlementNum,
        version: done.version,
        reason: '误点',
      })
    ).envelope.code,
  ).toBe(1101)
  expect((await balances(server))['2202.01']).toBe(before['2202.01'])
  expect(await drift(server)).toEqual([])
})

test('a lost answer is never sent again, only asked about', async () => {
  await payTo(server, 'carrier3', '6222020000009004')
  const sheet = await approved({ carrier: 'carrier3' })
  await people.finance.send(paySettlement, payable(sheet))
  const lost = await sheetWhen(people.finance, sheet.settlementNum, ({ payments }) => payments[0]?.state === 'unknown')
  expect(lost.state).toBe('paying')
  expect(
    (await people.finance.ask(paySettlement, { ...payable(sheet), version: lost.version })).envelope,
  ).toMatchObject({ code: 1707 })
  expect((await balances(server))['2202.02']).toBe(-638_000)

  const id = lost.payments[0]?.id ?? ''
  expect((await people.maker.ask(queryPayment, { id })).envelope.code).toBe(4030)
  expect((await (await server.login('shipper2-finance')).ask(queryPayment, { id })).envelope.code).toBe(4041)
  expect((await people.finance.ask(queryPayment, { id }, { raw: { id: 'x' } })).http).toBe(400)
  expect(await people.finance.send(queryPayment, { id })).toEqual({ state: 'unknown' })
  await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'paid')
  expect(await orders(sheet)).toEqual([{ received: 1, asked: 1 }])
  // the bank is asked once more, after this answer
  expect(await people.finance.send(queryPayment, { id })).toEqual({ state: 'success' })
})

test('one payment the books refused held up those of all branches behind it, and was asked about every five seconds', async () => {
  const letJobsRun = await holdJobs(server)
  await payTo(server, 'carrier3', '6222020000009004')
  const [first, second] = [
    await approved({ carrier: 'carrier3' }),
    await approved({ carrier: 'carrier3', branch: 'branch2' }),
  ]
  for (const sheet of [first, second]) {
    await people.finance.send(paySettlement, payable(sheet))
    await sheetWhen(people.finance, sheet.settlementNum, ({ payments }) => payments[0]?.state === 'unknown')
  }
  const inTurn = (sheet: SettlementDetail, next_at: number) =>
    server.db(tx => tx.run(q.updateTable('payments').set({ next_at }).where('settlement_id', '=', sheet.id)))
  await inTurn(first, 0)
  await inTurn(second, 1)
  const open = await closeBooks(server, first.branchCompanyId)
  await expect(runPayments(server.server.deps)).rejects.toThrow('payments that cannot go on now: 1')
  const stateOf = async ({ settlementNum }: SettlementDetail) =>
    (await people.finance.send(getSettlement, { settlementNum })).state
  expect([await stateOf(first), await stateOf(second)]).toEqual(['paying', 'paid'])
  const askedBefore = (await orders(first))[0]?.asked
  await runPayments(server.server.deps)
  expect((await orders(first))[0]?.asked).toBe(askedBefore)
  await open()
  await makeDue()
  await runPayments(server.server.deps)
  expect(await stateOf(first)).toBe('paid')
  await letJobsRun()
})

test('a payment the bank keeps silent about stays under way however often it is asked', async () => {
  await payTo(server, 'carrier4', '6222020000009007')
  const sheet = await approved({ carrier: 'carrier4' })
  await people.finance.send(paySettlement, payable(sheet))
  await sheetWhen(people.finance, sheet.settlementNum, ({ payments }) => payments[0]?.state === 'unknown')
  for (let n = 0; n < 3; n++) {
    await makeDue()
    await runPayments(server.server.deps)
  }
  expect(await orders(sheet)).toMatchObject([{ received: 1 }])
  expect((await orders(sheet))[0]?.asked).toBeGreaterThanOrEqual(3)
  expect((await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })).state).toBe('paying')
})

test('a lost answer can turn out to be a refusal', async () => {
  await payTo(server, 'carrier5', '6222020000009006')
  const sheet = await approved({ carrier: 'carrier5' })
  await people.finance.send(paySettlement, payable(sheet))
  await sheetWhen(people.finance, sheet.settlementNum, ({ payments }) => payments[0]?.state === 'unknown')
  await makeDue()
  await runPayments(server.server.deps)
  expect(await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'partial')).toMatchObject({
    payments: [{ state: 'failed' }],
  })
})

test('an order the server did not live to send is sent by the job', async () => {
  const { deps } = server.server
  const bank = deps.channels.of('SIM')
  const sheet = await approved({ carrier: 'carrier6' })
  const cut = vi.spyOn(deps.channels, 'of')
  // the jobs look for the channel too, and would take the one answer meant for the payer
  const letJobsRun = await holdJobs(server, ['payments', 'simulatedNotices'])
  cut.mockClear().mockReturnValueOnce(bank).mockReturnValue(undefined)
  await people.finance.send(paySettlement, payable(sheet))
  await vi.waitFor(() => {
    expect(cut.mock.calls.length).toBeGreaterThan(1)
  })
  expect((await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })).payments).toMatchObject([
    { state: 'created' },
  ])
  cut.mockRestore()
  await runPayments(deps)
  await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'paid')
  expect(await orders(sheet)).toEqual([{ received: 1, asked: 0 }])
  await letJobsRun()
})

test('an order cut off on its way is asked about, and not sent again when the bank knows nothing of it', async () => {
  const { deps } = server.server
  const bank = deps.channels.of('SIM')
  if (bank === undefined) throw new Error('no simulator')
  const sent = vi.fn(async () => {
    throw new Error('connection reset')
  })
  const cut = vi.spyOn(deps.channels, 'of').mockReturnValue({ key: 'SIM', send: sent, query: key => bank.query(key) })
  const sheet = await approved({ carrier: 'carrier6' })
  await people.finance.send(paySettlement, payable(sheet))
  await sheetWhen(people.finance, sheet.settlementNum, ({ payments }) => payments[0]?.state === 'unknown')
  cut.mockRestore()
  await makeDue()
  await runPayments(deps)
  expect(sent).toHaveBeenCalledTimes(1)
  expect(await orders(sheet)).toEqual([])
  expect((await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })).payments).toMatchObject([
    { state: 'unknown' },
  ])
})

test('money under way is what is sent and has no result', async () => {
  const under = await server.db(tx =>
    tx.rows(q.selectFrom('payments').select('amount_fen').where('state', 'in', ['created', 'sent', 'unknown'])),
  )
  expect(under.length).toBeGreaterThan(1)
  expect((await balances(server))['2202.02'] ?? 0).toBe(-under.reduce((sum, row) => sum + row.amount_fen, 0))
  expect(await drift(server)).toEqual([])
})

test("two sheets of many waybills paid at the same moment do not stand in each other's way", async () => {
  const many = async (): Promise<SettlementDetail> =>
    sheetOf(
      people,
      (await Promise.all(Array.from({ length: 40 }, () => signedWaybill(server, { carrier: 'carrier8' })))).map(
        ({ id }) => id,
      ),
      'approved',
    )
  const sheets = [await many(), await many(), await many()]
  await Promise.all(sheets.map(sheet => people.finance.send(paySettlement, payable(sheet))))
  for (const sheet of sheets) await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'paid')
  expect(server.logged.filter(line => line.includes('deadlock'))).toEqual([])
})
