// A line of the bank's file that is a payment of ours, come back (登记退汇): entered as money that came and pointed at that payment in
// one step; once another person has agreed, the line lies on the return.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/recon/recon'
import type * as remittances from '@yunshu/contract/remittance/remittance'
import { remittanceSerialMax, returnableMost } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { remittanceStates } from '@yunshu/domain/remittance'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { confirmRemittance, enterRemittance } from '../remittance/remittance.commands.ts'
import { isNamedAlone, showReturnable } from '../remittance/returnOf.queries.ts'
import { confirmReturn, pointEntered } from '../settlement/paymentBack.commands.ts'
import { lockPayment } from '../settlement/payment.queries.ts'
import { lockRecon, matchBranch } from './match.commands.ts'
import { assertRecordable, noteMade, openLine } from './record.commands.ts'
import { mayReturn } from './recon.queries.ts'
import { ownRecon } from './reconRows.queries.ts'

/** Payments beside the line of a difference in the actor's reach. */
const paymentsOfLine = (ctx: Ctx, itemId: string) =>
  q
    .selectFrom('recon_items as i')
    .innerJoin('recon_lines as l', 'l.id', 'i.line_id')
    .innerJoin('payments as p', 'p.branch_id', 'i.branch_id')
    .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
    .where('i.id', '=', itemId)
    .where(ownRecon(ctx.actor, 'i'))

/** Payments whose money a line may be, come back: those of its account first, then the newest. */
export async function findReconReturnable(
  ctx: Ctx,
  { id }: Input<typeof calls.listReconReturnable>,
): Promise<Output<typeof calls.listReconReturnable>> {
  const paidAt = sql<number>`coalesce(p.done_at, p.created_at)`
  await ctx.tx.one(
    q.selectFrom('recon_items as i').select('i.id').where('i.id', '=', id).where(ownRecon(ctx.actor, 'i')),
  )
  const rows = await ctx.tx.rows(
    paymentsOfLine(ctx, id)
      .where('p.state', '=', 'success')
      .whereRef('p.amount_fen', '=', 'l.amount_fen')
      .where('l.direction', '=', 'IN')
      .where(sql<boolean>`${paidAt} < l.day + ${DAY_MS}::bigint`)
      .where(sql<boolean>`not ${isNamedAlone('p.id')}`)
      .select(['p.id', 'p.task_no', 'st.settlement_num', 'p.payee', 'p.account_no', 'p.bank', 'p.amount_fen'])
      .select(paidAt.as('paid_at'))
      .select(sql<boolean>`false`.as('is_returned'))
      .select(
        sql<boolean>`coalesce(regexp_replace(upper(p.account_no), '[^0-9A-Z]', '', 'g')
          = regexp_replace(upper(l.other_account), '[^0-9A-Z]', '', 'g'), false)`.as('is_same'),
      )
      .select(
        sql<number>`(select count(distinct s.waybill_id)::int from settlement_lines s where s.payment_id = p.id)`.as(
          'waybills',
        ),
      )
      .orderBy('is_same', 'desc')
      .orderBy('p.id', 'desc')
      .limit(returnableMost),
  )
  return { rows: rows.map(row => showReturnable(ctx, row)) }
}

/** Enters the line; the payment and its sheet are locked before the branch's movements, as by everybody who ends a payment. */
export async function returnReconItem(
  ctx: Ctx,
  { id, version, paymentId, reason }: Input<typeof calls.returnReconItem>,
): Promise<Output<typeof calls.returnReconItem>> {
  if (!mayReturn(ctx)) throw new Problem('permit.missing')
  await ctx.tx.one(paymentsOfLine(ctx, id).select('p.id').where('p.id', '=', paymentId))
  const { payment } = await lockPayment(ctx, paymentId)
  const opened = await openLine(ctx, { id, version })
  await assertRecordable(ctx, opened)
  const { line } = opened
  if (line.direction !== 'IN') throw new Problem('recon.notOpen')
  const entered = await enterRemittance(
    ctx,
    {
      // a bank often names an account of its own, or nobody: the money is the payee's, then
      payerName: (line.other_name ?? payment.payee).slice(0, 60),
      payerAccount: line.other_account ?? payment.account_no,
      amount: fen(line.amount_fen),
      date: line.day,
      serial: line.serial.slice(0, remittanceSerialMax),
      bankNote: line.order_key ?? '对账登记退汇',
    },
    { id: line.id, isReturn: true },
  )
  await pointEntered(ctx, entered.id, payment, reason)
  return noteMade(ctx, opened, `来款 ${entered.remittanceNo}`, remittanceStates.moves.askReturn.label)
}

/** Lays the lines of a branch anew once what one of them was entered as is booked. */
async function layLater(ctx: Ctx, remittanceId: string): Promise<void> {
  const { branch_id: branchId, recon_line_id: lineId } = await ctx.tx.one(
    q.selectFrom('remittances').select(['branch_id', 'recon_line_id']).where('id', '=', remittanceId),
  )
  if (lineId === null) return
  ctx.afterCommit(() =>
    asSystem(ctx.deps, async later => {
      await lockRecon(later, branchId)
      await matchBranch(later, branchId)
    }),
  )
}

/** Agrees that money is there; one of a line of the bank's file lies on it then. */
export async function confirmMoneyOfLine(
  ctx: Ctx,
  input: Input<typeof remittances.confirmRemittance>,
): Promise<Output<typeof remittances.confirmRemittance>> {
  const answer = await confirmRemittance(ctx, input)
  await layLater(ctx, input.id)
  return answer
}

/** Agrees that money is a payment come back; a line of the bank's file it was entered from lies on the return then. */
export async function confirmReturnOfLine(
  ctx: Ctx,
  input: Input<typeof remittances.confirmReturn>,
): Promise<Output<typeof remittances.confirmReturn>> {
  const answer = await confirmReturn(ctx, input)
  await layLater(ctx, input.id)
  return answer
}
