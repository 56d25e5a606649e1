// Lines taken off an approved sheet, or paid to another account: one asks, another agrees, and the books follow.
import { askCloseSettlement } from '@yunshu/contract/settlement/closing'
import {
  askVoid,
  approveSettlement,
  confirmVoid,
  getSettlement,
  paySettlement,
  submitSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import {
  askChangePayee,
  askRemoveLines,
  confirmChange,
  listLinePayees,
  refuseChange,
  withdrawChange,
} from '@yunshu/contract/settlement/sheetLines'
import { actFor, stopActing } from '@yunshu/contract/session/acting'
import { fen } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { moneyFaults, payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import {
  balances,
  drift,
  messagesAbout,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  voidApproved,
  type People,
  type SignedOptions,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  admin = await server.login('admin')
})
afterAll(async () => {
  await server.stop()
})

const signed = async (options: SignedOptions): Promise<string> =>
  (await signedWaybill(server, { deducted: 0, oil: 0, ...options })).id
const read = ({ settlementNum }: { settlementNum: string }) => people.finance.send(getSettlement, { settlementNum })
const code = (name: keyof typeof problems): number => problems[name].code
/** The parts of a waybill on a sheet. */
const partsOf = (sheet: SettlementDetail, ...waybills: string[]): string[] =>
  sheet.lines.filter(({ waybillId }) => waybills.includes(waybillId)).map(({ partId }) => partId)
const seen = ({ settlementNum, version }: SettlementDetail) => ({ settlementNum, version })

/** Takes waybills off an approved sheet: the maker asks, finance agrees to what it sees. */
async function takenOff(sheet: SettlementDetail, ...waybills: string[]): Promise<SettlementDetail> {
  const partIds = partsOf(sheet, ...waybills)
  await people.maker.send(askRemoveLines, { ...seen(sheet), partIds, reason: '这单有误' })
  const asked = await read(sheet)
  expect(asked.due).toBe(sheet.due)
  await people.finance.send(confirmChange, { ...seen(asked), expectDue: asked.change?.due ?? asked.due })
  return read(sheet)
}
async function paid(sheet: SettlementDetail): Promise<SettlementDetail> {
  await people.finance.send(paySettlement, { ...seen(sheet), expectDue: sheet.due, channel: 'SIM' })
  return sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state !== 'paying')
}
const waybill = (id: string) =>
  server.db(tx =>
    tx.one(q.selectFrom('waybills').select(['state', 'settle_state', 'settlement_num']).where('id', '=', id)),
  )
