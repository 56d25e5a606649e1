// The ends of a payment, and their effects on the sheet, its waybills and the books.
import { fen, printMoney, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { simulatedMark } from '@yunshu/domain/partner'
import { isByFile, isOfHouse, payChannels, paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import { postLateMoney, postPaymentFailed, postPaymentSucceeded } from '../voucher/paymentBooks.commands.ts'
import { findPaymentsOf, lockPayment, type Payment } from './payment.queries.ts'
import { openDebt } from '../debt/open.commands.ts'
import { endDoubleDebt } from './debts.commands.ts'
import { familyEndOf, giveLinesBack } from './failure.commands.ts'
import { lockParent, lockUnsentChild } from './family.queries.ts'
import { isWithoutMoney, debtOf, releasePayments } from './release.commands.ts'
import { findLines, payersWith, type Sheet, type SheetLine } from './settlement.queries.ts'
import { settleWaybills, unsettleWaybills } from './waybillSettle.ts'

/** The time until the bank is asked again, ms: longer after each attempt, at most an hour. */
const askAgainMs = (attempts: number): number => Math.min(3_600_000, 15_000 * 2 ** Math.min(attempts, 8))

/** Puts the next question about a payment off; one that left in a file is asked about at nobody. */
export async function postponePayment(ctx: Ctx, payment: Payment): Promise<void> {
  const attempts = payment.attempts + 1
  await ctx.tx.run(
    q
      .updateTable('payments')
      .set({
        attempts,
        next_at: isByFile(keyOf(payChannels, payment.channel)) ? null : ctx.now + askAgainMs(attempts),
        updated_at: ctx.now,
      })
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

/** A payment has arrived: its waybills are settled, and the last one of its sheet ends the sheet. */
export async function succeedPayment(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  bankSerial: string | null,
): Promise<void> {
  await move(ctx, paymentStates, payment, 'succeed', {
    set: { bank_serial: bankSerial, done_at: ctx.now, next_at: null },
  })
  await settleWaybills(ctx, await linesPaidBy(ctx, payment))
  await endSheet(ctx, sheet)
  await postPaymentSucceeded(ctx, ofBooks(payment), ZERO_FEN)
}

/** A payment did not arrive, or was given up before it left: the carrier is owed again. */
export async function failPayment(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  reason: string,
  name: 'fail' | 'cancel' = 'fail',
): Promise<void> {
  await move(ctx, paymentStates, payment, name, { reason, set: { reason, done_at: ctx.now, next_at: null } })
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
  const lines = await linesPaidBy(ctx, payment)
  const isAfterClose = lines.every(line => !line.is_open)
  if (sheet.state === 'paid') await reopenSheet(ctx, sheet, reason)
  if (isAfterClose) await endDoubleDebt(ctx, payment.id)
  else await unsettleWaybills(ctx, lines)
  await tellHappening(ctx, 'payment.returned', payersOf(sheet), {
    settlementNum: sheet.settlement_num,
    payee: payment.payee,
    amount: printMoney(fen(payment.amount_fen)),
    reason,
    simulated: simulatedMark([payment.channel]),
  })
  await postLateMoney(ctx, ofBooks(payment), fact.id, isAfterClose ? 'returnedTwice' : 'returned')
  // nobody can close a closed sheet again: its waybills go at once
  if (sheet.state === 'closed' && !isAfterClose) await releasePayments(ctx, sheet, [payment])
}

/** A paid sheet has something to pay again, and so have those it was made of. */
async function reopenSheet(ctx: Ctx, sheet: Sheet, reason: string): Promise<void> {
  await move(ctx, settlementStates, sheet, 'giveBack', { reason })
  const parent = await lockParent(ctx, sheet)
  if (parent?.state === 'paid') await reopenSheet(ctx, parent, reason)
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
  await dropUnsentChild(ctx, sheet, payment)
  const lines = await linesPaidBy(ctx, payment)
  // another sheet has them, or had them: paid by it, under way, or settled anew
  const isTwice = lines.some(line => !line.is_open)
  if (isTwice) await openDebt(ctx, 'DOUBLE', { ...debtOf(sheet), paymentId: payment.id }, fen(payment.amount_fen))
  else {
    await settleWaybills(ctx, lines)
    await endSheet(ctx, sheet)
  }
  await postLateMoney(ctx, ofBooks(payment), fact.id, isTwice ? 'twice' : 'late')
}

/** Drops a sheet that would pay this payment again, as long as none of its money has left: what it held is given back. */
async function dropUnsentChild(ctx: Ctx, sheet: Sheet, payment: Payment): Promise<void> {
  const child = await lockUnsentChild(ctx, sheet)
  if (child === undefined) return
  const mine = new Set((await linesPaidBy(ctx, payment)).map(line => line.part_id))
  if (!(await findLines(ctx, child.id)).some(line => mine.has(line.part_id))) return
  const reason = `支付任务 ${payment.task_no} 到账`
  await move(ctx, settlementStates, child, 'dropFailure', { reason })
  await giveLinesBack(ctx, child)
  await tellHappening(ctx, 'settlement.released', payersWith(child, 'settlement.make'), {
    settlementNum: child.settlement_num,
  })
}

/** Ends the sheet when the last of its payments has a result. */
async function endSheet(ctx: Ctx, sheet: Sheet): Promise<void> {
  const payments = await findPaymentsOf(ctx, sheet.id)
  if (payments.some(({ state }) => state === 'created' || state === 'sent' || state === 'unknown')) return
  if (payments.every(({ state }) => state === 'success')) await finishSheet(ctx, sheet, payments)
  else if (sheet.state === 'paying') await move(ctx, settlementStates, sheet, 'fail')
  else await endFamily(ctx, sheet)
}

/**
 * Ends a sheet of which payments failed once nothing of it is left to pay: the sheets made of it have paid the rest, or
 * let it go.
 */
export async function endFamily(ctx: Ctx, sheet: Sheet): Promise<void> {
  if (sheet.state !== 'partial') return
  const end = await familyEndOf(ctx, sheet)
  if (end === 'open') return
  if (end === 'paid') return void (await finishSheet(ctx, sheet, await findPaymentsOf(ctx, sheet.id)))
  await move(ctx, settlementStates, sheet, 'closeAfter')
  await settleWaybills(ctx, (await findLines(ctx, sheet.id)).filter(isWithoutMoney))
  await endParent(ctx, sheet)
}

/** The sheet a sheet was made of ends with it, where nothing else of it is open. */
export async function endParent(ctx: Ctx, sheet: Sheet): Promise<void> {
  const parent = await lockParent(ctx, sheet)
  if (parent !== undefined) await endFamily(ctx, parent)
}

/** The lines a payment pays. */
const linesPaidBy = async (ctx: Ctx, payment: Payment): Promise<SheetLine[]> =>
  (await findLines(ctx, payment.settlement_id)).filter(line => line.payment_id === payment.id)

/**
 * Ends a sheet whose money is all out by these payments: waybills nothing had to be paid for are settled too, a rest
 * below zero is the carrier's debt, and everybody is told.
 */
export async function finishSheet(ctx: Ctx, sheet: Sheet, payments: readonly Payment[]): Promise<Sheet> {
  const paid = await move(ctx, settlementStates, sheet, 'settle')
  await settleWaybills(ctx, (await findLines(ctx, sheet.id)).filter(isWithoutMoney))
  await openDebt(ctx, 'SHEET', debtOf(sheet), fen(sheet.carried_out_fen))
  const said = {
    settlementNum: sheet.settlement_num,
    amount: printMoney(fen(sheet.due_fen)),
    over: sheet.carried_out_fen === 0 ? undefined : printMoney(fen(sheet.carried_out_fen)),
    simulated: simulatedMark(payments.map(({ channel }) => channel)),
  }
  await tellHappening(ctx, 'settlement.paid', payersOf(sheet), said)
  // the carrier hears of money once: that of a payment made again from the sheet that made it
  const arrived = payments.filter(({ state }) => state === 'success')
  if (arrived.length > 0 || payments.length === 0)
    await tellHappening(
      ctx,
      'payment.received',
      { company: sheet.carrier_id, permit: 'settlement.view' },
      { ...said, amount: printMoney(sumFen(arrived.map(payment => fen(payment.amount_fen)))) },
    )
  await endParent(ctx, paid)
  return paid
}

/** The people of a payment, each once: the maker and the submitter of the sheet, and the payers of the shipper. */
export const payersOf = (sheet: Sheet): Receivers =>
  isOfHouse(sheet)
    ? payersWith(sheet, 'settlement.pay')
    : {
        company: sheet.shipper_id,
        permit: 'settlement.pay',
        users: [sheet.maker_id, ...(sheet.submitter_id === null ? [] : [sheet.submitter_id])],
        by: sheet.maker_id,
      }

const ofBooks = (payment: Payment) => ({
  id: payment.id,
  taskNo: payment.task_no,
  settlementId: payment.settlement_id,
  shipperId: payment.shipper_id,
  carrierId: payment.carrier_id,
  branchId: payment.branch_id,
  amount: fen(payment.amount_fen),
  isFee: isOfHouse(payment),
})
