// Money paid twice that the bank sends back over HTTP, whatever became of its debt by then: taken off by a sheet, paid by money
// that came, given up; nothing is lost, and nothing is owed twice.
import { confirmDebtWriteOff, listDebts, moveDebt } from '@yunshu/contract/debt/debt'
import { explainBooks } from '@yunshu/contract/explain'
import {
  askReturn,
  claimRemittance,
  confirmRemittance,
  confirmReturn,
  listRemittances,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import { voidSettlement, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { FailureWorld, newAccount } from '../../../../../tests/server/failureWorld.ts'
import { brokenInvariants, unclaimedOff } from '../../../../../tests/server/moneyInvariants.ts'
import { balances, sheetOf } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'

const world = new FailureWorld()
let house: Client
let admin: Client
beforeAll(async () => {
  await world.open()
  admin = await world.server.login('admin')
})
// two people who agree sign in anew each time, and an account holds so many sessions
beforeEach(async () => {
  house = await world.server.login('platform-finance')
})
afterAll(world.stop)

const amount = fen(100_000)
/** A payment that had failed, was paid again, and was out after all: its carrier owes it. */
async function paidTwice(carrier: string, payee: string) {
  const { payeeId, sheet } = await world.partlyPaid(carrier, payee)
  const child = await world.again(sheet)
  await world.changeAccount(payeeId, newAccount('7776'))
  await world.pay(await world.approve(child))
  await world.bankSays(sheet, payee, 'success')
  await world.agreePaid(sheet)
  const debt = await debtOf(sheet)
  expect([debt.amount_fen, debt.stage]).toEqual([amount, 'open'])
  return { sheet, payee, carrier }
}
const debtOf = async (sheet: SettlementDetail) => {
  const row = await world.server.db(tx =>
    tx.one(q.selectFrom('debts').selectAll().where('settlement_id', '=', sheet.id).where('origin', '=', 'DOUBLE')),
  )
  const { rows } = await house.send(listDebts, { limit: 100 })
  return { ...row, stage: rows.find(({ id }) => id === row.id)?.stage }
}
const taking = async (carrier: string, until: 'draft' | 'approved') =>
  sheetOf(world.people, [await world.signed({ carrier, payable: 900_000 })], until)
/** Two people agree that the money came back; answers what the agreement came to. */
async function agreeReturned({ settlementNum }: SettlementDetail) {
  const { rows } = await world.people.finance.send(listMoneyExceptions, { settlementNum })
  const found = rows.find(({ kind, state }) => kind === 'LATE_FAILURE' && state === 'open')
  const proposal = await world.people.finance.send(proposeException, {
    id: found?.id ?? '',
    version: found?.version ?? 0,
    outcome: 'notPaid',
    reason: '银行退汇回单已核对',
  })
  return { proposal, answer: await agree(proposal) }
}
const agree = async (proposal: { id: string; version: number }) =>
  (await house.ask(confirmException, proposal)).envelope
/** Balances by account since a moment, those at 0 left out. */
async function since(before: Record<string, number>): Promise<Record<string, number>> {
  const after = await balances(world.server)
  return Object.fromEntries(
    ['1002.02', '1221.01', '1221.02', '2241.03', '6702']
      .map(account => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const)
      .filter(([, moved]) => moved !== 0),
  )
}
async function assertSound(): Promise<void> {
  await world.assertSound()
  expect(await brokenInvariants(world.server)).toEqual([])
  expect(await unclaimedOff(world.server, house)).toBe(0)
}
/** Each line of the entries of the debt is worked out anew to the fen. */
async function assertExplained(sheet: SettlementDetail): Promise<void> {
  const { id } = await debtOf(sheet)
  const lines = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_lines as l')
        .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
        .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
        .select(['v.id', 'l.n', 'l.account', 'e.event'])
        .where('e.source_id', '=', id)
        .where('e.event', '=', 'E7f'),
    ),
  )
  expect(lines.map(({ account }) => account)).toEqual(['1221.02', '2241.03'])
  for (const { id: voucher, n } of lines)
    expect((await house.send(explainBooks, { amountOf: 'voucherLine', id: voucher, n })).isKept).toBe(true)
}
let serials = 0
async function came(sum: number) {
  const said = {
    payerName: '河北某承运有限公司',
    payerAccount: '6222000099998888',
    amount: fen(sum),
    date: Date.now(),
    serial: `DB${String((serials += 1)).padStart(6, '0')}`,
  }
  const inBranch = withSlip({ raw: { branchCompanyId: demoCompanyId('branch1') } })
  const { id, version } = await admin.send(recordRemittance, said, inBranch)
  const there = await house.send(confirmRemittance, { id, version, expectAmount: fen(sum) })
  return { ...there, amount: fen(sum) }
}
/** Sends the money that is the carrier's to it, by two people of the house. */
async function sendBack(sum: number, payee: string): Promise<void> {
  const { rows } = await house.send(listRemittances, { state: 'unclaimed', limit: 20 })
  const row = rows.find(each => each.payerName === payee)
  expect(row?.amount).toBe(sum)
  const { id, remittanceNo } = row ?? { id: '', remittanceNo: '' }
  const asked = await house.send(moveRemittance, { id, version: row?.version ?? 0, move: 'askRefund', reason: '退还' })
  await admin.send(refundRemittance, {
    id,
    version: asked.version,
    expectAmount: fen(sum),
    serial: `OUT${remittanceNo}`,
  })
}

