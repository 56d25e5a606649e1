// Shifts of stock over HTTP: between accounts of a provider, missing or too much; two people there and two back.
import type { Input } from '@yunshu/contract/call'
import {
  addFuelAccount,
  addFuelCard,
  listFuelAccounts,
  listFuelCards,
  topUpFuelAccount,
} from '@yunshu/contract/fuel/fuel'
import {
  askFuelShift,
  confirmFuelShift,
  countFuelShifts,
  getFuelShift,
  listFuelShifts,
  moveFuelShift,
} from '@yunshu/contract/fuel/shift'
import { issueFuel } from '@yunshu/contract/fuel/issue'
import { listFuelUses, moveFuelUse } from '@yunshu/contract/fuel/use'
import { confirmFund } from '@yunshu/contract/fund/fund'
import { checkImport, runImport } from '@yunshu/contract/importing'
import { getFuelCardVoucher } from '@yunshu/contract/voucher/voucherPages'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, openFunds } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'

let world: FreightWorld
/** Asks; the administrator agrees. */
let buyer: Client
let admin: Client
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  buyer = await world.server.login('platform-finance')
  admin = world.as('admin')
})
afterAll(() => world.stop())

let serial = 0
const nextSerial = (): string => `YT${Date.now()}${++serial}`
interface Opened {
  readonly provider?: string
  readonly branch?: 'branch1' | 'branch2'
  readonly kind?: 'OIL' | 'ETC'
  readonly amount?: number
}
async function opened({
  provider = '中国石化',
  branch = 'branch1',
  kind = 'OIL',
  amount = 0,
}: Opened): Promise<string> {
  const said = { kind, provider, accountNo: nextSerial() }
  const { id } = await admin.send(addFuelAccount, said, { raw: { branchCompanyId: demoCompanyId(branch) } })
  if (amount > 0) {
    const bought = { accountId: id, amount: fen(amount), date: Date.now(), serial: nextSerial() }
    const record = await buyer.send(topUpFuelAccount, bought)
    await admin.send(confirmFund, { id: record.id, version: record.version, expectAmount: fen(amount) })
  }
  return id
}
const stockOf = async (id: string): Promise<number> =>
  (await admin.send(listFuelAccounts, { ids: [id] })).rows[0]?.balance ?? -1
const reason = '油品统一到主账户使用'
const transfer = (accountId: string, toAccountId: string, amount: number) =>
  ({ kind: 'TRANSFER', accountId, toAccountId, amount: fen(amount), reason }) as const
const agree = (id: string, version: number, amount: number, move: 'confirm' | 'undo' = 'confirm') => ({
  id,
  version,
  move,
  expectAmount: fen(amount),
})
async function booked(said: Input<typeof askFuelShift>) {
  const asked = await buyer.send(askFuelShift, said)
  return admin.send(confirmFuelShift, agree(asked.id, asked.version, said.amount))
}
/** The lines of the entries of a shift: event, account, debit less credit. */
const linesOf = (id: string) =>
  world.server.db(tx =>
    tx.rows(
      sql<{ event: string; account: string; fen: number }>`select e.event, l.account, l.debit_fen - l.credit_fen as fen
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source_type = 'fuelShift' and e.source_id = ${id}::uuid order by e.id, l.n`.compile(q),
    ),
  )
async function assertSound(): Promise<void> {
  expect(await drift(world.server)).toEqual([])
  expect(await moneyFaults(world.server)).toEqual([])
}

