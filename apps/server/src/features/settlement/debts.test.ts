// Deductions above the freight: the sheet pays nothing, the rest is the carrier's debt on 1221.01,
// and its next sheet takes it off.
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import {
  approveSettlement,
  countSettlements,
  getSettlement,
  listSettlements,
  makeSettlement,
  paySettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { listToday } from '@yunshu/contract/today'
import { getTrialBalance } from '@yunshu/contract/voucher/voucher'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
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
let carrier: Client
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  carrier = await server.login('carrier-finance')
})
afterAll(async () => {
  await server.stop()
})

/** 500.00 of freight, 620.00 deducted: 120.00 owed. */
const worthLess: SignedOptions = { payable: 50_000, deducted: 62_000, oil: 0 }
const plain: SignedOptions = { payable: 950_000, deducted: 0, oil: 0 }

async function paid(sheet: SettlementDetail): Promise<SettlementDetail> {
  const { settlementNum, version, due } = sheet
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  return sheetWhen(people.maker, settlementNum, ({ state }) => state !== 'paying')
}
const approved = async (options: SignedOptions): Promise<SettlementDetail> =>
  sheetOf(people, [(await signedWaybill(server, options)).id], 'approved')

/** A carrier's debts and credits by the books. */
async function withCarrier(name: string): Promise<{ owes: number; gets: number }> {
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_lines')
        .select(['account', 'debit_fen', 'credit_fen'])
        .where('party_id', '=', demoCompanyId(name)),
    ),
  )
  const net = (account: string): number =>
    rows.filter(row => row.account === account).reduce((all, row) => all + row.debit_fen - row.credit_fen, 0)
  return { owes: net('1221.01'), gets: 0 - net('2202.01') }
}
async function assertBalanced(): Promise<void> {
  const trial = await (await server.login('platform-finance')).send(getTrialBalance, { period: periodOf(Date.now()) })
  expect(trial.difference).toBe(0)
  expect(Object.values(await balances(server)).reduce((sum, n) => sum + n, 0)).toBe(0)
  expect(await drift(server)).toEqual([])
}

test("a sheet below zero pays nothing, its rest is the carrier's debt, and the next sheet takes it off", async () => {
  const waybill = await signedWaybill(server, worthLess)
  const first = await sheetOf(people, [waybill.id], 'approved')
  expect(first).toMatchObject({
    payable: 50_000,
    deducted: 62_000,
    due: 0,
    carriedIn: 0,
    carriedOut: 12_000,
    dueInWords: '人民币零元整',
  })
  expect(first.lines.map(line => line.due)).toEqual([-12_000])
  // 500.00 of cost less 620.00: what deductions pass the freight by is compensation, and stands against the carrier
  expect(await balances(server)).toMatchObject({ '6711': -12_000, '1221.01': 12_000 })
  expect(await balances(server)).not.toHaveProperty('6401.01')
  expect(await withCarrier('carrier')).toEqual({ owes: 12_000, gets: 0 })
  expect(first.vouchers.map(({ kind }) => kind)).toContain('DEDUCT')

  const done = await paid(first)
  expect(done).toMatchObject({ state: 'paid', payments: [], carriedOut: 12_000, carried: [] })
  expect(done.debts).toEqual([{ origin: 'SHEET', amount: 12_000 }])
  expect((await carrier.send(getSettlement, { settlementNum: first.settlementNum })).carriedOut).toBe(12_000)
  const told = await messagesAbout(server, first.settlementNum, 3)
  expect(told.map(({ account, title }) => [account, title])).toContainEqual(['carrier-finance', '运费已支付'])
  // the waybill is done with: nothing was paid on it, and nothing is open
  const [row] = (await (await server.login('branch')).send(listWaybills, { numbers: [waybill.waybillNo] })).rows
  expect(row).toMatchObject({ state: 'finished', settleState: 'settled', paid: 0, open: 0 })

  const next = await signedWaybill(server, plain)
  const listed = (await people.maker.send(listSettleable, { numbers: [next.waybillNo] })).rows
  expect(listed.map(({ owed }) => owed)).toEqual([12_000])
  // the desk of the maker says what the sheet will pay, not the freight before the debt
  const desk = await people.maker.send(listToday, { group: 'sheet' })
  expect(desk.items.map(({ kind, amount }) => [kind, amount])).toContainEqual(['settle', 938_000])
  expect(
    (await people.maker.send(listSettlements, { owed: true })).rows.map(({ settlementNum }) => settlementNum),
  ).toEqual([first.settlementNum])
  const second = await sheetOf(people, [next.id], 'approved')
  expect(second).toMatchObject({
    payable: 950_000,
    due: 938_000,
    carriedIn: 12_000,
    carriedOut: 0,
    carried: [{ settlementNum: first.settlementNum, amount: 12_000 }],
    dueInWords: '人民币玖仟叁佰捌拾元整',
  })
  expect(await withCarrier('carrier')).toEqual({ owes: 0, gets: 938_000 })
  expect(await people.maker.send(getSettlement, { settlementNum: first.settlementNum })).toMatchObject({
    debts: [{ origin: 'SHEET', amount: 12_000, takenBy: second.settlementNum }],
  })
  expect((await people.maker.send(listSettlements, { owed: true })).rows).toEqual([])
  expect((await paid(second)).payments.map(({ amount, state }) => [amount, state])).toEqual([[938_000, 'success']])
  expect(await withCarrier('carrier')).toEqual({ owes: 0, gets: 0 })
  await assertBalanced()
})

