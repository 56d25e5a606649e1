// Fuel before the trip over HTTP: accounts, cards, what is handed out, counted by the signature, taken back or owed.
import {
  addFuelAccount,
  addFuelCard,
  countFuelAccounts,
  listFuelAccounts,
  listFuelCards,
  moveFuelCard,
  topUpFuelAccount,
} from '@yunshu/contract/fuel/fuel'
import {
  countFuelIssues,
  getFuelRoom,
  issueFuel,
  listFuelIssues,
  listFuelReady,
  recoverFuel,
} from '@yunshu/contract/fuel/issue'
import { confirmFund, listFunds } from '@yunshu/contract/fund/fund'
import { approveSettlement, getSettlement } from '@yunshu/contract/settlement/settlement'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import {
  balances,
  drift,
  openFunds,
  sheetOf,
  voidApproved,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { statementsOf } from '../../../../../tests/server/statementsOf.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { keepUses } from './useKeeping.commands.ts'

let world: FreightWorld
let people: People
/** Tops up; the branch hands out; the administrator confirms and may pass the plan. */
let buyer: Client
let clerk: Client
let admin: Client
let account: string
let card: string
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  people = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
  buyer = await world.server.login('platform-finance')
  clerk = world.as('branch')
  admin = world.as('admin')
  account = await openedAccount('中国石化', 5_000_000)
  const made = await clerk.send(addFuelCard, { accountId: account, cardNo: '1000 1131 0000 4455', plate: '冀A12345' })
  card = made.id
})
afterAll(() => world.stop())

/** 30 % fuel, the rest on arrival; no receipt is wanted. */
const terms = {
  payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 700_000, receiptPpm: 0, termDays: 7 },
  receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 7 },
}
let serial = 0
const nextSerial = (): string => `CZ${Date.now()}${++serial}`

async function openedAccount(provider: string, amount: number): Promise<string> {
  const { id } = await admin.send(
    addFuelAccount,
    { kind: 'OIL', provider, accountNo: nextSerial() },
    { raw: { branchCompanyId: demoCompanyId('branch1') } },
  )
  if (amount > 0) await toppedUp(id, amount)
  return id
}
async function toppedUp(accountId: string, amount: number): Promise<void> {
  const said = { accountId, amount: fen(amount), date: Date.now(), serial: nextSerial() }
  const { id, version } = await buyer.send(topUpFuelAccount, said)
  await admin.send(confirmFund, { id, version, expectAmount: fen(amount) })
}
async function accepted(): Promise<MadeWaybill> {
  const [made] = await world.waybills(1, terms)
  if (made === undefined) throw new Error('no waybill')
  return world.walk(made, ['accept'])
}
const rest = wholeJourney.slice(1)
const waybillOf = (id: string) =>
  world.server.db(tx => tx.one(q.selectFrom('waybills').selectAll().where('id', '=', id)))
const stockOf = async (id: string): Promise<number> =>
  (await clerk.send(listFuelAccounts, { ids: [id] })).rows[0]?.balance ?? -1
const issue = (waybill: MadeWaybill, amount: number, by = clerk) =>
  by.ask(issueFuel, {
    medium: 'CARD',
    accountId: account,
    cardId: card,
    waybillNo: waybill.waybillNo,
    amount: fen(amount),
  })
