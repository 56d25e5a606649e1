// A change of goods that takes effect: the goods, what carriers hold of them, waybills that are not loaded, and who is
// told.
import type { GoodsFields } from '@yunshu/contract/goods/goods'
import { goodsStates, quantityModes } from '@yunshu/domain/goods/goods'
import { cutParts, goodsChangeStates, lockedKeys } from '@yunshu/domain/goods/change'
import type { GoodsDiffLine, GoodsTerms } from '@yunshu/domain/goods/diff'
import { Problem } from '@yunshu/domain/problems/problems'
import { fillState, printQuantity } from '@yunshu/domain/goods/quantity'
import { taskStates } from '@yunshu/domain/task/task'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { move, type Stated } from '../../work/move.ts'
import type { Goods, Tasks } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { takersOf } from '../../work/receivers.ts'
import { applyTerms } from '../waybill/reterm.commands.ts'
import { finishGoodsIfDone } from '../goods/goods.commands.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { columnsOf } from '../goods/goodsRow.queries.ts'
import { isPricedApart, lockLate, takenOf, type OpenWork } from '../goods/openWork.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { newPublicId } from '../goods/publish.commands.ts'

/** A change whose goods and open work are locked. */
export interface Applying {
  readonly change: Stated<'pending' | 'refused' | 'withdrawn' | 'applied'>
  readonly goods: Selectable<Goods>
  readonly work: OpenWork
  readonly after: GoodsFields
  readonly changed: readonly (keyof GoodsTerms)[]
  readonly diff: readonly GoodsDiffLine[]
  readonly reason: string
  readonly appliesToOpen: boolean
  readonly feePpm: number
  /** The carriers the goods are offered to from now on. */
  readonly offered: readonly string[]
}

/**
 * The quantities live tasks must give back so that the parts taken fit the total; undefined when the rest is on the
 * road already. Work handed down stays with the carriers that have it.
 */
export function cutsFor(goods: Selectable<Goods>, tasks: readonly Selectable<Tasks>[], totalQty: number) {
  const parts = tasks.filter(task => task.parent_id === null).map(task => ({ id: task.id, remainQty: task.remain_qty }))
  return cutParts(parts, Math.max(0, takenOf(goods) - totalQty))
}

/** The least total that is possible, in words: the quantity on the road or waiting for an answer. */
export function leastTotal(goods: Selectable<Goods>, tasks: readonly Selectable<Tasks>[]): string {
  const open = tasks.filter(task => task.parent_id === null).reduce((all, task) => all + task.remain_qty, 0)
  return printQuantity(keyOf(quantityModes, goods.quantity_mode), takenOf(goods) - open)
}

/**
 * Lets a change take effect; answers the version of the goods. Refuses when meanwhile the total no longer fits
 * (`goods.changeTaken`) or work was given out at prices per another unit (`goods.changePriced`).
 */
export function applyChange(ctx: Ctx, applying: Applying): Promise<number> {
  // a carrier's agreement writes onto goods, tasks and waybills that are not its own
  return ctx.tx.elevated(async () => {
    const { change, goods, work, after, changed, diff, reason } = applying
    const cuts = cutsFor(goods, work.tasks, after.totalQty)
    if (!cuts) throw new Problem('goods.changeTaken', { qty: leastTotal(goods, work.tasks) })
    if (changed.includes('pricing') && (await isPricedApart(ctx, goods.id))) throw new Problem('goods.changePriced')
    const late = applying.appliesToOpen ? await lockLate(ctx, goods.id, work) : []
    if (!late) throw new Problem('server.busy')
    await move(ctx, goodsChangeStates, change, 'apply', { reason })
    for (const cut of cuts)
      await cutTask(
        ctx,
        goods,
        work.tasks.find(task => task.id === cut.id),
        cut.qty,
      )
    const taken = takenOf(goods) - cuts.reduce((all, cut) => all + cut.qty, 0)
    const written = await writeGoods(ctx, applying, after.totalQty - taken)
    await logEvent(ctx, {
      entity: 'goods',
      entityId: goods.id,
      action: '货源信息变更',
      reason,
      diff: diff.map(({ field, old, new: next }) => ({ field, old, new: next })),
    })
    const version = await settleState(ctx, written)
    if (applying.appliesToOpen)
      await applyTerms(ctx, [...work.waybills, ...late], { goods: written, changed, diff, reason })
    if (changed.some(key => lockedKeys.has(key)))
      for (const task of work.waiting) await askAnew(ctx, goods, task, reason)
    await finishGoodsIfDone(ctx, goods.id)
    return version
  })
}