test('E6t: stock goes to another account of the provider when another person agrees, once, in one entry of two legs, and back in red by two', async () => {
  const [from, to] = [await opened({ amount: 50_000 }), await opened({ amount: 1_000 })]
  const asked = await buyer.send(askFuelShift, transfer(from, to, 30_000), { key: 'shift once' })
  expect(await buyer.send(askFuelShift, transfer(from, to, 30_000), { key: 'shift once' })).toEqual(asked)
  expect([await stockOf(from), await stockOf(to)], 'nothing moves before the second person').toEqual([50_000, 1_000])
  const own = await buyer.ask(confirmFuelShift, agree(asked.id, 1, 30_000))
  expect(own.envelope.code, 'nobody agrees with their own').toBe(1103)
  const wrong = await admin.ask(confirmFuelShift, agree(asked.id, 1, 30_001))
  expect([wrong.http, wrong.envelope.message]).toEqual([400, expect.stringContaining('300.00')])
  const { version } = await admin.send(confirmFuelShift, agree(asked.id, 1, 30_000))
  expect((await admin.ask(confirmFuelShift, agree(asked.id, 1, 30_000))).http).toBe(409)
  expect([await stockOf(from), await stockOf(to)]).toEqual([20_000, 31_000])
  expect(await linesOf(asked.id)).toEqual([
    { event: 'E6t', account: '1123.01', fen: 30_000 },
    { event: 'E6t', account: '1123.01', fen: -30_000 },
  ])
  const seen = await buyer.send(getFuelShift, { id: asked.id })
  expect(seen).toMatchObject({ state: 'booked', log: expect.any(Array), moves: ['askUndo'] })
  expect(seen.log.length).toBeGreaterThan(1)
  const [voucher] = seen.vouchers
  const page = await buyer.send(getFuelCardVoucher, { id: voucher?.id ?? '' })
  expect(page).toMatchObject({ move: 'TRANSFER' })
  expect(page.stock?.before).toBe(page.stock?.after)
  await assertSound()

  const undoing = await buyer.send(moveFuelShift, { id: asked.id, version, move: 'askUndo', reason: '划错账户' })
  expect((await buyer.ask(confirmFuelShift, agree(asked.id, undoing.version, 30_000, 'undo'))).envelope.code).not.toBe(
    0,
  )
  await admin.send(confirmFuelShift, agree(asked.id, undoing.version, 30_000, 'undo'))
  expect([await stockOf(from), await stockOf(to)]).toEqual([50_000, 1_000])
  expect((await linesOf(asked.id)).map(({ event }) => event)).toEqual(['E6t', 'E6t', 'E6tr', 'E6tr'])
  expect((await buyer.send(getFuelShift, { id: asked.id })).state).toBe('undone')
  await assertSound()
})

test('E10t: tolls go the same way on their own account of the books', async () => {
  const [from, to] = [await opened({ kind: 'ETC', amount: 5_000 }), await opened({ kind: 'ETC' })]
  const { id } = await booked(transfer(from, to, 5_000))
  expect(await linesOf(id)).toMatchObject([{ event: 'E10t', account: '1123.02' }, { account: '1123.02' }])
  await assertSound()
})

test('another provider, another branch, another kind, the account itself and an amount that is not there refuse in words, and a shift that came to nothing moves nothing', async () => {
  const from = await opened({ amount: 900 })
  for (const other of [{ provider: '中国石油' }, { branch: 'branch2' }, { kind: 'ETC' }] as const) {
    const answer = await buyer.ask(askFuelShift, transfer(from, await opened(other), 100))
    expect(answer.envelope, JSON.stringify(other)).toMatchObject({ code: 2822 })
  }
  const to = await opened({})
  const self = await buyer.ask(askFuelShift, transfer(from, from, 100))
  expect([self.http, self.envelope.message]).toEqual([400, expect.stringContaining('另一个账户')])
  expect((await buyer.ask(askFuelShift, transfer(from, to, 901))).envelope).toMatchObject({ code: 2823 })
  const nowhere = await buyer.ask(askFuelShift, { kind: 'TRANSFER', accountId: from, amount: fen(1), reason })
  expect(nowhere.http).toBe(400)
  const rejected = await buyer.send(askFuelShift, transfer(from, to, 900))
  await admin.send(moveFuelShift, { id: rejected.id, version: 1, move: 'reject', reason: '账户停用' })
  const withdrawn = await buyer.send(askFuelShift, transfer(from, to, 900))
  const foreign = await admin.ask(moveFuelShift, { id: withdrawn.id, version: 1, move: 'withdraw' })
  expect(foreign.envelope.code, 'only who asked takes it back').toBe(2504)
  await buyer.send(moveFuelShift, { id: withdrawn.id, version: 1, move: 'withdraw' })
  expect([await stockOf(from), await linesOf(rejected.id), await linesOf(withdrawn.id)]).toEqual([900, [], []])
  expect((await buyer.send(countFuelShifts, { accountId: to })).state).toMatchObject({ rejected: 1, withdrawn: 1 })
  expect(await buyer.send(countFuelShifts, { accountId: to, part: 'sums' })).toMatchObject({ sums: { amount: 1800 } })
  await assertSound()
})

test('64 transfers out of a stock for ten, there and back at once: ten are booked, nothing stands below zero, and nobody waits for ever', async () => {
  const [one, two] = [await opened({ amount: 10_000 }), await opened({})]
  const asked = await Promise.all(Array.from({ length: 64 }, () => buyer.send(askFuelShift, transfer(one, two, 1_000))))
  const answers = await Promise.all(asked.map(({ id }) => admin.ask(confirmFuelShift, agree(id, 1, 1_000))))
  const codes = answers.map(({ envelope }) => envelope.code)
  expect(codes.filter(code => code === 0)).toHaveLength(10)
  expect(new Set(codes)).toEqual(new Set([0, 2823]))
  expect([await stockOf(one), await stockOf(two)]).toEqual([0, 10_000])
  await assertSound()
  const back = await Promise.all(Array.from({ length: 10 }, () => buyer.send(askFuelShift, transfer(two, one, 1_000))))
  const left = asked.filter((_, n) => codes[n] !== 0).slice(0, 10)
  const both = await Promise.all([...back, ...left].map(({ id }) => admin.ask(confirmFuelShift, agree(id, 1, 1_000))))
  expect(both.every(({ http }) => http < 500)).toBe(true)
  expect((await stockOf(one)) + (await stockOf(two))).toBe(10_000)
  await assertSound()
})

