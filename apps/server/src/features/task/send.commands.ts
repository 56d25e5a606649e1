// Sending tasks (发布任务): parts of goods become a carrier's to answer for; nobody else can take them until they come
// back.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/task/task'
import { goodsStates, openGoodsStates, quantityModes } from '@yunshu/domain/goods/goods'
import { Problem } from '@yunshu/domain/problems/problems'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { answerFault, taskStates } from '@yunshu/domain/task/task'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { sql, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { takeNumbers } from '../../db/numbers.ts'
import { priceSight } from '../../work/scope.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { publishersOf, takersOf } from '../../work/receivers.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { findReceiver, isSendable } from './send.queries.ts'
import { ownedGoods } from '../goods/goods.queries.ts'

type Sending = Input<typeof calls.sendTasks>
type Line = Sending['lines'][number]

/** Takes the quantities from the goods and makes a task of each, all or none. The carrier hears of them by push 30. */
export async function sendTasks(
  ctx: Ctx,
  { carrierId, lines, answerBy, mayRelease, remark = '' }: Sending,
): Promise<Output<typeof calls.sendTasks>> {
  const late = answerFault(answerBy, ctx.now)
  if (late !== undefined) refuseFields({ answerBy: late })
  const again = lines.findIndex((line, n) => lines.findIndex(other => other.goodsId === line.goodsId) < n)
  if (again >= 0) refuseFields({ [`lines.${again}.goodsId`]: '同一货源不能重复' })
  const carrier = await findReceiver(ctx, carrierId)

  const numbers = await takeNumbers(ctx.tx, 'RW', 'task_number', ctx.now, lines.length)
  // goods are taken in one order, so that two who send the same goods do not wait for each other
  const ordered = lines.map((line, n) => ({ line, n })).sort((a, b) => (a.line.goodsId < b.line.goodsId ? -1 : 1))
  const made = new Map<number, { id: string; taskNo: string; goodsNo: string }>()
  for (const { line, n } of ordered) {
    const goods = await reserve(ctx, carrier.id, line, n)
    const price = line.carrierUnitPrice
    if (price !== undefined && !priceSight(ctx, goods.shipper_id).margin)
      refuseFields({ [`lines.${n}.carrierUnitPrice`]: '承运单价由货源的价格决定' })
    if (price === 0) refuseFields({ [`lines.${n}.carrierUnitPrice`]: '须大于0' })
    const task = { id: v7(), taskNo: numbers[n] ?? '', goodsNo: goods.goods_no }
    await ctx.tx.run(
      q.insertInto('tasks').values({
        id: task.id,
        task_no: task.taskNo,
        state: taskStates.start,
        source: 'SENT',
        goods_id: goods.id,
        shipper_id: goods.shipper_id,
        branch_id: goods.branch_id,
        carrier_id: carrier.id,
        qty: line.qty,
        remain_qty: line.qty,
        answer_by: answerBy,
        carrier_unit_price: price ?? null,
        may_release: mayRelease,
        remark,
        shipper_by: goods.created_by,
        carrier_by: ctx.actor.userId,
        created_by: ctx.actor.userId,
        state_since: ctx.now,
        created_at: ctx.now,
        updated_at: ctx.now,
      }),
    )
    await logEvent(ctx, {
      entity: 'task',
      entityId: task.id,
      action: '发布任务',
      to: taskStates.start,
      reason: remark || undefined,
      diff: [{ field: '数量', old: '--', new: printed(goods, line.qty) }],
    })
    await tellCarrier(ctx, carrier.id, task, goods, line.qty, answerBy)
    ctx.touched('task', task.id)
    made.set(n, task)
  }
  return { tasks: lines.flatMap((_, n) => made.get(n) ?? []) }
}

const printed = (goods: Pick<Selectable<Goods>, 'quantity_mode'>, qty: number): string =>
  printQuantity(keyOf(quantityModes, goods.quantity_mode), qty)

/** Takes a quantity from goods by one statement that holds all conditions; answers the goods as they are then. */
async function reserve(ctx: Ctx, carrierId: string, { goodsId, qty }: Line, n: number) {
  const row = await ctx.tx.first(
    q
      .updateTable('goods as g')
      .set({ remain_qty: sql`g.remain_qty - ${qty}`, updated_at: ctx.now })
      .where('g.id', '=', goodsId)
      .where(isSendable(ctx.actor, carrierId, ctx.now))
      .where('g.remain_qty', '>=', qty)
      .returningAll('g'),
  )
  if (!row) throw await whyNot(ctx, carrierId, goodsId, n)
  const { remain_qty: rest } = row
  await move(
    ctx,
    goodsStates,
    { ...row, state: keyOf(goodsStates.states, row.state) },
    rest === 0 ? 'sendLast' : 'sendSome',
    {
      diff: [
        { field: '发布任务', old: '--', new: printed(row, qty) },
        { field: '剩余数量', old: printed(row, rest + qty), new: printed(row, rest) },
      ],
    },
  )
  return row
}

async function whyNot(ctx: Ctx, carrierId: string, goodsId: string, n: number): Promise<Problem> {
  const goods = await ctx.tx.one(ownedGoods(ctx.actor, goodsId).selectAll('g'))
  const isOpen = openGoodsStates.some(state => state === goods.state)
  if (isOpen && goods.valid_to <= ctx.now)
    return new Problem('goods.expired', {}, { fields: { [`lines.${n}.goodsId`]: '货源已过截止时间' } })
  if (!isOpen && goods.state !== 'full') {
    const { label } = goodsStates.states[keyOf(goodsStates.states, goods.state)]
    return new Problem(
      'state.wrong',
      { state: label, move: '发布任务' },
      { fields: { [`lines.${n}.goodsId`]: `货源${label}` } },
    )
  }
  const related = await ctx.tx.first(
    q
      .selectFrom('relations')
      .select('id')
      .where('shipper_id', '=', goods.shipper_id)
      .where('carrier_id', '=', carrierId)
      .where('state', '=', 'active'),
  )
  if (!related)
    return new Problem(
      'task.noRelation',
      { name: '该承运商' },
      { fields: { [`lines.${n}.goodsId`]: '承运商与该货主没有合作关系' } },
    )
  const remain = printed(goods, goods.remain_qty)
  return new Problem(
    'goods.remain',
    { remain },
    { remainQty: goods.remain_qty, fields: { [`lines.${n}.qty`]: `不能超过剩余数量 ${remain}` } },
  )
}

async function tellCarrier(
  ctx: Ctx,
  carrierId: string,
  task: { id: string; taskNo: string },
  goods: Selectable<Goods>,
  qty: number,
  answerBy: number,
): Promise<void> {
  const { name } = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', goods.shipper_id))
  await tellHappening(ctx, 'task.sent', takersOf(carrierId), {
    taskId: task.id,
    taskNo: task.taskNo,
    goodsId: goods.id,
    shipper: name,
    load: goods.load_place,
    unload: goods.unload_place,
    items: goods.item_names,
    qty: printed(goods, qty),
    answerBy: formatDateTime(answerBy).slice(0, 16),
  })
  // sent by the house: the shipper learns of it
  if (ctx.actor.side !== 'platform') return
  const said = { goodsNo: goods.goods_no, taskNo: task.taskNo, qty: printed(goods, qty) }
  await tellHappening(ctx, 'task.sentByHouse', publishersOf(goods), said)
}
