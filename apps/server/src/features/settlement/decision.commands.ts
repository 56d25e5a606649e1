// Payments the bank gives no result of: a person says what became of one, or the bank's file of the day lacks it; another
// person agrees at the desk of exceptions.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/moneyException'
import { DAY_MS, formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { decidableFrom, isWithBank } from '@yunshu/domain/settlement/silence'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { ownSheets } from '../../work/scope.ts'
import { asSystem } from '../../work/system.ts'
import { insertException, proposeException } from './moneyException.commands.ts'
import { isDecisionOpen, lockPayment, type Payment } from './payment.queries.ts'
import { askPayment } from './payment.send.ts'
import { payerRows } from './settlement.queries.ts'

/** Says what became of a payment without a result: an exception with this proposal; the bank is asked once more. */
export async function decidePayment(
  ctx: Ctx,
  { id, version, ...said }: Input<typeof calls.decidePayment>,
): Promise<Output<typeof calls.decidePayment>> {
  await ctx.tx.one(
    q
      .selectFrom('payments as p')
      .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
      .select('p.id')
      .where('p.id', '=', id)
      .where(payerRows(ctx.actor, 'p'))
      .where(ownSheets(ctx.actor, 'st')),
  )
  const { sheet, payment } = await lockPayment(ctx, id)
  if (payment.version !== version) throw await stale(ctx, id)
  await assertDecidable(ctx, payment)
  const exceptionId = await insertException(ctx, 'NO_ANSWER', payment, { sheet, payment }, { isTold: false })
  const { version: proposed } = await proposeException(ctx, { id: exceptionId, version: 1, ...said })
  ctx.touched('payment', id, { taskNo: payment.task_no, outcome: said.outcome })
  // its result, if the bank has one by now, comes before the second person
  ctx.afterCommit(() => askPayment(ctx.deps, id))
  return { id: exceptionId, version: proposed }
}

async function assertDecidable(ctx: Ctx, payment: Payment): Promise<void> {
  if (!isWithBank(payment.state))
    throw new Problem('state.wrong', { state: paymentStates.states[payment.state].label, move: '认定付款结果' })
  if (await isDecisionOpen(ctx, payment.id)) throw new Problem('decide.open', { taskNo: payment.task_no })
  const channel = keyOf(payChannels, payment.channel)
  const from = decidableFrom({ channel, sentAt: payment.sent_at ?? payment.created_at })
  if (ctx.now < from) throw new Problem('decide.early', { taskNo: payment.task_no, at: formatDateTime(from) })
}

/**
 * Opens an exception, once, about each order of a branch that is with the bank and that its file lacks: an order sent by
 * wire stands in the file of its day, one handed over in a file of ours in that of the day after.
 */
export async function openSilentOrders(deps: Deps, branchId: string): Promise<void> {
  const lacking = await asSystem(deps, ctx =>
    ctx.tx.rows(
      sql<{ id: string }>`select p.id from payments p
        where p.branch_id = ${branchId}::uuid and p.state in ('sent', 'unknown') and p.sent_at is not null
          and p.channel <> 'OFFLINE'
          and p.sent_at < ${DAY_MS}::bigint * case p.channel when 'FILE' then 0 else 1 end
            + (select max(day) from recon_files where branch_id = p.branch_id and state = 'taken')
          and not exists (select from money_exceptions x where x.payment_id = p.id
            and (x.state <> 'resolved' or x.kind = 'NOT_IN_FILE'))
          and not exists (select from channel_facts f where f.channel = p.channel and f.order_key = p.idem_key
            and f.verdict is null)
        order by p.id`.compile(q),
    ),
  )
  for (const { id } of lacking) await asSystem(deps, ctx => openSilentOrder(ctx, id))
}

/** Opens it where the bank has not given its result meanwhile, and nobody has asked. */
async function openSilentOrder(ctx: Ctx, id: string): Promise<void> {
  const { sheet, payment } = await lockPayment(ctx, id)
  if (isWithBank(payment.state) && !(await isDecisionOpen(ctx, id)))
    await insertException(ctx, 'NOT_IN_FILE', payment, { sheet, payment })
}