test('a shift whose stock was handed out meanwhile is not taken back, and stays booked when that is said', async () => {
  const [from, to] = [await opened({ amount: 2_000 }), await opened({})]
  const { id, version } = await booked(transfer(from, to, 2_000))
  const [waybill] = await world.waybills(1, {
    payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 700_000, receiptPpm: 0, termDays: 7 },
  })
  if (waybill === undefined) throw new Error('no waybill')
  await world.walk(waybill, ['accept'])
  const coupon = { medium: 'COUPON', accountId: to, waybillNo: waybill.waybillNo, amount: fen(500) } as const
  await world.as('branch').send(issueFuel, coupon)
  const undoing = await buyer.send(moveFuelShift, { id, version, move: 'askUndo', reason: '划错' })
  const refused = await admin.ask(confirmFuelShift, agree(id, undoing.version, 2_000, 'undo'))
  expect(refused.envelope).toMatchObject({ code: 2823, message: expect.stringContaining('15.00') })
  await admin.send(moveFuelShift, { id, version: undoing.version, move: 'keep' })
  expect(await buyer.send(getFuelShift, { id })).toMatchObject({ state: 'booked', moves: ['askUndo'] })
  expect([await stockOf(from), await stockOf(to)]).toEqual([0, 1_500])
  await assertSound()
})

/** A line of the provider that lies on nothing. */
async function differing(accountId: string, amount: number): Promise<string> {
  const id = v7()
  const now = Date.now()
  await world.server.db(tx =>
    tx.run(
      q.insertInto('fuel_uses').values({
        id,
        account_id: accountId,
        branch_id: demoCompanyId('branch1'),
        serial: nextSerial(),
        state: 'differs',
        fault: 'NO_CARD',
        card_no: '90009000',
        used_at: now,
        station: '石家庄南二环站',
        amount_fen: amount,
        made_name: '平台财务',
        created_at: now,
        updated_at: now,
      }),
    ),
  )
  return id
}
const useOf = async (id: string) => (await admin.send(listFuelUses, { ids: [id] })).rows[0]

test('E6x: a line of the provider nobody was handed out is lost with its reason, once, and is a difference again when the loss is taken back', async () => {
  const account = await opened({ amount: 20_000 })
  const useId = await differing(account, 8_000)
  const loss = {
    kind: 'LOSS',
    accountId: account,
    useId,
    amount: fen(8_000),
    reason: '副卡被盗刷，供应商不退',
  } as const
  const less = await buyer.ask(askFuelShift, { ...loss, amount: fen(7_999) })
  expect([less.http, less.envelope.message]).toEqual([400, expect.stringContaining('80.00')])
  const asked = await buyer.send(askFuelShift, loss)
  expect((await buyer.ask(askFuelShift, loss)).envelope.code).toBe(2824)
  const { version } = await admin.send(confirmFuelShift, agree(asked.id, 1, 8_000))
  expect(await linesOf(asked.id)).toEqual([
    { event: 'E6x', account: '6602', fen: 8_000 },
    { event: 'E6x', account: '1123.01', fen: -8_000 },
  ])
  expect(await stockOf(account)).toBe(12_000)
  expect(await useOf(useId)).toMatchObject({ state: 'explained', reason: `损耗 ${asked.shiftNo}`, moves: [] })
  await assertSound()
  const undoing = await buyer.send(moveFuelShift, { id: asked.id, version, move: 'askUndo', reason: '供应商已退回' })
  await admin.send(confirmFuelShift, agree(asked.id, undoing.version, 8_000, 'undo'))
  expect(await stockOf(account)).toBe(20_000)
  expect(await useOf(useId)).toMatchObject({ state: 'differs', moves: ['match', 'explain'] })
  await assertSound()
  // explained by words meanwhile, it is not lost
  const again = await buyer.send(askFuelShift, loss)
  const use = await useOf(useId)
  if (use === undefined) throw new Error('no use')
  await buyer.send(moveFuelUse, { id: useId, version: use.version, move: 'explain', reason: '串户，已退' })
  expect((await admin.ask(confirmFuelShift, agree(again.id, 1, 8_000))).envelope).toMatchObject({ code: 2825 })
  expect(await stockOf(account)).toBe(20_000)
  await assertSound()
})

