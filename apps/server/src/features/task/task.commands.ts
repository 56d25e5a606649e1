// Changes of tasks: the rest returned to the goods, and quantity that comes back from a cancelled waybill.
import type { Input, Output } from '@yunshu/contract/call'
import type { returnTask } from '@yunshu/contract/task'
import { quantityModes, type QuantityMode } from '@yunshu/domain/goods'
import { Problem } from '@yunshu/domain/problems'
import { printQuantity } from '@yunshu/domain/quantity'
import { taskStates } from '@yunshu/domain/task'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, move } from '../../db/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { finishGoodsIfDone, giveBackToGoods } from '../goods/goods.commands.ts'
import { lockTask } from './task.queries.ts'

/** Returns what is left of a task to its goods and closes it; what is on waybills stays. */
export async function returnRest(ctx: Ctx, { id, version, reason }: Input<typeof returnTask>): Promise<Output<typeof returnTask>> {
  const task = await lockTask(ctx, id)
  // a shipper reads its carriers' tasks; only the carrier (or the house for it) gives one back
  if (ctx.actor.side === 'shipper' && ctx.actor.companyId !== task.carrier_id) throw new Problem('permit.missing')
  const mode = await modeOf(ctx, task.goods_id)
  const rest = printQuantity(mode, task.remain_qty)
  const closed = await move(ctx, taskStates, task, 'giveBack', { version, reason, set: { remain_qty: 0 }, diff: [{ field: '剩余数量', old: rest, new: printQuantity(mode, 0) }] })
  if (task.remain_qty > 0) await giveBackToGoods(ctx, task.goods_id, task.remain_qty, { field: '承运商退回', old: '--', new: rest })
  await finishGoodsIfDone(ctx, task.goods_id)
  await ctx.push({
    to: { company: task.shipper_id, permit: 'goods.publish', by: task.shipper_by }, code: '0', title: '承运商退回任务剩余', msg: `${ctx.actor.companyName ?? '平台'} 退回任务 ${task.task_no} 剩余 ${rest}：${reason}`,
    topics: ['goods', 'task'], message: { kind: 'task', path: `/goods/details/${task.goods_id}` },
  })
  ctx.touched('task', id)
  return { id, version: closed.version }
}

/**
 * Takes the quantity of a cancelled or void waybill back: into its task, which opens again, or past a closed task
 * into the goods. The caller holds the lock of the waybill.
 */
export async function giveBackToTask(ctx: Ctx, waybill: { task_id: string | null; goods_id: string; waybill_no: string; qty: number }): Promise<void> {
  const change = { field: `运单${waybill.waybill_no}释放`, old: '--', new: printQuantity(await modeOf(ctx, waybill.goods_id), waybill.qty) }
  const row = waybill.task_id === null ? undefined : await ctx.tx.one(q.selectFrom('tasks').selectAll().where('id', '=', waybill.task_id).forUpdate())
  if (!row || row.state === 'closed') {
    await giveBackToGoods(ctx, waybill.goods_id, waybill.qty, change)
    return
  }
  const task = { ...row, state: keyOf(taskStates.states, row.state) }
  if (task.state === 'done') {
    await move(ctx, taskStates, task, 'reopen', { set: { remain_qty: task.remain_qty + waybill.qty }, diff: [change] })
    return
  }
  await ctx.tx.run(q.updateTable('tasks').set({ remain_qty: sql`remain_qty + ${waybill.qty}`, version: sql`version + 1`, updated_at: ctx.now }).where('id', '=', task.id))
  await logEvent(ctx, { entity: 'task', entityId: task.id, action: '释放余量', diff: [change] })
}

async function modeOf(ctx: Ctx, goodsId: string): Promise<QuantityMode> {
  const goods = await ctx.tx.one(q.selectFrom('goods').select('quantity_mode').where('id', '=', goodsId))
  return keyOf(quantityModes, goods.quantity_mode)
}
