// Ways out of deposits: asked by one person and agreed to by another, then sent under the bank's number, or set off against
// what the carrier owes. Money that was not sent, or that the bank sent back, is a deposit again.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/deposit/depositBack'
import {
  depositBackKinds,
  type DepositBackMove,
  depositBackStates,
  depositStates,
  faultOfDepositBackMove,
  isDepositStanding,
} from '@yunshu/domain/deposit'
import { fen, negateFen, printMoney, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { depositsOfSerial, fundsOfSerial, isAnyOfSerial, remittancesOfSerial } from '../../db/bankSerials.ts'
import { takeNumber } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { momentOfDay } from '../../http/moneyDay.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { collectDebts, uncollectDebts } from '../debt/collect.commands.ts'
import { isOwed } from '../debt/debt.queries.ts'
import { lockOwed, openOf } from '../debt/owed.queries.ts'
import { lockSerial } from '../fund/fund.commands.ts'
import * as books from '../voucher/depositBooks.commands.ts'
import {
  backOn,
  carrierAccounts,
  depositIdOf,
  isAccountChanged,
  lockDepositBack,
  type DepositBack,
} from './back.queries.ts'
import { assertNotSent, checkedSerial, serialTaken } from '../remittance/serial.commands.ts'
import { lockDeposit, type Deposit } from './deposit.queries.ts'

/** Says what is asked back and what is gone of a deposit under lock; all of it gone ends it, some of it back reopens it. */
async function shift(ctx: Ctx, deposit: Deposit, by: { readonly asked?: number; readonly gone?: number }) {
  const set = { asked_fen: deposit.asked_fen + (by.asked ?? 0), gone_fen: deposit.gone_fen + (by.gone ?? 0) }
  const isOver = set.gone_fen === deposit.amount_fen
  if (isOver !== (deposit.state === 'ended')) {
    await move(ctx, depositStates, deposit, isOver ? 'end' : 'reopen', { set })
    return
  }
  await ctx.tx.run(
    q
      .updateTable('deposits')
      .set({ ...set, version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', deposit.id),
  )
}

type Asked = Input<typeof calls.askDepositBack>

/** The way of the money: an account of the carrier as it is now, or a debt of it that is open. */
async function wayOf(ctx: Ctx, { carrier_id: carrierId, branch_id: branchId }: Deposit, said: Asked) {
  const none = { account_id: null, account_name: null, account_no: null, bank: null, debt_id: null }
  if (said.kind === 'RETURN') {
    if (said.debtId !== undefined) throw wrongField('debtId', '退还时不选欠款')
    const account = (await carrierAccounts(ctx, carrierId)).find(({ id }) => id === said.accountId)
    if (account === undefined) throw wrongField('accountId', '请选择承运商的收款账户')
    const { id, account_name, account_no, bank } = account
    return { ...none, account_id: id, account_name, account_no, bank }
  }
  if (said.accountId !== undefined) throw wrongField('accountId', '抵欠款时不选收款账户')
  const debt = await ctx.tx.first(
    q
      .selectFrom('debts as d')
      .select('d.id')
      .where('d.id', '=', said.debtId ?? nilId)
      .where('d.carrier_id', '=', carrierId)
      .where('d.branch_id', '=', branchId)
      .where(isOwed),
  )
  if (debt === undefined) throw wrongField('debtId', '请选择该承运商在本分公司的待收欠款')
  return { ...none, debt_id: debt.id }
}

/** Asks for some of a deposit; from now on nobody else can ask for it. */
export async function askDepositBack(ctx: Ctx, said: Asked): Promise<Output<typeof calls.askDepositBack>> {
  const { depositId, kind, amount, reason } = said
  if (amount === 0) throw wrongField('amount', '应大于 0')
  const deposit = await lockDeposit(ctx, depositId)
  if (!isDepositStanding(deposit.state))
    throw new Problem('state.wrong', { state: depositStates.states[deposit.state].label, move: '申请退押金' })
  const words = { depositNo: deposit.deposit_no, left: printMoney(fen(deposit.left_fen)), amount: printMoney(amount) }
  if (amount > deposit.left_fen) throw new Problem('deposit.short', words)
  const way = await wayOf(ctx, deposit, said)
  const id = v7()
  const backNo = await takeNumber(ctx.tx, 'TY', 'deposit_back_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('deposit_backs').values({
      id,
      back_no: backNo,
      deposit_id: deposit.id,
      state: depositBackStates.start,
      kind,
      branch_id: deposit.branch_id,
      carrier_id: deposit.carrier_id,
      amount_fen: amount,
      ...way,
      reason,
      asker_id: ctx.actor.userId,
      asker_for: ctx.actor.actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await shift(ctx, deposit, { asked: amount })
  const action = kind === 'RETURN' ? '申请退押金' : '申请押金抵欠款'
  await logEvent(ctx, { entity: 'depositBack', entityId: id, action, to: depositBackStates.start, reason })
  const told = {
    backNo,
    kind: depositBackKinds[kind],
    carrier: await carrierName(ctx, deposit.carrier_id),
    amount: printMoney(amount),
    maker: writtenName(ctx.actor),
    reason,
  }
  await tellHouse(ctx, 'deposit.backAsked', { branch: deposit.branch_id, permit: 'refund.approve' }, told)
  ctx.touched('depositBack', id, { backNo, amount: printYuan(amount) })
  return { id, backNo, version: 1 }
}

const carrierName = async (ctx: Ctx, id: string): Promise<string> =>
  (await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', id))).name

interface Held {
  readonly deposit: Deposit
  readonly back: DepositBack
  readonly amount: Fen
  readonly words: { readonly backNo: string; readonly carrier: string; readonly amount: string }
  readonly booked: books.BookedDepositBack
}

/** A way out under lock, its deposit locked before it, with the step asked for judged. */
async function lockFor(ctx: Ctx, id: string, name: DepositBackMove): Promise<Held> {
  const deposit = await lockDeposit(ctx, await depositIdOf(ctx, id))
  const back = await lockDepositBack(ctx, id)
  const fault = faultOfDepositBackMove(name, backOn(ctx, back))
  if (fault) throw problemOf(fault)
  const amount = fen(back.amount_fen)
  const { back_no: backNo, branch_id: branchId, carrier_id: carrierId } = back
  return {
    deposit,
    back,
    amount,
    words: { backNo, carrier: await carrierName(ctx, carrierId), amount: printMoney(amount) },
    booked: { id, backNo, branchId, carrierId, amount },
  }
}

function assertAmount({ amount, words }: Held, expectAmount: Fen): void {
  if (amount !== expectAmount) throw wrongField('expectAmount', `退还金额为 ${words.amount} 元，请核对`)
}

/** The last digits of an account that was frozen. */
const tailOf = (back: DepositBack): string => (back.account_no ?? '').slice(-4)

const askerOf = (back: DepositBack) => ({ id: back.asker_id, name: back.asker_name })

/** Agrees to what another person asked for: the money is under way, or the carrier's debts are paid. */
export async function approveDepositBack(
  ctx: Ctx,
  { id, version, move: name, expectAmount }: Input<typeof calls.approveDepositBack>,
): Promise<Output<typeof calls.approveDepositBack>> {
  const held = await lockFor(ctx, id, name)
  const { deposit, back, amount, words, booked } = held
  assertAmount(held, expectAmount)
  if (await isAccountChanged(ctx, back)) throw new Problem('deposit.account', { tail: tailOf(back) })
  const { userId, name: own } = ctx.actor
  const set = { approver_id: userId, approver_name: own, approved_at: ctx.now }
  const moved = await move(ctx, depositBackStates, back, name, { version, set })
  if (name === 'approve') {
    await tellHouse(ctx, 'deposit.backApproved', { branch: back.branch_id, permit: 'refund.pay' }, words)
    await books.postDepositBackAgreed(ctx, booked, askerOf(back))
  } else {
    const collected = await payDebts(ctx, back, amount)
    await shift(ctx, deposit, { asked: negateFen(amount), gone: amount })
    await tellHappening(ctx, 'deposit.setOff', { users: [back.asker_id] }, words)
    await tellHappening(ctx, 'deposit.setOff', { company: back.carrier_id, permit: 'account.view' }, words)
    await books.postDepositSetOff(ctx, booked, collected.parts, askerOf(back))
  }
  ctx.touched('depositBack', id, { backNo: back.back_no, amount: printYuan(amount) })
  return { id, version: moved.version }
}

/** Pays what the carrier owes in the branch, the debt asked for first. */
async function payDebts(ctx: Ctx, back: DepositBack, amount: Fen) {
  const debtId = back.debt_id ?? ''
  const owed = openOf(await lockOwed(ctx, back.carrier_id, back.branch_id, debtId))
  if (owed < amount) throw new Problem('deposit.owed', { amount: printMoney(amount), owed: printMoney(owed) })
  return collectDebts(ctx, debtId, amount, claimOf(back))
}

const claimOf = (back: DepositBack) => ({
  depositBackId: back.id,
  moneyNo: back.back_no,
  claimId: back.id,
  branchId: back.branch_id,
})

/**
 * Says that the money was sent under the bank's number. Money that left is a fact: an account its carrier changed since is no
 * reason against it, and stands in the history.
 */
export async function payDepositBack(
  ctx: Ctx,
  { id, version, expectAmount, serial: typed, date }: Input<typeof calls.payDepositBack>,
): Promise<Output<typeof calls.payDepositBack>> {
  const held = await lockFor(ctx, id, 'pay')
  const { deposit, back, amount, words, booked } = held
  assertAmount(held, expectAmount)
  const serial = checkedSerial(typed)
  await assertNotSent(ctx, back.branch_id, serial)
  const isChanged = await isAccountChanged(ctx, back)
  const at = momentOfDay(ctx, date, { at: back.approved_at ?? back.created_at, what: '审批日期' })
  const { userId, name: own } = ctx.actor
  const moved = await move(ctx, depositBackStates, back, 'pay', {
    version,
    set: { serial, payer_id: userId, payer_name: own, paid_at: at },
    diff: isChanged ? [{ field: '收款账户', old: `尾号 ${tailOf(back)}`, new: '退款时承运商已变更' }] : [],
  })
  await shift(ctx, deposit, { asked: negateFen(amount), gone: amount })
  const told = { ...words, serial }
  await tellHappening(ctx, 'deposit.backPaid', { users: [back.asker_id] }, told)
  await tellHappening(ctx, 'deposit.backPaid', { company: back.carrier_id, permit: 'account.view' }, told)
  const approver = { id: back.approver_id ?? back.asker_id, name: back.approver_name ?? back.asker_name }
  await books.postDepositBackPaid(ctx, booked, approver, at)
  ctx.touched('depositBack', id, { backNo: back.back_no, amount: printYuan(amount), serial })
  return { id, version: moved.version }
}

/** Agrees that the money is there again: the bank sent it back, or the set-off was wrong. */
export async function confirmDepositBack(
  ctx: Ctx,
  { id, version, move: name, expectAmount }: Input<typeof calls.confirmDepositBack>,
): Promise<Output<typeof calls.confirmDepositBack>> {
  const held = await lockFor(ctx, id, name)
  const { deposit, back, amount, words, booked } = held
  assertAmount(held, expectAmount)
  const moved = await move(ctx, depositBackStates, back, name, {
    version,
    set: { back_checker_id: ctx.actor.userId, back_checker_name: ctx.actor.name, back_at: ctx.now },
  })
  if (name === 'undo') await uncollectDebts(ctx, claimOf(back))
  await shift(ctx, deposit, { gone: negateFen(amount) })
  const told = { ...words, what: name === 'bounce' ? '被银行退回' : '抵扣已撤销' }
  await tellHappening(ctx, 'deposit.backReturned', { users: [back.back_asker_id ?? back.asker_id] }, told)
  await tellHappening(ctx, 'deposit.backReturned', { company: back.carrier_id, permit: 'account.view' }, told)
  if (name === 'undo') await books.postDepositSetOffUndone(ctx, booked)
  else {
    const asker = { id: back.back_asker_id ?? back.asker_id, name: back.back_asker_name ?? back.asker_name }
    await books.postDepositBackBounced(ctx, booked, asker, back.back_day ?? ctx.now)
  }
  ctx.touched('depositBack', id, { backNo: back.back_no, amount: printYuan(amount) })
  return { id, version: moved.version }
}

/** The number under which the bank sent money back: another one than it was sent under, and nobody's yet. */
async function bouncedSerial(ctx: Ctx, back: DepositBack, typed: string): Promise<string> {
  const serial = checkedSerial(typed)
  if (serial.toUpperCase() === back.serial?.toUpperCase()) throw wrongField('serial', '应为退汇时银行给的流水号')
  await lockSerial(ctx, back.branch_id, serial)
  const place = { branchId: back.branch_id, serial }
  const rows = [depositsOfSerial(place), remittancesOfSerial(place), fundsOfSerial(place)]
  if (await isAnyOfSerial(ctx.tx, rows)) throw serialTaken(serial)
  return serial
}

const nobody = {
  back_reason: null,
  back_serial: null,
  back_day: null,
  back_asker_id: null,
  back_asker_for: null,
  back_asker_name: null,
}

/** The columns a step sets. */
async function setOf(ctx: Ctx, back: DepositBack, said: Input<typeof calls.moveDepositBack>, why: string) {
  const { move: name, serial = '', date } = said
  if (name !== 'askBounce' && serial !== '') throw wrongField('serial', '只有登记退汇时填写流水号')
  if (name !== 'askBounce' && date !== undefined) throw wrongField('date', '只有登记退汇时填写日期')
  if (name === 'reject' || name === 'fail') return { answer: why }
  if (name === 'askBounce' || name === 'askUndo')
    return {
      back_reason: why,
      back_serial: name === 'askBounce' ? await bouncedSerial(ctx, back, serial) : null,
      back_day: name === 'askBounce' ? momentOfDay(ctx, date, { at: back.paid_at ?? 0, what: '退款日期' }) : null,
      back_asker_id: ctx.actor.userId,
      back_asker_for: ctx.actor.actingFor?.userId ?? null,
      back_asker_name: writtenName(ctx.actor),
    }
  return name === 'withdraw' ? {} : nobody
}

/** The other steps: nothing is sent, or somebody says that the money is there again. */
export async function moveDepositBack(
  ctx: Ctx,
  said: Input<typeof calls.moveDepositBack>,
): Promise<Output<typeof calls.moveDepositBack>> {
  const { id, version, move: name } = said
  const { deposit, back, amount, words, booked } = await lockFor(ctx, id, name)
  const why = said.reason?.trim() ?? ''
  const asks = 'ask' in depositBackStates.moves[name]
  if (asks && why === '') throw wrongField('reason', '不能为空')
  const set = await setOf(ctx, back, said, why)
  const moved = await move(ctx, depositBackStates, back, name, { version, set, ...(asks ? { reason: why } : {}) })
  const told = { ...words, reason: why }
  if (name === 'reject' || name === 'withdraw' || name === 'fail')
    await shift(ctx, deposit, { asked: negateFen(amount) })
  if (name === 'reject') await tellHappening(ctx, 'deposit.backRejected', { users: [back.asker_id] }, told)
  if (name === 'fail') {
    await tellHappening(ctx, 'deposit.backFailed', { users: [back.asker_id] }, told)
    await books.postDepositBackFailed(ctx, booked)
  }
  if (name === 'askBounce' || name === 'askUndo') {
    const doubted = { ...told, maker: writtenName(ctx.actor), what: name === 'askBounce' ? '被银行退汇' : '抵扣有误' }
    await tellHouse(ctx, 'deposit.backDoubted', { branch: back.branch_id, permit: 'fund.confirm' }, doubted)
  }
  if ((name === 'keepPaid' || name === 'keepOffset') && back.back_asker_id !== null) {
    const kept = { ...words, what: name === 'keepPaid' ? '没有退汇，仍为已退还' : '不撤销抵扣' }
    await tellHappening(ctx, 'deposit.backKept', { users: [back.back_asker_id] }, kept)
  }
  ctx.touched('depositBack', id, { backNo: back.back_no })
  return { id, version: moved.version }
}
