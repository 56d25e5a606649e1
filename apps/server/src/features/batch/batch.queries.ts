// Reads of batches: a person's own, one of them with its rows, one under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type { BatchItem, BatchRow, getBatch, listBatches } from '@yunshu/contract/batch'
import { batchActs, batchFlags, batchOutcomes, batchStates } from '@yunshu/domain/batch'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { Batches, BatchRows } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { isFactorWanted } from '../../http/secondFactor.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { findBatchLimit } from './limit.queries.ts'

/** One's own batches: they run in one's own name. */
const own = ({ actor }: Pick<Ctx, 'actor'>) => sql<boolean>`b.user_id = ${actor.userId}::uuid`
const all = q.selectFrom('batches as b').selectAll('b')

/** The most rows a batch shows at once. */
const shownMost = 500

function toRow(row: Selectable<Batches>): BatchRow {
  const isOver = row.state === 'done' || row.state === 'stopped'
  return {
    id: row.id,
    act: keyOf(batchActs, row.act),
    state: keyOf(batchStates.states, row.state),
    total: row.rows_total,
    done: row.rows_done,
    undone: row.rows_apart + (isOver ? row.rows_total - row.rows_done : 0),
    ...(row.sum_fen === null ? {} : { sum: fen(row.sum_fen) }),
    ...(row.weight_g === null ? {} : { weightG: grams(row.weight_g) }),
    ...(row.period === null ? {} : { period: row.period }),
    ...(row.fault === null ? {} : { fault: row.fault }),
    createdAt: row.created_at,
    ...(row.started_at === null ? {} : { startedAt: row.started_at }),
    ...(row.done_at === null ? {} : { doneAt: row.done_at }),
    version: row.version,
  }
}

const toItem = (row: Selectable<BatchRows>): BatchItem => ({
  recordId: row.record_id,
  version: row.record_version,
  number: row.record_no,
  name: row.record_name,
  ...(row.payee === null ? {} : { payee: row.payee }),
  ...(row.amount_fen === null ? {} : { amount: fen(row.amount_fen) }),
  ...(row.weight_g === null ? {} : { weightG: grams(row.weight_g) }),
  flags: row.flags.map(flag => keyOf(batchFlags, flag)),
  ...(row.outcome === null ? {} : { outcome: keyOf(batchOutcomes, row.outcome) }),
  ...(row.reason === null ? {} : { reason: row.reason }),
})

/** One's own batches that were started, newest first. */
export async function findBatches(ctx: Ctx, input: Input<typeof listBatches>): Promise<Output<typeof listBatches>> {
  const where = allOf([own(ctx), sql<boolean>`b.state <> 'chosen'`, afterCursor(input, 'b.id')])
  return toPage(await ctx.tx.rows(all.where(where).orderBy('b.id', 'desc').limit(rowsToAsk(input))), input, toRow)
}

/** One of one's own with its rows: those that are not done first. */
export async function findBatch(ctx: Ctx, { id }: Input<typeof getBatch>): Promise<Output<typeof getBatch>> {
  const batch = await ctx.tx.one(all.where('b.id', '=', id).where(own(ctx)))
  const items = await ctx.tx.rows(
    q
      .selectFrom('batch_rows')
      .selectAll()
      .where('batch_id', '=', id)
      .orderBy(sql`coalesce(outcome = 'done', false)`)
      .orderBy(sql`outcome is null`)
      .orderBy('place')
      .limit(shownMost),
  )
  const row = toRow(batch)
  // money goes to nobody by acts on waybills and statements
  const payees =
    batchActs[row.act].of !== 'settlement'
      ? []
      : await ctx.tx.rows(
          sql<{ payee: string; n: number; sum: number }>`
    select coalesce(payee, '未登记收款账户') as payee, count(*) as n, sum(amount_fen)::bigint as sum from batch_rows
    where batch_id = ${id} and (outcome is null or done_at is not null) group by 1 order by 3 desc, 1 limit ${shownMost}`.compile(
            q,
          ),
        )
  return {
    ...row,
    payees: payees.map(({ payee, n, sum }) => ({ payee, count: n, sum: fen(sum) })),
    items: items.map(toItem),
    ...(batchActs[row.act].isMoney ? { limit: await findBatchLimit(ctx) } : {}),
    needsCode: batchActs[row.act].isMoney && row.state === 'chosen' && (await isFactorWanted(ctx.tx, ctx.actor)),
  }
}

/** One of one's own under lock, ready for `move()`. */
export async function lockBatch(ctx: Ctx, id: string) {
  return statedBatch(await ctx.tx.one(all.where('b.id', '=', id).where(own(ctx)).forUpdate()))
}

/** A batch with its words of tables. */
export const statedBatch = (row: Selectable<Batches>) => ({
  ...row,
  act: keyOf(batchActs, row.act),
  state: keyOf(batchStates.states, row.state),
})
export type LockedBatch = ReturnType<typeof statedBatch>