test('E6y: a surplus lowers the expense losses stand on; losses and surpluses are of fuel alone', async () => {
  const account = await opened({ amount: 100 })
  const { id } = await booked({ kind: 'SURPLUS', accountId: account, amount: fen(250), reason: '供应商返利到账' })
  expect(await linesOf(id)).toEqual([
    { event: 'E6y', account: '1123.01', fen: 250 },
    { event: 'E6y', account: '6602', fen: -250 },
  ])
  expect(await stockOf(account)).toBe(350)
  const tolls = await opened({ kind: 'ETC', amount: 100 })
  const loss = await buyer.ask(askFuelShift, { kind: 'LOSS', accountId: tolls, amount: fen(1), reason })
  expect([loss.http, loss.envelope.message]).toEqual([400, expect.stringContaining('油品账户')])
  const beyond = await buyer.ask(askFuelShift, { kind: 'LOSS', accountId: account, amount: fen(351), reason })
  expect(beyond.envelope.code).toBe(2823)
  await assertSound()
})

test('another branch finds no shift and no account of it; a shipper and a carrier may not ask', async () => {
  const [from, to] = [await opened({ amount: 100 }), await opened({})]
  const { id } = await buyer.send(askFuelShift, transfer(from, to, 100))
  const other = await world.server.login('branch2')
  expect((await other.send(listFuelShifts, { ids: [id] })).rows).toEqual([])
  expect((await other.ask(getFuelShift, { id })).http).toBe(404)
  expect((await world.as('branch').ask(askFuelShift, transfer(from, to, 1))).http, 'a branch does not move stock').toBe(
    403,
  )
  for (const who of ['shipper', 'carrier'] as const) {
    expect((await world.as(who).ask(listFuelShifts, {})).http).toBe(403)
    expect((await world.as(who).ask(askFuelShift, transfer(from, to, 1))).http).toBe(403)
  }
  await assertSound()
})

test('cards come in by the list of their provider: each row is taken or refused in words, and none comes twice', async () => {
  const oil = await opened({})
  const etc = await opened({ kind: 'ETC', provider: '鲁通卡' })
  const clerk = world.as('branch')
  const cardNo = '1000113100007788'
  await clerk.send(addFuelCard, { accountId: oil, cardNo })
  const check = (targetId: string, lines: readonly (readonly string[])[], client = clerk) => {
    const text = ['卡号,车牌,持卡人', ...lines.map(line => line.join(','))].join('\n')
    const files = [{ name: 'a.csv', bytes: Buffer.from(`\uFEFF${text}\n`) }]
    return client.ask(checkImport, { kind: 'fuelCards', targetId }, { files })
  }
  const [a, b, c] = ['6001000000000001', '6001000000000002', '6001000000000003'] as const
  const rows = [
    [a, '冀A12345', '李建国'],
    [`${b.slice(0, 8)} ${b.slice(8)}`, '', ''],
    ['12', '', ''],
    [a, '', ''],
    [c, '冀A1', ''],
    [cardNo, '', ''],
  ]
  const { data } = await check(oil, rows)
  expect(data.faults.map(({ row, reason }) => [row, reason])).toEqual([
    [4, '应为 4 位以上的卡号'],
    [5, '与第2行重复'],
    [6, expect.any(String)],
    [7, '已登记'],
  ])
  const made = await clerk.send(runImport, { id: data.id, version: data.version, mode: 'GOOD' })
  expect(made.state).toBe('done')
  const kept = async () =>
    (await clerk.send(listFuelCards, { accountId: oil, text: '60010000' })).rows.map(row => [
      row.cardNo,
      row.plate,
      row.holder,
      row.state,
    ])
  expect(new Map((await kept()).map(([no, ...card]) => [no, card]))).toEqual(
    new Map([
      [b, [undefined, undefined, 'active']],
      [a, ['冀A12345', '李建国', 'active']],
    ]),
  )
  const again = await check(oil, rows.slice(0, 2))
  expect(again.data.faults.map(({ reason }) => reason)).toEqual(['已登记', '已登记'])
  // typed in after the file was checked: nothing of it is written
  const late = await check(oil, [[c, '', '']])
  await clerk.send(addFuelCard, { accountId: oil, cardNo: c })
  const taken = await clerk.send(runImport, { id: late.data.id, version: late.data.version, mode: 'ALL' })
  expect([taken.state, taken.faults.map(({ reason }) => reason)]).toEqual(['checked', ['已登记']])
  expect((await clerk.send(listFuelCards, { accountId: oil, text: c })).rows).toHaveLength(1)
  expect((await check(etc, rows)).envelope.message).toContain('请选择油品账户')
  const other = await world.server.login('branch2')
  expect((await check(oil, rows, other)).http).toBe(404)
})
