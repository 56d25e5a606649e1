// Sheets that pay again: made of what failed, paid to accounts put right, closed, voided, and crossed by late words of the
// bank. Money stands in one place after each step.
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import {
  approveSettlement,
  closeSettlement,
  getSettlement,
  getSheetMarks,
  paySettlement,
  payToCarrier,
  submitSettlement,
  voidSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { deliverNotice } from '../../../../../tests/server/noticeWorld.ts'
import { moneyFaults, payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import {
  drift,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
  type SignedOptions,
} from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  letJobsRun = await holdJobs(server)
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

type Sheet = Pick<SettlementDetail, 'settlementNum'>
const signed = async (options: SignedOptions = {}): Promise<string> =>
  (await signedWaybill(server, { payable: 100_000, deducted: 0, oil: 0, ...options })).id
const read = ({ settlementNum }: Sheet) => people.finance.send(getSettlement, { settlementNum })
const waybill = (id: string) =>
  server.db(tx =>
    tx.one(
      q
        .selectFrom('waybills')
        .select(['state', 'settle_state', 'settlement_num', 'paid_fen', 'set_off_fen'])
        .where('id', '=', id),
    ),
  )
async function pay(sheet: SettlementDetail): Promise<SettlementDetail> {
  const { settlementNum, version, due } = sheet
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  return sheetWhen(people.finance, settlementNum, ({ state }) => state !== 'paying')
}
/** Submits a draft and approves it, by two people. */
async function approve(draft: Sheet): Promise<SettlementDetail> {
  const { settlementNum } = draft
  await people.maker.send(submitSettlement, { settlementNum, version: (await read(draft)).version })
  const { version, due } = await read(draft)
  await people.finance.send(approveSettlement, { settlementNum, version, expectDue: due })
  return read(draft)
}
const again = async (parent: Sheet): Promise<SettlementDetail> => {
  const { version } = await read(parent)
  return read(await people.maker.send(makeFailureSettlement, { settlementNum: parent.settlementNum, version }))
}
const close = async (sheet: Sheet): Promise<SettlementDetail> => {
  const { version } = await read(sheet)
  await people.finance.send(closeSettlement, { settlementNum: sheet.settlementNum, version, reason: '改走线下' })
  return read(sheet)
}
/** The carrier's accounts by the books, below zero where it owes: owed to it, being paid, owed by it twice over. */
async function ledger(carrier: string): Promise<number[]> {
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_lines')
        .select(['account', 'debit_fen', 'credit_fen'])
        .where('party_id', '=', demoCompanyId(carrier)),
    ),
  )
  return ['2202.01', '2202.02', '2202.99', '1221.01', '1221.02'].map(account =>
    rows.filter(row => row.account === account).reduce((all, row) => all + row.credit_fen - row.debit_fen, 0),
  )
}
async function assertSound(): Promise<void> {
  expect(await moneyFaults(server)).toEqual([])
  expect(await drift(server)).toEqual([])
}
let accounts = 1000
/** A sheet of a carrier of which the driver's account refuses and the carrier's own takes its money. */
async function partlyPaid(carrier: string, name: string, tail = '9002') {
  const [bad, good] = [await signed({ carrier }), await signed({ carrier, payable: 70_000 })]
  const payeeId = await payeeOf(server, [bad], { name, accountNo: `62220000${(accounts += 1)}${tail}` })
  const sheet = await pay(await sheetOf(people, [bad, good], 'approved'))
  expect(sheet.state).toBe('partial')
  return { bad, good, payeeId, sheet }
}
const changeAccount = (payeeId: string, accountNo: string) =>
  server.db(tx => tx.run(q.updateTable('payees').set({ account_no: accountNo }).where('id', '=', payeeId)))
