// Remittances: one person records money from the bank's slip, another confirms it into the books, then it is claimed for
// a shipper or sent back, which again takes two.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/remittance/remittance'
import { addFen, fen, printMoney, printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { fundAgeMostMs, fundAmountMost } from '@yunshu/domain/fund'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { faultOfRemittanceMove, plainAccount, remittanceStates, type RemittanceMove } from '@yunshu/domain/remittance'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { momentOfDay } from '../../http/moneyDay.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { collectDebts, uncollectDebts } from '../debt/collect.commands.ts'
import { chargeableShippers } from '../fund/fund.queries.ts'
import { lockPrepaid, returnableOf } from '../voucher/receivables.queries.ts'
import {
  postRemittance,
  postRemittanceClaimed,
  postRemittanceCollected,
  postRemittanceRefunded,
  postRemittanceUnclaimed,
} from '../voucher/remittanceBooks.commands.ts'
import { pickedOf } from './claimed.queries.ts'
import { checkedPicks, tailsOf } from './picks.commands.ts'
import { ownRemittances, remittanceOn, type Remittance } from './remittance.queries.ts'
import { assertNotSent, assertSerialFree, checkedSerial, serialTaken } from './serial.commands.ts'

/**
 * Records money of the branch the person works for; those who may confirm it are told. The line of the bank's file it is made
 * of stands for its slip.
 */
export async function enterRemittance(
  ctx: Ctx,
  said: Input<typeof calls.recordRemittance>,
  reconLineId?: string,
): Promise<Output<typeof calls.recordRemittance>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const { amount } = said
  if (amount === 0) throw wrongField('amount', '应大于 0')
  if (amount > fundAmountMost) throw wrongField('amount', `单笔不能超过 ${printMoney(fundAmountMost)} 元`)
  if (said.date >= startOfDay(ctx.now) + DAY_MS) throw wrongField('date', '不能晚于今天')
  if (said.date < startOfDay(ctx.now) - fundAgeMostMs) throw wrongField('date', '不能早于一年前')
  const payerAccount = plainAccount(said.payerAccount)
  if (payerAccount.length < 6) throw wrongField('payerAccount', '应为 6 位以上的账号')
  const serial = checkedSerial(said.serial)
  await assertSerialFree(ctx, branchId, serial)
  const id = v7()
  const remittanceNo = await takeNumber(ctx.tx, 'SK', 'remittance_number', ctx.now)
  const made = await ctx.tx.run(
    q
      .insertInto('remittances')
      .values({
        id,
        remittance_no: remittanceNo,
        state: remittanceStates.start,
        branch_id: branchId,
        payer_name: said.payerName.trim(),
        payer_account: payerAccount,
        bank_note: said.bankNote || null,
        amount_fen: amount,
        date: startOfDay(said.date),
        serial,
        recon_line_id: reconLineId ?? null,
        maker_id: ctx.actor.userId,
        maker_for: ctx.actor.actingFor?.userId ?? null,
        maker_name: writtenName(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw serialTaken(serial)
  await logEvent(ctx, { entity: 'remittance', entityId: id, action: '登记来款', to: remittanceStates.start })
  const branch = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', branchId))
  const words = {
    remittanceNo,
    payer: said.payerName.trim(),
    amount: printMoney(amount),
    maker: writtenName(ctx.actor),
    branch: branch.name,
  }
  await tellHouse(ctx, 'remittance.recorded', { branch: branchId, permit: 'remittance.confirm' }, words)
  ctx.touched('remittance', id, { remittanceNo, amount: printYuan(amount), serial })
  return { id, remittanceNo, version: 1 }
}

/** One remittance under lock with the move asked for judged; of another branch there is none. */
export async function lockRemittance(ctx: Ctx, id: string, name: RemittanceMove): Promise<Remittance> {
  const row = await ctx.tx.one(
    q
      .selectFrom('remittances as r')
      .selectAll('r')
      .where('r.id', '=', id)
      .where(ownRemittances(ctx.actor, 'r'))
      .forUpdate(),
  )
  const remittance = { ...row, state: keyOf(remittanceStates.states, row.state) }
  const fault = faultOfRemittanceMove(name, remittanceOn(ctx, remittance))
  if (fault) throw problemOf(fault)
  return remittance
}

export const remittanceAnswer = (
  ctx: Ctx,
  { id, version, remittance_no: remittanceNo }: Remittance,
): { id: string; version: number } => {
  ctx.touched('remittance', id, { remittanceNo })
  return { id, version }
}

/** A remittance in the words of its messages. */
export const remittanceWords = (row: Remittance) => ({
  remittanceNo: row.remittance_no,
  payer: row.payer_name,
  amount: printMoney(fen(row.amount_fen)),
})

/** The person who asked to send the money back, or to take it as a payment that came back. */
export const remittanceAskers = ({ asker_id: askerId }: Remittance): string[] => (askerId === null ? [] : [askerId])

/** A remittance as the books see it. */
const booked = (row: Remittance) => ({
  id: row.id,
  remittanceNo: row.remittance_no,
  branchId: row.branch_id,
  payer: row.payer_name,
  amount: fen(row.amount_fen),
})

/** Refuses another amount than the one the person saw. */
export function assertAmount(row: Remittance, expectAmount: number): void {
  if (row.amount_fen !== expectAmount)
    throw wrongField('expectAmount', `来款金额为 ${remittanceWords(row).amount} 元，请核对`)
}

/** Agrees that the money is there: it stands in the books as nobody's yet. */
export async function confirmRemittance(
  ctx: Ctx,
  { id, version, expectAmount }: Input<typeof calls.confirmRemittance>,
): Promise<Output<typeof calls.confirmRemittance>> {
  const row = await lockRemittance(ctx, id, 'confirm')
  assertAmount(row, expectAmount)
  const set = { checker_id: ctx.actor.userId, checker_name: ctx.actor.name, checked_at: ctx.now }
  const moved = await move(ctx, remittanceStates, row, 'confirm', { version, set })
  await tellHappening(ctx, 'remittance.confirmed', { users: [row.maker_id] }, remittanceWords(row))
  await postRemittance(ctx, { ...booked(row), date: row.date, maker: { id: row.maker_id, name: row.maker_name } })
  return remittanceAnswer(ctx, moved)
}

/**
 * Claims the money: for a shipper it pays the waybills somebody names, the rest is prepaid from now on and pays what else
 * the shipper owes; for a debt it pays what that carrier owes in the branch.
 */
export async function claimRemittance(
  ctx: Ctx,
  { id, version, shipperId, debtId, receivables: picks = [], expectAmount }: Input<typeof calls.claimRemittance>,
): Promise<Output<typeof calls.claimRemittance>> {
  const row = await lockRemittance(ctx, id, 'claim')
  assertAmount(row, expectAmount)
  const claim = { claim_id: v7(), claimer_name: writtenName(ctx.actor), claimed_at: ctx.now, reason: null }
  if ((shipperId === undefined) === (debtId === undefined)) throw wrongField('shipperId', '请选择货主或欠款')
  if (debtId !== undefined && picks.length > 0) throw wrongField('receivables', '收回欠款时不能指定运单')
  if (debtId !== undefined) return payDebts(ctx, row, { ...claim, version, debtId })
  const shipper = await ctx.tx.first(chargeableShippers.where('c.id', '=', shipperId ?? ''))
  if (!shipper) throw wrongField('shipperId', '没有这个货主')
  const named = await checkedPicks(ctx, row, shipper.id, picks)
  const moved = await move(ctx, remittanceStates, row, 'claim', {
    version,
    set: { shipper_id: shipper.id, ...claim },
    diff: [
      { field: '货主', old: '--', new: shipper.name },
      ...(named === '' ? [] : [{ field: '核销运单', old: '--', new: named }]),
    ],
  })
  const tails = tailsOf(picks)
  await postRemittanceClaimed(ctx, { ...booked(row), shipperId: shipper.id, claimId: claim.claim_id, picks, tails })
  return remittanceAnswer(ctx, moved)
}

/** Pays what a carrier owes with the money, the debt asked for first. */
async function payDebts(
  ctx: Ctx,
  row: Remittance,
  { version, debtId, ...claim }: { version: number; debtId: string; claim_id: string } & Record<string, unknown>,
): Promise<{ id: string; version: number }> {
  const collected = await collectDebts(ctx, debtId, fen(row.amount_fen), claimOf(row, claim.claim_id))
  const moved = await move(ctx, remittanceStates, row, 'claim', {
    version,
    set: { debtor_id: collected.carrierId, ...claim },
    diff: [{ field: '承运商', old: '--', new: collected.carrierName }],
  })
  await postRemittanceCollected(ctx, { ...booked(row), claimId: claim.claim_id }, collected)
  return remittanceAnswer(ctx, moved)
}

const claimOf = (row: Remittance, claimId: string) => ({
  remittanceId: row.id,
  moneyNo: row.remittance_no,
  claimId,
  branchId: row.branch_id,
})

/** Steps without money of their own, and a claim taken back: its entry goes in red, and so does what it had paid. */
export async function moveRemittance(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveRemittance>,
): Promise<Output<typeof calls.moveRemittance>> {
  const row = await lockRemittance(ctx, id, name)
  const { ask } = remittanceStates.moves[name] as { ask?: 'reason' }
  const why = reason.trim()
  if (ask === 'reason' && why === '') throw wrongField('reason', '不能为空')
  const asked = ask === 'reason' ? { reason: why } : {}
  const { userId, actingFor } = ctx.actor
  const set = {
    reject: { reason: why, checker_id: userId, checker_name: ctx.actor.name, checked_at: ctx.now },
    withdraw: {},
    unclaim: { reason: why, shipper_id: null, debtor_id: null, claim_id: null, claimer_name: null, claimed_at: null },
    askRefund: { reason: why, asker_id: userId, asker_for: actingFor?.userId ?? null },
    keep: { reason: null, asker_id: null, asker_for: null },
    dropReturn: {
      reason: why,
      asker_id: null,
      asker_for: null,
      asker_name: null,
      return_payment_id: null,
      return_fact_id: null,
    },
  }[name]
  const moved = await move(ctx, remittanceStates, row, name, { version, set, ...asked })
  if (name === 'unclaim' && row.claim_id !== null) {
    if (row.debtor_id !== null) await uncollectDebts(ctx, claimOf(row, row.claim_id))
    if (row.shipper_id !== null) await assertUnspent(ctx, row, row.shipper_id)
    await postRemittanceUnclaimed(ctx, booked(row), row.claim_id)
  }
  const words = { ...remittanceWords(row), reason: why }
  if (name === 'reject') await tellHappening(ctx, 'remittance.rejected', { users: [row.maker_id] }, words)
  if (name === 'keep') await tellHappening(ctx, 'remittance.kept', { users: remittanceAskers(row) }, words)
  if (name === 'dropReturn') await tellNotReturned(ctx, row, words)
  if (name === 'askRefund') {
    const said = { ...words, asker: writtenName(ctx.actor) }
    await tellHouse(ctx, 'remittance.refunding', { branch: row.branch_id, permit: 'remittance.confirm' }, said)
  }
  return remittanceAnswer(ctx, moved)
}

/** Tells who pointed at a payment that the money is not its own; the payment's history says so too. */
async function tellNotReturned(
  ctx: Ctx,
  row: Remittance,
  words: ReturnType<typeof remittanceWords> & { readonly reason: string },
): Promise<void> {
  if (row.return_payment_id === null) return
  const payment = await ctx.tx.one(
    q.selectFrom('payments').select(['id', 'task_no']).where('id', '=', row.return_payment_id),
  )
  await logEvent(ctx, { entity: 'payment', entityId: payment.id, action: '不是退汇', reason: words.reason })
  const said = { ...words, taskNo: payment.task_no }
  await tellHappening(ctx, 'remittance.notReturned', { users: remittanceAskers(row) }, said)
}

/** Refuses to take a claim back whose money the shipper has asked back or has again: it would leave the house twice. */
async function assertUnspent(ctx: Ctx, row: Remittance, shipperId: string): Promise<void> {
  const of = { branchId: row.branch_id, shipperId }
  const free = await ctx.tx.elevated(async () => {
    await lockPrepaid(ctx, of)
    // of waybills it named the claim takes its own money back
    return addFen(await returnableOf(ctx, of), await pickedOf(ctx, row.claim_id))
  })
  if (free < row.amount_fen) throw new Problem('remittance.spent', { free: printMoney(fen(Math.max(0, free))) })
}

/** Agrees that the money went back to the account it came from, under the bank's number. */
export async function refundRemittance(
  ctx: Ctx,
  { id, version, expectAmount, serial: typed, date }: Input<typeof calls.refundRemittance>,
): Promise<Output<typeof calls.refundRemittance>> {
  const row = await lockRemittance(ctx, id, 'refund')
  assertAmount(row, expectAmount)
  const serial = checkedSerial(typed)
  if (serial.toUpperCase() === row.serial.toUpperCase()) throw wrongField('serial', '应为退回时银行给的流水号')
  await assertNotSent(ctx, row.branch_id, serial)
  const at = momentOfDay(ctx, date, { at: row.date, what: '来款到账日期' })
  const set = { refund_serial: serial, refund_date: startOfDay(at) }
  const moved = await move(ctx, remittanceStates, row, 'refund', { version, set })
  await postRemittanceRefunded(ctx, booked(row), at)
  await tellHappening(ctx, 'remittance.refunded', { users: remittanceAskers(row) }, { ...remittanceWords(row), serial })
  return remittanceAnswer(ctx, moved)
}
