// Handing work down (转派): part of what is left of a task becomes another carrier's to answer for, at a price of its
// own.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/task/release'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { faultOfTaking } from '@yunshu/domain/task/acts'
import { releaseDepth, releasePriceFault } from '@yunshu/domain/task/release'
import { answerFault, taskStates } from '@yunshu/domain/task/task'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { v7 } from 'uuid'
import { lastHand, logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { takersOf } from '../../work/receivers.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { releasableTo } from './release.queries.ts'
import { printedFor } from './task.commands.ts'
import { assertTaskAct, lockTask, type LockedTask } from './task.queries.ts'

/** Hands part of a task down; it waits for the answer of the next carrier, who hears of it by push 30. */
export async function releaseTask(
  ctx: Ctx,
  { id, version, carrierId, qty, unitPrice: price, answerBy, mayRelease, remark = '' }: Input<typeof calls.releaseTask>,
): Promise<Output<typeof calls.releaseTask>> {
  const task = await lockTask(ctx, id)
  assertTaskAct(ctx, 'release', task)
  const printed = await printedFor(ctx, task)
  assertLeft(task, qty, printed(task.remain_qty))
  await assertSeen(ctx, task, version, printed(task.remain_qty))
  const late = answerFault(answerBy, ctx.now)
  if (late !== undefined) refuseFields({ answerBy: late })
  const goods = await ctx.tx.one(q.selectFrom('goods').selectAll().where('id', '=', task.goods_id))
  const own = task.carrier_unit_price === null ? pricesNow(goods, ctx.now).carrier : unitPrice(task.carrier_unit_price)
  const priceFault = releasePriceFault(price, own)
  if (priceFault !== undefined) refuseFields({ unitPrice: priceFault })
  const carrier = await findReleasable(ctx, id, carrierId)

  const rest = task.remain_qty - qty
  const moved = await move(ctx, taskStates, task, rest === 0 ? 'releaseLast' : 'releaseSome', {
    set: { remain_qty: rest },
    diff: [
      { field: `转派${carrier.name}`, old: '--', new: printed(qty) },
      { field: '剩余数量', old: printed(task.remain_qty), new: printed(rest) },
    ],
  })
  const part = { id: v7(), taskNo: await takeNumber(ctx.tx, 'RW', 'task_number', ctx.now) }
  await ctx.tx.run(
    q.insertInto('tasks').values({
      id: part.id,
      task_no: part.taskNo,
      state: taskStates.start,
      source: 'RELEASED',
      goods_id: task.goods_id,
      shipper_id: task.shipper_id,
      branch_id: task.branch_id,
      carrier_id: carrier.id,
      parent_id: id,
      depth: task.depth + 1,
      releaser_id: task.carrier_id,
      releaser_by: task.carrier_by,
      parent_unit_price: own,
      carrier_unit_price: price,
      qty,
      remain_qty: qty,
      answer_by: answerBy,
      may_release: mayRelease && task.depth + 1 < releaseDepth,
      remark,
      shipper_by: task.shipper_by,
      carrier_by: ctx.actor.userId,
      created_by: ctx.actor.userId,
      state_since: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, {
    entity: 'task',
    entityId: part.id,
    action: '转派',
    to: taskStates.start,
    reason: remark || undefined,
    diff: [{ field: '数量', old: '--', new: printed(qty) }],
  })
  await tellHappening(ctx, 'task.released', takersOf(carrier.id), {
    taskId: part.id,
    taskNo: part.taskNo,
    goodsId: task.goods_id,
    carrier: ctx.actor.companyName ?? '',
    load: goods.load_place,
    unload: goods.unload_place,
    items: goods.item_names,
    qty: printed(qty),
    answerBy: formatDateTime(answerBy).slice(0, 16),
  })
  ctx.touched('task', part.id)
  return { taskId: part.id, taskNo: part.taskNo, remainQty: rest, version: moved.version }
}

/** The carrier a task may be handed down to. */
async function findReleasable(ctx: Ctx, taskId: string, carrierId: string): Promise<{ id: string; name: string }> {
  const carrier = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('companies as c')
        .select(['c.id', 'c.name'])
        .where('c.id', '=', carrierId)
        .where(releasableTo(taskId)),
    ),
  )
  if (!carrier) throw new Problem('row.none')
  return carrier
}

/** Refuses when less is left than wanted, and names the rest: the second of two people reads it and goes on with it. */
export function assertLeft(task: LockedTask, qty: number, remain: string): void {
  const fault = faultOfTaking({ state: task.state, remainQty: task.remain_qty }, qty, remain)
  if (fault) throw problemOf(fault)
}

/** Refuses a decision that was made on an older version of a task, and names the author of the change and the rest. */
export async function assertSeen(ctx: Ctx, task: LockedTask, version: number, remain: string): Promise<void> {
  if (version === task.version) return
  throw new Problem('task.moved', { who: await lastHand(ctx, task.id), remain }, { remainQty: task.remain_qty })
}
