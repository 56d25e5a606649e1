// Quantity of a task that is not hauled: the rest returned, and the part that comes back from a cancelled waybill.
import type { Input, Output } from '@yunshu/contract/call'
import type { returnTask } from '@yunshu/contract/task/task'
import { quantityModes, type QuantityMode } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { openTaskStates, taskStates } from '@yunshu/domain/task/task'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { finishGoodsIfDone, giveBackToGoods } from '../goods/goods.commands.ts'
import { assertTaskAct, lockAbove, lockTask, type LockedTask } from './task.queries.ts'

/**
 * Returns the rest of a task to where it came from and closes it; quantity on waybills stays. Refuses (`task.children`)
 * while parts it handed down are open.
 */
export async function returnRest(
  ctx: Ctx,
  { id, version, reason }: Input<typeof returnTask>,
): Promise<Output<typeof returnTask>> {
  const task = await lockTask(ctx, id)
  assertTaskAct(ctx, 'giveBack', task)
  const { n } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      q
        .selectFrom('tasks')
        .select(e => e.fn.countAll<number>().as('n'))
        .where('parent_id', '=', id)
        .where('state', 'in', openTaskStates),
    ),
  )
  assertTaskAct(ctx, 'giveBack', task, n)
  const rest = await printedFor(ctx, task)
  const closed = await move(ctx, taskStates, task, 'giveBack', {
    version,
    reason,
    set: { remain_qty: 0 },
    diff: [{ field: '剩余数量', old: rest(task.remain_qty), new: rest(0) }],
  })
  if (task.remain_qty > 0)
    await giveBackUp(ctx, task, task.remain_qty, {
      field: `承运商退回（任务${task.task_no}）`,
      old: '--',
      new: rest(task.remain_qty),
    })
  await ctx.tx.elevated(() => finishGoodsIfDone(ctx, task.goods_id))
  const { to, words } = giverOf(task)
  const by = ctx.actor.companyName ?? '平台'
  await tellHappening(ctx, 'task.returned', to, { ...words, by, qty: rest(task.remain_qty), reason })
  ctx.touched('task', id)
  return { id, version: closed.version }
}

/**
 * Takes the quantity of a cancelled or void waybill back: into its task, which opens again, or past closed tasks to
 * their givers. The caller holds the lock of the waybill.
 */
export async function giveBackToTask(
  ctx: Ctx,
  waybill: { task_id: string | null; goods_id: string; waybill_no: string; qty: number },
): Promise<void> {
  const taskId = waybill.task_id
  const change = {
    field: `运单${waybill.waybill_no}释放`,
    old: '--',
    new: printQuantity(await modeOf(ctx, waybill.goods_id), waybill.qty),
  }
  if (taskId === null) return giveBackToGoods(ctx, waybill.goods_id, waybill.qty, change)
  await ctx.tx.elevated(async () => {
    const above = await lockAbove(ctx, taskId)
    const row = await ctx.tx.one(q.selectFrom('tasks').selectAll().where('id', '=', taskId).forUpdate())
    await giveTo(
      ctx,
      [{ ...row, state: keyOf(taskStates.states, row.state) }, ...above],
      waybill.goods_id,
      waybill.qty,
      change,
    )
  })
}

/**
 * Gives quantity that leaves a task back to where it came from: the task above, or the goods. The caller holds the
 * task.
 */
export async function giveBackUp(ctx: Ctx, task: LockedTask, qty: number, change: Change): Promise<void> {
  // the goods and the tasks above are other companies'
  await ctx.tx.elevated(async () =>
    giveTo(ctx, task.parent_id === null ? [] : await lockAbove(ctx, task.id), task.goods_id, qty, change),
  )
}

/** Gives quantity to the first of these tasks that is not closed, else to the goods. */
async function giveTo(
  ctx: Ctx,
  tasks: readonly LockedTask[],
  goodsId: string,
  qty: number,
  change: Change,
): Promise<void> {
  const task = tasks.find(({ state }) => state !== 'closed')
  if (!task) return giveBackToGoods(ctx, goodsId, qty, change)
  if (task.state === 'done') {
    await move(ctx, taskStates, task, 'reopen', { set: { remain_qty: task.remain_qty + qty }, diff: [change] })
    return
  }
  await ctx.tx.run(
    q
      .updateTable('tasks')
      .set({ remain_qty: sql`remain_qty + ${qty}`, version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', task.id),
  )
  await logEvent(ctx, { entity: 'task', entityId: task.id, action: '释放余量', diff: [change] })
}

/**
 * The receivers of news of a task at its giver, and the values for the message: the shipper, or the carrier that handed
 * it down.
 */
export function giverOf(task: LockedTask) {
  const { task_no: taskNo, goods_id: goodsId, parent_id: parentId, releaser_id: company, releaser_by: by } = task
  if (parentId === null || company === null || by === null)
    return {
      to: { company: task.shipper_id, permit: 'goods.publish', by: task.shipper_by },
      words: { reader: 'shipper', goodsId, taskNo },
    } as const
  return {
    to: { company, permit: 'task.release', by },
    words: { reader: 'carrier', parentId, taskNo },
  } as const
}

/** Prints quantities of the goods of a task. */
export async function printedFor(ctx: Ctx, task: Pick<LockedTask, 'goods_id'>): Promise<(qty: number) => string> {
  const mode = await modeOf(ctx, task.goods_id)
  return qty => printQuantity(mode, qty)
}

async function modeOf(ctx: Ctx, goodsId: string): Promise<QuantityMode> {
  // a carrier whose part was taken back may not see the goods any more, so the read is elevated
  const goods = await ctx.tx.elevated(() =>
    ctx.tx.one(q.selectFrom('goods').select('quantity_mode').where('id', '=', goodsId)),
  )
  return keyOf(quantityModes, goods.quantity_mode)
}
