// Money of advances that the bank sends back over HTTP, before and after their waybills end, whatever became of the debt by
// then: nothing is lost, and nothing is owed or paid twice.
import { confirmDebtWriteOff, listDebts, moveDebt } from '@yunshu/contract/debt/debt'
import {
  claimRemittance,
  confirmRemittance,
  listRemittances,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import {
  approveSettlement,
  getSettlement,
  makeSettlement,
  paySettlement,
  submitSettlement,
  voidSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { withClient } from '@yunshu/postgres/withClient'
import { readFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld, type MadeWaybill } from '../../../../../tests/server/freightWorld.ts'
import { brokenInvariants, unclaimedOff } from '../../../../../tests/server/moneyInvariants.ts'
import { deliverNotice } from '../../../../../tests/server/noticeWorld.ts'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import {
  balances,
  drift,
  openFunds,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, type Client } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'
import { move } from '../../work/move.ts'
import { asSystem } from '../../work/system.ts'
import { lockPayment } from '../settlement/payment.queries.ts'
import { ofBooks } from '../settlement/payment.results.ts'
import { postLateMoney } from '../voucher/paymentBooks.commands.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'

let world: FreightWorld
let people: People
let house: Client
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  letJobsRun = await holdJobs(world.server)
  people = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
  house = await world.server.login('platform-finance')
  await payTo(world.server, 'carrier', '6222000000000011')
})
afterAll(async () => {
  await letJobsRun()
  await world.stop()
})

/** 20 % before the trip, the rest on arrival; no receipt is wanted. */
const terms = {
  payPlan: { prePpm: 200_000, oilPpm: 0, etcPpm: 0, arrivePpm: 800_000, receiptPpm: 0, termDays: 7 },
  receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 7 },
}
const read = ({ settlementNum }: { settlementNum: string }): Promise<SettlementDetail> =>
  people.finance.send(getSettlement, { settlementNum })
const accepted = async (count: number): Promise<MadeWaybill[]> => {
  const made: MadeWaybill[] = []
  for (const waybill of await world.waybills(count, terms)) made.push(await world.walk(waybill, ['accept']))
  return made
}
const advanceOf = (id: string) =>
  world.server.db(tx =>
    tx.one(q.selectFrom('waybill_parts').selectAll().where('waybill_id', '=', id).where('part', '=', 'pre')),
  )
async function pay(sheet: { settlementNum: string }): Promise<SettlementDetail> {
  const { settlementNum, version, due } = await read(sheet)
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  return sheetWhen(people.finance, settlementNum, ({ state }) => state !== 'paying')
}
const submit = ({ settlementNum, version }: { settlementNum: string; version: number }) =>
  people.maker.send(submitSettlement, { settlementNum, version })
/** A sheet of the advances of waybills, paid. */
async function paidAdvance(waybills: readonly MadeWaybill[]): Promise<SettlementDetail> {
  const partIds = await Promise.all(waybills.map(async ({ id }) => (await advanceOf(id)).id))
  const draft = await people.maker.send(makeSettlement, { partIds })
  await submit(draft)
  const { settlementNum, version, due } = await read(draft)
  await people.finance.send(approveSettlement, { settlementNum, version, expectDue: due })
  const paid = await pay(draft)
  expect(paid.state).toBe('paid')
  return paid
}
/** The bank's true word that the money of a sheet came back. */
async function returned(sheet: SettlementDetail): Promise<void> {
  const order = await world.server.db(tx =>
    tx.one(q.selectFrom('payments').select(['idem_key', 'amount_fen']).where('settlement_id', '=', sheet.id)),
  )
  await deliverNotice(world.server, {
    eventId: `back-${order.idem_key}`,
    merchant: 'YUNSHU',
    orderNo: order.idem_key,
    currency: 'CNY',
    amount: (order.amount_fen / 100).toFixed(2),
    result: 'returned',
    reason: '收款账户已销户',
    bankSerial: `B${order.idem_key.slice(0, 12)}`,
  })
}
const debtOf = async (sheet: SettlementDetail) => {
  const row = await world.server.db(tx =>
    tx.one(q.selectFrom('debts').selectAll().where('settlement_id', '=', sheet.id).where('origin', '=', 'ADVANCE')),
  )
  const { rows } = await house.send(listDebts, { limit: 100 })
  return { ...row, stage: rows.find(({ id }) => id === row.id)?.stage }
}
const exceptionOf = async ({ settlementNum }: SettlementDetail) =>
  (await people.finance.send(listMoneyExceptions, { settlementNum })).rows[0]
