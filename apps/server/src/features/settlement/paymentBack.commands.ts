// Money that came and is a payment of ours come back (登记退汇): one person points at the payment, another agrees; then it is as
// if the bank had named it. One the bank did name already keeps what its word did, and the money stands once.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/remittance/remittance'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { remittanceStates } from '@yunshu/domain/remittance'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHouse } from '../../work/outbox.ts'
import { assertAmount, lockRemittance, remittanceAnswer, remittanceWords } from '../remittance/remittance.commands.ts'
import { ownRemittances, type Remittance } from '../remittance/remittance.queries.ts'
import { assertMovedOnce, countReturned, namedWordOf } from './namedReturn.commands.ts'
import { isDecisionOpen, lockPayment, type Payment } from './payment.queries.ts'
import { givePaymentBack } from './payment.results.ts'
import { keepPersonFact } from './personFact.commands.ts'
import { tellReturned, tellUsedUp } from './pointedMoney.commands.ts'
import type { Sheet } from './settlement.queries.ts'

/**
 * Refuses money that cannot be this payment's, and a payment whose money is not out, or about which something waits. One that
 * came back by the bank's word alone has its money still to come, though it may be out once more: answers that word.
 */
async function assertReturnable(ctx: Ctx, row: Remittance, payment: Payment): Promise<string | undefined> {
  const { task_no: taskNo } = payment
  if (row.debt_id !== null) throw new Problem('paymentBack.own', { remittanceNo: row.remittance_no })
  const word = await namedWordOf(ctx, row, payment)
  const isNamed = word !== undefined
  if (!isNamed && payment.state !== 'success')
    throw new Problem('paymentBack.state', { taskNo, state: paymentStates.states[payment.state].label })
  if (payment.amount_fen !== row.amount_fen)
    throw new Problem('paymentBack.amount', {
      taskNo,
      paid: printMoney(fen(payment.amount_fen)),
      amount: printMoney(fen(row.amount_fen)),
    })
  const paidAt = (isNamed ? payment.sent_at : payment.done_at) ?? payment.created_at
  if (row.date < startOfDay(paidAt)) throw new Problem('paymentBack.early', { taskNo, day: formatDate(paidAt) })
  if (await isDecisionOpen(ctx, payment.id)) throw new Problem('decide.open', { taskNo })
  const other = await ctx.tx.first(
    q
      .selectFrom('remittances')
      .select('remittance_no')
      .where('return_payment_id', '=', payment.id)
      .where('state', 'in', ['recorded', 'returning'])
      .where('id', '<>', row.id),
  )
  if (other) throw new Problem('paymentBack.asked', { taskNo, remittanceNo: other.remittance_no })
  if (isNamed) await assertMovedOnce(ctx, row, payment, word)
  return word
}

/** Points at the payment; the sheet and the payment are locked before the money, as by everybody who ends a payment. */
export async function askReturn(
  ctx: Ctx,
  { id, version, paymentId, reason, expectAmount }: Input<typeof calls.askReturn>,
): Promise<Output<typeof calls.askReturn>> {
  await ctx.tx.one(
    q
      .selectFrom('remittances as r')
      .innerJoin('payments as p', 'p.branch_id', 'r.branch_id')
      .select('p.id')
      .where('r.id', '=', id)
      .where('p.id', '=', paymentId)
      .where(ownRemittances(ctx.actor, 'r')),
  )
  const { payment } = await lockPayment(ctx, paymentId)
  const row = await lockRemittance(ctx, id, 'askReturn')
  assertAmount(row, expectAmount)
  const word = row.state === 'unclaimed' ? await assertReturnable(ctx, row, payment) : undefined
  const { userId, actingFor } = ctx.actor
  const moved = await move(ctx, remittanceStates, row, 'askReturn', {
    version,
    reason,
    set: {
      reason,
      return_payment_id: payment.id,
      return_fact_id: word ?? null,
      asker_id: userId,
      asker_for: actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
    },
    diff: [{ field: '支付任务', old: '--', new: payment.task_no }],
  })
  await logEvent(ctx, { entity: 'payment', entityId: payment.id, action: '登记退汇', reason: row.remittance_no })
  const said = { ...remittanceWords(row), taskNo: payment.task_no, reason, asker: writtenName(ctx.actor) }
  await tellHouse(ctx, 'remittance.returning', { branch: row.branch_id, permit: 'remittance.confirm' }, said)
  return remittanceAnswer(ctx, moved)
}

/**
 * Points money that is entered at this moment, of a line of the bank's file, at a payment under lock: another person agrees to
 * both at once. Of a payment the bank has named as come back the money is in the books: the line lies on that movement.
 */