/** The columns and offers of the goods as they are now. */
async function writeGoods(
  ctx: Ctx,
  { goods, after, changed, feePpm, offered }: Applying,
  remainQty: number,
): Promise<Selectable<Goods>> {
  // a fee that changed since does not change a price nobody changed
  const columns = columnsOf(after, feePpm, readGoodsBody(goods.body).priceSteps)
  const carrierPrice = changed.includes('unitPrice') ? columns.carrier_unit_price : pricesNow(goods, ctx.now).carrier
  const publicId = after.publishTo === 'PUBLIC' ? (goods.public_id ?? newPublicId()) : null
  const written = await ctx.tx.one(
    q
      .updateTable('goods')
      .set({
        ...columns,
        carrier_unit_price: carrierPrice,
        remain_qty: remainQty,
        public_id: publicId,
        version: sql`version + 1`,
        updated_at: ctx.now,
      })
      .where('id', '=', goods.id)
      .returningAll(),
  )
  if (changed.includes('publishTo') || changed.includes('carrierIds')) await offerTo(ctx, goods, offered)
  return written
}

/**
 * Offers the goods to these carriers and to those that took part of them, who must keep seeing them; carriers with
 * handed-down work see them by their task.
 */
async function offerTo(
  ctx: Ctx,
  { id, shipper_id: shipperId }: Selectable<Goods>,
  offered: readonly string[],
): Promise<void> {
  const holders = await ctx.tx.rows(
    q.selectFrom('tasks').select('carrier_id').distinct().where('goods_id', '=', id).where('source', '=', 'GRAB'),
  )
  const wanted = [...new Set([...offered, ...holders.map(holder => holder.carrier_id)])]
  await ctx.tx.run(
    q
      .deleteFrom('goods_carriers')
      .where('goods_id', '=', id)
      .where(sql<boolean>`carrier_id <> all(${wanted}::uuid[])`),
  )
  if (wanted.length > 0)
    await ctx.tx.run(
      q
        .insertInto('goods_carriers')
        .values(wanted.map(carrierId => ({ goods_id: id, carrier_id: carrierId, shipper_id: shipperId })))
        .onConflict(conflict => conflict.doNothing()),
    )
}

/** The state that fits what is left; paused goods stay paused. Answers the version in the end. */
async function settleState(ctx: Ctx, row: Selectable<Goods>): Promise<number> {
  const goods = { ...row, state: keyOf(goodsStates.states, row.state) }
  const fits = fillState(goods.total_qty, goods.remain_qty)
  if (goods.state === fits || (goods.state !== 'published' && goods.state !== 'partial' && goods.state !== 'full'))
    return goods.version
  if (fits === 'full') return (await move(ctx, goodsStates, goods, 'fill')).version
  return (await move(ctx, goodsStates, goods, fits === 'published' ? 'reopenWhole' : 'reopen')).version
}

/** Takes quantity back from a task; one that has nothing left to dispatch is closed. Its carrier is told. */
async function cutTask(
  ctx: Ctx,
  goods: Selectable<Goods>,
  row: Selectable<Tasks> | undefined,
  qty: number,
): Promise<void> {
  if (!row) throw new Error('a cut names a task that is not held')
  const mode = keyOf(quantityModes, goods.quantity_mode)
  const rest = row.remain_qty - qty
  const diff = [{ field: '剩余数量', old: printQuantity(mode, row.remain_qty), new: printQuantity(mode, rest) }]
  if (rest === 0)
    await move(ctx, taskStates, { ...row, state: keyOf(taskStates.states, row.state) }, 'cut', {
      set: { qty: row.qty - qty, remain_qty: 0 },
      diff,
    })
  else {
    await ctx.tx.run(
      q
        .updateTable('tasks')
        .set({ qty: row.qty - qty, remain_qty: rest, version: sql`version + 1`, updated_at: ctx.now })
        .where('id', '=', row.id),
    )
    await logEvent(ctx, { entity: 'task', entityId: row.id, action: taskStates.moves.cut.label, diff })
  }
  await tellHappening(ctx, 'task.cut', takersOf(row.carrier_id, row.carrier_by), {
    goodsId: goods.id,
    goodsNo: goods.goods_no,
    taskNo: row.task_no,
    qty: printQuantity(mode, qty),
  })
}

/**
 * The terms of a task nobody has answered yet have changed: a new version makes people who read the old ones read it
 * again before they accept.
 */
async function askAnew(ctx: Ctx, goods: Selectable<Goods>, task: Selectable<Tasks>, reason: string): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('tasks')
      .set({ version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', task.id),
  )
  await logEvent(ctx, { entity: 'task', entityId: task.id, action: '货源信息变更', reason })
  const said = { goodsId: goods.id, goodsNo: goods.goods_no, taskNo: task.task_no, reason }
  await tellHappening(ctx, 'task.askedAnew', takersOf(task.carrier_id), said)
}
