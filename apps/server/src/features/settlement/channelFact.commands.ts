// Words of a bank about orders: each is stored as it came and committed, then judged; a contradiction opens an
// exception and changes nothing.
import { createHash } from 'node:crypto'
import { judgeFact, type ExceptionKind, factKinds, type FactKind } from '@yunshu/domain/settlement/channelFacts'
import { payChannels, paymentStates, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { cutOffOf } from '@yunshu/domain/settlement/silence'
import { sql, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import type { ChannelFacts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHouse } from '../../work/outbox.ts'
import { asSystem } from '../../work/system.ts'
import type { PayResult } from '../../partners/channel.ts'
import { isOwedTouched } from './debts.commands.ts'
import { standsOnClosed } from './family.queries.ts'
import { endSilence, openException } from './moneyException.commands.ts'
import { findPaymentByOrder, lockPayment, type Payment } from './payment.queries.ts'
import {
  dayOfWord,
  failPayment,
  givePaymentBack,
  loseAnswer,
  postponePayment,
  succeedPayment,
} from './payment.results.ts'
import { judgeReturnTold, wentBackAgain } from './returnWord.queries.ts'
import type { Sheet } from './settlement.queries.ts'

/** A word of a bank, as it was told or answered. */
export interface HeardFact {
  readonly channel: PayChannel
  readonly source: 'NOTICE' | 'ANSWER'
  readonly orderKey: string
  readonly kind: FactKind
  readonly amountFen?: number | undefined
  readonly bankSerial?: string | undefined
  readonly reason?: string | undefined
  /** The moment the bank says the money moved, ms. */
  readonly happenedAt?: number | undefined
  /** The word in full. A notice told twice in the same words is one; the same event in other words is another. */
  readonly raw: object
}
type Fact = Selectable<ChannelFacts>

/**
 * Stores a bank's word and judges it, after those about the same order that were stored before and not judged: the server
 * stopped in between. A word that cannot be judged now, or comes after such a one, stays stored and is judged by the job:
 * a bank that told us something need not tell it again. The fault goes to those who asked for an answer.
 */
export async function hearFact(deps: Deps, heard: HeardFact): Promise<void> {
  const id = await asSystem(deps, ctx => keepFact(ctx, heard))
  try {
    await judgeInTurn(deps, id)
  } catch (error) {
    // of a notice channelFacts, the job, says so and tries again
    if (heard.source === 'ANSWER') throw error
  }
}

/**
 * Judges a stored word after those about the same order that were stored before it and not judged, each in a transaction
 * of its own; where one of them cannot be judged now, it waits too.
 */
export async function judgeInTurn(deps: Deps, id: string): Promise<void> {
  for (const left of await asSystem(deps, ctx => findUnjudged(ctx, id)))
    await asSystem(deps, ctx => judgeKept(ctx, left))
  await asSystem(deps, ctx => judgeKept(ctx, id))
}

/** Words without a verdict about the order of a word that were stored before it, in the order they came. */
async function findUnjudged(ctx: Ctx, before: string): Promise<string[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('channel_facts as f')
      .innerJoin('channel_facts as word', join =>
        join.onRef('word.channel', '=', 'f.channel').onRef('word.order_key', '=', 'f.order_key'),
      )
      .select('f.id')
      .where('word.id', '=', before)
      .where('f.verdict', 'is', null)
      .whereRef('f.id', '<', 'word.id')
      .orderBy('f.id'),
  )
  return rows.map(row => row.id)
}

const kindOfState = {
  success: 'SUCCESS',
  failed: 'FAILED',
  returned: 'RETURNED',
  processing: 'PROCESSING',
  notFound: 'NOT_FOUND',
} as const satisfies Record<Exclude<PayResult['state'], 'unknown'>, FactKind>

/** Takes the bank's answer about an order it was sent or asked about; silence is no word. */
export async function hearAnswer(deps: Deps, payment: Payment, result: PayResult): Promise<void> {
  if (result.state === 'unknown') return asSystem(deps, ctx => loseAnswer(ctx, payment.id))
  await hearFact(deps, {
    channel: keyOf(payChannels, payment.channel),
    source: 'ANSWER',
    orderKey: payment.idem_key,
    kind: kindOfState[result.state],
    amountFen: 'amountFen' in result ? result.amountFen : undefined,
    bankSerial: 'bankSerial' in result ? result.bankSerial : undefined,
    reason: 'reason' in result ? result.reason : undefined,
    happenedAt: 'at' in result ? result.at : undefined,
    raw: result,
  })
}

/** Writes a word down as it came and answers its row; one that is there already, and a repeated answer, is that row. */
async function keepFact(ctx: Ctx, heard: HeardFact): Promise<string> {
  const raw = JSON.stringify(heard.raw)
  const id = v7()
  if (heard.source === 'ANSWER') {
    const last = await ctx.tx.first(
      q
        .selectFrom('channel_facts')
        .select(['id', 'kind', 'amount_fen', 'bank_serial', 'reason', 'source'])
        .where('channel', '=', heard.channel)
        .where('order_key', '=', heard.orderKey)
        .orderBy('id', 'desc')
        .limit(1),
    )
    // asking every hour would fill the table with one answer
    const isAgain =
      last?.source === 'ANSWER' &&
      last.kind === heard.kind &&
      last.amount_fen === (heard.amountFen ?? null) &&
      last.bank_serial === (heard.bankSerial ?? null) &&
      last.reason === (heard.reason ?? null)
    if (isAgain) return last.id
  }
  const key = heard.source === 'ANSWER' ? id : createHash('sha256').update(raw).digest('hex')
  const payment = await findPaymentByOrder(ctx, heard.channel, heard.orderKey)
  await ctx.tx.run(
    q
      .insertInto('channel_facts')
      .values({
        id,
        channel: heard.channel,
        fact_key: key,
        source: heard.source,
        order_key: heard.orderKey,
        kind: heard.kind,
        amount_fen: heard.amountFen ?? null,
        bank_serial: heard.bankSerial ?? null,
        reason: heard.reason ?? null,
        happened_at: heard.happenedAt ?? null,
        raw,
        received_at: ctx.now,
        shipper_id: payment?.shipper_id ?? null,
        branch_id: payment?.branch_id ?? null,
      })
      .onConflict(c => c.columns(['channel', 'fact_key']).doNothing()),
  )
  return (
    await ctx.tx.one(
      q.selectFrom('channel_facts').select('id').where('channel', '=', heard.channel).where('fact_key', '=', key),
    )
  ).id
}

/** Judges a stored word under the locks of its sheet and payment; one that has a verdict counts once. */
export async function judgeKept(ctx: Ctx, id: string): Promise<void> {
  const told = await ctx.tx.one(q.selectFrom('channel_facts').selectAll().where('id', '=', id))
  const known = await findPaymentByOrder(ctx, told.channel, told.order_key)
  const locked = known && (await lockPayment(ctx, known.id))
  // words about no order of ours have no payment to wait at, and would each open an exception of their own
  if (locked === undefined) await lockForeignOrder(ctx, told.channel, told.order_key)
  const fact = await ctx.tx.one(q.selectFrom('channel_facts').selectAll().where('id', '=', id).forUpdate())
  // answers are asked for again and again: an old one may mean more once its day is over
  if (fact.verdict !== null && fact.source !== 'ANSWER') return
  const contradiction =
    locked === undefined ? foreignKind(told) : await applyFact(ctx, locked.sheet, locked.payment, fact)
  if (contradiction === 'SAME' || contradiction === 'APPLIED')
    return verdictOf(ctx, fact, contradiction, locked && (await endSilence(ctx, locked.sheet, locked.payment.id)))
  const exceptionId = await openException(ctx, contradiction, fact, locked)
  await verdictOf(ctx, fact, 'EXCEPTION', exceptionId)
}

const lockForeignOrder = async (ctx: Ctx, channel: string, orderKey: string): Promise<void> => {
  await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${channel} ${orderKey}`}, 0))`.compile(q))
}