/** The account of a carrier by the books, below zero where it owes. */
async function ledger(account: string, carrier: string): Promise<number> {
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
/** Whether the shipper leaves approvals to the position of finance. */
const onlyFinance = (financeApproves: boolean) =>
  server.db(tx =>
    tx.run(
      q
        .updateTable('companies')
        .set({ policies: JSON.stringify({ financeApproves }) })
        .where('id', '=', demoCompanyId('shipper')),
    ),
  )
async function assertSound(): Promise<void> {
  expect(await moneyFaults(server)).toEqual([])
  expect(await drift(server)).toEqual([])
}

test('a line is taken off by two people: the books take it back, and it can be settled anew', async () => {
  const [bad, good] = [await signed({ payable: 100_000, oil: 30_000 }), await signed({ payable: 50_000 })]
  const estimated = await balances(server)
  const sheet = await sheetOf(people, [bad, good], 'approved')
  const approved = await balances(server)
  const ask = { ...seen(sheet), partIds: partsOf(sheet, bad), reason: '这单有误' }
  // the refusals of the asking
  expect((await people.maker.ask(askRemoveLines, ask, { raw: { reason: ' ' } })).http).toBe(400)
  expect((await people.maker.ask(askRemoveLines, { ...ask, partIds: [v7()] })).http).toBe(404)
  expect((await people.maker.ask(askRemoveLines, { ...ask, version: 1 })).http).toBe(409)
  expect((await (await server.login('shipper2-finance')).ask(askRemoveLines, ask)).http).not.toBe(200)
  expect((await (await server.login('carrier-finance')).ask(askRemoveLines, ask)).envelope.code).toBe(4030)
  const none = { ...seen(sheet), expectDue: sheet.due }
  expect((await people.finance.ask(confirmChange, none)).envelope.code).toBe(code('settlement.noChange'))

  await people.maker.send(askRemoveLines, ask)
  const asked = await read(sheet)
  expect(asked).toMatchObject({
    state: 'approved',
    due: 120_000,
    change: { kind: 'removeLine', reason: '这单有误', due: 50_000, carriedOut: 0 },
    moves: ['confirmChange', 'refuseChange'],
    awaits: { act: '确认变更', isOwn: true },
  })
  expect(await balances(server)).toEqual(approved)
  const told = await messagesAbout(server, sheet.settlementNum, 2)
  expect(told.map(({ account, title }) => [account, title])).toContainEqual(['shipper-finance', '结算单待确认变更'])
  // nothing else is done with the sheet meanwhile
  const paying = { ...seen(asked), expectDue: asked.due, channel: 'SIM' as const }
  expect((await people.finance.ask(paySettlement, paying)).envelope.code).toBe(code('settlement.changing'))
  expect((await people.maker.ask(askVoid, { ...seen(asked), reason: '重做' })).envelope.code).toBe(
    code('settlement.changing'),
  )
  const again = { ...ask, version: asked.version }
  expect((await people.maker.ask(askRemoveLines, again)).envelope.code).toBe(code('settlement.changing'))
  // refused and asked again, by somebody who could agree and may not agree to their own
  const back = await people.finance.send(refuseChange, { ...seen(asked), reason: '金额无误' })
  expect((await read(sheet)).change).toBeUndefined()
  const own = await admin.send(askRemoveLines, { ...ask, version: back.version })
  const agreeing = { settlementNum: sheet.settlementNum, version: own.version, expectDue: fen(50_000) }
  expect((await admin.ask(confirmChange, agreeing)).envelope.code).toBe(code('maker.checker'))
  expect((await people.maker.ask(confirmChange, agreeing)).envelope.code).toBe(4030)
  expect((await people.finance.ask(confirmChange, { ...agreeing, expectDue: fen(120_000) })).envelope.code).toBe(
    code('settlement.changed'),
  )
  // taken back by the one who asked, or by who works in their place
  const taking = { settlementNum: sheet.settlementNum, version: own.version }
  expect((await people.maker.ask(withdrawChange, taking)).envelope.code).toBe(code('settlement.notAsker'))
  const withdrawn = await admin.send(withdrawChange, taking)
  const other = await people.maker.send(askRemoveLines, { ...ask, version: withdrawn.version })
  const boss = await server.login('shipper')
  expect((await boss.ask(withdrawChange, { ...taking, version: other.version })).envelope.code).toBe(
    code('settlement.notAsker'),
  )
  await boss.send(actFor, { userId: demoUserId('shipper-freight') })
  const back2 = await boss.send(withdrawChange, { ...taking, version: other.version })
  await boss.send(stopActing, {})
  const last = await people.maker.send(askRemoveLines, { ...ask, version: back2.version })
  await onlyFinance(true)
  const unfit = await admin.ask(confirmChange, { ...agreeing, version: last.version })
  expect(unfit.envelope).toMatchObject({ code: 1105, message: expect.stringContaining('确认变更') as string })
  await onlyFinance(false)
  const both = await Promise.all(
    [people.finance, await server.login('platform-finance')].map(client =>
      client.ask(confirmChange, { ...agreeing, version: last.version }),
    ),
  )
  expect(both.map(({ envelope }) => envelope.code).toSorted((x, y) => x - y)).toEqual([0, 4090])

  const left = await read(sheet)
  expect(left).toMatchObject({ state: 'approved', due: 50_000, payable: 50_000, oil: 0, lineCount: 1 })
  expect(left.lines.map(({ waybillId }) => waybillId)).toEqual([good])
  expect(left.log[0]).toMatchObject({ action: '确认变更' })
  expect(await waybill(bad)).toEqual({ state: 'signed', settle_state: 'unsettled', settlement_num: null })
  expect(await waybill(good)).toMatchObject({ settle_state: 'settling', settlement_num: sheet.settlementNum })
  await assertSound()
  const anew = await sheetOf(people, [bad], 'approved')
  expect(anew.due).toBe(70_000)
  expect(await balances(server)).toEqual(approved)
  await voidApproved(people, anew)
  await voidApproved(people, left)
  expect(await balances(server)).toEqual(estimated)
  await assertSound()
})

test('an earlier debt falls on the lines that stay; what they cannot bear the sheet leaves as a debt', async () => {
  const carrier = 'carrier3'
  await paid(await sheetOf(people, [await signed({ carrier, payable: 50_000, deducted: 62_000 })], 'approved'))
  expect(await ledger('1221.01', carrier)).toBe(-12_000)
  const [soon, late, small] = [
    await signed({ carrier, payable: 20_000, dueAt: Date.now() }),
    await signed({ carrier, payable: 100_000 }),
    await signed({ carrier, payable: 5_000 }),
  ]
  const sheet = await sheetOf(people, [soon, late, small], 'approved')
  expect(sheet).toMatchObject({ carriedIn: 12_000, due: 113_000 })
  const once = await takenOff(sheet, soon)
  expect(once).toMatchObject({ carriedIn: 12_000, carriedOut: 0, due: 93_000 })
  await assertSound()
  const twice = await takenOff(once, late)
  expect(twice).toMatchObject({ carriedIn: 12_000, carriedOut: 7_000, due: 0, lineCount: 1 })
  expect(twice.lines).toMatchObject([{ setOff: 5_000, pay: 0 }])
  expect([await ledger('2202.01', carrier), await ledger('1221.01', carrier)]).toEqual([0, -7_000])
  await assertSound()
  // the whole is taken back: the debt is what it was
  await voidApproved(people, twice)
  expect([await ledger('2202.01', carrier), await ledger('1221.01', carrier)]).toEqual([0, -12_000])
  await assertSound()
  const next = await sheetOf(people, [small, late], 'approved')
  expect(await paid(await takenOff(next, late))).toMatchObject({
    state: 'paid',
    debts: [{ origin: 'SHEET', amount: 7_000 }],
  })
  expect(await ledger('1221.01', carrier)).toBe(-7_000)
  await assertSound()
})

test('debts a changed sheet leaves are taken back once each: after a debt of its own before, and after two changes', async () => {
  const carrier = 'carrier3'
  await paid(await sheetOf(people, [await signed({ carrier, payable: 10_000, deducted: 15_000 })], 'approved'))
  expect(await ledger('1221.01', carrier)).toBe(-12_000)
  // it leaves a debt before it is changed
  const [five, three] = [await signed({ carrier, payable: 5_000 }), await signed({ carrier, payable: 3_000 })]
  const first = await sheetOf(people, [five, three], 'approved')
  expect(first).toMatchObject({ carriedIn: 12_000, carriedOut: 4_000 })
  const less = await takenOff(first, three)
  expect(less.carriedOut).toBe(7_000)
  expect(await ledger('1221.01', carrier)).toBe(-7_000)
  await voidApproved(people, less)
  expect([await ledger('2202.01', carrier), await ledger('1221.01', carrier)]).toEqual([0, -12_000])
  await assertSound()
  // two changes, each of which leaves a debt
  const two = await signed({ carrier, payable: 2_000 })
  const second = await sheetOf(people, [five, three, two], 'approved')
  expect(second.carriedOut).toBe(2_000)
  const once = await takenOff(second, two)
  const twice = await takenOff(once, three)
  expect([once.carriedOut, twice.carriedOut]).toEqual([4_000, 7_000])
  await assertSound()
  await voidApproved(people, twice)
  expect([await ledger('2202.01', carrier), await ledger('1221.01', carrier)]).toEqual([0, -12_000])
  await assertSound()
  await paid(await sheetOf(people, [five], 'approved'))
})

test('a line below zero takes its shortfall along; without the others it is the debt the sheet leaves', async () => {
  const carrier = 'carrier2'
  const [short, good] = [
    await signed({ carrier, payable: 10_000, deducted: 30_000 }),
    await signed({ carrier, payable: 100_000 }),
  ]
  const sheet = await sheetOf(people, [short, good], 'approved')
  expect(sheet.due).toBe(80_000)
  const alone = await takenOff(sheet, short)
  expect(alone).toMatchObject({ due: 100_000, carriedOut: 0 })
  expect(alone.lines).toMatchObject([{ setOff: 0, pay: 100_000 }])
  await assertSound()
  await voidApproved(people, alone)
  const both = await sheetOf(people, [short, good], 'approved')
  const owing = await takenOff(both, good)
  expect(owing).toMatchObject({ due: 0, carriedOut: 20_000 })
  await assertSound()
  // the shortfall leaves too where another line comes off beside it
  await voidApproved(people, owing)
  await assertSound()
})

test('a sheet that would have no line left is asked to be voided', async () => {
  const sheet = await sheetOf(people, [await signed({ payable: 40_000 })], 'approved')
  const whole = { ...seen(sheet), partIds: sheet.lines.map(({ partId }) => partId), reason: '全部有误' }
  expect(await people.maker.send(askRemoveLines, whole)).toMatchObject({ isVoiding: true })
  const voiding = await read(sheet)
  expect(voiding.state).toBe('voiding')
  expect(voiding.change).toBeUndefined()
  await onlyFinance(true)
  expect((await admin.ask(confirmVoid, seen(voiding))).envelope.code).toBe(1105)
  await people.finance.send(confirmVoid, seen(voiding))
  await onlyFinance(false)
  await assertSound()
})

test('an account that changed between the asking and the agreeing was named by nobody: it is asked for again', async () => {
  const carrier = 'carrier4'
  await payTo(server, carrier, '6222000000009101')
  const sheet = await sheetOf(people, [await signed({ carrier, payable: 30_000 })], 'approved')
  await payTo(server, carrier, '6222000000009102')
  const ask = { partIds: sheet.lines.map(({ partId }) => partId), reason: '账号已更正' }
  await people.maker.send(askChangePayee, { ...seen(sheet), ...ask })
  await payTo(server, carrier, '6222000000009103')
  const asked = await read(sheet)
  expect(asked.change?.payee).toContain('9102')
  const refused = await people.finance.ask(confirmChange, { ...seen(asked), expectDue: sheet.due })
  expect([refused.http, refused.envelope.code]).toEqual([409, code('payment.accountChanged')])
  await people.finance.send(refuseChange, { ...seen(asked), reason: '账户又变了' })
  await people.maker.send(askChangePayee, { ...seen(await read(sheet)), ...ask })
  const again = await read(sheet)
  await people.finance.send(confirmChange, { ...seen(again), expectDue: sheet.due })
  expect((await read(sheet)).payees).toMatchObject([
    { isCarrier: true, account: expect.stringContaining('9103') as string },
  ])
})

test('a line is paid to another account by two people; one who cannot be paid by then is not', async () => {
  const [a, b] = [await signed({ payable: 30_000 }), await signed({ payable: 20_000 })]
  const payeeId = await payeeOf(server, [a])
  // the carrier is paid: the driver's payee is one to choose
  await server.db(tx => tx.run(q.updateTable('waybills').set({ payee_id: null }).where('id', '=', a)))
  const sheet = await sheetOf(people, [a, b], 'approved')
  const [partId = ''] = partsOf(sheet, a)
  const choice = { settlementNum: sheet.settlementNum, partId }
  expect((await people.maker.send(listLinePayees, choice)).payees).toMatchObject([
    { isCurrent: true },
    { payeeId, name: '赵建军', isCurrent: false },
  ])
  expect((await (await server.login('shipper2-finance')).ask(listLinePayees, choice)).http).not.toBe(200)
  const ask = { ...seen(sheet), partIds: [partId], reason: '司机要求' }
  expect((await people.maker.ask(askChangePayee, ask)).envelope.code).toBe(code('payment.samePayee'))
  expect((await people.maker.ask(askChangePayee, { ...ask, payeeId: v7() })).envelope.code).toBe(code('payment.payee'))
  // no driver of the other waybill has authorised him
  const other = { ...ask, partIds: partsOf(sheet, b), payeeId }
  expect((await people.maker.ask(askChangePayee, other)).envelope.code).toBe(code('payment.payee'))
  await people.maker.send(askChangePayee, { ...ask, payeeId })
  const asked = await read(sheet)
  expect(asked.change).toMatchObject({ kind: 'changePayee', due: sheet.due })
  const agreeing = { ...seen(asked), expectDue: sheet.due }
  const judge = (paper: 'rejected' | 'approved') =>
    server.db(tx => tx.run(q.updateTable('payees').set({ paper }).where('id', '=', payeeId)))
  await judge('rejected')
  expect((await people.finance.ask(confirmChange, agreeing)).envelope.code).toBe(code('payment.payee'))
  await judge('approved')
  await people.finance.send(confirmChange, agreeing)
  const changed = await read(sheet)
  expect(changed).toMatchObject({
    due: 50_000,
    payees: [
      { name: '赵建军', amount: 30_000 },
      { isCarrier: true, amount: 20_000 },
    ],
  })
  await assertSound()
  const done = await paid(changed)
  expect(done).toMatchObject({ state: 'paid' })
  expect(done.payments.map(({ payee, amount }) => [payee, amount])).toContainEqual(['赵建军', 30_000])
  await assertSound()
})

test('of a sheet that pays again a line goes back to be settled, and what was set off on it is owed again', async () => {
  const carrier = 'carrier3'
  await payTo(server, carrier, '6222000000009001')
  const open = await ledger('1221.01', carrier)
  const [a, b] = [
    await signed({ carrier, payable: 60_000, dueAt: Date.now() }),
    await signed({ carrier, payable: 40_000 }),
  ]
  const failed = await paid(await sheetOf(people, [a, b], 'approved'))
  expect(failed).toMatchObject({ state: 'partial', carriedIn: 0 - open })
  const made = await people.maker.send(makeFailureSettlement, seen(failed))
  await people.maker.send(submitSettlement, { settlementNum: made.settlementNum, version: made.version })
  const draft = await read(made)
  await people.finance.send(approveSettlement, { ...seen(draft), expectDue: draft.due })
  const child = await read(made)
  const left = await takenOff(child, a)
  expect(left).toMatchObject({ due: 40_000, lineCount: 1, debts: [{ origin: 'RELEASED', amount: 0 - open }] })
  expect(await waybill(a)).toMatchObject({ settle_state: 'unsettled' })
  await assertSound()
  await payTo(server, carrier, '6222000000000066')
  const [partId = ''] = partsOf(left, b)
  // the account it failed at is the frozen one: the carrier's new one takes its place by two people
  await people.maker.send(askChangePayee, { ...seen(left), partIds: [partId], reason: '账号已更正' })
  const asked = await read(left)
  await people.finance.send(confirmChange, { ...seen(asked), expectDue: asked.due })
  expect((await paid(await read(left))).state).toBe('paid')
  expect((await read(failed)).state).toBe('closed')
  expect(
    (await people.maker.ask(askCloseSettlement, { ...seen(await read(failed)), reason: '结束' })).envelope.code,
  ).toBe(1101)
  await assertSound()
})
