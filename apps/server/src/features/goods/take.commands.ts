// Taking goods (抢单): one conditional update decides; the winner gets a task, the others are told what is left.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/goods/goods'
import { faultOfTake } from '@yunshu/domain/goods/acts'
import { goodsStates, openGoodsStates, quantityModes, type QuantityMode } from '@yunshu/domain/goods/goods'
import { Problem } from '@yunshu/domain/problems/problems'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { taskStates } from '@yunshu/domain/task/task'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import { takeNumber } from '../../db/numbers.ts'
import { allOf, personOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { publishersOf } from '../../work/receivers.ts'
import { findGoods } from './goods.queries.ts'
import { isOfferedTo, takeOn, takerOf } from './goodsActs.queries.ts'
import { pricesNow } from './prices.queries.ts'

const modeOf = (text: string): QuantityMode => keyOf(quantityModes, text)

/**
 * Takes part of goods for the caller's company. However many take at once, the remainder never goes below zero: the
 * row is decremented by one statement that holds the condition, and those who come late read what is left.
 */
export async function takeGoods(
  ctx: Ctx,
  { goodsId, qty, carrierUnitPrice: seen }: Input<typeof calls.takeGoods>,
): Promise<Output<typeof calls.takeGoods>> {
  const { companyName = '' } = ctx.actor
  const companyId = takerOf(ctx.actor)
  if (companyId === undefined) throw new Problem('permit.missing')
  // the conditions of `faultOfTake`, held by the statement that takes
  const canTake = allOf([
    sql<boolean>`state = any(${[...openGoodsStates]}::text[])`,
    sql<boolean>`take_mode = 'GRAB'`,
    sql<boolean>`valid_to > ${ctx.now}`,
    sql<boolean>`remain_qty >= ${qty}`,
    sql<boolean>`shipper_id <> ${companyId}::uuid`,
    isOfferedTo(companyId),
  ])
  const row = await ctx.tx.first(
    q
      .updateTable('goods')
      .set({ remain_qty: sql`remain_qty - ${qty}`, updated_at: ctx.now })
      .where('id', '=', goodsId)
      .where(canTake)
      .returning([
        'id',
        'state',
        'version',
        'remain_qty',
        'goods_no',
        'shipper_id',
        'branch_id',
        'quantity_mode',
        'created_by',
        'shipper_unit_price',
        'carrier_unit_price',
        'next_price_at',
        'body',
      ]),
  )
  if (!row) throw await whyNot(ctx, goodsId, qty, companyId)
  const { carrier: price } = pricesNow(row, ctx.now)
  if (seen !== undefined && price !== seen) throw new Problem('goods.repriced', {}, { carrierUnitPrice: price })

  const amount = printQuantity(modeOf(row.quantity_mode), qty)
  const left = printQuantity(modeOf(row.quantity_mode), row.remain_qty)
  await move(
    ctx,
    goodsStates,
    { ...row, state: keyOf(goodsStates.states, row.state) },
    row.remain_qty === 0 ? 'takeLast' : 'takeSome',
    {
      diff: [
        { field: `${companyName}接单`, old: '--', new: amount },
        { field: '剩余数量', old: printQuantity(modeOf(row.quantity_mode), row.remain_qty + qty), new: left },
      ],
    },
  )
  const { taskId, taskNo } = await addTask(ctx, row, qty, companyId)
  await move(ctx, taskStates, { id: taskId, state: taskStates.start, version: 1 }, 'accept')
  await tellHappening(ctx, 'goods.taken', publishersOf(row), {
    goodsId,
    taskId,
    goodsNo: row.goods_no,
    carrier: companyName,
    qty: amount,
    left,
  })
  ctx.touched('task', taskId)
  return { taskId, taskNo, remainQty: row.remain_qty }
}

/** The task of a carrier that takes part of some goods, as it is before it is accepted. */
async function addTask(
  ctx: Ctx,
  goods: { id: string; shipper_id: string; branch_id: string; created_by: string },
  qty: number,
  companyId: string,
): Promise<{ taskId: string; taskNo: string }> {
  const taskId = v7()
  const taskNo = await takeNumber(ctx.tx, 'RW', 'task_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('tasks').values({
      id: taskId,
      task_no: taskNo,
      state: taskStates.start,
      source: 'GRAB',
      goods_id: goods.id,
      shipper_id: goods.shipper_id,
      branch_id: goods.branch_id,
      carrier_id: companyId,
      qty,
      remain_qty: qty,
      shipper_by: goods.created_by,
      carrier_by: personOf(ctx.actor),
      created_by: ctx.actor.userId,
      state_since: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  return { taskId, taskNo }
}

async function whyNot(ctx: Ctx, goodsId: string, qty: number, companyId: string): Promise<Problem> {
  const goods = await findGoods(ctx, goodsId)
  const on = await takeOn(ctx, goods, companyId)
  const fault = faultOfTake({ ...on, qty })
  switch (fault) {
    case 'goods.remain':
      return new Problem(
        fault,
        { remain: printQuantity(modeOf(goods.quantity_mode), on.remainQty) },
        { remainQty: on.remainQty },
      )
    case 'state.wrong':
      return new Problem(fault, { state: goodsStates.states[on.state].label, move: '接单' })
    // all conditions hold now though they did not a moment ago: a quantity came back in between
    case undefined:
      return new Problem('server.busy')
    default:
      return new Problem(fault)
  }
}