const foreignKind = ({ kind }: Fact): ExceptionKind => (kind === 'UNREADABLE' ? kind : 'UNKNOWN_ORDER')

async function verdictOf(ctx: Ctx, fact: Fact, verdict: string, exceptionId?: string): Promise<void> {
  // an answer given again adds nothing to its first verdict, unless it is a contradiction by now
  if (fact.verdict !== null && verdict !== 'EXCEPTION') return
  await ctx.tx.run(
    q
      .updateTable('channel_facts')
      .set({ verdict, ...(exceptionId === undefined ? {} : { exception_id: exceptionId }) })
      .where('id', '=', fact.id),
  )
}

/** Does to a payment and its sheet what a word means; answers the kind of exception where people have to judge. */
async function applyFact(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  fact: Fact,
): Promise<'SAME' | 'APPLIED' | ExceptionKind> {
  const verdict = judgeFact(
    { state: payment.state, amount: payment.amount_fen, serial: payment.bank_serial ?? undefined },
    {
      kind: keyOf(factKinds, fact.kind),
      amount: fact.amount_fen ?? undefined,
      serial: fact.bank_serial ?? undefined,
    },
    ctx.now >= cutOffOf(payment.sent_at ?? payment.created_at),
  )
  switch (verdict.do) {
    case 'same':
      return 'SAME'
    case 'exception':
      await holdPayment(ctx, payment, verdict.kind)
      return verdict.kind
    case 'succeed':
      await succeedPayment(ctx, sheet, payment, { serial: fact.bank_serial, at: dayOfWord(fact, payment) })
      return 'APPLIED'
    case 'fail':
      await failPayment(ctx, sheet, payment, fact.reason ?? '银行退回', { at: dayOfWord(fact, payment) })
      return 'APPLIED'
    case 'giveBack':
      // paid for lines of a sheet that is closed, twice, or for a trip that ended: its carrier may have been charged meanwhile
      if ((await standsOnClosed(ctx, payment.id)) || (await isOwedTouched(ctx, payment.id))) return 'LATE_FAILURE'
      return giveBackOnce(ctx, sheet, payment, fact)
    case 'lose':
      await loseAnswer(ctx, payment.id)
      return 'APPLIED'
    case 'askLater':
      await postponePayment(ctx, payment)
      return 'APPLIED'
  }
}

