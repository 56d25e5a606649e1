// Refunds: a shipper asks for prepaid money back, one person of the house agrees, another sends it.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/refund/refund'
import { fen, printMoney, printYuan } from '@yunshu/domain/figures/money'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { faultOfRefundMove, refundStates, type RefundMove } from '@yunshu/domain/refund'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { momentOfDay } from '../../http/moneyDay.ts'
import { assertMoneyStep } from '../../http/secondFactor.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { lockCredit } from '../credit/credit.queries.ts'
import { assertNotSent, checkedSerial } from '../remittance/serial.commands.ts'
import { lockPrepaid } from '../voucher/receivables.queries.ts'
import { postRefundAsked, postRefundPaid, postRefundUndone } from '../voucher/refundBooks.commands.ts'
import {
  isAccountThere,
  ownRefunds,
  refundableMoney,
  refundAccounts,
  refundOn,
  shipperOf,
  type Refund,
} from './refund.queries.ts'

/** Asks for money that is paid before and not used; from now on it pays nothing. */
export async function askRefund(
  ctx: Ctx,
  { amount, accountId, reason }: Input<typeof calls.askRefund>,
): Promise<Output<typeof calls.askRefund>> {
  const own = await shipperOf(ctx)
  if (own === undefined) throw new Problem('permit.missing')
  if (amount === 0) throw wrongField('amount', '应大于 0')
  const account = (await refundAccounts(ctx, own.id, own.branchId)).find(({ id }) => id === accountId)
  if (account === undefined) throw wrongField('accountId', '请选择收款账户')
  const of = { shipperId: own.id, branchId: own.branchId }
  // under the lock of everything that uses prepaid money: two requests do not ask for the same
  const { free, held } = await ctx.tx.elevated(async () => {
    await lockPrepaid(ctx, of)
    // an appointment that is under way has its waybills counted, the next one waits for this answer
    await lockCredit(ctx, own.id, own.branchId)
    return refundableMoney(ctx, of)
  })
  if (amount > free)
    throw held > 0
      ? new Problem('refund.held', { free: printMoney(free), held: printMoney(held) })
      : new Problem('refund.short', { free: printMoney(free) })
  const id = v7()
  const refundNo = await takeNumber(ctx.tx, 'TK', 'refund_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('refunds').values({
      id,
      refund_no: refundNo,
      state: refundStates.start,
      shipper_id: own.id,
      branch_id: own.branchId,
      amount_fen: amount,
      source: account.source,
      account_name: account.name,
      account_no: account.accountNo,
      reason,
      asker_id: ctx.actor.userId,
      asker_for: ctx.actor.actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, { entity: 'refund', entityId: id, action: '申请退款', to: refundStates.start, reason })
  const words = { refundNo, shipper: own.name, amount: printMoney(amount), reason }
  await tellHouse(ctx, 'refund.asked', { branch: own.branchId, permit: 'refund.approve' }, words)
  await postRefundAsked(ctx, { id, refundNo, branchId: own.branchId, shipperId: own.id, amount })
  ctx.touched('refund', id, { refundNo, amount: printYuan(amount) })
  return { id, refundNo, version: 1 }
}

interface Locked extends Refund {
  shipper_name: string
}

/** One refund under lock with the move asked for judged; another company's is none. */
async function lockRefund(ctx: Ctx, id: string, name: RefundMove): Promise<Locked> {
  const row = await ctx.tx.one(
    q
      .selectFrom('refunds as r')
      .innerJoin('companies as s', 's.id', 'r.shipper_id')
      .selectAll('r')
      .select('s.name as shipper_name')
      .where('r.id', '=', id)
      .where(ownRefunds(ctx.actor, 'r'))
      .forUpdate('r'),
  )
  const refund = { ...row, state: keyOf(refundStates.states, row.state) }
  const fault = faultOfRefundMove(name, refundOn(ctx, refund))
  if (fault) throw problemOf(fault)
  return refund
}

/** Refuses to send money where it neither came from nor is registered any more: a claim may have been taken back since. */
async function assertAccountThere(ctx: Ctx, row: Locked): Promise<void> {
  // a claim is taken back under the same lock
  await ctx.tx.elevated(() => lockPrepaid(ctx, { branchId: row.branch_id, shipperId: row.shipper_id }))
  if (!(await isAccountThere(ctx, row))) throw new Problem('refund.gone')
}

/** A refund as the books see it. */
const booked = (row: Locked) => ({
  id: row.id,
  refundNo: row.refund_no,
  branchId: row.branch_id,
  shipperId: row.shipper_id,
  amount: fen(row.amount_fen),
})

const wordsOf = (row: Locked) => ({
  refundNo: row.refund_no,
  shipper: row.shipper_name,
  amount: printMoney(fen(row.amount_fen)),
})

/** Agrees to a refund, rejects it with a reason, or takes it back: then the money pays what is owed again. */
export async function moveRefund(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveRefund>,
): Promise<Output<typeof calls.moveRefund>> {
  if (name === 'approve') await assertMoneyStep(ctx, 'refund.approve')
  const row = await lockRefund(ctx, id, name)
  if (name === 'approve') await assertAccountThere(ctx, row)
  const why = reason.trim()
  if (name === 'reject' && why === '') throw wrongField('reason', '不能为空')
  const set = {
    approve: { approver_id: ctx.actor.userId, approver_name: ctx.actor.name },
    reject: { answer: why },
    withdraw: {},
  }[name]
  const moved = await move(ctx, refundStates, row, name, {
    version,
    set,
    ...(name === 'reject' ? { reason: why } : {}),
  })
  const words = { ...wordsOf(row), reason: why }
  if (name === 'approve') {
    await tellHouse(ctx, 'refund.approved', { branch: row.branch_id, permit: 'refund.pay' }, words)
  }
  if (name === 'reject') await tellHappening(ctx, 'refund.rejected', { users: [row.asker_id] }, words)
  if (name !== 'approve') await postRefundUndone(ctx, booked(row))
  ctx.touched('refund', id, { refundNo: row.refund_no })
  return { id, version: moved.version }
}

/** Says that the money went back under the bank's number. */
export async function payRefund(
  ctx: Ctx,
  { id, version, expectAmount, serial: typed, date }: Input<typeof calls.payRefund>,
): Promise<Output<typeof calls.payRefund>> {
  const row = await lockRefund(ctx, id, 'pay')
  if (row.amount_fen !== expectAmount) throw wrongField('expectAmount', `退款金额为 ${wordsOf(row).amount} 元，请核对`)
  await assertAccountThere(ctx, row)
  const serial = checkedSerial(typed)
  // of two who pay under one number at once, the second one sees the refund of the first
  await assertNotSent(ctx, row.branch_id, serial)
  const at = momentOfDay(ctx, date, { at: row.created_at, what: '申请日期' })
  const moved = await move(ctx, refundStates, row, 'pay', {
    version,
    set: { serial, payer_id: ctx.actor.userId, payer_name: ctx.actor.name, paid_at: at },
  })
  await tellHappening(ctx, 'refund.paid', { users: [row.asker_id] }, { ...wordsOf(row), serial })
  const approver = { id: row.approver_id ?? row.asker_id, name: row.approver_name ?? row.asker_name }
  await postRefundPaid(ctx, booked(row), approver, at)
  ctx.touched('refund', id, { refundNo: row.refund_no, amount: printYuan(fen(row.amount_fen)), serial })
  return { id, version: moved.version }
}