test('fuel above what is left is a debt too, one larger than the next sheet moves on, and sums and rows agree', async () => {
  // 400.00 less 100.00, with 1,500.00 of fuel handed out: 1,200.00 owed
  const first = await paid(await approved({ carrier: 'carrier2', payable: 40_000, deducted: 10_000, oil: 150_000 }))
  expect(first).toMatchObject({ due: 0, carriedOut: 120_000 })
  const second = await paid(await approved({ carrier: 'carrier2', payable: 70_000, deducted: 0, oil: 0 }))
  expect(second).toMatchObject({ due: 0, carriedIn: 120_000, carriedOut: 50_000, payments: [] })
  expect(await withCarrier('carrier2')).toEqual({ owes: 50_000, gets: 0 })
  const third = await paid(await approved({ carrier: 'carrier2', payable: 80_000, deducted: 0, oil: 0 }))
  expect(third).toMatchObject({
    due: 30_000,
    carriedIn: 50_000,
    carriedOut: 0,
    carried: [{ settlementNum: second.settlementNum, amount: 50_000 }],
  })
  expect(await withCarrier('carrier2')).toEqual({ owes: 0, gets: 0 })
  const filter = { carrierId: demoCompanyId('carrier2') }
  const { rows } = await people.maker.send(listSettlements, filter)
  const add = (read: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + read(row), 0)
  const { sums } = await people.maker.send(countSettlements, { ...filter, part: 'sums' })
  expect(sums).toEqual({
    payable: add(row => row.payable),
    oil: add(row => row.oil),
    advanced: add(row => row.advanced),
    deducted: add(row => row.deducted),
    penalty: add(row => row.penalty),
    carriedIn: add(row => row.carriedIn),
    carriedOut: add(row => row.carriedOut),
    due: add(row => row.due),
  })
  for (const row of rows)
    expect(row.due).toBe(row.payable - row.oil - row.advanced - row.deducted - row.carriedIn + row.carriedOut)
  await assertBalanced()
})

test('a debt is the one of its shipper, carrier and branch, and is sure only once its sheet is paid', async () => {
  const sheet = await approved({ carrier: 'carrier3', ...worthLess })
  const owedOf = async (options: SignedOptions, client = people.maker): Promise<number[]> => {
    const { waybillNo } = await signedWaybill(server, { ...plain, ...options })
    return (await client.send(listSettleable, { numbers: [waybillNo] })).rows.map(({ owed }) => owed)
  }
  expect(await owedOf({ carrier: 'carrier3' })).toEqual([0])
  await paid(sheet)
  expect(await owedOf({ carrier: 'carrier3' })).toEqual([12_000])
  expect(await owedOf({ carrier: 'carrier4' })).toEqual([0])
  expect(await owedOf({ carrier: 'carrier3', shipper: 'shipper2' }, await server.login('shipper2-freight'))).toEqual([
    0,
  ])
})

