// Accounts of a sheet: each is paid once, frozen at the submission and looked at again at the payment; a failure or a return
// concerns its own waybills only.
import {
  approveSettlement,
  getSettlement,
  getSheetMarks,
  paySettlement,
  submitSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { payToCarrier } from '@yunshu/contract/settlement/sheetLines'
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import { holdJobs, startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { deliverNotice } from '../../../../../tests/server/noticeWorld.ts'
import { moneyFaults, payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import {
  drift,
  sheetOf,
  sheetWhen,
  signedWaybill,
  voidApproved,
  type People,
  type SignedOptions,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  // the bank's own notices go out when a test sends them
  letJobsRun = await holdJobs(server)
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

const plain: SignedOptions = { payable: 100_000, deducted: 0, oil: 0 }
const signed = async (options: SignedOptions = {}): Promise<string> =>
  (await signedWaybill(server, { ...plain, ...options })).id
const read = ({ settlementNum }: { settlementNum: string }) => people.finance.send(getSettlement, { settlementNum })
const payment = (sheet: SettlementDetail) => ({
  settlementNum: sheet.settlementNum,
  version: sheet.version,
  expectDue: sheet.due,
  channel: 'SIM' as const,
})
async function pay(sheet: SettlementDetail): Promise<SettlementDetail> {
  await people.finance.send(paySettlement, payment(sheet))
  return sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state !== 'paying')
}
const close = async (sheet: SettlementDetail): Promise<SettlementDetail> => {
  await closeByTwo(people, sheet)
  return read(sheet)
}
const waybill = (id: string) =>
  server.db(tx =>
    tx.one(
      q
        .selectFrom('waybills')
        .select(['state', 'settle_state', 'settlement_num', 'paid_fen', 'set_off_fen'])
        .where('id', '=', id),
    ),
  )
/** The carrier's account by the books, below zero where it owes. */
const ledger = async (account: string, carrier: string): Promise<number> => {
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_lines')
        .select(['debit_fen', 'credit_fen'])
        .where('account', '=', account)
        .where('party_id', '=', demoCompanyId(carrier)),
    ),
  )
  return rows.reduce((all, row) => all + row.credit_fen - row.debit_fen, 0)
}
async function assertSound(): Promise<void> {
  expect(await moneyFaults(server)).toEqual([])
  expect(await drift(server)).toEqual([])
}

test('[RT-14] the payee of each waybill is paid: two waybills of one in one payment, the rest to the carrier', async () => {
  const [a, b, c] = [await signed(), await signed({ payable: 50_000 }), await signed({ payable: 30_000 })]
  await payeeOf(server, [a, b])
  const sheet = await sheetOf(people, [a, b, c], 'approved')
  expect(sheet.payees).toMatchObject([
    { name: '赵建军', isCarrier: false, waybills: 2, amount: 150_000 },
    { name: '河北顺达运输有限公司', isCarrier: true, waybills: 1, amount: 30_000 },
  ])
  expect(sheet.payees.map(({ account }) => account.slice(0, 4))).toEqual(['****', '****'])
  const paid = await pay(sheet)
  expect(paid.state).toBe('paid')
  expect(
    paid.payments
      .map(({ payee, amount, waybills, state }) => [payee, amount, waybills, state] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toEqual([
    ['河北顺达运输有限公司', 30_000, 1, 'success'],
    ['赵建军', 150_000, 2, 'success'],
  ])
  expect(paid.lines.every(({ isPaid }) => isPaid)).toBe(true)
  expect([await waybill(a), await waybill(c)]).toMatchObject([
    { state: 'finished', settle_state: 'settled', paid_fen: 100_000 },
    { state: 'finished', settle_state: 'settled', paid_fen: 30_000 },
  ])
  expect([await ledger('2202.01', 'carrier'), await ledger('2202.02', 'carrier')]).toEqual([0, 0])
  await assertSound()
})

test('an account changed after the submission is not paid: it stays frozen, and paying refuses with the reason', async () => {
  const id = await signed()
  const payeeId = await payeeOf(server, [id], { name: '钱换号', accountNo: '6222000000001111' })
  const sheet = await sheetOf(people, [id], 'approved')
  const change = (set: object) => server.db(tx => tx.run(q.updateTable('payees').set(set).where('id', '=', payeeId)))
  const attempt = async () => (await people.finance.ask(paySettlement, payment(sheet))).envelope
  await change({ account_no: '6222000000002222' })
  expect((await read(sheet)).payees[0]?.account).toBe('****1111')
  expect(await attempt()).toMatchObject({
    code: 1714,
    message: expect.stringContaining('钱换号目前不能收款：账号已变更'),
  })
  await change({ account_no: '6222000000001111', paper: 'rejected' })
  expect((await attempt()).message).toContain('证件未通过审核')
  await change({
    paper: 'approved',
    blacklisted_at: 1,
    blacklist_reason: '投诉',
    blacklisted_by: '平台',
    blacklisted_side: 'house',
  })
  expect((await attempt()).message).toContain('已列入黑名单')
  expect((await read(sheet)).state).toBe('approved')
  // two people take the sheet back; the waybill is settled anew, to the carrier
  await voidApproved(people, sheet)
  const anew = await sheetOf(people, [id], 'draft')
  const at = { settlementNum: anew.settlementNum, version: anew.version }
  expect((await people.maker.ask(submitSettlement, at)).envelope.message).toContain('已列入黑名单')
  expect(anew.moves).toContain('payToCarrier')
  const { version } = await people.maker.send(payToCarrier, { ...at, waybillIds: [id] })
  expect((await people.maker.ask(payToCarrier, { ...at, waybillIds: [id] })).envelope.code).toBe(1716)
  const after = await read(anew)
  expect(after.payees).toMatchObject([{ isCarrier: true, amount: 100_000 }])
  expect(after.log.map(({ action }) => action)).toContain('改付承运商账户')
  expect((await read(anew)).moves).not.toContain('payToCarrier')
  await people.maker.send(submitSettlement, { ...at, version })
  await assertSound()
})

test('the change to the carrier is for the maker of a draft of the own company, and for waybills of the sheet', async () => {
  const [id, other, third] = [await signed(), await signed(), await signed()]
  await payeeOf(server, [id])
  const sheet = await sheetOf(people, [id], 'submitted')
  const at = { settlementNum: sheet.settlementNum, version: sheet.version, waybillIds: [id] }
  expect((await people.maker.ask(payToCarrier, at)).envelope.code).toBe(problems['state.wrong'].code)
  for (const account of ['shipper2-freight', 'carrier-finance'])
    expect([403, 404], account).toContain((await (await server.login(account)).ask(payToCarrier, at)).http)
  await payeeOf(server, [third])
  const open = await sheetOf(people, [third], 'draft')
  const stale = { settlementNum: open.settlementNum, version: open.version + 1, waybillIds: [third] }
  expect((await people.maker.ask(payToCarrier, stale)).http).toBe(409)
  const draft = await sheetOf(people, [other], 'draft')
  const wrong = { settlementNum: draft.settlementNum, version: draft.version }
  expect((await people.maker.ask(payToCarrier, { ...wrong, waybillIds: [id] })).http).toBe(404)
  expect((await people.maker.ask(payToCarrier, { ...wrong, waybillIds: [other] })).envelope.code).toBe(1716)
})

test('the first payment to a verified payee is no mark; another account of a payee who was paid before is one', async () => {
  const carrier = 'carrier4'
  await pay(await sheetOf(people, [await signed({ carrier })], 'approved'))
  const [first, second] = [await signed({ carrier }), await signed({ carrier })]
  const payeeId = await payeeOf(server, [first, second], { name: '冯新户', accountNo: '6222000000001212' })
  const marksOf = async ({ settlementNum }: SettlementDetail) => {
    const { flags, newAccounts, firstPayees } = await people.finance.send(getSheetMarks, { settlementNum })
    return [flags.includes('newAccount'), newAccounts, firstPayees]
  }
  const sheet = await sheetOf(people, [first], 'approved')
  expect(await marksOf(sheet)).toEqual([false, [], 1])
  await pay(sheet)
  await server.db(tx =>
    tx.run(q.updateTable('payees').set({ account_no: '6222000000003434' }).where('id', '=', payeeId)),
  )
  expect(await marksOf(await sheetOf(people, [second], 'submitted'))).toEqual([true, ['冯新户 ****3434'], 0])
})

test('an authorisation that ran out stops the submission by name', async () => {
  const id = await signed()
  const payeeId = await payeeOf(server, [id], { name: '孙过期' })
  const sheet = await sheetOf(people, [id], 'draft')
  await server.db(tx =>
    tx.run(
      q
        .updateTable('payee_auths')
        .set({ valid_to: Date.now() - 1 })
        .where('payee_id', '=', payeeId),
    ),
  )
  const answer = await people.maker.ask(submitSettlement, {
    settlementNum: sheet.settlementNum,
    version: sheet.version,
  })
  expect(answer.envelope).toMatchObject({ code: 1714, message: expect.stringContaining('孙过期') })
  expect(answer.envelope.message).toContain('没有司机的有效授权')
})

test('of two accounts one refuses: its waybill alone goes back when the sheet is closed, and is settled anew', async () => {
  const carrier = 'carrier2'
  const [bad, good] = [await signed({ carrier }), await signed({ carrier, payable: 70_000 })]
  await payeeOf(server, [bad], { name: '李销户', accountNo: '6222000000009002' })
  const partly = await pay(await sheetOf(people, [bad, good], 'approved'))
  expect(partly.state).toBe('partial')
  expect([await waybill(bad), await waybill(good)]).toMatchObject([
    { state: 'signed', settle_state: 'settling', paid_fen: 0 },
    { state: 'finished', settle_state: 'settled', paid_fen: 70_000 },
  ])
  expect(partly.lines.map(({ waybillId, isPaid }) => [waybillId, isPaid])).toEqual([
    [bad, false],
    [good, true],
  ])
  const closed = await close(partly)
  expect(closed.state).toBe('closed')
  expect([await waybill(bad), await waybill(good)]).toMatchObject([
    { state: 'signed', settle_state: 'unsettled', settlement_num: null },
    { state: 'finished', settle_state: 'settled', settlement_num: closed.settlementNum },
  ])
  expect(closed.vouchers.length).toBeGreaterThan(partly.vouchers.length)
  expect(await ledger('2202.01', carrier)).toBe(0)
  await assertSound()
  const anew = await sheetOf(people, [bad], 'draft')
  await people.maker.send(payToCarrier, {
    settlementNum: anew.settlementNum,
    version: anew.version,
    waybillIds: [bad],
  })
  const { version } = await read(anew)
  await people.maker.send(submitSettlement, { settlementNum: anew.settlementNum, version })
  const submitted = await read(anew)
  await people.finance.send(approveSettlement, {
    settlementNum: anew.settlementNum,
    version: submitted.version,
    expectDue: submitted.due,
  })
  expect((await pay(await read(anew))).state).toBe('paid')
  expect(await waybill(bad)).toMatchObject({ state: 'finished', settle_state: 'settled', paid_fen: 100_000 })
  expect([await ledger('2202.01', carrier), await ledger('2202.99', carrier)]).toEqual([0, 0])
  await assertSound()
})

test('what was set off on a line that goes back is a debt again, and the next sheet takes it off', async () => {
  const carrier = 'carrier3'
  // 200.00 below zero; it comes off the account that pays most to the carrier, here the driver's
  const [short, bad, good] = [
    await signed({ carrier, payable: 10_000, deducted: 30_000 }),
    await signed({ carrier, payable: 100_000, dueAt: Date.now() }),
    await signed({ carrier, payable: 50_000, dueAt: Date.now() + 9e9 }),
  ]
  await payeeOf(server, [bad], { name: '周户名', accountNo: '6222000000009001' })
  await payeeOf(server, [good], { name: '吴收款' })
  const sheet = await sheetOf(people, [short, bad, good], 'approved')
  expect(sheet.lines.map(({ setOff, pay: amount }) => [setOff, amount])).toEqual([
    [-20_000, 0],
    [20_000, 80_000],
    [0, 50_000],
  ])
  const closed = await close(await pay(sheet))
  expect(closed.debts).toEqual([{ origin: 'RELEASED', amount: 20_000 }])
  expect(await waybill(short)).toMatchObject({ settle_state: 'settled', paid_fen: 0, set_off_fen: -20_000 })
  expect([await ledger('2202.01', carrier), await ledger('1221.01', carrier)]).toEqual([0, -20_000])
  await assertSound()
  const next = await sheetOf(people, [await signed({ carrier, payable: 60_000 })], 'approved')
  expect(next).toMatchObject({ due: 40_000, carriedIn: 20_000, carried: [{ amount: 20_000 }] })
  expect((await read(closed)).debts).toEqual([{ origin: 'RELEASED', amount: 20_000, takenBy: next.settlementNum }])
  expect((await pay(next)).state).toBe('paid')
  expect([await ledger('2202.01', carrier), await ledger('1221.01', carrier)]).toEqual([0, 0])
  await assertSound()
})

/** The true word of the bank that a payment came back. */
async function giveBack(sheet: SettlementDetail, payee: string): Promise<void> {
  const order = await server.db(tx =>
    tx.one(
      q
        .selectFrom('payments as p')
        .innerJoin('sim_orders as o', 'o.idem_key', 'p.idem_key')
        .select(['o.idem_key', 'o.bank_serial', 'p.amount_fen'])
        .where('p.settlement_id', '=', sheet.id)
        .where('p.payee', '=', payee),
    ),
  )
  await deliverNotice(server, {
    eventId: `back-${order.idem_key}`,
    merchant: 'YUNSHU',
    orderNo: order.idem_key,
    currency: 'CNY',
    amount: (order.amount_fen / 100).toFixed(2),
    result: 'returned',
    reason: '收款账户状态异常',
    bankSerial: order.bank_serial,
  })
}

test('money that comes back takes its own waybill out of a paid sheet; the others stay paid', async () => {
  const carrier = 'carrier5'
  const [back, stays] = [await signed({ carrier }), await signed({ carrier, payable: 40_000 })]
  await payeeOf(server, [back], { name: '郑退汇' })
  const paid = await pay(await sheetOf(people, [back, stays], 'approved'))
  await giveBack(paid, '郑退汇')
  expect((await read(paid)).state).toBe('partial')
  expect([await waybill(back), await waybill(stays)]).toMatchObject([
    { state: 'signed', settle_state: 'settling', paid_fen: 0 },
    { state: 'finished', settle_state: 'settled', paid_fen: 40_000 },
  ])
  await assertSound()
  const closed = await close(await read(paid))
  expect(await waybill(back)).toMatchObject({ settle_state: 'unsettled' })
  expect(await ledger('2202.01', carrier)).toBe(0)
  await assertSound()

  // the rest of the closed sheet comes back too: two people agree, and its waybill goes at once
  await giveBack(closed, (await read(closed)).payments.find(({ state }) => state === 'success')?.payee ?? '')
  const found = (await people.finance.send(listMoneyExceptions, { settlementNum: closed.settlementNum })).rows.find(
    ({ state }) => state === 'open',
  )
  expect(found?.kind).toBe('LATE_FAILURE')
  const { id, version } = await people.finance.send(proposeException, {
    id: found?.id ?? '',
    version: found?.version ?? 0,
    outcome: 'notPaid',
    reason: '银行退汇回单已核对',
  })
  await (await server.login('platform-finance')).send(confirmException, { id, version })
  expect(await waybill(stays)).toMatchObject({ state: 'signed', settle_state: 'unsettled', paid_fen: 0 })
  expect([await ledger('2202.01', carrier), await ledger('2202.02', carrier)]).toEqual([0, 0])
  await assertSound()
  expect((await sheetOf(people, [back, stays], 'draft')).due).toBe(140_000)
})

test('the faults these sums would show are found: the control of this file', async () => {
  const id = await signed()
  await pay(await sheetOf(people, [id], 'approved'))
  await server.db(tx => tx.run(q.updateTable('waybills').set({ paid_fen: 1 }).where('id', '=', id)))
  // beside its payment, and beside its parts
  expect(await moneyFaults(server)).toHaveLength(2)
  await server.db(tx => tx.run(q.updateTable('waybills').set({ paid_fen: 100_000 }).where('id', '=', id)))
  await assertSound()
})
