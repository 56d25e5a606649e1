// One row of a batch: the act as its person may do it at the moment, with its result in the same transaction.
import { batchActs, batchLimits, batchStates } from '@yunshu/domain/batch'
import { isNarrowedByBranch } from '@yunshu/contract/call'
import { Problem, type ProblemName } from '@yunshu/domain/problems/problems'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { BatchRows } from '../../db/tables.gen.ts'
import { q, type Tx } from '../../db/tx.ts'
import { writeAudit } from '../../http/audit.ts'
import { isFactorWanted } from '../../http/secondFactor.ts'
import { reachOf, type Actor, type Ctx, type Deps } from '../../work/ctx.ts'
import { assertLease } from '../../work/lease.ts'
import { may, mayCall, writing } from '../../work/makeCtx.ts'
import { move } from '../../work/move.ts'
import { asSystem, errorStream } from '../../work/system.ts'
import { findAbsent } from '../session/absent.queries.ts'
import { acts } from './acts.ts'
import { stopUnderWay } from './batch.commands.ts'
import { statedBatch, type LockedBatch } from './batch.queries.ts'

/** The refusal of a record somebody changed after it was chosen. */
const changed = '已变化'

/** A batch with its next row; undefined row: all have an end. */
interface Turn {
  readonly batch: LockedBatch
  readonly row: Selectable<BatchRows> | undefined
}

/**
 * Takes the batch whose turn it is and its next row. Batches take turns row by row, so that a long one keeps nobody
 * waiting.
 */
