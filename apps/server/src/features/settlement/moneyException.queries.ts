// Exceptions of money as people see them: with the payment, the bank's words, and what the reader can do.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countMoneyExceptions,
  getMoneyException,
  listMoneyExceptions,
  MoneyExceptionRow,
  SentBackMoney,
} from '@yunshu/contract/settlement/moneyException'
import { fen } from '@yunshu/domain/figures/money'
import {
  exceptionKinds,
  exceptionMovesOf,
  exceptionOutcomes,
  factKinds,
  factSources,
  factVerdicts,
  isSilence,
  moneyExceptionStates,
  outcomesOf,
} from '@yunshu/domain/settlement/channelFacts'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { ChannelFacts, MoneyExceptions } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'
import { isUnresolved } from '../voucher/bookFaults.queries.ts'
import { sentBackMoney } from './sentBack.queries.ts'
import { payerRows } from './settlement.queries.ts'

export type MoneyException = Omit<Selectable<MoneyExceptions>, 'kind' | 'state'> & {
  kind: keyof typeof exceptionKinds
  state: keyof typeof moneyExceptionStates.states
}

/** Exceptions of the side that pays: of sheets in the actor's reach; those about no sheet are the house's. */
export const exceptionsInReach = ({ actor }: Pick<Ctx, 'actor'>) =>
  q
    .selectFrom('money_exceptions as x')
    .leftJoin('settlements as st', 'st.id', 'x.settlement_id')
    .leftJoin('payments as p', 'p.id', 'x.payment_id')
    .where(payerRows(actor, 'x'))
    .where(sql<boolean>`(x.settlement_id is null or ${ownSheets(actor, 'st')})`)

/** Exceptions a person may bring on: their own proposal waits for somebody else. */
export const waitsFor = ({ userId }: Pick<Actor, 'userId'>, alias: string): RawBuilder<boolean> =>
  sql<boolean>`not (${sql.ref(`${alias}.state`)} = 'proposed'
    and ${sql.ref(`${alias}.proposer_id`)} is not distinct from ${userId}::uuid)`

/** Exceptions of a sheet, and of earlier sheets of its waybills. */
const aboutSheet = (settlementNum: string) =>
  sql<boolean>`(st.settlement_num = ${settlementNum} or x.settlement_id in (select said.settlement_id
    from settlements mine
    join settlement_lines own on own.settlement_id = mine.id
      join settlement_lines said on said.waybill_id = own.waybill_id where mine.settlement_num = ${settlementNum}))`

type Filter = Omit<Input<typeof countMoneyExceptions>, 'state'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ settlementNum, kind, open, branchId, text, from, to, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    settlementNum === undefined ? undefined : aboutSheet(settlementNum),
    kind === undefined ? undefined : sql<boolean>`x.kind = ${kind}`,
    open ? isUnresolved('x') : undefined,
    branchId === undefined ? undefined : sql<boolean>`x.branch_id = ${branchId}::uuid`,
    contains(['st.settlement_num', 'p.task_no', 'p.payee', 'p.bank_serial'], text),
    between('x.created_at', from, to),
    chosen('x.id', ids),
  ])

const exceptionRows = (ctx: Ctx) =>
  exceptionsInReach(ctx)
    .selectAll('x')
    .select(sentBackMoney(ctx).as('sent_back'))
    .select(['st.settlement_num', 'p.task_no', 'p.payee', 'p.amount_fen', 'p.channel', 'p.state as now_state'])