/** Proposes that the money came back, and has another person agree; answers what the agreement came to. */
async function agreeReturned(sheet: SettlementDetail) {
  const found = await exceptionOf(sheet)
  expect([found?.kind, found?.state]).toEqual(['LATE_FAILURE', 'open'])
  const { id, version } = await people.finance.send(proposeException, {
    id: found?.id ?? '',
    version: found?.version ?? 0,
    outcome: 'notPaid',
    reason: '银行退汇回单已核对',
  })
  return { id, version, answer: await agree({ id, version }) }
}
const agree = async (proposal: { id: string; version: number }) =>
  (await house.ask(confirmException, proposal)).envelope
/** Balances by account since a moment, those at 0 left out. */
async function since(before: Record<string, number>): Promise<Record<string, number>> {
  const after = await balances(world.server)
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map(account => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}
async function assertSound(): Promise<void> {
  expect(await drift(world.server)).toEqual([])
  expect(await moneyFaults(world.server)).toEqual([])
  expect(await brokenInvariants(world.server)).toEqual([])
  expect(await unclaimedOff(world.server, house)).toBe(0)
}
const only = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('none')
  return one
}
/** A paid advance whose waybill was cancelled after: its carrier owes it. */
async function owedAdvance() {
  const waybill = only(await accepted(1))
  const sheet = await paidAdvance([waybill])
  await world.walk(waybill, ['cancel'])
  const { amount_fen } = await debtOf(sheet)
  return { waybill, sheet, amount: fen(amount_fen) }
}
/** Another sheet of the same carrier takes the debt off. */
const taking = async (until: 'draft' | 'approved'): Promise<SettlementDetail> => {
  const { id } = await signedWaybill(world.server, { payable: 5_000_000, deducted: 0, oil: 0 })
  return sheetOf(people, [id], until)
}
/** Sends the money that the carrier is to have to it, by two people of the house. */
async function sendBack(amount: Fen): Promise<void> {
  const admin = world.as('admin')
  const row = only((await house.send(listRemittances, { state: 'unclaimed', limit: 20 })).rows)
  expect([row.amount, row.payerName]).toEqual([amount, '河北顺达运输有限公司'])
  const asked = await house.send(moveRemittance, {
    id: row.id,
    version: row.version,
    move: 'askRefund',
    reason: '退还',
  })
  await admin.send(refundRemittance, {
    id: row.id,
    version: asked.version,
    expectAmount: amount,
    serial: `OUT${row.remittanceNo}`,
  })
}

test('before the waybill ends the sheet waits to be paid again or closed, and the waybill does not end meanwhile', async () => {
  const waybill = only(await accepted(1))
  const sheet = await paidAdvance([waybill])
  await returned(sheet)
  expect((await read(sheet)).state).toBe('partial')
  const { version } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select('version').where('id', '=', waybill.id)),
  )
  const ending = { id: waybill.id, version, move: 'cancel', reason: '不走了' } as const
  const { envelope } = await world.as('carrier').ask(moveWaybill, ending)
  expect([envelope.code, envelope.message.includes(sheet.settlementNum)]).toEqual([1518, true])
  await assertSound()
})