async function issued(waybill: MadeWaybill, amount: number): Promise<string> {
  const { envelope, data } = await issue(waybill, amount)
  expect(envelope.message).toBe('操作成功')
  return data.id
}
async function assertSound(): Promise<void> {
  expect(await drift(world.server)).toEqual([])
  expect(await moneyFaults(world.server)).toEqual([])
}
const moves = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const before = await balances(world.server)
  await work()
  const after = await balances(world.server)
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map(key => [key, (after[key] ?? 0) - (before[key] ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}

test('a top-up is in stock when another person confirms it, and never twice', async () => {
  const id = await openedAccount('中国石油', 0)
  const said = { accountId: id, amount: fen(300_000), date: Date.now(), serial: nextSerial() }
  const record = await buyer.send(topUpFuelAccount, said)
  expect((await clerk.send(listFuelAccounts, { ids: [id] })).rows).toMatchObject([{ balance: 0, waiting: 300_000 }])
  expect((await clerk.send(countFuelAccounts, { ids: [id] })).state).toEqual({ OIL: 1, ETC: 0 })
  expect(await clerk.send(countFuelAccounts, { ids: [id], part: 'sums' })).toMatchObject({
    summed: 1,
    sums: { balance: 0, waiting: 300_000, out: 0 },
  })
  expect(await clerk.send(countFuelAccounts, { ids: [id], kind: 'ETC', part: 'sums' })).toMatchObject({ summed: 0 })
  const confirm = { id: record.id, version: record.version, expectAmount: fen(300_000) }
  expect((await buyer.ask(confirmFund, confirm)).envelope.message).toContain('不能')
  await admin.send(confirmFund, confirm)
  expect((await admin.ask(confirmFund, confirm)).envelope.code).not.toBe(0)
  expect(await stockOf(id)).toBe(300_000)
  expect((await admin.send(listFunds, { text: record.recordNo })).rows).toMatchObject([
    { kind: 'FUEL', provider: expect.stringContaining('中国石油') },
  ])
  expect((await clerk.ask(topUpFuelAccount, { ...said, serial: nextSerial() })).http, 'a branch does not buy').toBe(403)
  await assertSound()
})

test('fuel on a card is counted by the signature, and the sheet sets it off: nothing leaves the stock twice', async () => {
  const waybill = await accepted()
  const before = await stockOf(account)
  const room = await clerk.send(getFuelRoom, { waybillNo: waybill.waybillNo })
  expect(room).toMatchObject({ isOpen: true, issued: 0, left: room.planned })
  const amount = Math.floor(room.planned / 2)
  expect(await moves(() => issued(waybill, amount))).toEqual({ '1123.03': amount, '1123.01': 0 - amount })
  expect(await stockOf(account)).toBe(before - amount)
  const seen = await world.as('carrier').send(getWaybill, { id: waybill.id })
  expect(seen.fuel).toMatchObject([{ medium: 'CARD', no: '尾号 4455', amount, used: 0, left: amount }])
  expect(seen.parts.find(({ part }) => part === 'oil')).toMatchObject({ state: 'issued', issued: amount })
  await assertSound()

  await world.walk(waybill, rest)
  const row = await waybillOf(waybill.id)
  expect(row.oil_fen, 'the rest of the plan is paid in cash').toBe(amount)
  const late = await issue(waybill, 100)
  expect(late.envelope).toMatchObject({ code: 2813, message: expect.stringContaining('已签收') })
  const sheet = await sheetOf(people, [waybill.id], 'submitted')
  const due = row.payable_fen - row.deducted_fen - amount
  expect(sheet).toMatchObject({ oil: amount, due })
  await assertSound()
  const set = await moves(async () => {
    const { settlementNum, version } = sheet
    await people.finance.send(approveSettlement, { settlementNum, version, expectDue: fen(due) })
  })
  expect(set['1123.03']).toBe(0 - amount)
  expect(set['1123.01']).toBeUndefined()
  expect(await stockOf(account)).toBe(before - amount)
  await assertSound()
  await voidApproved(people, await people.maker.send(getSettlement, { settlementNum: sheet.settlementNum }))
  await assertSound()
  expect((await sheetOf(people, [waybill.id], 'approved')).oil).toBe(amount)
  await assertSound()
})

test('waybills that wait for fuel are named to whoever hands it out, with what is left of their plan; a card of another truck says so', async () => {
  const waybill = await accepted()
  const ready = async (client: Client, text?: string) =>
    (await client.send(listFuelReady, text === undefined ? {} : { text })).rows
  const { planned, plate } = await clerk.send(getFuelRoom, { waybillNo: waybill.waybillNo })
  const found = await ready(clerk, waybill.waybillNo)
  expect(found).toMatchObject([{ waybillNo: waybill.waybillNo, plate, planned, left: planned }])
  const amount = Math.floor(planned / 3)
  await issued(waybill, amount)
  expect(await ready(clerk, waybill.waybillNo)).toMatchObject([{ planned, left: planned - amount }])
  await issued(waybill, planned - amount)
  expect(await ready(clerk, waybill.waybillNo)).toEqual([])
  // one that is not accepted, and one that is signed, wait for nothing
  const [early] = await world.waybills(1)
  const signed = await world.walk(await accepted(), rest)
  const named = (await ready(clerk)).map(({ waybillNo }) => waybillNo)
  expect(named).not.toContain(early?.waybillNo)
  expect(named).not.toContain(signed.waybillNo)
  const other = await world.server.login('branch2')
  expect((await ready(other, waybill.waybillNo)).length).toBe(0)
  expect((await world.as('carrier').ask(listFuelReady, {})).http).toBe(403)
  const asked = { waybillNo: waybill.waybillNo, cardId: card }
  const kept = (value: string | null) =>
    world.server.db(tx => tx.run(q.updateTable('fuel_cards').set({ plate: value }).where('id', '=', card)))
  await kept('京A00001')
  expect((await clerk.send(getFuelRoom, asked)).cardPlate).toBe('京A00001')
  for (const value of [plate, null]) {
    await kept(value)
    expect('cardPlate' in (await clerk.send(getFuelRoom, asked))).toBe(false)
  }
  expect((await clerk.ask(getFuelRoom, { ...asked, cardId: waybill.id })).http).toBe(404)
  await assertSound()
})

test('the plan, the company’s cap, a frozen card and an empty stock refuse, each in words, and nothing is booked', async () => {
  const waybill = await accepted()
  const { planned } = await clerk.send(getFuelRoom, { waybillNo: waybill.waybillNo })
  const over = await issue(waybill, planned + 1)
  expect(over.envelope).toMatchObject({ code: 2812, message: expect.stringContaining('还可发放') })
  const { left } = await admin.send(getFuelRoom, { waybillNo: waybill.waybillNo })
  expect(left, 'with the permit, up to the cap of the shipper').toBeGreaterThan(planned)
  expect((await issue(waybill, left + 1, admin)).envelope.code).toBe(2812)
  const frozen = await clerk.send(listFuelCards, { ids: [card] })
  const [row] = frozen.rows
  if (row === undefined) throw new Error('no card')
  const holds = await clerk.ask(moveFuelCard, { id: card, version: row.version, move: 'freeze', reason: '司机报失' })
  expect(holds.envelope.code).toBe(0)
  expect((await issue(waybill, 100)).envelope).toMatchObject({ code: 2814 })
  await clerk.send(moveFuelCard, { id: card, version: holds.data.version, move: 'unfreeze' })
  const poor = await openedAccount('民营油站', 500)
  const empty = await clerk.ask(issueFuel, {
    medium: 'COUPON',
    accountId: poor,
    waybillNo: waybill.waybillNo,
    amount: fen(501),
  })
  expect(empty.envelope).toMatchObject({ code: 2811, message: expect.stringContaining('民营油站') })
  expect((await clerk.send(getFuelRoom, { waybillNo: waybill.waybillNo })).issued).toBe(0)
  const none = await clerk.ask(issueFuel, {
    medium: 'CARD',
    accountId: account,
    waybillNo: waybill.waybillNo,
    amount: fen(1),
  })
  expect([none.http, none.envelope.message]).toEqual([400, expect.stringContaining('请选择油卡')])
  await assertSound()
})

// 1,330.00 of the shipper are 1,263.50 of the carrier
test('a plan of exactly the company’s share is handed out to the fen', async () => {
  const payPlan = { ...terms.payPlan, oilPpm: 400_000, arrivePpm: 600_000 }
  const [made] = await world.waybills(1, { ...terms, payPlan, pricing: 'PER_TRUCK', unitPrice: unitPrice(13_300_000) })
  if (made === undefined) throw new Error('no waybill')
  const waybill = await world.walk(made, ['accept'])
  expect(await clerk.send(getFuelRoom, { waybillNo: waybill.waybillNo })).toMatchObject({
    planned: 50_540,
    left: 50_540,
  })
  expect((await issue(waybill, 50_541, admin)).envelope.code).toBe(2812)
  await issued(waybill, 50_540)
  await assertSound()
})

test('what was not used is taken back before the signature; a card that holds money is not closed', async () => {
  const waybill = await accepted()
  const before = await stockOf(account)
  const id = await issued(waybill, 40_000)
  const [held] = (await clerk.send(listFuelCards, { ids: [card] })).rows
  if (held === undefined) throw new Error('no card')
  const close = { id: card, version: held.version, move: 'close', reason: '不用了' } as const
  expect((await clerk.ask(moveFuelCard, close)).envelope.code).toBe(2816)
  const [row] = (await clerk.send(listFuelIssues, { ids: [id] })).rows
  if (row === undefined) throw new Error('no issue')
  const back = { id, version: row.version, expectLeft: row.left, reason: '司机退卡' }
  const wrong = await clerk.ask(recoverFuel, { ...back, expectLeft: fen(1) })
  expect([wrong.http, wrong.envelope.message]).toEqual([400, expect.stringContaining('请核对')])
  expect(await moves(() => clerk.send(recoverFuel, back))).toEqual({ '1123.03': -40_000, '1123.01': 40_000 })
  expect((await clerk.ask(recoverFuel, back)).http).toBe(409)
  expect(await stockOf(account)).toBe(before)
  expect((await world.as('carrier').send(getWaybill, { id: waybill.id })).fuel).toMatchObject([
    { state: 'recovered', left: 0, recovered: 40_000 },
  ])
  expect((await clerk.send(countFuelIssues, { ids: [id] })).state).toMatchObject({ issued: 0, recovered: 1 })
  await assertSound()
  await world.walk(waybill, rest)
  expect((await issue(waybill, 1)).envelope.code).toBe(2813)
  await assertSound()
})

test('a waybill that is cancelled gives its fuel back by itself; what was used the carrier owes, and its next sheet takes it off', async () => {
  const waybill = await accepted()
  const before = await stockOf(account)
  const id = await issued(waybill, 60_000)
  // the words the provider's file would hold
  await world.server.db(async tx => {
    await tx.run(sql`update fuel_issues set used_fen = 25000 where id = ${id}::uuid`.compile(q))
    await tx.run(sql`update fuel_cards set balance_fen = balance_fen - 25000 where id = ${card}::uuid`.compile(q))
  })
  const booked = await moves(() => world.walk(waybill, ['cancel']))
  expect(booked).toEqual({ '1123.01': 35_000, '1123.03': -60_000, '1221.01': 25_000 })
  expect(await stockOf(account)).toBe(before - 25_000)
  await assertSound()
  const next = await world.walk(await accepted(), rest)
  const sheet = await sheetOf(people, [next.id], 'approved')
  expect(sheet).toMatchObject({
    carriedIn: 25_000,
    carried: [{ amount: 25_000, waybill: { id: waybill.id, waybillNo: waybill.waybillNo } }],
  })
  await assertSound()
})

test('64 people hand out from a stock for ten: ten succeed, nothing stands below zero, and a repeated key hands out once', async () => {
  const small = await openedAccount('赛跑油站', 10_000)
  const [one, two] = [await accepted(), await accepted()]
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      clerk.ask(issueFuel, {
        medium: 'COUPON',
        accountId: small,
        waybillNo: (n % 2 === 0 ? one : two).waybillNo,
        amount: fen(1000),
      }),
    ),
  )
  const codes = answers.map(({ envelope }) => envelope.code)
  expect(codes.filter(code => code === 0)).toHaveLength(10)
  expect(new Set(codes)).toEqual(new Set([0, 2811]))
  expect(await stockOf(small)).toBe(0)
  await assertSound()
  // the database alone refuses what no command of ours would ask of it
  await expect(
    world.server.db(tx =>
      tx.run(sql`update fuel_accounts set balance_fen = balance_fen - 1 where id = ${small}::uuid`.compile(q)),
    ),
  ).rejects.toThrow('fuel_accounts_balance_fen_check')
  await toppedUp(small, 5000)
  const said = { medium: 'COUPON', accountId: small, waybillNo: one.waybillNo, amount: fen(1000) } as const
  const twice = await Promise.all([1, 2].map(() => clerk.ask(issueFuel, said, { key: 'fuel once' })))
  expect(twice.map(({ data }) => data.couponNo).every(no => no === twice[0]?.data.couponNo)).toBe(true)
  expect(await stockOf(small)).toBe(4000)
  await assertSound()
})

