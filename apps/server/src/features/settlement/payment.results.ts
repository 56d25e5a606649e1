// The bank's answers about a payment, and their effects on the sheet, its waybills and the books; every answer counts
// once.
import { fen, printMoney, ZERO_FEN } from '@yunshu/domain/figures/money'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import type { PayResult } from '../../partners/channel.ts'
import { postPaymentFailed, postPaymentSucceeded } from '../voucher/books.commands.ts'
import { findPaymentsOf, lockPayment, type Payment } from './payment.queries.ts'
import { findLines, type Sheet } from './settlement.queries.ts'
import { settleWaybills } from './waybillSettle.ts'

/** The time until the bank is asked again, ms: longer after each attempt, at most an hour. */
const askAgainMs = (attempts: number): number => Math.min(3_600_000, 15_000 * 2 ** Math.min(attempts, 8))

/**
 * Takes what the bank says of a payment. A payment that has ended takes nothing more, so an answer may come twice, in
 * any order, by any way. Runs as the product itself, in its own transaction.
 */
export async function takeResult(ctx: Ctx, paymentId: string, result: PayResult): Promise<void> {
  const { sheet, payment } = await lockPayment(ctx, paymentId)
  if (payment.state !== 'sent' && payment.state !== 'unknown') return
  switch (result.state) {
    case 'success':
      return succeeded(ctx, sheet, payment, result.bankSerial)
    case 'failed':
      return failed(ctx, sheet, payment, result.reason)
    case 'unknown':
    case 'processing': {
      const attempts = payment.attempts + 1
      const again = { attempts, next_at: ctx.now + askAgainMs(attempts) }
      if (result.state === 'processing' || payment.state === 'unknown') {
        await ctx.tx.run(
          q
            .updateTable('payments')
            .set({ ...again, updated_at: ctx.now })
            .where('id', '=', payment.id),
        )
        return
      }
      await move(ctx, paymentStates, payment, 'lose', { set: again })
      await tellHappening(ctx, 'payment.unknown', peopleOf(sheet), { settlementNum: sheet.settlement_num })
    }
  }
}

async function succeeded(ctx: Ctx, sheet: Sheet, payment: Payment, bankSerial: string): Promise<void> {
  await move(ctx, paymentStates, payment, 'succeed', {
    set: { bank_serial: bankSerial, done_at: ctx.now, next_at: null },
  })
  await endSheet(ctx, sheet)
  await postPaymentSucceeded(ctx, ofBooks(payment), ZERO_FEN)
}

async function failed(ctx: Ctx, sheet: Sheet, payment: Payment, reason: string): Promise<void> {
  await move(ctx, paymentStates, payment, 'fail', { reason, set: { reason, done_at: ctx.now, next_at: null } })
  await endSheet(ctx, sheet)
  await tellHappening(ctx, 'payment.failed', peopleOf(sheet), {
    settlementNum: sheet.settlement_num,
    payee: payment.payee,
    amount: printMoney(fen(payment.amount_fen)),
    reason,
  })
  await postPaymentFailed(ctx, ofBooks(payment))
}

/** Ends the sheet when the last of its payments has a result. */
async function endSheet(ctx: Ctx, sheet: Sheet): Promise<void> {
  const payments = await findPaymentsOf(ctx, sheet.id)
  if (payments.some(({ state }) => state === 'created' || state === 'sent' || state === 'unknown')) return
  if (payments.every(({ state }) => state === 'success')) await finishSheet(ctx, sheet)
  else await move(ctx, settlementStates, sheet, 'fail')
}

/** Ends a sheet whose money is all out: its waybills are settled, and everybody is told. */
export async function finishSheet(ctx: Ctx, sheet: Sheet): Promise<Sheet> {
  const paid = await move(ctx, settlementStates, sheet, 'settle')
  await settleWaybills(ctx, await findLines(ctx, sheet.id))
  const said = {
    settlementNum: sheet.settlement_num,
    amount: printMoney(fen(sheet.due_fen)),
    over: sheet.carried_out_fen === 0 ? undefined : printMoney(fen(sheet.carried_out_fen)),
  }
  await tellHappening(ctx, 'settlement.paid', peopleOf(sheet), said)
  await tellHappening(ctx, 'payment.received', { company: sheet.carrier_id, permit: 'settlement.view' }, said)
  return paid
}

/** The people of a payment, each once: the maker and the submitter of the sheet, and the payers of the shipper. */
const peopleOf = (sheet: Sheet): Receivers => ({
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