/** Exceptions in the actor's reach, newest first. */
export async function findMoneyExceptions(
  ctx: Ctx,
  input: Input<typeof listMoneyExceptions>,
): Promise<Output<typeof listMoneyExceptions>> {
  const { state } = input
  const rows = await ctx.tx.rows(
    exceptionRows(ctx)
      .where(
        allOf([
          filtered(input),
          state === undefined ? undefined : sql<boolean>`x.state = ${state}`,
          afterCursor(input, 'x.id'),
        ]),
      )
      .orderBy('x.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  if (rows.length === 0) return { rows: [] }
  const words = await wordsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return toPage(rows, input, row => toRow(ctx, row, words.get(row.id) ?? []))
}

/** The words that opened or joined each exception, in the order they came. */
async function wordsOf(ctx: Ctx, ids: readonly string[]) {
  const facts = await ctx.tx.rows(
    q
      .selectFrom('channel_facts')
      .selectAll()
      .where('exception_id', 'in', [...ids])
      .orderBy('id'),
  )
  return Map.groupBy(facts, fact => fact.exception_id)
}

/** Counts by state under the list's filter; each at most the cap. */
export async function countMoneyExceptionsBy(
  ctx: Ctx,
  { state: _state, ...filter }: Input<typeof countMoneyExceptions>,
): Promise<Output<typeof countMoneyExceptions>> {
  const capped = exceptionsInReach(ctx).select('x.state').where(filtered(filter)).limit(countCap)
  const found = await ctx.tx.rows(
    q
      .selectFrom(capped.as('c'))
      .select(['c.state', sql<number>`count(*)::int`.as('n')])
      .groupBy('c.state'),
  )
  const counts = new Map(found.map(({ state, n }) => [state, n]))
  return {
    state: Object.fromEntries(Object.keys(moneyExceptionStates.states).map(state => [state, counts.get(state) ?? 0])),
  }
}

/** One exception with everything the bank said of its order, its papers, and the history of its payment. */
export async function findMoneyException(
  ctx: Ctx,
  { id }: Input<typeof getMoneyException>,
): Promise<Output<typeof getMoneyException>> {
  const row = await ctx.tx.one(exceptionRows(ctx).where('x.id', '=', id))
  const own = (await wordsOf(ctx, [id])).get(id) ?? []
  const facts = await ctx.tx.rows(
    sql<Selectable<ChannelFacts>>`select f.* from channel_facts f where (f.channel, f.order_key) in
      (select o.channel, o.order_key from channel_facts o where o.exception_id = ${id}::uuid) order by f.id
        limit ${factsMax}`.compile(q),
  )
  return {
    ...toRow(ctx, row, own),
    facts: facts.map(fact => ({
      ...toWord(fact),
      ...(fact.verdict === null ? {} : { verdict: keyOf(factVerdicts, fact.verdict) }),
      isAbout: fact.exception_id === id,
    })),
    files: await findFiles(ctx, 'moneyException', id),
    log: row.payment_id === null ? [] : await findLog(ctx, row.payment_id),
  }
}

/** The most words of a bank about one order that are shown. */
const factsMax = 200

interface Found extends Selectable<MoneyExceptions> {
  settlement_num: string | null
  task_no: string | null
  payee: string | null
  amount_fen: number | null
  channel: string | null
  now_state: string | null
  sent_back: SentBackMoney[] | null
}

function toRow(ctx: Ctx, row: Found, words: readonly Selectable<ChannelFacts>[]): MoneyExceptionRow {
  const kind = keyOf(exceptionKinds, row.kind)
  const state = keyOf(moneyExceptionStates.states, row.state)
  return {
    id: row.id,
    kind,
    state,
    ...(row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
    ...(row.task_no === null ? {} : { taskNo: row.task_no }),
    ...(row.payee === null ? {} : { payee: row.payee }),
    ...(row.amount_fen === null ? {} : { amount: fen(row.amount_fen) }),
    ...(row.now_state === null ? {} : { paymentState: keyOf(paymentStates.states, row.now_state) }),
    words: words.map(toWord),
    ...(row.sent_back === null ? {} : { sentBack: row.sent_back }),
    outcomes: [...outcomesOf(kind, { hasPayment: row.payment_id !== null, isOffline: row.channel === 'OFFLINE' })],
    isSilence: isSilence(kind),
    ...suggestionOf(kind),
    ...(row.outcome === null ? {} : { outcome: keyOf(exceptionOutcomes, row.outcome) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.bank_serial === null ? {} : { bankSerial: row.bank_serial }),
    ...(row.bank_day === null ? {} : { bankDay: row.bank_day }),
    ...(row.told_at === null ? {} : { toldAt: row.told_at }),
    ...(row.proposer_name === null ? {} : { proposer: row.proposer_name }),
    ...(row.proposed_at === null ? {} : { proposedAt: row.proposed_at }),
    ...(row.checker_name === null ? {} : { checker: row.checker_name }),
    ...(row.resolved_at === null ? {} : { resolvedAt: row.resolved_at }),
    createdAt: row.created_at,
    version: row.version,
    moves: exceptionMovesOf({ state, isProposer: row.proposer_id === ctx.actor.userId }, permit => ctx.can(permit)),
  }
}

/** The end the product proposes, where it does. */
function suggestionOf(kind: keyof typeof exceptionKinds): Pick<MoneyExceptionRow, 'suggests'> {
  const { suggests } = exceptionKinds[kind]
  return suggests === undefined ? {} : { suggests }
}

const toWord = (fact: Selectable<ChannelFacts>): MoneyExceptionRow['words'][number] => ({
  at: fact.received_at,
  source: keyOf(factSources, fact.source),
  kind: keyOf(factKinds, fact.kind),
  ...(fact.amount_fen === null ? {} : { amount: fen(fact.amount_fen) }),
  ...(fact.bank_serial === null ? {} : { bankSerial: fact.bank_serial }),
  ...(fact.reason === null ? {} : { reason: fact.reason }),
})
