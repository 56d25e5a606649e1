// Choosing records for one act, starting it once, and stopping it.
import type { Call, Input, Output } from '@yunshu/contract/call'
import {
  batchLists,
  type chooseBatch,
  type chooseWaybills,
  type startBatch,
  type stopBatch,
} from '@yunshu/contract/batch'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { fromWire } from '@yunshu/contract/wire'
import {
  batchActs,
  batchLimits,
  batchStates,
  type BatchAct,
  type BatchFlag,
  type BatchState,
} from '@yunshu/domain/batch'
import { printMoney } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { assertAwake, isFactorWanted } from '../../http/secondFactor.ts'
import { parseStrictJson } from '../../strictJson.ts'
import type { Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { proveCode } from '../account/prove.commands.ts'
import { listedTasks } from '../paymentTask/paymentTask.queries.ts'
import { findChosenSheets } from '../settlement/batchSheets.queries.ts'
import { listedSheets } from '../settlement/settlement.queries.ts'
import { findChosenWaybills } from '../waybill/batchWaybills.queries.ts'
import { listedWaybills } from '../waybill/waybill.queries.ts'
import { findBatchLimit } from './limit.queries.ts'
import { lockBatch, type LockedBatch } from './batch.queries.ts'

/** The condition of the sheets a person chose: by their ids, or all under a list's filter. */
function chosenSheets(ctx: Ctx, { list, filter = {}, ids }: Input<typeof chooseBatch>): RawBuilder<boolean> {
  if (ids !== undefined) return sql<boolean>`st.id = any(${ids}::uuid[])`
  if (list === undefined) throw wrongField('ids', '请选择记录')
  if (list === 'settlements') return listedSheets(ctx, readFilter(batchLists.settlements, filter))
  return listedTasks(ctx, readFilter(batchLists.paymentTasks, filter)) ?? sql<boolean>`false`
}

/** The filter of a list as it travelled on the wire. */
export function readFilter<C extends Call>(call: C, filter: Readonly<Record<string, string>> = {}): Input<C> {
  const own = Object.fromEntries(Object.entries(filter).filter(([name]) => !['limit', 'cursor', 'sort'].includes(name)))
  const decoded = z.safeParse<C['input']>(call.input, fromWire(call.input, own, parseStrictJson))
  if (!decoded.success) throw wrongField('filter', '条件不正确')
  return decoded.data
}

/** Keeps the chosen sheets with the versions they have now, and says apart which cannot be done or need a look. */
export async function chooseRecords(ctx: Ctx, input: Input<typeof chooseBatch>): Promise<Output<typeof chooseBatch>> {
  const { act, looked = [] } = input
  const { isMoney, permit } = batchActs[act]
  if (!ctx.can(permit)) throw new Problem('permit.missing')
  const most = isMoney ? (await findBatchLimit(ctx)).rows : batchLimits.rows
  const records = await findChosenSheets(ctx, act, chosenSheets(ctx, input), most + 1)
  const isLooked = new Set(looked)
  return keepChoice(ctx, act, {
    ids: input.ids,
    most,
    records: records.map(record => ({
      ...record,
      isApart:
        record.fault !== undefined ? 'skipped' : record.flags.length > 0 && !isLooked.has(record.id) ? 'flagged' : null,
    })),
  })
}

/** The same of waybills: what cannot be done in a batch stands apart. */
export async function chooseWaybillRecords(
  ctx: Ctx,
  { act, filter, ids }: Input<typeof chooseWaybills>,
): Promise<Output<typeof chooseWaybills>> {
  if (!ctx.can(batchActs[act].permit)) throw new Problem('permit.missing')
  if (ids === undefined && filter === undefined) throw wrongField('ids', '请选择记录')
  const where =
    ids === undefined
      ? await listedWaybills(ctx, readFilter(listWaybills, filter))
      : sql<boolean>`w.id = any(${ids}::uuid[])`
  const records = await findChosenWaybills(ctx, act, where, batchLimits.rows + 1)
  return keepChoice(ctx, act, {
    ids,
    most: batchLimits.rows,
    records: records.map(record => ({ ...record, flags: [], isApart: record.fault === undefined ? null : 'skipped' })),
  })
}

/** A record as it is kept; `isApart` says that it is not to be done, and why. */
interface KeptRecord {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly version: number
  /** Of a shipper or a record of the books: the branch whose books it is of. */
  readonly branchId?: string | undefined
  readonly amount: number | undefined
  readonly weight?: number | undefined
  readonly payee?: string | undefined
  readonly flags: readonly BatchFlag[]
  readonly fault: string | undefined
  /** A word about one that is to be done. */
  readonly note?: string | undefined
  readonly isApart: 'skipped' | 'flagged' | null
}

interface Choice {
  readonly ids: readonly string[] | undefined
  /** The most records of one choice. */
  readonly most: number
  readonly period?: string | undefined
  readonly records: readonly KeptRecord[]
}

/** Keeps a choice with its records, in the place of an earlier one that was not started. */
export async function keepChoice(
  ctx: Ctx,
  act: BatchAct,
  { ids, most, period, records }: Choice,
): Promise<{ id: string }> {
  if (records.length > most) throw new Problem('batch.tooMany', { most })
  // rows are asked for by name: one out of reach is not found, whosever it is
  if (ids !== undefined && records.length < new Set(ids).size) throw new Problem('row.none')
  const taken = records.filter(({ isApart }) => isApart === null)
  const id = v7()
  // of choices that were never started the last is enough
  await ctx.tx.run(q.deleteFrom('batches').where('user_id', '=', ctx.actor.userId).where('state', '=', 'chosen'))
  await ctx.tx.run(
    q.insertInto('batches').values({
      id,
      user_id: ctx.actor.userId,
      session_id: ctx.actor.sessionId,
      company_id: ctx.actor.companyId ?? null,
      branch_id: ctx.actor.side === 'branch' ? (ctx.actor.branchId ?? null) : null,
      act,
      period: period ?? null,
      state: batchStates.start,
      rows_total: taken.length,
      rows_apart: records.length - taken.length,
      sum_fen: sumOf(taken.map(({ amount }) => amount)),
      weight_g: sumOf(taken.map(({ weight }) => weight)),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  for (let at = 0; at < records.length; at += insertedAtOnce)
    await ctx.tx.run(
      q.insertInto('batch_rows').values(
        records.slice(at, at + insertedAtOnce).map((record, n) => ({
          batch_id: id,
          place: at + n,
          record_id: record.id,
          record_no: record.number,
          record_name: record.name,
          record_version: record.version,
          branch_id: record.branchId ?? null,
          amount_fen: record.amount ?? null,
          weight_g: record.weight ?? null,
          payee: record.payee ?? null,
          flags: [...record.flags],
          outcome: record.isApart,
          reason: record.fault ?? record.note ?? null,
        })),
      ),
    )
  ctx.touched('batch', id, { 办理: batchActs[act].label, 条数: String(taken.length) })
  return { id }
}

/** The sum where each row has one; null of acts without, or of amounts the person may not see. Nothing comes to zero. */
const sumOf = (amounts: readonly (number | undefined)[]): number | null => {
  const known = amounts.filter(amount => amount !== undefined)
  return known.length < amounts.length ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/** Rows of one insert. */
const insertedAtOnce = 1000

/** Starts a batch: the act is the person's own, now and once. */
export async function startOwnBatch(
  ctx: Ctx,
  { id, version, count, sum, channel, code }: Input<typeof startBatch>,
): Promise<Output<typeof startBatch>> {
  const { actor, now } = ctx
  const batch = await lockBatch(ctx, id)
  const { permit, isMoney } = batchActs[batch.act]
  if (actor.actingFor !== undefined) throw new Problem('batch.acting')
  assertAwake(actor, permit, now)
  if (!ctx.can(permit)) throw new Problem('permit.missing')
  if (batch.version !== version) throw await stale(ctx, id)
  if (now > batch.created_at + batchLimits.startWithinMs) throw new Problem('batch.late')
  if (batch.rows_total === 0) throw new Problem('batch.none')
  if (batch.rows_total !== count || batch.sum_fen !== (sum ?? null)) throw new Problem('batch.changed')
  if (isMoney) await assertLimit(ctx, batch)
  if (batch.act === 'pay' && channel === undefined) throw wrongField('channel', '请选择')
  if (batch.state !== 'chosen')
    throw new Problem('state.wrong', { state: batchStates.states[batch.state].label, move: '开始' })
  const withFactor = isMoney && (await isFactorWanted(ctx.tx, actor))
  if (withFactor && !actor.hasSecondFactor) throw new Problem('factor.required')
  if (withFactor && code === undefined) throw wrongField('code', '请输入')
  // a wrong guess stays counted with all that was written before it: nothing is, and nothing is refused after it
  if (withFactor) await proveCode(ctx, code ?? '')
  const moved = await move(ctx, batchStates, batch, 'start', {
    version,
    set: {
      started_at: now,
      channel: channel ?? null,
      with_factor: withFactor,
      session_id: actor.sessionId,
      branch_id: actor.side === 'branch' ? (actor.branchId ?? null) : null,
    },
  })
  ctx.touched('batch', id, { 办理: batchActs[batch.act].label, 条数: String(count) })
  return { id, version: moved.version }
}

/** Refuses more than the company lets leave at once. */
async function assertLimit(ctx: Ctx, batch: LockedBatch): Promise<void> {
  const { rows, sum } = await findBatchLimit(ctx)
  if (batch.rows_total > rows || (batch.sum_fen ?? 0) > sum)
    throw new Problem('batch.limit', { rows, yuan: printMoney(sum) })
}

/** Stops a batch: the row under way ends as it ends, the rest stays undone. One that is over stays as it is. */
export async function stopOwnBatch(ctx: Ctx, { id }: Input<typeof stopBatch>): Promise<Output<typeof stopBatch>> {
  const batch = await lockBatch(ctx, id)
  const { version } = isUnderWay(batch.state) ? await stopUnderWay(ctx, batch, '已停止') : batch
  ctx.touched('batch', id)
  return { id, version }
}

const isUnderWay = (state: BatchState): boolean => state === 'waiting' || state === 'running'

/** Ends a batch before its end: what has not begun is left behind for this reason. */
export async function stopUnderWay(ctx: Ctx, batch: LockedBatch, fault: string): Promise<LockedBatch> {
  await leaveRest(ctx, batch.id, fault)
  return move(ctx, batchStates, batch, 'stop', { set: { fault, done_at: ctx.now } })
}

const leaveRest = (ctx: Ctx, id: string, reason: string): Promise<number> =>
  ctx.tx.run(
    q
      .updateTable('batch_rows')
      .set({ outcome: 'left', reason, done_at: ctx.now })
      .where('batch_id', '=', id)
      .where('outcome', 'is', null),
  )