test('a draft sheet that takes it off has to come to nothing first; then the debt is over with the money', async () => {
  const { sheet, carrier } = await paidTwice('carrier2', '甲重付')
  const before = await balances(world.server)
  const draft = await taking(carrier, 'draft')
  await world.bankSays(sheet, '甲重付', 'returned')
  const { proposal, answer } = await agreeReturned(sheet)
  expect([answer.code, answer.message.includes(draft.settlementNum)]).toEqual([
    problems['payment.debtTaken'].code,
    true,
  ])
  await world.people.maker.send(voidSettlement, {
    settlementNum: draft.settlementNum,
    version: draft.version,
    reason: '已退汇',
  })
  expect((await agree(proposal)).code).toBe(0)
  expect((await debtOf(sheet)).stage).toBe('returned')
  expect(await since(before)).toEqual({ '1002.02': amount, '1221.02': 0 - amount })
  await assertSound()
})

test('a paid sheet took it off: the money is the carrier’s, and two people send it', async () => {
  const { sheet, carrier } = await paidTwice('carrier3', '乙重付')
  const next = await world.pay(await taking(carrier, 'approved'))
  expect([next.state, next.carriedIn]).toEqual(['paid', amount])
  const before = await balances(world.server)
  await world.bankSays(sheet, '乙重付', 'returned')
  // nobody judged it: nothing is booked
  expect(await since(before)).toEqual({})
  expect((await agreeReturned(sheet)).answer.code).toBe(0)
  expect((await debtOf(sheet)).stage).toBe('offset')
  expect(await since(before)).toEqual({ '1002.02': amount, '2241.03': 0 - amount })
  await assertSound()
  await assertExplained(sheet)
  await sendBack(amount, '乙重付')
  expect(await since(before)).toEqual({})
  await assertSound()
})

test('money paid a part of it: that part is the carrier’s, the rest of the debt is over, the claim is not taken back any more', async () => {
  const { sheet } = await paidTwice('carrier4', '丙重付')
  const before = await balances(world.server)
  const money = await came(30_000)
  const { id: debtId } = await debtOf(sheet)
  const claimed = await house.send(claimRemittance, {
    id: money.id,
    version: money.version,
    debtId,
    expectAmount: money.amount,
  })
  await world.bankSays(sheet, '丙重付', 'returned')
  expect((await agreeReturned(sheet)).answer.code).toBe(0)
  expect((await debtOf(sheet)).stage).toBe('returned')
  expect(await since(before)).toEqual({ '1002.02': 130_000, '1221.02': 0 - amount, '2241.03': -30_000 })
  const back = { id: money.id, version: claimed.version, move: 'unclaim', reason: '认错了' } as const
  expect((await house.ask(moveRemittance, back)).envelope.code).toBe(problems['debt.held'].code)
  await sendBack(30_000, '丙重付')
  await assertSound()
})

test('it was given up: the loss goes back; while somebody asks to give it up, that has to end first', async () => {
  const { sheet } = await paidTwice('carrier5', '丁重付')
  const before = await balances(world.server)
  const { id, version } = await debtOf(sheet)
  const asked = await house.send(moveDebt, { id, version, move: 'askWriteOff', reason: '联系不上' })
  await world.bankSays(sheet, '丁重付', 'returned')
  const { proposal, answer } = await agreeReturned(sheet)
  expect(answer.code).toBe(problems['debt.held'].code)
  await admin.send(confirmDebtWriteOff, { id, version: asked.version, expectAmount: amount })
  expect(await since(before)).toEqual({ '1221.02': 0 - amount, '6702': amount })
  expect((await agree(proposal)).code).toBe(0)
  expect((await debtOf(sheet)).stage).toBe('written')
  expect(await since(before)).toEqual({ '1002.02': amount, '1221.02': 0 - amount })
  await assertSound()
})

test('a debt a paid sheet took off ends by money that came without the order’s number as well', async () => {
  const { sheet, carrier, payee } = await paidTwice('carrier2', '戊重付')
  await world.pay(await taking(carrier, 'approved'))
  const before = await balances(world.server)
  const money = await came(amount)
  const order = await world.server.db(tx =>
    tx.one(q.selectFrom('payments').select('id').where('settlement_id', '=', sheet.id).where('payee', '=', payee)),
  )
  const asked = await house.send(askReturn, {
    id: money.id,
    version: money.version,
    paymentId: order.id,
    reason: '回单写明退汇',
    expectAmount: amount,
  })
  await admin.send(confirmReturn, { id: money.id, version: asked.version, expectAmount: amount })
  expect([(await debtOf(sheet)).stage, await since(before)]).toEqual([
    'offset',
    { '1002.02': amount, '2241.03': 0 - amount },
  ])
  await sendBack(amount, payee)
  expect(await since(before)).toEqual({})
  await assertSound()
})
