// Exceptions of money: opened by a bank's word, ended by two people, one who says how and another who agrees.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/moneyException'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { simulatedMark } from '@yunshu/domain/partner'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import {
  changeOfOutcome,
  exceptionKinds,
  exceptionOutcomes,
  faultOfExceptionMove,
  moneyExceptionStates,
  outcomesOf,
  type ExceptionKind,
} from '@yunshu/domain/settlement/channelFacts'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { succeedLate } from './late.commands.ts'
import { exceptionsInReach, type MoneyException } from './moneyException.queries.ts'
import { lockPayment, type Payment } from './payment.queries.ts'
import { failPayment, givePaymentBack, payersOf, succeedPayment } from './payment.results.ts'
import type { Sheet } from './settlement.queries.ts'

interface Word {
  readonly id: string
  readonly channel: string
  readonly order_key: string
  readonly source: string
  readonly exception_id: string | null
  readonly branch_id: string | null
}

/**
 * Opens an exception for a bank's word and answers its id; one of the same kind about the same order that waits is
 * joined, and so is one that was ended within a day when the bank only gives its answer again. A word that joins gives
 * the exception another version: nobody agrees to a proposal without having seen it.
 */
export async function openException(
  ctx: Ctx,
  kind: ExceptionKind,
  word: Word,
  about: { readonly sheet: Sheet; readonly payment: Payment } | undefined,
): Promise<string> {
  const earlier = await ctx.tx.first(
    q
      .selectFrom('money_exceptions as x')
      .innerJoin('channel_facts as f', 'f.exception_id', 'x.id')
      .select(['x.id', 'x.state'])
      .where('f.channel', '=', word.channel)
      .where('f.order_key', '=', word.order_key)
      .where('x.kind', '=', kind)
      .where(e =>
        e.or([
          e('x.state', '<>', 'resolved'),
          e.and([e('x.resolved_at', '>', ctx.now - DAY_MS), e.val(word.source === 'ANSWER')]),
        ]),
      )
      .orderBy('x.id', 'desc')
      .limit(1),
  )
  const { sheet, payment } = about ?? {}
  if (earlier) {
    if (earlier.state !== 'resolved' && word.exception_id !== earlier.id) {
      const anew = { version: sql<number>`version + 1`, updated_at: ctx.now }
      await ctx.tx.run(q.updateTable('money_exceptions').set(anew).where('id', '=', earlier.id))
      await logged(ctx, sheet?.id, '支付异常有新的银行消息', exceptionKinds[kind].label)
    }
    return earlier.id
  }
  const id = v7()
  await ctx.tx.run(
    q.insertInto('money_exceptions').values({
      id,
      kind,
      state: moneyExceptionStates.start,
      payment_id: payment?.id ?? null,
      // one that was not sent yet is on hold by now
      payment_state: payment === undefined ? null : payment.state === 'created' ? 'unknown' : payment.state,
      settlement_id: sheet?.id ?? null,
      shipper_id: sheet?.shipper_id ?? null,
      branch_id: sheet?.branch_id ?? word.branch_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logged(ctx, sheet?.id, '发现支付异常', exceptionKinds[kind].label)
  await tell(ctx, 'exception.opened', { kind, channel: word.channel }, sheet)
  return id
}

const logged = async (ctx: Ctx, settlementId: string | undefined, action: string, reason: string): Promise<void> => {
  if (settlementId === undefined) return
  await logEvent(ctx, { entity: 'settlement', entityId: settlementId, action, reason })
}

/** Tells those who pay for the shipper, and those of the house. */
async function tell(
  ctx: Ctx,
  name: 'exception.opened' | 'exception.proposed' | 'exception.resolved',
  { kind, channel }: { readonly kind: ExceptionKind; readonly channel: string },
  sheet: Sheet | undefined,
): Promise<void> {
  const simulated = simulatedMark([channel])
  const house = { platform: true, permit: 'settlement.pay' } as const
  if (sheet === undefined) return tellHappening(ctx, 'exception.foreign', house, { simulated })
  const said = { kind: exceptionKinds[kind].label, settlementNum: sheet.settlement_num, simulated }
  await tellHappening(ctx, name, payersOf(sheet), said)
  await tellHappening(ctx, name, house, said)
}

/** An exception in the actor's reach with its payment and sheet under lock, these first, as everybody takes them. */
async function lockException(
  ctx: Ctx,
  id: string,
): Promise<{ found: MoneyException & { channel: string }; sheet?: Sheet; payment?: Payment }> {
  const seen = await ctx.tx.one(exceptionsInReach(ctx).select('x.payment_id').where('x.id', '=', id))
  const about = seen.payment_id === null ? {} : await lockPayment(ctx, seen.payment_id)
  const row = await ctx.tx.one(q.selectFrom('money_exceptions').selectAll().where('id', '=', id).forUpdate())
  const { channel } = await ctx.tx.one(
    q.selectFrom('channel_facts').select('channel').where('exception_id', '=', id).limit(1),
  )
  const found = {
    ...row,
    channel,
    kind: keyOf(exceptionKinds, row.kind),
    state: keyOf(moneyExceptionStates.states, row.state),
  }
  return { found, ...about }
}

const answer = (ctx: Ctx, row: { id: string; version: number }): { id: string; version: number } => {
  ctx.touched('moneyException', row.id)
  return { id: row.id, version: row.version }
}

/** Says how an exception ends, and why; nothing changes until another person agrees. */
export async function proposeException(
  ctx: Ctx,
  { id, version, outcome, reason }: Input<typeof calls.proposeException>,
): Promise<Output<typeof calls.proposeException>> {
  const { found, sheet } = await lockException(ctx, id)
  if (!outcomesOf(found.kind, found.payment_id !== null).includes(outcome))
    throw new Problem('exception.outcome', {
      kind: exceptionKinds[found.kind].label,
      outcome: exceptionOutcomes[outcome],
    })
  const moved = await move(ctx, moneyExceptionStates, found, 'propose', {
    version,
    reason,
    set: { outcome, reason, proposer_id: ctx.actor.userId, proposer_name: ctx.actor.name, proposed_at: ctx.now },
  })
  await logged(ctx, sheet?.id, '提出支付异常处理意见', `${exceptionOutcomes[outcome]}：${reason}`)
  await tell(ctx, 'exception.proposed', found, sheet)
  return answer(ctx, moved)
}

/** Sends a proposal back, or takes one's own back. */
export async function putBackException(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.putBackException>,
): Promise<Output<typeof calls.putBackException>> {
  const { found, sheet } = await lockException(ctx, id)
  const moved = await move(ctx, moneyExceptionStates, found, 'putBack', {
    version,
    reason,
    set: { outcome: null, reason: null, proposer_id: null, proposer_name: null, proposed_at: null },
  })
  await logged(ctx, sheet?.id, '退回支付异常处理意见', reason)
  return answer(ctx, moved)
}

/** Agrees with the proposal of another person: the payment, its sheet and the books follow. */
export async function confirmException(
  ctx: Ctx,
  { id, version }: Input<typeof calls.confirmException>,
): Promise<Output<typeof calls.confirmException>> {
  const { found, sheet, payment } = await lockException(ctx, id)
  const fault = faultOfExceptionMove('confirm', {
    state: found.state,
    isProposer: found.proposer_id === ctx.actor.userId,
  })
  if (fault) throw problemOf(fault)
  const moved = await move(ctx, moneyExceptionStates, found, 'confirm', {
    version,
    set: { checker_id: ctx.actor.userId, checker_name: ctx.actor.name, resolved_at: ctx.now },
  })
  const outcome = keyOf(exceptionOutcomes, found.outcome ?? '')
  await logged(ctx, sheet?.id, '复核支付异常', `${exceptionOutcomes[outcome]}（提出人 ${found.proposer_name ?? ''}）`)
  await tell(ctx, 'exception.resolved', found, sheet)
  if (sheet && payment) await settleException(ctx, found, outcome, sheet, payment)
  return answer(ctx, moved)
}

/** Does what two people agreed on; refuses when the payment is another by now than the one they judged. */
async function settleException(
  ctx: Ctx,
  found: MoneyException,
  outcome: keyof typeof exceptionOutcomes,
  sheet: Sheet,
  payment: Payment,
): Promise<void> {
  const change = changeOfOutcome(outcome, payment.state)
  if (change !== changeOfOutcome(outcome, keyOf(paymentStates.states, found.payment_state ?? '')))
    throw new Problem('exception.moved', { state: paymentStates.states[payment.state].label })
  const fact = await ctx.tx.one(
    q
      .selectFrom('channel_facts')
      .select(['id', 'bank_serial', 'reason'])
      .where('exception_id', '=', found.id)
      .orderBy('id')
      .limit(1),
  )
  const reason = fact.reason ?? found.reason ?? ''
  switch (change) {
    case 'succeed':
      return succeedPayment(ctx, sheet, payment, fact.bank_serial)
    case 'fail':
      return failPayment(ctx, sheet, payment, reason)
    case 'succeedLate':
      return succeedLate(ctx, sheet, payment, fact)
    case 'giveBack':
      return givePaymentBack(ctx, sheet, payment, { ...fact, reason })
    case undefined:
      return
  }
}