test('after the waybill ended its debt is over with the money, the sheet is closed, and nothing can be paid again', async () => {
  const before = await balances(world.server)
  const { sheet, amount } = await owedAdvance()
  expect(await since(before)).toEqual({ '1221.01': amount, '1002.02': 0 - amount })
  await returned(sheet)
  const after = await read(sheet)
  expect([after.state, after.payments.map(({ state }) => state), after.failures]).toEqual(['closed', ['returned'], 0])
  expect((await debtOf(sheet)).stage).toBe('returned')
  expect(await since(before)).toEqual({})
  const again = { settlementNum: sheet.settlementNum, version: after.version }
  expect((await people.maker.ask(makeFailureSettlement, again)).envelope.code).not.toBe(0)
  // told twice it is one
  await returned(sheet)
  expect(await since(before)).toEqual({})
  expect((await taking('draft')).carriedIn).toBe(0)
  await assertSound()
})

test('of two advances of one payment the waybill that goes on is paid again, the one that ended is not', async () => {
  const [ends, goes] = await accepted(2)
  if (ends === undefined || goes === undefined) throw new Error('two are made')
  const sheet = await paidAdvance([ends, goes])
  const before = await balances(world.server)
  await world.walk(ends, ['cancel'])
  await returned(sheet)
  const back = await read(sheet)
  expect([back.state, back.failures]).toEqual(['partial', 1])
  const child = await people.maker.send(makeFailureSettlement, {
    settlementNum: sheet.settlementNum,
    version: back.version,
  })
  const { lines, due } = await read(child)
  expect(lines.map(({ waybillNo }) => waybillNo)).toEqual([goes.waybillNo])
  await submit(child)
  const { version } = await read(child)
  await people.finance.send(approveSettlement, { settlementNum: child.settlementNum, version, expectDue: due })
  expect((await pay(child)).state).toBe('paid')
  expect((await read(sheet)).state).toBe('closed')
  const { planned_fen } = await advanceOf(ends.id)
  expect(await since(before)).toEqual({ '1002.02': planned_fen, '1123.03': -planned_fen })
  await assertSound()
})

test('a debt on a draft sheet: two people agree once that sheet came to nothing', async () => {
  const before = await balances(world.server)
  const { sheet, amount } = await owedAdvance()
  const draft = await taking('draft')
  expect(draft.carriedIn).toBe(amount)
  await returned(sheet)
  expect((await read(sheet)).state).toBe('paid')
  const { id, version, answer } = await agreeReturned(sheet)
  expect([answer.code, answer.message.includes(draft.settlementNum)]).toEqual([1715, true])
  await people.maker.send(voidSettlement, {
    settlementNum: draft.settlementNum,
    version: draft.version,
    reason: '预付已退回',
  })
  expect((await agree({ id, version })).code).toBe(0)
  expect((await read(sheet)).state).toBe('closed')
  expect((await debtOf(sheet)).stage).toBe('returned')
  expect((await since(before))['1221.01']).toBeUndefined()
  await assertSound()
})

test('a debt that a paid sheet took off: the carrier paid it, so the bank’s money is the carrier’s, sent by two', async () => {
  const before = await balances(world.server)
  const { sheet, amount } = await owedAdvance()
  const next = await pay(await taking('approved'))
  expect([next.state, next.carriedIn]).toEqual(['paid', amount])
  await returned(sheet)
  const bank = (await balances(world.server))['1002.02'] ?? 0
  const { answer } = await agreeReturned(sheet)
  expect(answer.code).toBe(0)
  expect([(await read(sheet)).state, (await debtOf(sheet)).stage]).toEqual(['closed', 'offset'])
  const now = await balances(world.server)
  expect([(now['1002.02'] ?? 0) - bank, (now['2241.03'] ?? 0) - (before['2241.03'] ?? 0)]).toEqual([amount, 0 - amount])
  await assertSound()
  await sendBack(amount)
  expect((await balances(world.server))['1002.02']).toBe(bank)
  expect((await since(before))['2241.03']).toBeUndefined()
  await assertSound()
})

