// Changes of goods after publication: pause, resume, cancel, quantity that comes back, expiry and the end.
import type { Input, Output } from '@yunshu/contract/call'
import type { moveGoods } from '@yunshu/contract/goods/goods'
import { goodsMoved } from '@yunshu/contract/happening/goods'
import { endsGoods, faultOfGoodsMove } from '@yunshu/domain/goods/acts'
import { goodsStates, openGoodsStates, takenGoodsStates, type GoodsState } from '@yunshu/domain/goods/goods'
import { problemOf } from '@yunshu/domain/problems/problems'
import { liveTaskStates } from '@yunshu/domain/task/task'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { publishersOf, takersOf } from '../../work/receivers.ts'
import { lapseChanges } from './changeEnd.commands.ts'
import { lockGoods } from './goods.queries.ts'
import { goodsOn } from './goodsActs.queries.ts'
import { findUnderWay } from './openWork.queries.ts'

const includes = <T extends string>(list: readonly T[], one: string): boolean => list.some(item => item === one)

/** Pauses, resumes, cancels or ends goods; the carriers that hold part of them are told. */
export async function changeState(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof moveGoods>,
): Promise<Output<typeof moveGoods>> {
  const goods = await lockGoods(ctx, id)
  const underWay = endsGoods(name) ? await findUnderWay(ctx, id) : undefined
  const fault = faultOfGoodsMove(name, { ...goodsOn(ctx, goods), underWay })
  if (fault) throw problemOf(fault)
  // goods of which part was taken go back to that state
  const step = name === 'resume' && goods.remain_qty < goods.total_qty ? 'resumePartial' : name
  const moved = await move(ctx, goodsStates, goods, step, { version, reason })
  if (endsGoods(name)) await lapseChanges(ctx, [id])
  await tellCarriers(ctx, goods, name, reason)
  ctx.touched('goods', id)
  return { id, version: moved.version }
}

async function tellCarriers(
  ctx: Ctx,
  goods: { id: string; goods_no: string },
  name: keyof typeof goodsMoved,
  reason: string | undefined,
): Promise<void> {
  const holders = await ctx.tx.rows(
    q
      .selectFrom('tasks')
      .select('carrier_id')
      .distinct()
      .where('goods_id', '=', goods.id)
      .where('state', 'in', liveTaskStates)
      .limit(200),
  )
  const said = { goodsId: goods.id, goodsNo: goods.goods_no, move: goodsStates.moves[name].label, reason }
  for (const { carrier_id } of holders) await tellHappening(ctx, goodsMoved[name], takersOf(carrier_id), said)
}

/**
 * Gives quantity back to goods that a carrier returned of its task. Goods that are open or full open again; paused and
 * ended ones only get the right number. The caller holds the lock of the task.
 */
export async function giveBackToGoods(ctx: Ctx, goodsId: string, qty: number, change: Change): Promise<void> {
  const row = await ctx.tx.one(
    q
      .updateTable('goods')
      .set({ remain_qty: sql`remain_qty + ${qty}`, updated_at: ctx.now })
      .where('id', '=', goodsId)
      .returning(['id', 'state', 'version', 'remain_qty', 'total_qty', 'valid_to']),
  )
  const goods = { ...row, state: keyOf(goodsStates.states, row.state) }
  if (!includes(takenGoodsStates, goods.state) || goods.valid_to <= ctx.now) {
    await logEvent(ctx, { entity: 'goods', entityId: goodsId, action: '释放余量', diff: [change] })
    return
  }
  await move(ctx, goodsStates, goods, goods.remain_qty === goods.total_qty ? 'reopenWhole' : 'reopen', {
    diff: [change],
  })
}

/**
 * Ends those of these goods that were taken whole, or whose time is over, once all tasks are dispatched and all waybills
 * ended.
 */
export async function finishGoodsWhereDone(ctx: Ctx, goodsIds: readonly string[]): Promise<void> {
  const among = (column: string) => sql<boolean>`${sql.ref(column)} = any(${[...goodsIds]}::uuid[])`
  // goods are taken in one order, so that two sheets cannot lock each other out
  const rows = await ctx.tx.rows(
    q
      .selectFrom('goods')
      .select(['id', 'state', 'version', 'remain_qty', 'valid_to'])
      .where(among('id'))
      .orderBy('id')
      .forUpdate(),
  )
  const left = await ctx.tx.rows<{ goods_id: string }>(
    sql<{ goods_id: string }>`
    select goods_id from tasks where ${among('goods_id')} and state in ('sent', 'accepted', 'dispatching')
    union select goods_id from waybills where ${among('goods_id')}
      and state not in ('finished', 'cancelled', 'void')`.compile(q),
  )
  const busy = new Set(left.map(row => row.goods_id))
  const done = rows.flatMap(row => {
    const state: GoodsState = keyOf(goodsStates.states, row.state)
    const isTaken = includes(takenGoodsStates, state) && (row.remain_qty <= 0 || row.valid_to <= ctx.now)
    return isTaken && !busy.has(row.id) ? [{ ...row, state }] : []
  })
  if (done.length === 0) return
  await moveAll(ctx, goodsStates, done, 'finish')
  await lapseChanges(
    ctx,
    done.map(goods => goods.id),
  )
}

/** The same as `finishGoodsWhereDone` for one. */
export const finishGoodsIfDone = (ctx: Ctx, goodsId: string): Promise<void> => finishGoodsWhereDone(ctx, [goodsId])

/** Expires goods whose time is over, at most `limit` in one transaction; answers how many. For the jobs runner. */
export async function expireDueGoods(ctx: Ctx, limit: number): Promise<number> {
  const due = await ctx.tx.rows(
    q
      .selectFrom('goods')
      .select(['id', 'goods_no', 'state', 'version', 'shipper_id', 'created_by'])
      .where('valid_to', '<=', ctx.now)
      .where('state', 'in', [...openGoodsStates, 'paused'])
      .orderBy('valid_to')
      .limit(limit)
      .forUpdate()
      .skipLocked(),
  )
  await moveAll(
    ctx,
    goodsStates,
    due.map(goods => ({ ...goods, state: keyOf(goodsStates.states, goods.state) })),
    'expire',
  )
  for (const goods of due)
    await tellHappening(ctx, 'goods.expired', publishersOf(goods), { goodsId: goods.id, goodsNo: goods.goods_no })
  await lapseChanges(
    ctx,
    due.map(goods => goods.id),
  )
  return due.length
}