/** A true word of the bank about the order of a sheet that went to this payee. */
async function bankSays(sheet: SettlementDetail, payee: string, result: 'success' | 'returned'): Promise<void> {
  const order = await server.db(tx =>
    tx.one(
      q
        .selectFrom('payments')
        .select(['idem_key', 'amount_fen'])
        .where('settlement_id', '=', sheet.id)
        .where('payee', '=', payee),
    ),
  )
  await deliverNotice(server, {
    eventId: `${result}-${order.idem_key}`,
    merchant: 'YUNSHU',
    orderNo: order.idem_key,
    currency: 'CNY',
    amount: (order.amount_fen / 100).toFixed(2),
    result,
    reason: result === 'returned' ? '收款账户状态异常' : undefined,
    bankSerial: `S${order.idem_key.slice(0, 12)}`,
  })
}
/** Two people agree that the money of a sheet whose payment had failed is out after all. */
async function agreePaid(sheet: Sheet): Promise<void> {
  const { rows } = await people.finance.send(listMoneyExceptions, { settlementNum: sheet.settlementNum })
  const found = rows.find(({ state }) => state === 'open')
  expect(found?.kind).toBe('LATE_SUCCESS')
  const { id, version } = await people.finance.send(proposeException, {
    id: found?.id ?? '',
    version: found?.version ?? 0,
    outcome: 'paid',
    reason: '银行回单已核对',
  })
  await (await server.login('platform-finance')).send(confirmException, { id, version })
}

/** The amounts its carrier was told of as paid by a sheet. */
async function toldCarrier({ settlementNum }: Sheet): Promise<(string | undefined)[]> {
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select('m.content')
        .distinct()
        .where('m.title', 'like', '运费已支付%')
        .where('m.content', 'like', `%${settlementNum}%`),
    ),
  )
  return rows.map(row => /[\d,]+\.\d\d/.exec(row.content)?.[0])
}

