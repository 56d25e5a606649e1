// The ends of a payment, and their effects on the sheet, its waybills and the books.
import { fen, printMoney, ZERO_FEN } from '@yunshu/domain/figures/money'
import { simulatedMark } from '@yunshu/domain/partner'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import { postLateMoney, postPaymentFailed, postPaymentSucceeded } from '../voucher/paymentBooks.commands.ts'
import { findPaymentsOf, lockPayment, type Payment } from './payment.queries.ts'
import { findLines, type Sheet } from './settlement.queries.ts'
import { settleWaybills, unsettleWaybills } from './waybillSettle.ts'

/** The time until the bank is asked again, ms: longer after each attempt, at most an hour. */
const askAgainMs = (attempts: number): number => Math.min(3_600_000, 15_000 * 2 ** Math.min(attempts, 8))

/** Puts the next question about a payment off. */
export async function postponePayment(ctx: Ctx, payment: Payment): Promise<void> {
  const attempts = payment.attempts + 1
  await ctx.tx.run(
    q
      .updateTable('payments')
      .set({ attempts, next_at: ctx.now + askAgainMs(attempts), updated_at: ctx.now })
      .where('id', '=', payment.id),
  )
}

/** The bank was silent about a payment, or does not know it yet: it is only ever asked about. */
export async function loseAnswer(ctx: Ctx, paymentId: string): Promise<void> {
  const { sheet, payment } = await lockPayment(ctx, paymentId)
  if (payment.state === 'unknown') return postponePayment(ctx, payment)
  if (payment.state !== 'sent') return
  const attempts = payment.attempts + 1
  await move(ctx, paymentStates, payment, 'lose', { set: { attempts, next_at: ctx.now + askAgainMs(attempts) } })
  await tellHappening(ctx, 'payment.unknown', payersOf(sheet), {
    settlementNum: sheet.settlement_num,
    simulated: simulatedMark([payment.channel]),
  })
}

/** A payment has arrived; the last one of its sheet ends the sheet. */
export async function succeedPayment(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  bankSerial: string | null,
): Promise<void> {
  await move(ctx, paymentStates, payment, 'succeed', {
    set: { bank_serial: bankSerial, done_at: ctx.now, next_at: null },
  })
  await endSheet(ctx, sheet)
  await postPaymentSucceeded(ctx, ofBooks(payment), ZERO_FEN)
}

/** A payment did not arrive: the carrier is owed again. */
export async function failPayment(ctx: Ctx, sheet: Sheet, payment: Payment, reason: string): Promise<void> {
  await move(ctx, paymentStates, payment, 'fail', { reason, set: { reason, done_at: ctx.now, next_at: null } })
  await endSheet(ctx, sheet)
  await tellHappening(ctx, 'payment.failed', payersOf(sheet), {
    settlementNum: sheet.settlement_num,
    payee: payment.payee,
    amount: printMoney(fen(payment.amount_fen)),
    reason,
    simulated: simulatedMark([payment.channel]),
  })
  await postPaymentFailed(ctx, ofBooks(payment))
}

/** Money that was paid came back: the sheet is to be paid again or closed, and its waybills are not paid. */
export async function givePaymentBack(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  fact: { id: string; reason: string | null },
): Promise<void> {
  const reason = fact.reason ?? '银行退汇'
  await move(ctx, paymentStates, payment, 'giveBack', { reason, set: { reason, done_at: ctx.now, next_at: null } })
  await move(ctx, settlementStates, sheet, 'giveBack', { reason })
  await unsettleWaybills(ctx, await findLines(ctx, sheet.id))
  await tellHappening(ctx, 'payment.returned', payersOf(sheet), {
    settlementNum: sheet.settlement_num,
    payee: payment.payee,
    amount: printMoney(fen(payment.amount_fen)),
    reason,
    simulated: simulatedMark([payment.channel]),
  })
  await postLateMoney(ctx, ofBooks(payment), fact.id, 'returned')
}

/**
 * A payment that had failed or come back is out after all. Its sheet still open is paid by it; a closed one is not, for
 * its waybills may be settled anew: the carrier owes the money, and its next sheet takes it off.
 */
export async function succeedLate(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  fact: { id: string; bank_serial: string | null },
): Promise<void> {
  await move(ctx, paymentStates, payment, 'succeedLate', {
    set: { bank_serial: fact.bank_serial, reason: null, done_at: ctx.now, next_at: null },
  })
  const isClosed = sheet.state === 'closed'
  if (isClosed)
    await ctx.tx.run(
      q
        .updateTable('settlements')
        .set({ late_paid_fen: sheet.late_paid_fen + payment.amount_fen, updated_at: ctx.now })
        .where('id', '=', sheet.id),
    )
  else await endSheet(ctx, sheet)
  await postLateMoney(ctx, ofBooks(payment), fact.id, isClosed ? 'twice' : 'late')
}

/** Ends the sheet when the last of its payments has a result. */
async function endSheet(ctx: Ctx, sheet: Sheet): Promise<void> {
  const payments = await findPaymentsOf(ctx, sheet.id)
  if (payments.some(({ state }) => state === 'created' || state === 'sent' || state === 'unknown')) return
  if (payments.every(({ state }) => state === 'success')) await finishSheet(ctx, sheet, payments)
  else await move(ctx, settlementStates, sheet, 'fail')
}

/** Ends a sheet whose money is all out by these payments: its waybills are settled, and everybody is told. */
export async function finishSheet(ctx: Ctx, sheet: Sheet, payments: readonly Payment[]): Promise<Sheet> {
  const paid = await move(ctx, settlementStates, sheet, 'settle')
  await settleWaybills(ctx, await findLines(ctx, sheet.id))
  const said = {
    settlementNum: sheet.settlement_num,
    amount: printMoney(fen(sheet.due_fen)),
    over: sheet.carried_out_fen === 0 ? undefined : printMoney(fen(sheet.carried_out_fen)),
    simulated: simulatedMark(payments.map(({ channel }) => channel)),
  }
  await tellHappening(ctx, 'settlement.paid', payersOf(sheet), said)
  await tellHappening(ctx, 'payment.received', { company: sheet.carrier_id, permit: 'settlement.view' }, said)
  return paid
}

/** The people of a payment, each once: the maker and the submitter of the sheet, and the payers of the shipper. */
export const payersOf = (sheet: Sheet): Receivers => ({
  company: sheet.shipper_id,
  permit: 'settlement.pay',
  users: [sheet.maker_id, ...(sheet.submitter_id === null ? [] : [sheet.submitter_id])],
  by: sheet.maker_id,
})

const ofBooks = (payment: Payment) => ({
  id: payment.id,
  taskNo: payment.task_no,
  settlementId: payment.settlement_id,
  shipperId: payment.shipper_id,
  carrierId: payment.carrier_id,
  branchId: payment.branch_id,
  amount: fen(payment.amount_fen),
})
