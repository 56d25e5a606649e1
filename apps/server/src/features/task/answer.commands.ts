// The end of a task that waits for its carrier: accepted, refused, taken back, or expired; exactly one of them.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/task/task'
import { taskStates } from '@yunshu/domain/task/task'
import { move } from '../../work/move.ts'
import { personOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { takersOf } from '../../work/receivers.ts'
import { finishGoodsIfDone } from '../goods/goods.commands.ts'
import { giveBackUp, printedFor, giverOf } from './task.commands.ts'
import { assertTaskAct, lockTask, type LockedTask } from './task.queries.ts'

/** The carrier accepts the task; the person who accepts answers for it from now on. */
export async function acceptTask(
  ctx: Ctx,
  { id, version }: Input<typeof calls.acceptTask>,
): Promise<Output<typeof calls.acceptTask>> {
  const task = await lockTask(ctx, id)
  assertTaskAct(ctx, 'accept', task)
  const moved = await move(ctx, taskStates, task, 'accept', { version, set: { carrier_by: personOf(ctx.actor) } })
  const printed = await printedFor(ctx, task)
  const { to, words } = giverOf(task)
  const carrier = ctx.actor.companyName ?? ''
  await tellHappening(ctx, 'task.accepted', to, { ...words, carrier, qty: printed(task.qty) })
  ctx.touched('task', id)
  return { id, version: moved.version }
}

/** The carrier refuses; the quantity goes back to where it came from. */
export async function refuseTask(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.refuseTask>,
): Promise<Output<typeof calls.refuseTask>> {
  const task = await lockTask(ctx, id)
  assertTaskAct(ctx, 'refuse', task)
  const moved = await move(ctx, taskStates, task, 'refuse', {
    version,
    reason,
    set: { remain_qty: 0, carrier_by: personOf(ctx.actor) },
  })
  await giveBack(ctx, task, '承运商拒绝')
  const { to, words } = giverOf(task)
  await tellHappening(ctx, 'task.refused', to, { ...words, carrier: ctx.actor.companyName ?? '', reason })
  ctx.touched('task', id)
  return { id, version: moved.version }
}

/**
 * Takes a task back: for its giver, which is the shipper, the platform on its behalf, or the carrier that handed it
 * down.
 */
export async function withdrawTask(
  ctx: Ctx,
  { id, version }: Input<typeof calls.withdrawTask>,
): Promise<Output<typeof calls.withdrawTask>> {
  const task = await lockTask(ctx, id)
  assertTaskAct(ctx, 'withdraw', task)
  const moved = await move(ctx, taskStates, task, task.parent_id === null ? 'withdraw' : 'recall', {
    version,
    set: { remain_qty: 0 },
  })
  await giveBack(ctx, task, '撤回任务')
  const by = ctx.actor.companyName ?? '平台'
  await tellHappening(ctx, 'task.withdrawn', takersOf(task.carrier_id), { taskNo: task.task_no, by })
  ctx.touched('task', id)
  return { id, version: moved.version }
}

/** Tasks nobody answered in time, the longest overdue first. */
export async function findOverdue(ctx: Ctx, limit: number): Promise<string[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('tasks')
      .select('id')
      .where('state', '=', 'sent')
      .where('answer_by', '<=', ctx.now)
      .orderBy('answer_by')
      .limit(limit),
  )
  return rows.map(row => row.id)
}

/** Expires one task nobody answered in time; nothing when it was answered meanwhile. Both sides are told. */
export async function expireTask(ctx: Ctx, id: string): Promise<void> {
  const task = await lockTask(ctx, id)
  if (task.state !== 'sent' || task.answer_by === null || task.answer_by > ctx.now) return
  await move(ctx, taskStates, task, 'expire', { set: { remain_qty: 0 } })
  await giveBack(ctx, task, '任务过期')
  const { to, words } = giverOf(task)
  await tellHappening(ctx, 'task.expired', to, words)
  await tellHappening(ctx, 'task.missed', takersOf(task.carrier_id), { taskNo: task.task_no })
}

async function giveBack(ctx: Ctx, task: LockedTask, what: string): Promise<void> {
  const printed = await printedFor(ctx, task)
  await giveBackUp(ctx, task, task.remain_qty, {
    field: `${what} ${task.task_no}`,
    old: '--',
    new: printed(task.remain_qty),
  })
  await ctx.tx.elevated(() => finishGoodsIfDone(ctx, task.goods_id))
}