test('an approved sheet below zero can be voided: the books take the debt back', async () => {
  const before = await withCarrier('carrier4')
  const waybill = await signedWaybill(server, { carrier: 'carrier4', ...worthLess })
  const books = await balances(server)
  const sheet = await sheetOf(people, [waybill.id], 'approved')
  expect(await withCarrier('carrier4')).toEqual({ ...before, owes: before.owes + 12_000 })
  await voidApproved(people, sheet)
  expect(await balances(server)).toEqual(books)
  await assertBalanced()
})

test('a sheet that took a debt off and is voided gives it back to the next one, with its books', async () => {
  const debt = await paid(await approved({ carrier: 'carrier5', ...worthLess }))
  const waybill = await signedWaybill(server, { carrier: 'carrier5', ...plain })
  const wrong = await sheetOf(people, [waybill.id], 'approved')
  expect([wrong.carriedIn, await withCarrier('carrier5')]).toEqual([12_000, { owes: 0, gets: 938_000 }])
  await voidApproved(people, wrong)
  expect(await withCarrier('carrier5')).toEqual({ owes: 12_000, gets: 0 })
  const again = await sheetOf(people, [waybill.id], 'draft')
  expect(again.carried).toEqual([{ settlementNum: debt.settlementNum, amount: 12_000 }])
  expect(
    (await people.maker.send(getSettlement, { settlementNum: debt.settlementNum })).log
      .map(({ action }) => action)
      .slice(0, 3),
  ).toEqual(['欠款转入结算单', '欠款退出结算单', '欠款转入结算单'])
  await assertBalanced()
})

test('two clerks who make sheets of one carrier at the same moment take its debt once; a repeated key takes nothing more', async () => {
  await paid(await approved({ carrier: 'carrier6', ...worthLess }))
  const waybills = await Promise.all(
    Array.from({ length: 6 }, () => signedWaybill(server, { carrier: 'carrier6', ...plain })),
  )
  const made = await Promise.all(
    waybills.map(({ id }) => people.maker.send(makeSettlement, { waybillIds: [id] }, { key: `debt ${id}` })),
  )
  const taken = async (): Promise<number[]> =>
    (await Promise.all(made.map(({ settlementNum }) => people.maker.send(getSettlement, { settlementNum }))))
      .map(({ carriedIn }) => carriedIn)
      .sort((a, b) => a - b)
  expect(await taken()).toEqual([0, 0, 0, 0, 0, 12_000])
  const again = await Promise.all(
    waybills.map(({ id }) => people.maker.send(makeSettlement, { waybillIds: [id] }, { key: `debt ${id}` })),
  )
  expect(again).toEqual(made)
  expect(await taken()).toEqual([0, 0, 0, 0, 0, 12_000])
})

test('nobody approves or pays a sheet below zero by another amount than it says', async () => {
  const sheet = await sheetOf(
    people,
    [(await signedWaybill(server, { carrier: 'carrier7', ...worthLess })).id],
    'submitted',
  )
  const answer = await people.finance.ask(approveSettlement, {
    settlementNum: sheet.settlementNum,
    version: sheet.version,
    expectDue: sheet.payable,
  })
  expect([answer.http, answer.envelope.code]).toEqual([409, 1705])
})

test('a payment that fails and is closed lets the debt it took go, and the next sheet takes it', async () => {
  await paid(await approved({ carrier: 'carrier8', ...worthLess }))
  const account = await server.db(tx =>
    tx.one(
      q
        .selectFrom('company_accounts')
        .select('account_no')
        .where('company_id', '=', demoCompanyId('carrier8'))
        .where('is_default', '=', true),
    ),
  )
  await payTo(server, 'carrier8', '6222020200000009002')
  const waybill = await signedWaybill(server, { carrier: 'carrier8', ...plain })
  const failed = await paid(await sheetOf(people, [waybill.id], 'approved'))
  expect([failed.state, failed.carriedIn]).toEqual(['partial', 12_000])
  await closeByTwo(people, { settlementNum: failed.settlementNum, version: failed.version }, '换账户')
  expect(await withCarrier('carrier8')).toEqual({ owes: 12_000, gets: 0 })
  await payTo(server, 'carrier8', account.account_no)
  expect(await paid(await sheetOf(people, [waybill.id], 'approved'))).toMatchObject({
    state: 'paid',
    due: 938_000,
    carriedIn: 12_000,
  })
  expect(await withCarrier('carrier8')).toEqual({ owes: 0, gets: 0 })
  await assertBalanced()
})
