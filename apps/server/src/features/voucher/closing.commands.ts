// Closing months: asked by one person once the checks allow it, confirmed by another with a snapshot of all balances, and
// reopened by two, the newest first.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/closing'
import { formatDateTime, HOUR_MS } from '@yunshu/domain/figures/time'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import {
  closeAskHours,
  closeChecks,
  closingStates,
  faultOfClosingMove,
  isOver,
  lapsedReason,
} from '@yunshu/domain/voucher/closing'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { move, moveAll } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { findChecks } from './closeChecks.queries.ts'
import { closingLock } from './books.queries.ts'
import { closingOn, type Closing } from './closing.queries.ts'
import { postClosing, postReopened } from './closingBooks.commands.ts'
import { firstMonth } from './months.queries.ts'
import { keepSnapshot } from './snapshot.commands.ts'

/** Refuses a month against which something stands. */
async function assertReady(ctx: Ctx, branchId: string, period: string): Promise<void> {
  const against = (await findChecks(ctx, branchId, period)).filter(({ key, ok }) => !ok && closeChecks[key].blocks)
  if (against.length === 0) return
  throw new Problem('period.against', { checks: against.map(({ key }) => closeChecks[key].fault).join('、') })
}

/** Asks to close a month of the branch the person works for. */
export async function askClose(
  ctx: Ctx,
  { period, uninvoiced = false, carries = false }: Input<typeof calls.askClose>,
): Promise<Output<typeof calls.askClose>> {
  const { branchId, userId, actingFor } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  if (!isOver(period, ctx.now)) throw wrongField('period', '本月还没有过完，不能结账')
  const { first } = await ctx.tx.one<{ first: string | null }>(
    sql<{ first: string | null }>`select ${firstMonth(sql`${branchId}::uuid`)} as first`.compile(q),
  )
  if (first === null || period < first) throw wrongField('period', '本分公司那时还没有账')
  await assertNewest(ctx, { branch_id: branchId, period })
  await assertReady(ctx, branchId, period)
  await lapseLate(ctx, { branchId, period })
  const id = v7()
  const made = await ctx.tx.run(
    q
      .insertInto('period_closings')
      .values({
        id,
        branch_id: branchId,
        period,
        state: closingStates.start,
        uninvoiced,
        carries,
        asker_id: userId,
        asker_for: actingFor?.userId ?? null,
        asker_name: writtenName(ctx.actor),
        asked_at: ctx.now,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw new Problem('period.asked', { period: periodText(period) })
  ctx.touched('period', id, { period })
  const words = {
    asker: writtenName(ctx.actor),
    branch: ctx.actor.branchName ?? '',
    period: periodText(period),
    hours: String(closeAskHours),
  }
  await tellHouse(ctx, 'period.asked', { branch: branchId, permit: 'period.confirm' }, words)
  return { id, version: 1 }
}

/**
 * Applications nobody confirmed in time come to nothing (of one month where one is named): the month can be asked for
 * anew, and who asked is told. Answers how many.
 */
export async function lapseLate(
  ctx: Ctx,
  of?: { readonly branchId: string; readonly period: string },
): Promise<number> {
  return ctx.tx.elevated(async () => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('period_closings as c')
        .innerJoin('companies as b', 'b.id', 'c.branch_id')
        .selectAll('c')
        .select('b.name as branch_name')
        .where('c.state', '=', 'asked')
        .where('c.asked_at', '<=', ctx.now - closeAskHours * HOUR_MS)
        .$if(of !== undefined, query =>
          query.where('c.branch_id', '=', of?.branchId ?? nilId).where('c.period', '=', of?.period ?? ''),
        )
        .orderBy('c.id')
        .forUpdate('c'),
    )
    const late = rows.map(row => ({ ...row, state: keyOf(closingStates.states, row.state) }))
    await moveAll(ctx, closingStates, late, 'lapse', { set: { reason: lapsedReason } })
    for (const row of rows) {
      const words = {
        branch: row.branch_name,
        period: periodText(row.period),
        asker: row.asker_name,
        time: formatDateTime(row.asked_at),
        hours: String(closeAskHours),
      }
      await tellHappening(ctx, 'period.lapsed', { users: [row.asker_id] }, words)
    }
    return rows.length
  })
}

/**
 * One closing of the branch the person works for, under lock. Months of a branch are moved one after another: each looks
 * at those beside it, and two at once would close a month while the one before it is opened again.
 */
async function lockClosing(ctx: Ctx, id: string): Promise<Closing> {
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(${closingLock(ctx.actor.branchId ?? nilId)})`.compile(q))
  const row = await ctx.tx.one(
    q
      .selectFrom('period_closings')
      .selectAll()
      .where('id', '=', id)
      .where('branch_id', '=', ctx.actor.branchId ?? nilId)
      .forUpdate(),
  )
  return { ...row, state: keyOf(closingStates.states, row.state) }
}

/** A step of a closing. Months are closed while nobody writes into them, and postings go on in the next one. */
export async function movePeriod(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.movePeriod>,
): Promise<Output<typeof calls.movePeriod>> {
  if (ctx.actor.branchId === undefined) throw new Problem('branch.only')
  const row = await lockClosing(ctx, id)
  const fault = faultOfClosingMove(name, closingOn(ctx, row))
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  if ('ask' in closingStates.moves[name] && why === '') throw wrongField('reason', '请填写原因')
  const set = await effectOf(ctx, row, name, why)
  const moved = await move(ctx, closingStates, row, name, { version, set, ...(why === '' ? {} : { reason: why }) })
  ctx.touched('period', id, {
    period: row.period,
    ...('snapshot' in set && typeof set.snapshot === 'string' ? { snapshot: set.snapshot } : {}),
  })
  return { id, version: moved.version }
}

/** The effect of a step beside its state, and the columns it sets. */
async function effectOf(
  ctx: Ctx,
  row: Closing,
  name: Input<typeof calls.movePeriod>['move'],
  why: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { userId, actingFor } = ctx.actor
  switch (name) {
    case 'confirm':
      if (row.state !== 'asked') return {}
      return { ...(await close(ctx, row)), confirmer_id: userId, confirmer_name: ctx.actor.name, confirmed_at: ctx.now }
    case 'refuse':
      return { confirmer_id: userId, confirmer_name: ctx.actor.name, reason: why }
    case 'withdraw':
      return {}
    case 'askReopen':
      await assertNewest(ctx, row)
      return {
        reopener_id: userId,
        reopener_for: actingFor?.userId ?? null,
        reopener_name: writtenName(ctx.actor),
        reason: why,
      }
    case 'confirmReopen':
      await assertNewest(ctx, row)
      await setClosed(ctx, row, null)
      await postReopened(ctx, row)
      return {}
    case 'keep':
      return { reopener_id: null, reopener_for: null, reopener_name: null, reason: null }
  }
}

/**
 * Only the newest month that is closed can be opened again, and none is closed before one that is: entries of either
 * would change balances that stand in the snapshot of the later month.
 */
async function assertNewest(
  ctx: Ctx,
  { branch_id: branchId, period }: Pick<Closing, 'branch_id' | 'period'>,
): Promise<void> {
  const later = await ctx.tx.first(
    q
      .selectFrom('periods')
      .select('period')
      .where('branch_id', '=', branchId)
      .where('period', '>', period)
      .where('closed_at', 'is not', null)
      .orderBy('period', 'desc'),
  )
  if (later) throw new Problem('period.newest', { period: periodText(later.period) })
}

/** Takes the row of the month alone: postings that share it end first, and those that come after go on in the next one. */
async function setClosed(ctx: Ctx, { branch_id, period }: Closing, closedAt: number | null): Promise<void> {
  await ctx.tx.elevated(async () => {
    await ctx.tx.run(
      q
        .insertInto('periods')
        .values({ branch_id, period })
        .onConflict(c => c.doNothing()),
    )
    await ctx.tx.run(
      q
        .updateTable('periods')
        .set({ closed_at: closedAt })
        .where('branch_id', '=', branch_id)
        .where('period', '=', period),
    )
  })
}

/** Closes the month, looks once more, and keeps its balances with their hash. */
async function close(ctx: Ctx, row: Closing): Promise<{ snapshot: string }> {
  await assertNewest(ctx, row)
  await setClosed(ctx, row, ctx.now)
  await assertReady(ctx, row.branch_id, row.period)
  await postClosing(ctx, row)
  return keepSnapshot(ctx.tx, row)
}