test('a debt that money paid: the bank’s money is the carrier’s, sent by two', async () => {
  const before = await balances(world.server)
  const { sheet, amount } = await owedAdvance()
  const admin = world.as('admin')
  const came = await admin.send(
    recordRemittance,
    {
      payerName: '河北顺达运输有限公司',
      payerAccount: '6222000000000011',
      amount,
      date: Date.now(),
      serial: 'PAIDBACK1',
    },
    withSlip({ raw: { branchCompanyId: demoCompanyId('branch1') } }),
  )
  const there = await house.send(confirmRemittance, { id: came.id, version: came.version, expectAmount: amount })
  const claimed = await house.send(claimRemittance, {
    id: came.id,
    version: there.version,
    debtId: (await debtOf(sheet)).id,
    expectAmount: amount,
  })
  expect(await since(before)).toEqual({})
  await returned(sheet)
  expect((await agreeReturned(sheet)).answer.code).toBe(0)
  expect(await since(before)).toEqual({ '1002.02': amount, '2241.03': 0 - amount })
  // the money that paid it cannot go another way now
  const back = { id: came.id, version: claimed.version, move: 'unclaim', reason: '认错了' } as const
  expect((await house.ask(moveRemittance, back)).envelope.code).not.toBe(0)
  await sendBack(amount)
  expect(await since(before)).toEqual({})
  await assertSound()
})

test('a debt that was given up: the loss goes back, and nobody is owed anything', async () => {
  const before = await balances(world.server)
  const { sheet, amount } = await owedAdvance()
  const { id, version } = await debtOf(sheet)
  const admin = world.as('admin')
  const asked = await house.send(moveDebt, { id, version, move: 'askWriteOff', reason: '承运商已注销' })
  await returned(sheet)
  const { answer, ...proposal } = await agreeReturned(sheet)
  expect(answer.code).toBe(3524)
  await admin.send(confirmDebtWriteOff, { id, version: asked.version, expectAmount: amount })
  expect(await since(before)).toEqual({ '1002.02': 0 - amount, '6702': amount })
  expect((await agree(proposal)).code).toBe(0)
  expect([(await read(sheet)).state, (await debtOf(sheet)).stage]).toEqual(['closed', 'written'])
  expect(await since(before)).toEqual({})
  await assertSound()
})

test('an advance that came back before a return ended its debt is an exception two people end: the sheet is over, nothing is paid again', async () => {
  const before = await balances(world.server)
  const { sheet } = await owedAdvance()
  // as a return was taken then: the payment, the sheet and the books know of it, the debt and the line do not
  await asSystem(world.server.server.deps, async ctx => {
    const { id } = await ctx.tx.one(q.selectFrom('payments').select('id').where('settlement_id', '=', sheet.id))
    const held = await lockPayment(ctx, id)
    await move(ctx, paymentStates, held.payment, 'giveBack', { reason: '收款账户已销户', set: { done_at: ctx.now } })
    await move(ctx, settlementStates, held.sheet, 'giveBack', { reason: '收款账户已销户' })
    const word = { id: v7(), at: ctx.now }
    await ctx.tx.run(
      q.insertInto('channel_facts').values({
        id: word.id,
        channel: 'SIM',
        fact_key: `old-${word.id}`,
        source: 'NOTICE',
        order_key: held.payment.idem_key,
        kind: 'RETURNED',
        raw: '{}',
        verdict: 'APPLIED',
        received_at: word.at,
      }),
    )
    await postLateMoney(ctx, ofBooks(held.payment), word, 'returned')
  })
  expect([(await read(sheet)).state, (await debtOf(sheet)).stage]).toEqual(['partial', 'open'])
  const migration = await readFile(new URL('../../db/migrations/238_advances_left.sql', import.meta.url), 'utf8')
  await withClient(world.server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(migration)
    await client.query('commit')
  })
  const { version } = await read(sheet)
  const again = await people.maker.ask(makeFailureSettlement, { settlementNum: sheet.settlementNum, version })
  expect(again.envelope.code, 'nobody pays it again meanwhile').toBe(1709)
  const { answer } = await agreeReturned(sheet)
  expect(answer.code).toBe(0)
  expect([(await read(sheet)).state, (await debtOf(sheet)).stage]).toEqual(['closed', 'returned'])
  expect(await since(before)).toEqual({})
  await assertSound()
})
