// Exceptions of money: opened by a bank's word, ended by two people, one who says how and another who agrees.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/moneyException'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { faultOfSerial, plainSerial } from '@yunshu/domain/fund'
import { simulatedMark } from '@yunshu/domain/partner'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import {
  changeOfOutcome,
  exceptionKinds,
  exceptionOutcomes,
  faultOfExceptionMove,
  isSilence,
  moneyExceptionStates,
  outcomesOf,
  silenceKinds,
  type ExceptionKind,
  type ExceptionOutcome,
} from '@yunshu/domain/settlement/channelFacts'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { faultOfBankWord } from '@yunshu/domain/settlement/silence'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { succeedLate } from './late.commands.ts'
import { exceptionsInReach, type MoneyException } from './moneyException.queries.ts'
import { hasLiveSlip, lockPayment, type Payment } from './payment.queries.ts'
import { assertSerialFresh, keepPersonFact } from './personFact.commands.ts'
import { payersOf } from './payers.commands.ts'
import { dayOfWord, endLeftAdvances, failPayment, givePaymentBack, succeedPayment } from './payment.results.ts'
import type { Sheet } from './settlement.queries.ts'

interface Word {
  readonly id: string
  readonly channel: string
  readonly order_key: string
  readonly source: string
  readonly exception_id: string | null
  readonly branch_id: string | null
}
interface About {
  readonly sheet: Sheet
  readonly payment: Payment
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
  about: About | undefined,
): Promise<string> {
  const earlier = (await findSilence(ctx, kind, about)) ?? (await findEarlier(ctx, kind, word))
  if (earlier) {
    if (earlier.state !== 'resolved' && word.exception_id !== earlier.id) {
      const anew = { version: sql<number>`version + 1`, updated_at: ctx.now }
      await ctx.tx.run(q.updateTable('money_exceptions').set(anew).where('id', '=', earlier.id))
      await logged(ctx, about?.sheet.id, '支付异常有新的银行消息', exceptionKinds[kind].label)
    }
    return earlier.id
  }
  return insertException(ctx, kind, word, about)
}