export async function pointEntered(ctx: Ctx, remittanceId: string, payment: Payment, reason: string): Promise<void> {
  const row = await lockRemittance(ctx, remittanceId, 'withdraw')
  const word = await assertReturnable(ctx, row, payment)
  if (word !== undefined) throw new Problem('paymentBack.known', { taskNo: payment.task_no })
  const { userId, actingFor } = ctx.actor
  await ctx.tx.run(
    q
      .updateTable('remittances')
      .set({
        reason,
        return_payment_id: payment.id,
        asker_id: userId,
        asker_for: actingFor?.userId ?? null,
        asker_name: writtenName(ctx.actor),
      })
      .where('id', '=', row.id),
  )
  const action = remittanceStates.moves.askReturn.label
  const diff = [{ field: '支付任务', old: '--', new: payment.task_no }]
  await logEvent(ctx, { entity: 'remittance', entityId: row.id, action, reason, diff })
  await logEvent(ctx, { entity: 'payment', entityId: payment.id, action, reason: row.remittance_no })
  const said = { ...remittanceWords(row), taskNo: payment.task_no, reason, asker: writtenName(ctx.actor) }
  await tellHouse(ctx, 'remittance.returning', { branch: row.branch_id, permit: 'remittance.confirm' }, said)
}

/** Agrees with what another person pointed at: the payment, its sheet, its waybills and the books follow. */
export async function confirmReturn(
  ctx: Ctx,
  { id, version, expectAmount }: Input<typeof calls.confirmReturn>,
): Promise<Output<typeof calls.confirmReturn>> {
  const seen = await ctx.tx.one(
    q
      .selectFrom('remittances as r')
      .select(['r.return_payment_id', 'r.state'])
      .where('r.id', '=', id)
      .where(ownRemittances(ctx.actor, 'r')),
  )
  if (seen.return_payment_id === null) {
    const { label } = remittanceStates.states[keyOf(remittanceStates.states, seen.state)]
    throw new Problem('state.wrong', { state: label, move: remittanceStates.moves.confirmReturn.label })
  }
  const { sheet, payment } = await lockPayment(ctx, seen.return_payment_id)
  const row = await lockRemittance(ctx, id, 'confirmReturn')
  if (row.version !== version || row.return_payment_id !== payment.id) throw await stale(ctx, id)
  assertAmount(row, expectAmount)
  const word = await assertReturnable(ctx, row, payment)
  if (row.state === 'recorded') return agreeEntered(ctx, sheet, payment, { row, word, version })
  const moved = await move(ctx, remittanceStates, row, 'confirmReturn', {
    version,
    set: { return_fact_id: word ?? null },
  })
  if (word === undefined) await giveBack(ctx, sheet, payment, row)
  else await countReturned(ctx, row, payment, word)
  return remittanceAnswer(ctx, moved)
}

interface Entered {
  readonly row: Remittance
  readonly word: string | undefined
  readonly version: number
}

/** Takes the payment back by the line of the bank's file: the money comes in as its return, and is nobody's at no moment. */
async function agreeEntered(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  { row, word, version }: Entered,
): Promise<{ id: string; version: number }> {
  // the bank has named it meanwhile
  if (word !== undefined) throw new Problem('paymentBack.known', { taskNo: payment.task_no })
  const fact = await keepAgreed(ctx, payment, row)
  const checked = { checker_id: ctx.actor.userId, checker_name: ctx.actor.name, checked_at: ctx.now }
  const set = { ...checked, return_fact_id: fact.id }
  const moved = await move(ctx, remittanceStates, row, 'confirmReturn', { version, set })
  await givePaymentBack(ctx, sheet, payment, fact, agreedBy(ctx, row))
  await tellReturned(ctx, row, payment)
  return remittanceAnswer(ctx, moved)
}

/** The two people who agreed. */
const agreedBy = (ctx: Ctx, row: Remittance) => ({
  maker: { id: row.asker_id ?? '', name: row.asker_name ?? '' },
  checker: { id: ctx.actor.userId, name: ctx.actor.name },
})

const keepAgreed = (ctx: Ctx, payment: Payment, row: Remittance) =>
  keepPersonFact(ctx, payment, {
    kind: 'RETURNED',
    bankSerial: row.serial,
    bankDay: row.date,
    reason: row.reason,
    said: { remittance: row.id, asker: row.asker_id, checker: ctx.actor.userId },
  })

/** Takes the payment back as if the bank had named it. */
async function giveBack(ctx: Ctx, sheet: Sheet, payment: Payment, row: Remittance): Promise<void> {
  const fact = await keepAgreed(ctx, payment, row)
  await givePaymentBack(ctx, sheet, payment, fact, { ...agreedBy(ctx, row), remittanceId: row.id })
  await tellUsedUp(ctx, row, payment)
}
