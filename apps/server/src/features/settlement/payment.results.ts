// What the bank says of a payment, and what follows for the sheet, its waybills and the books; every answer counts
// once.
import { fen, printMoney, ZERO_FEN } from '@yunshu/domain/figures/money'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { PayResult } from '../../partners/channel.ts'
import { postPaymentFailed, postPaymentSucceeded } from '../voucher/books.commands.ts'
import { findPaymentsOf, lockPayment, type Payment } from './payment.queries.ts'
import { tellSettlementPeople } from './settlement.commands.ts'
import { findLines, type Sheet } from './settlement.queries.ts'
import { settleWaybills } from './waybillSettle.ts'

/** How long until the bank is asked again, ms: longer after each time, at most an hour. */
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
      await tellBoth(
        ctx,
        sheet,
        '4',
        '支付结果未知',
        `结算单${sheet.settlement_num}的支付结果未知，请先查询，切勿重复支付`,
      )
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
  await tellBoth(
    ctx,
    sheet,
    '4',
    '支付失败',
    `结算单${sheet.settlement_num}向${payment.payee}支付 ${printMoney(fen(payment.amount_fen))} 元失败：${reason}`,
  )
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
  const words = `结算单${sheet.settlement_num}已支付 ${printMoney(fen(sheet.due_fen))} 元${sheet.carried_out_fen === 0 ? '' : `；扣款与油卡超出应付 ${printMoney(fen(sheet.carried_out_fen))} 元，在下一张结算单中抵扣`}`
  await tellBoth(ctx, sheet, '0', '结算单已支付', words)
  await tellSettlementPeople(
    ctx,
    sheet,
    { company: sheet.carrier_id, permit: 'settlement.view' },
    '0',
    '运费已支付',
    words,
    'payment',
  )
  return paid
}

/** The people of a payment, each once: who made and submitted the sheet, and the payers of the shipper. */
async function tellBoth(ctx: Ctx, sheet: Sheet, code: '0' | '4', title: string, msg: string): Promise<void> {
  const users = [sheet.maker_id, ...(sheet.submitter_id === null ? [] : [sheet.submitter_id])]
  await tellSettlementPeople(
    ctx,
    sheet,
    { company: sheet.shipper_id, permit: 'settlement.pay', users, by: sheet.maker_id },
    code,
    title,
    msg,
    'payment',
  )
}

const ofBooks = (payment: Payment) => ({
  id: payment.id,
  taskNo: payment.task_no,
  settlementId: payment.settlement_id,
  shipperId: payment.shipper_id,
  carrierId: payment.carrier_id,
  branchId: payment.branch_id,
  amount: fen(payment.amount_fen),
})