/** An exception of this kind about the order of a word: one that waits, or was ended within a day and is answered again. */
const findEarlier = (ctx: Ctx, kind: ExceptionKind, word: Word) =>
  ctx.tx.first(
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

/** An exception about the silence of the bank that waits: its word that it has no such order says the same. */
const findSilence = async (ctx: Ctx, kind: ExceptionKind, about: About | undefined) =>
  about === undefined || kind !== 'NOT_FOUND'
    ? undefined
    : ctx.tx.first(
        q
          .selectFrom('money_exceptions')
          .select(['id', 'state'])
          .where('payment_id', '=', about.payment.id)
          .where('kind', 'in', silenceKinds)
          .where('state', '<>', 'resolved'),
      )

/** Writes an exception that waits, and answers its id; people are told but where somebody opens it with a proposal. */
export async function insertException(
  ctx: Ctx,
  kind: ExceptionKind,
  word: Pick<Word, 'channel' | 'branch_id'>,
  about: About | undefined,
  { isTold = true } = {},
): Promise<string> {
  const { sheet, payment } = about ?? {}
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
  if (isTold) await tell(ctx, 'exception.opened', { kind, channel: word.channel }, sheet)
  return id
}

const logged = async (ctx: Ctx, settlementId: string | undefined, action: string, reason: string): Promise<void> => {
  if (settlementId === undefined) return
  await logEvent(ctx, { entity: 'settlement', entityId: settlementId, action, reason })
}

/** Tells those who pay for the shipper, and those of the house. */
async function tell(
  ctx: Ctx,
  name: 'exception.opened' | 'exception.proposed' | 'exception.resolved' | 'exception.told',
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
  const about: Partial<About> = seen.payment_id === null ? {} : await lockPayment(ctx, seen.payment_id)
  const row = await ctx.tx.one(q.selectFrom('money_exceptions').selectAll().where('id', '=', id).forUpdate())
  const channel = about.payment?.channel ?? (await channelOf(ctx, id))
  const found = {
    ...row,
    channel,
    kind: keyOf(exceptionKinds, row.kind),
    state: keyOf(moneyExceptionStates.states, row.state),
  }
  return { found, ...about }
}

const channelOf = async (ctx: Ctx, id: string): Promise<string> =>
  (await ctx.tx.one(q.selectFrom('channel_facts').select('channel').where('exception_id', '=', id).limit(1))).channel

const answer = (ctx: Ctx, row: { id: string; version: number }): { id: string; version: number } => {
  ctx.touched('moneyException', row.id)
  return { id: row.id, version: row.version }
}

/** Says how an exception ends, and why; nothing changes until another person agrees. */
export async function proposeException(
  ctx: Ctx,
  { id, version, outcome, reason, ...said }: Input<typeof calls.proposeException>,
): Promise<Output<typeof calls.proposeException>> {
  const { found, sheet, payment } = await lockException(ctx, id)
  const isOffline = payment?.channel === 'OFFLINE'
  if (isOffline) await assertEndsBySlip(ctx, payment, outcome)
  if (!outcomesOf(found.kind, { hasPayment: found.payment_id !== null, isOffline }).includes(outcome))
    throw new Problem('exception.outcome', {
      kind: exceptionKinds[found.kind].label,
      outcome: exceptionOutcomes[outcome],
    })
  const word = payment && isSilence(found.kind) ? bankWordOf(ctx, payment, outcome, said) : undefined
  const moved = await move(ctx, moneyExceptionStates, found, 'propose', {
    version,
    reason,
    set: {
      outcome,
      reason,
      ...word,
      proposer_id: ctx.actor.userId,
      proposer_name: ctx.actor.name,
      proposed_at: ctx.now,
    },
  })
  if (payment && word?.bank_serial) await assertSerialFresh(ctx, payment, word.bank_serial)
  await logged(ctx, sheet?.id, '提出支付异常处理意见', `${exceptionOutcomes[outcome]}：${reason}`)
  await tell(ctx, 'exception.proposed', found, sheet)
  return answer(ctx, moved)
}

/** Refuses to decide on a payment made by hand that it is paid: its slip says so, and one that waits is judged first. */
async function assertEndsBySlip(ctx: Ctx, payment: Payment, outcome: ExceptionOutcome): Promise<void> {
  const detail = { taskNo: payment.task_no }
  if (outcome === 'paid') throw new Problem('decide.offline', detail)
  if (outcome === 'notPaid' && (await hasLiveSlip(ctx, payment.id))) throw new Problem('offline.recorded', detail)
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
    set: {
      outcome: null,
      reason: null,
      bank_serial: null,
      bank_day: null,
      proposer_id: null,
      proposer_name: null,
      proposed_at: null,
    },
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

/** The word an exception was opened by. */
const firstWordOf = (ctx: Ctx, id: string) =>
  ctx.tx.one(
    q
      .selectFrom('channel_facts')
      .select(['id', 'bank_serial', 'reason', 'happened_at', 'received_at'])
      .where('exception_id', '=', id)
      .orderBy('id')
      .limit(1),
  )

/** Does what two people agreed on; refuses when the payment is another by now than the one they judged. */
async function settleException(
  ctx: Ctx,
  found: MoneyException,
  outcome: keyof typeof exceptionOutcomes,
  sheet: Sheet,
  payment: Payment,
): Promise<void> {
  const agreed = {
    maker: { id: found.proposer_id ?? '', name: found.proposer_name ?? '' },
    checker: { id: ctx.actor.userId, name: ctx.actor.name },
  }
  // a return that was booked before returns ended debts (migration 238): its payment stays as it is
  const isLeft = found.kind === 'LATE_FAILURE' && found.payment_state === 'returned' && payment.state === 'returned'
  if (isLeft && outcome === 'notPaid') return endLeftAdvances(ctx, payment, agreed)
  const change = changeOfOutcome(outcome, payment.state)
  if (change !== changeOfOutcome(outcome, keyOf(paymentStates.states, found.payment_state ?? '')))
    throw new Problem('exception.moved', { state: paymentStates.states[payment.state].label })
  if (change === undefined) return
  if (payment.channel === 'OFFLINE') await assertEndsBySlip(ctx, payment, outcome)
  // of two payments said to have left under one number the first that is agreed to has it
  if (found.bank_serial !== null) await assertSerialFresh(ctx, payment, found.bank_serial)
  const fact = isSilence(found.kind)
    ? await keepPersonFact(ctx, payment, {
        kind: outcome === 'paid' ? 'SUCCESS' : 'FAILED',
        bankSerial: found.bank_serial,
        bankDay: found.bank_day,
        reason: found.reason,
        exceptionId: found.id,
        said: { exception: found.id, proposer: found.proposer_id, checker: ctx.actor.userId },
      })
    : await firstWordOf(ctx, found.id)
  const reason = fact.reason ?? found.reason ?? ''
  switch (change) {
    case 'succeed':
      return succeedPayment(ctx, sheet, payment, { serial: fact.bank_serial, at: dayOfWord(fact, payment) })
    case 'fail':
      return failPayment(ctx, sheet, payment, reason, { at: dayOfWord(fact, payment) })
    case 'succeedLate':
      return succeedLate(ctx, sheet, payment, fact)
    case 'giveBack':
      return givePaymentBack(ctx, sheet, payment, { ...fact, reason }, agreed)
  }
}

/** The bank's number and day as a person read them, where they say that a payment is out. */
export function bankWordOf(
  ctx: Ctx,
  payment: Payment,
  outcome: ExceptionOutcome,
  { bankSerial = '', bankDay }: { readonly bankSerial?: string | undefined; readonly bankDay?: number | undefined },
): { readonly bank_serial: string | null; readonly bank_day: number | null } {
  if (outcome !== 'paid') return { bank_serial: null, bank_day: null }
  const serial = plainSerial(bankSerial)
  const at = { now: ctx.now, sentAt: payment.sent_at ?? payment.created_at }
  const fault = faultOfBankWord(outcome, { serial, day: bankDay }, at)
  if (fault !== undefined) throw wrongField(fault.field, fault.reason)
  const spelling = faultOfSerial(serial)
  if (spelling !== undefined) throw wrongField('bankSerial', spelling)
  return { bank_serial: serial, bank_day: startOfDay(bankDay ?? ctx.now) }
}

/** Ends the exception about the bank's silence on a payment that has a result by now, and answers its id. */
export async function endSilence(ctx: Ctx, sheet: Sheet, paymentId: string): Promise<string | undefined> {
  const row = await ctx.tx.first(
    q
      .selectFrom('money_exceptions as x')
      .innerJoin('payments as p', 'p.id', 'x.payment_id')
      .selectAll('x')
      .select('p.channel')
      .where('x.payment_id', '=', paymentId)
      .where('x.kind', 'in', silenceKinds)
      .where('x.state', '<>', 'resolved')
      .where('p.state', 'not in', ['created', 'sent', 'unknown'])
      .forUpdate('x'),
  )
  if (row === undefined) return undefined
  const kind = keyOf(exceptionKinds, row.kind)
  const state = keyOf(moneyExceptionStates.states, row.state)
  await move(ctx, moneyExceptionStates, { ...row, state }, 'tell', { set: { told_at: ctx.now, resolved_at: ctx.now } })
  await logged(ctx, sheet.id, '银行已给出结果，支付异常结束', exceptionKinds[kind].label)
  await tell(ctx, 'exception.told', { kind, channel: row.channel }, sheet)
  return row.id
}
