// Payments that leave in files people carry to the bank: handed over all at once, given up before, and the bank's words
// read from its files.
import { createHash } from 'node:crypto'
import type { FactKind } from '@yunshu/domain/settlement/channelFacts'
import { fen } from '@yunshu/domain/figures/money'
import type { PayOrderLine } from '@yunshu/domain/payFile/template'
import { Problem } from '@yunshu/domain/problems/problems'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { moveAll } from '../../work/move.ts'
import { followFileWords, judgeInTurn } from './channelFact.commands.ts'
import { isDoubted } from './held.queries.ts'
import { assertPayable } from './linePayees.queries.ts'
import { failPayment } from './payment.results.ts'
import { lockPayment, paymentWordsOf, typedPayment, type Payment } from './payment.queries.ts'
import { findLines } from './settlement.queries.ts'

/** Payments under lock, in one order for everybody. */
export async function lockPayments(ctx: Ctx, ids: readonly string[]): Promise<Payment[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('payments')
      .selectAll()
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )
  return rows.map(typedPayment)
}

/**
 * Refuses where somebody who is paid by these payments cannot be paid now, or is paid already if a bank's word that waits
 * for people is true.
 */
export async function assertPayeesOf(ctx: Ctx, payments: readonly Payment[]): Promise<void> {
  const ids = new Set(payments.map(({ id }) => id))
  if (await ctx.tx.elevated(() => isDoubted(ctx.tx, [...ids]))) throw new Problem('payment.exception')
  const sheets = new Map(payments.map(payment => [payment.settlement_id, payment.carrier_id]))
  for (const [settlementId, carrierId] of sheets) {
    const lines = await findLines(ctx, settlementId)
    await assertPayable(
      ctx,
      carrierId,
      lines.filter(line => line.payment_id !== null && ids.has(line.payment_id)),
      'pay',
    )
  }
}

/** The orders are with the bank from now on: nobody is asked about them, their results come in its files. */
export const handOver = (ctx: Ctx, payments: readonly Payment[]): Promise<void> =>
  moveAll(ctx, paymentStates, payments, 'send', { set: { sent_at: ctx.now, next_at: null } })

/** Gives a payment up that never left. */
export async function giveUpPayment(
  ctx: Ctx,
  { id, version, reason }: { readonly id: string; readonly version: number; readonly reason: string },
): Promise<Payment> {
  const { sheet, payment } = await lockPayment(ctx, id)
  if (payment.version !== version) throw await stale(ctx, id)
  await ctx.tx.elevated(() => failPayment(ctx, sheet, payment, reason, { name: 'cancel' }))
  return payment
}

/** A word of a bank's file about a payment of ours. */
export interface FileFact {
  readonly payment: Pick<Payment, 'idem_key' | 'branch_id'> & {
    readonly channel: string
    readonly shipper_id: string | null
  }
  readonly kind: FactKind
  readonly amountFen: number
  readonly bankSerial: string | undefined
  readonly reason: string | undefined
  /** The moment the file says the money moved, ms. */
  readonly happenedAt?: number | undefined
  /** The file by its hash, the row, and what the row says: the same row read again is the same word. */
  readonly raw: object
}

const factKeyOf = (raw: object): string => createHash('sha256').update(JSON.stringify(raw)).digest('hex')

/** A word that was kept and changes or may change something: it was not known already. */
export async function isWordAtWork(ctx: Ctx, raw: object): Promise<boolean> {
  const word = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('channel_facts')
        .select('verdict')
        .where('channel', 'in', Object.keys(payChannels))
        .where('fact_key', '=', factKeyOf(raw)),
    ),
  )
  return word !== undefined && word.verdict !== 'SAME'
}

/** Writes words of a file down as they came, each once, and answers their ids; they are judged after the commit. */
export async function keepFileFacts(ctx: Ctx, facts: readonly FileFact[]): Promise<string[]> {
  if (facts.length === 0) return []
  const rows = facts.map(fact => ({
    id: v7(),
    channel: fact.payment.channel,
    fact_key: factKeyOf(fact.raw),
    source: 'FILE',
    order_key: fact.payment.idem_key,
    kind: fact.kind,
    amount_fen: fact.amountFen,
    bank_serial: fact.bankSerial ?? null,
    reason: fact.reason ?? null,
    happened_at: fact.happenedAt ?? null,
    raw: fact.raw,
    received_at: ctx.now,
    shipper_id: fact.payment.shipper_id,
    branch_id: fact.payment.branch_id,
  }))
  const made = await ctx.tx.rows(
    sql<{
      id: string
    }>`${insertRows('channel_facts', rows, ['fact_key'])} on conflict (channel, fact_key) do nothing
      returning id`.compile(q),
  )
  return made.map(({ id }) => id)
}

/** Keeps a word about money that is no payment of ours, for people to judge. */
export async function keepForeignFact(
  ctx: Ctx,
  fact: Pick<FileFact, 'amountFen' | 'bankSerial' | 'reason' | 'happenedAt' | 'raw'> & {
    readonly branchId: string
    readonly orderKey: string
  },
): Promise<string[]> {
  const payment = { idem_key: fact.orderKey, shipper_id: null, branch_id: fact.branchId, channel: 'FILE' }
  return keepFileFacts(ctx, [{ ...fact, payment, kind: 'SUCCESS' }])
}

/**
 * Judges words that were kept, each in a transaction of its own and after those of its order that came before; one that
 * cannot be judged now keeps later ones of its order waiting, and is taken up by the job.
 */
export async function judgeFacts(deps: Deps, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    try {
      await judgeInTurn(deps, id)
    } catch {
      // closed books and the like: channelFacts, the job, says so and tries again
    }
  await followFileWords(deps, ids)
}

/** Payments as the lines of a file that orders them. */
export async function orderLinesOf(ctx: Ctx, payments: readonly Payment[]): Promise<PayOrderLine[]> {
  const wordOf = await paymentWordsOf(
    ctx,
    payments.map(({ id }) => id),
  )
  return payments.map(payment => ({
    taskNo: payment.task_no,
    payee: payment.payee,
    account: payment.account_no,
    bank: payment.bank,
    amount: fen(payment.amount_fen),
    word: wordOf(payment.id),
  }))
}