export async function nextTurn(deps: Deps): Promise<Turn | undefined> {
  return asSystem(deps, async ctx => {
    const found = await ctx.tx.first(
      q
        .selectFrom('batches')
        .selectAll()
        .where('state', 'in', ['waiting', 'running'])
        .orderBy('updated_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    if (!found) return undefined
    const waiting = statedBatch(found)
    const batch = waiting.state === 'waiting' ? await move(ctx, batchStates, waiting, 'begin') : waiting
    const fault = await standsAgainst(ctx, batch)
    if (fault !== undefined) {
      await stopUnderWay(ctx, batch, fault)
      return { batch, row: undefined }
    }
    const row = await ctx.tx.first(
      q
        .selectFrom('batch_rows')
        .selectAll()
        .where('batch_id', '=', batch.id)
        .where('outcome', 'is', null)
        .orderBy('place')
        .limit(1),
    )
    if (!row) await move(ctx, batchStates, batch, 'finish', { set: { done_at: ctx.now } })
    return { batch, row }
  })
}

/** The reason the whole batch may not go on: too many equal faults, or a person who was signed out. */
async function standsAgainst(ctx: Ctx, batch: LockedBatch): Promise<string | undefined> {
  if (batch.equal_faults >= batchLimits.equalFaults)
    return `连续 ${batchLimits.equalFaults} 条因同一原因未办成，其余未办理`
  const { alive, is_out } = await ctx.tx.one(
    sql<{ alive: boolean; is_out: boolean }>`select
      exists (select from sessions s where s.user_id = ${batch.user_id}::uuid and s.revoked_at is null and s.ends_at > ${ctx.now}) as alive,
      exists (select from sessions s where s.id = ${batch.session_id}::uuid and s.revoked_at is not null and s.revoked_why not in ('logout', 'surplus')) as is_out`.compile(
      q,
    ),
  )
  return alive && !is_out ? undefined : '账号已退出登录，其余未办理'
}

/**
 * The person with the rights they have now; undefined when they may not do the act any more. An act that is done in the
 * books of one branch is done for that of the row, as it is on the row's page.
 */
async function personOf(deps: Deps, batch: LockedBatch, row: Selectable<BatchRows>): Promise<Actor | undefined> {
  const { call } = acts[batch.act]
  const found = await findAbsent(deps, batch.user_id, null)
  if (!found) return undefined
  const branchId = batch.branch_id ?? (call.branchOnly ? row.branch_id : null)
  const actor: Actor =
    branchId !== null && found.side === 'platform' && isNarrowedByBranch(call)
      ? { ...found, side: 'branch', branchId }
      : found
  return mayCall(actor, call) && may(actor, batchActs[batch.act].permit) ? actor : undefined
}

/** Runs one row and keeps its result; never throws for what is wrong with the row itself. */
export async function runRow(deps: Deps, { batch, row }: Turn & { row: Selectable<BatchRows> }): Promise<void> {
  const actor = await personOf(deps, batch, row)
  if (!actor) {
    await asSystem(deps, async ctx => {
      const now = await lockRunning(ctx.tx, batch.id)
      if (now) await stopUnderWay(ctx, now, '没有办理权限，其余未办理')
    })
    return
  }
  try {
    await carryOut(deps, batch, row, actor)
  } catch (error) {
    if (error instanceof AnotherRan) return
    if (!(error instanceof Problem)) console.error(`batch ${batch.id}, row ${row.place}:`, error)
    await note(deps, batch, row, error)
  }
}

async function carryOut(deps: Deps, batch: LockedBatch, row: Selectable<BatchRows>, actor: Actor): Promise<void> {
  const { call, run } = acts[batch.act]
  const work = {
    deps,
    actor,
    now: Date.now(),
    requestId: `batch-${batch.id}-${row.place}`,
    ip: '',
    log: errorStream,
    files: [],
  }
  await writing(work, reachOf(actor), async (ctx, touched) => {
    const { lease } = deps
    if (lease !== undefined) await ctx.tx.elevated(() => assertLease(ctx.tx, lease))
    // the batch first: whoever stops it waits for this row, and finds it done
    const isMine = await ctx.tx.run(
      q
        .updateTable('batches')
        .set({ rows_done: sql`rows_done + 1`, updated_at: ctx.now, equal_faults: 0, last_problem: null })
        .where('id', '=', batch.id)
        .where('state', '=', 'running'),
    )
    const isNew =
      isMine === 1 &&
      (await ctx.tx.run(
        q
          .updateTable('batch_rows')
          .set({ outcome: 'done', done_at: ctx.now })
          .where('batch_id', '=', batch.id)
          .where('place', '=', row.place)
          .where('outcome', 'is', null),
      )) === 1
    if (!isNew) throw new AnotherRan()
    if (batchActs[batch.act].isMoney && !batch.with_factor && (await isFactorWanted(ctx.tx, actor)))
      throw new Problem('factor.required')
    await run(ctx, row, { channel: keyOf(payChannels, batch.channel ?? 'OFFLINE'), period: batch.period ?? '' })
    await writeAudit(ctx, call, touched)
  })
}

/** The row has its end already, or the batch was stopped meanwhile: nothing is to be kept of this try. */
class AnotherRan extends Error {}

/** Refusals of what somebody did meanwhile, or where there is nothing to do: they say nothing about the next row. */
const idle: ReadonlySet<string> = new Set<ProblemName>([
  'waybill.urged',
  'statement.exists',
  'statement.order',
  'statement.empty',
])

/** Keeps why a row was not done. */
async function note(deps: Deps, batch: LockedBatch, row: Selectable<BatchRows>, error: unknown): Promise<void> {
  const isChanged =
    error instanceof Problem && (error.problem === 'row.stale' || error.problem === 'settlement.changed')
  const isDone = error instanceof Problem && idle.has(error.problem)
  const problem = isChanged || isDone ? null : error instanceof Problem ? error.problem : 'server.bug'
  const reason = isChanged ? changed : error instanceof Problem ? error.message : '系统错误，请稍后重试'
  await asSystem(deps, async ctx => {
    const now = await lockRunning(ctx.tx, batch.id)
    if (!now) return
    const isKept = await ctx.tx.run(
      q
        .updateTable('batch_rows')
        .set({ outcome: isChanged || isDone ? 'skipped' : 'failed', reason, done_at: ctx.now })
        .where('batch_id', '=', batch.id)
        .where('place', '=', row.place)
        .where('outcome', 'is', null),
    )
    if (isKept === 0) return
    // a record somebody changed is no fault: it says nothing about the next one
    const equal = problem === null ? now.equal_faults : problem === now.last_problem ? now.equal_faults + 1 : 1
    await ctx.tx.run(
      q
        .updateTable('batches')
        .set({ equal_faults: equal, last_problem: problem ?? now.last_problem, updated_at: ctx.now })
        .where('id', '=', batch.id),
    )
  })
}

async function lockRunning(tx: Tx, id: string): Promise<LockedBatch | undefined> {
  const row = await tx.first(
    q.selectFrom('batches').selectAll().where('id', '=', id).where('state', '=', 'running').forUpdate(),
  )
  return row && statedBatch(row)
}