test('another branch, a shipper and a carrier reach no account, card or issue', async () => {
  const waybill = await accepted()
  const id = await issued(waybill, 1000)
  const other = await world.server.login('branch2')
  expect((await other.send(listFuelAccounts, { ids: [account] })).rows).toEqual([])
  expect((await other.send(listFuelIssues, { ids: [id] })).rows).toEqual([])
  const said = {
    medium: 'CARD',
    accountId: account,
    cardId: card,
    waybillNo: waybill.waybillNo,
    amount: fen(1),
  } as const
  expect((await other.ask(issueFuel, said)).http).toBe(404)
  for (const who of ['shipper', 'carrier'] as const) {
    expect((await world.as(who).ask(listFuelIssues, {})).http).toBe(403)
    expect((await world.as(who).ask(issueFuel, said)).http).toBe(403)
  }
})

test('lines of a file are laid in as many statements as one of them, each on what those before it left', async () => {
  const place = { accountId: account, branchId: demoCompanyId('branch1') }
  const laid = async (count: number): Promise<number> => {
    const cardNo = `10009${nextSerial().slice(2)}`
    const { id: cardId } = await clerk.send(addFuelCard, { accountId: account, cardNo })
    const { waybillNo } = await accepted()
    await clerk.send(issueFuel, { medium: 'CARD', accountId: account, cardId, waybillNo, amount: fen(count * 1000) })
    const line = { cardNo, usedAt: Date.now(), station: '济南站', amount: fen(1000) }
    const uses = Array.from({ length: count + 1 }, () => ({ ...line, id: v7(), serial: nextSerial() }))
    const sent = await statementsOf(world, async ctx =>
      expect([...(await keepUses(ctx, place, uses))]).toEqual([[uses.at(-1)?.id, 'NO_ISSUE']]),
    )
    const { rows } = await clerk.send(listFuelIssues, { text: waybillNo })
    expect(rows.map(({ state }) => state)).toEqual(['used'])
    return sent
  }
  const one = await laid(1)
  expect(one).toBeGreaterThan(6)
  expect(await laid(12)).toBe(one)
})