/** Takes a payment back by the bank's word, unless it was by that word before, or its money may have left us again. */
async function giveBackOnce(
  ctx: Ctx,
  sheet: Sheet,
  payment: Payment,
  fact: Fact,
): Promise<'SAME' | 'APPLIED' | 'LATE_FAILURE'> {
  const told = await judgeReturnTold(ctx, payment, fact)
  if (told === 'told') return 'SAME'
  if (told === 'unclear' || (await wentBackAgain(ctx, payment))) return 'LATE_FAILURE'
  await givePaymentBack(ctx, sheet, payment, fact)
  return 'APPLIED'
}

/** A payment people have to judge: one not sent yet is never sent, one said to be under way again is asked about. */
async function holdPayment(ctx: Ctx, payment: Payment, kind: ExceptionKind): Promise<void> {
  if (payment.state === 'created') await move(ctx, paymentStates, payment, 'hold', { set: { next_at: null } })
  else if (kind === 'STILL_OPEN' || payment.state === 'unknown' || payment.state === 'sent')
    await postponePayment(ctx, payment)
}

/** Words without a verdict that are read at once, and orders that may refuse before the next turn of the job goes on. */
const leftAtOnce = 50,
  faultsMost = 200

/** The first words without a verdict after one, in the order they came, but for those of orders that wait. */
const findLeft = (ctx: Ctx, after: string | undefined, waiting: readonly string[]) =>
  ctx.tx.rows(
    q
      .selectFrom('channel_facts')
      .select(['id', orderOf.as('order')])
      .where('verdict', 'is', null)
      .where(sql<boolean>`${orderOf} <> all(${[...waiting]}::text[])`)
      .$if(after !== undefined, found => found.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(leftAtOnce),
  )
const orderOf = sql<string>`(channel || ' ' || order_key)`

/** Judges words that were stored and not judged: the server stopped, or the books were closed at that moment. */
export async function judgeLeftFacts(deps: Deps): Promise<void> {
  const faults: unknown[] = []
  const judged: string[] = []
  // of an order of which one word waits, later ones wait too, and none of them keeps others waiting
  const waiting = new Set<string>()
  let after: string | undefined
  for (;;) {
    const last = after
    const left = await asSystem(deps, ctx => findLeft(ctx, last, [...waiting]))
    for (const { id, order } of left) {
      if (waiting.has(order)) continue
      try {
        await asSystem(deps, ctx => judgeKept(ctx, id))
        judged.push(id)
      } catch (error) {
        faults.push(error)
        waiting.add(order)
      }
    }
    if (left.length < leftAtOnce || faults.length >= faultsMost) break
    after = left.at(-1)?.id
  }
  await followFileWords(deps, judged)
  if (faults.length > 0) throw new AggregateError(faults, 'words of banks that cannot be judged now')
}

/** Lets the pages of payment files follow words that were judged after their answer was given: once for each branch. */
export async function followFileWords(deps: Deps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await asSystem(deps, async ctx => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('channel_facts')
        .select('branch_id')
        .distinct()
        .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
        .where('channel', '=', 'FILE'),
    )
    for (const { branch_id: branch } of rows) await tellHouse(ctx, 'payFile.judged', { branch, permit: 'payFile.view' })
  })
}