test('[RT-15] what failed is paid again from a sheet of its own, to the account put right; what was paid stays', async () => {
  const { bad, good, payeeId, sheet } = await partlyPaid('carrier2', '李销户')
  expect(sheet).toMatchObject({ failures: 1, children: [] })
  const child = await again(sheet)
  expect(child).toMatchObject({
    kind: 'FAILURE',
    state: 'draft',
    pSettlementNum: sheet.settlementNum,
    due: 100_000,
    lineCount: 1,
    parent: {
      attempt: 2,
      due: 170_000,
      paid: 70_000,
      here: 100_000,
      open: 0,
      released: 0,
      failed: [{ payee: '李销户', amount: 100_000, waybills: 1, reason: '卡已销户', isReturned: false }],
    },
  })
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settling', settlement_num: child.settlementNum })
  expect(await read(sheet)).toMatchObject({ failures: 0, children: [{ settlementNum: child.settlementNum }] })
  // the account is put right, verified again, and taken over by the submission
  await changeAccount(payeeId, '6222000000007777')
  const books = await ledger('carrier2')
  const approved = await approve(child)
  expect(await ledger('carrier2')).toEqual(books)
  expect(approved.payees).toMatchObject([{ name: '李销户', account: '****7777', amount: 100_000 }])
  expect((await people.finance.send(getSheetMarks, { settlementNum: child.settlementNum })).firstPayees).toBe(1)
  expect((await pay(approved)).state).toBe('paid')
  expect((await read(sheet)).state).toBe('paid')
  expect([await waybill(bad), await waybill(good)]).toMatchObject([
    { state: 'finished', settle_state: 'settled', paid_fen: 100_000 },
    { state: 'finished', settle_state: 'settled', paid_fen: 70_000 },
  ])
  // the carrier hears of each fen once
  expect(await toldCarrier(child)).toEqual(['1,000.00'])
  expect(await toldCarrier(sheet)).toEqual(['700.00'])
  expect(await ledger('carrier2')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('[RT-15] numbers that do not belong together, and sheets of others, are not found', async () => {
  const { payeeId, sheet } = await partlyPaid('carrier2', '王不符')
  const child = await again(sheet)
  const at = { settlementNum: child.settlementNum, pSettlementNum: sheet.settlementNum }
  expect((await people.finance.ask(getSettlement, at)).http).toBe(200)
  const wrong = [
    { settlementNum: sheet.settlementNum, pSettlementNum: child.settlementNum },
    { settlementNum: child.settlementNum, pSettlementNum: child.settlementNum },
    { settlementNum: sheet.settlementNum, pSettlementNum: sheet.settlementNum },
  ]
  for (const each of wrong) expect((await people.finance.ask(getSettlement, each)).http).toBe(404)
  const stranger = await server.login('shipper2')
  expect((await stranger.ask(getSettlement, at)).http).toBe(404)
  const { settlementNum, version } = await read(sheet)
  for (const account of ['shipper2', 'carrier-finance', 'carrier'])
    expect([403, 404], account).toContain(
      (await (await server.login(account)).ask(makeFailureSettlement, { settlementNum, version })).http,
    )
  await changeAccount(payeeId, '6222000000004441')
  expect((await pay(await approve(child))).state).toBe('paid')
})

test('one sheet pays again at a time: a second, and closing the first, wait for its end; voided it gives all back', async () => {
  const { bad, sheet } = await partlyPaid('carrier3', '孙两次')
  const { settlementNum, version } = await read(sheet)
  const both = await Promise.all([1, 2].map(() => people.maker.ask(makeFailureSettlement, { settlementNum, version })))
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([
    0,
    problems['settlement.child'].code,
  ])
  const now = await read(sheet)
  const [child] = now.children
  const refused = await people.maker.ask(makeFailureSettlement, { settlementNum, version: now.version })
  expect(refused.envelope.code).toBe(problems['settlement.child'].code)
  const closing = await people.finance.ask(closeSettlement, { settlementNum, version: now.version, reason: '不付了' })
  expect(closing.envelope.code).toBe(problems['settlement.child'].code)
  expect(now.moves).not.toContain('makeFailure')
  const draft = await read({ settlementNum: child?.settlementNum ?? '' })
  await people.maker.send(voidSettlement, {
    settlementNum: draft.settlementNum,
    version: draft.version,
    reason: '重新核对账户',
  })
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settling', settlement_num: settlementNum, paid_fen: 0 })
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1, children: [{ state: 'void' }] })
  await assertSound()
  await people.maker.send(payToCarrier, await toCarrier(await again(sheet), bad))
  const second = (await read(sheet)).children[0]
  expect((await pay(await approve({ settlementNum: second?.settlementNum ?? '' }))).state).toBe('paid')
  expect(await read(sheet)).toMatchObject({ state: 'paid', failures: 0 })
  await assertSound()
})

const toCarrier = async ({ settlementNum }: Sheet, waybillId: string) => ({
  settlementNum,
  version: (await read({ settlementNum })).version,
  waybillIds: [waybillId],
})

test('[RT-15] what fails again is paid by a sheet of that one; the last one ends them all', async () => {
  const { bad, payeeId, sheet } = await partlyPaid('carrier4', '周再败')
  const second = await pay(await approve(await again(sheet)))
  expect(second.state).toBe('partial')
  const third = await again(second)
  expect(third).toMatchObject({ parent: { attempt: 3, due: 100_000, here: 100_000 } })
  await changeAccount(payeeId, '6222000000008888')
  await pay(await approve(third))
  expect([(await read(third)).state, (await read(second)).state, (await read(sheet)).state]).toEqual([
    'paid',
    'paid',
    'paid',
  ])
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settled', paid_fen: 100_000 })
  expect(await ledger('carrier4')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('a sheet that pays again is closed: its waybill can be settled anew, what was set off is owed, its parent ends too', async () => {
  const carrier = 'carrier5'
  const short = await signed({ carrier, payable: 10_000, deducted: 30_000 })
  const bad = await signed({ carrier, dueAt: Date.now() })
  const good = await signed({ carrier, payable: 50_000, dueAt: Date.now() + 9e9 })
  await payeeOf(server, [bad], { name: '吴关闭', accountNo: '6222000000319002' })
  await payeeOf(server, [good], { name: '沈收款' })
  const sheet = await pay(await sheetOf(people, [short, bad, good], 'approved'))
  expect(sheet.state).toBe('partial')
  const child = await pay(await approve(await again(sheet)))
  expect(child).toMatchObject({ state: 'partial', due: 80_000, carriedIn: 20_000 })
  await assertSound()
  expect((await close(child)).debts).toEqual([{ origin: 'RELEASED', amount: 20_000 }])
  expect((await read(sheet)).state).toBe('closed')
  expect([await waybill(bad), await waybill(good), await waybill(short)]).toMatchObject([
    { settle_state: 'unsettled', settlement_num: null, paid_fen: 0 },
    { settle_state: 'settled', paid_fen: 50_000 },
    { settle_state: 'settled', paid_fen: 0, set_off_fen: -20_000 },
  ])
  expect((await ledger(carrier)).slice(0, 2)).toEqual([0, 0])
  await assertSound()
  // nothing of it is held: it stands on a new sheet, whose debt is taken off
  expect(await sheetOf(people, [bad], 'draft')).toMatchObject({ due: 80_000, carriedIn: 20_000 })
  await assertSound()
})

test('money that had failed is out after all: a sheet that would pay it again and has not sent anything is dropped', async () => {
  const { bad, sheet } = await partlyPaid('carrier3', '郑迟到')
  const child = await approve(await again(sheet))
  await bankSays(sheet, '郑迟到', 'success')
  // nothing is paid while two people have not judged it
  const held = await people.finance.ask(paySettlement, {
    settlementNum: child.settlementNum,
    version: child.version,
    expectDue: child.due,
    channel: 'SIM',
  })
  expect(held.envelope.code).toBe(problems['payment.exception'].code)
  await agreePaid(sheet)
  expect((await read(child)).state).toBe('void')
  expect((await read(sheet)).state).toBe('paid')
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settled', paid_fen: 100_000 })
  expect(await ledger('carrier3')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('money that had failed is out after it was paid again: the carrier owes it', async () => {
  const carrier = 'carrier4'
  const { payeeId, sheet } = await partlyPaid(carrier, '冯两付')
  const child = await again(sheet)
  await changeAccount(payeeId, '6222000000006666')
  await pay(await approve(child))
  expect((await read(sheet)).state).toBe('paid')
  await bankSays(sheet, '冯两付', 'success')
  await agreePaid(sheet)
  expect(await read(sheet)).toMatchObject({ state: 'paid', debts: [{ origin: 'DOUBLE', amount: 100_000 }] })
  expect(await ledger(carrier)).toEqual([0, 0, 0, 0, -100_000])
  await assertSound()
})

test('money a sheet paid again comes back: it and its parent are open, until the next sheet pays', async () => {
  const { bad, payeeId, sheet } = await partlyPaid('carrier2', '陈退回')
  const child = await again(sheet)
  await changeAccount(payeeId, '6222000000005551')
  await pay(await approve(child))
  await bankSays(await read(child), '陈退回', 'returned')
  expect([(await read(child)).state, (await read(sheet)).state]).toEqual(['partial', 'partial'])
  expect(await waybill(bad)).toMatchObject({ state: 'signed', settle_state: 'settling', paid_fen: 0 })
  await assertSound()
  const next = await again(child)
  expect(next.parent).toMatchObject({ attempt: 3, failed: [{ isReturned: true, reason: '收款账户状态异常' }] })
  await changeAccount(payeeId, '6222000000005552')
  await pay(await approve(next))
  expect([(await read(child)).state, (await read(sheet)).state]).toEqual(['paid', 'paid'])
  expect(await ledger('carrier2')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('of two failed payments one is out after all: the sheet waits for the other', async () => {
  const carrier = 'carrier5'
  const [one, two] = [await signed({ carrier }), await signed({ carrier, payable: 60_000 })]
  await payeeOf(server, [one], { name: '蒋甲', accountNo: '6222000000419001' })
  await payeeOf(server, [two], { name: '韩乙', accountNo: '6222000000419002' })
  const sheet = await pay(await sheetOf(people, [one, two], 'approved'))
  expect(sheet).toMatchObject({ state: 'partial', failures: 2 })
  await bankSays(sheet, '蒋甲', 'success')
  await agreePaid(sheet)
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1 })
  expect([await waybill(one), await waybill(two)]).toMatchObject([
    { settle_state: 'settled', paid_fen: 100_000 },
    { settle_state: 'settling', paid_fen: 0 },
  ])
  await assertSound()
})
