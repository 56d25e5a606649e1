// Reads of tasks: the list and its counters, one row under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type { listTasks, TaskRow } from '@yunshu/contract/task'
import { pricings, quantityModes } from '@yunshu/domain/goods'
import { taskStates } from '@yunshu/domain/task'
import { unitPrice } from '@yunshu/domain/unitPrice'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf, ownRows, priceSight } from '../../db/scope.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../http/ctx.ts'

const listed = () => q.selectFrom('tasks as t').innerJoin('goods as g', 'g.id', 't.goods_id').innerJoin('companies as s', 's.id', 't.shipper_id').innerJoin('companies as c', 'c.id', 't.carrier_id')
  .select(['t.id', 't.task_no', 't.state', 't.goods_id', 't.shipper_id', 't.carrier_id', 't.qty', 't.remain_qty', 't.answer_by', 't.created_at', 't.version',
    'g.goods_no', 'g.load_place', 'g.unload_place', 'g.item_names', 'g.quantity_mode', 'g.pricing', 'g.carrier_unit_price', 's.name as shipper_name', 'c.name as carrier_name'])
type Listed = Awaited<ReturnType<typeof findTask>>

/** One task with what the list shows, in the actor's reach. */
export async function findTask(ctx: Ctx, id: string) {
  return ctx.tx.one(listed().where('t.id', '=', id).where(ownRows(ctx.actor, 't')))
}

/** A row as the wire shows it; the price is left out for who may not see it. */
export function toTaskRow(ctx: Pick<Ctx, 'actor' | 'can'>, row: Listed): TaskRow {
  return {
    id: row.id, taskNo: row.task_no, state: keyOf(taskStates.states, row.state), goodsId: row.goods_id, goodsNo: row.goods_no, shipperName: row.shipper_name, carrierName: row.carrier_name,
    loadPlace: row.load_place, unloadPlace: row.unload_place, itemNames: row.item_names, quantityMode: keyOf(quantityModes, row.quantity_mode), qty: row.qty, remainQty: row.remain_qty,
    pricing: keyOf(pricings, row.pricing), ...(priceSight(ctx, row.shipper_id).carrier ? { carrierUnitPrice: unitPrice(row.carrier_unit_price) } : {}),
    ...(row.answer_by === null ? {} : { answerBy: row.answer_by }), createdAt: row.created_at, version: row.version,
  }
}

type Filter = Omit<Input<typeof listTasks>, 'limit' | 'cursor'>

function matches(text: string | undefined): RawBuilder<boolean> | undefined {
  const inTask = contains(['t.task_no'], text)
  const inGoods = contains(['g.goods_no', 'g.title', 'g.item_names', 'g.load_place', 'g.unload_place'], text)
  return inTask && inGoods && sql<boolean>`(${inTask} or exists (select 1 from goods g where g.id = t.goods_id and ${inGoods}))`
}

const filtered = (actor: Actor, filter: Filter): RawBuilder<boolean> => allOf([ownRows(actor, 't'), matches(filter.text)])

/** Tasks, newest first. */
export async function findTasksPage(ctx: Ctx, input: Input<typeof listTasks>): Promise<Output<typeof listTasks>> {
  const where = allOf([filtered(ctx.actor, input), input.state && sql<boolean>`t.state = ${input.state}`, afterCursor(input, 't.id')])
  const found = await ctx.tx.rows(listed().where(where).orderBy('t.id', 'desc').limit(rowsToAsk(input)))
  return toPage(found, input, (row) => toTaskRow(ctx, row))
}

/** Counts by state under the list's filter. */
export async function countTasksByState(ctx: Ctx, filter: Filter): Promise<Record<string, number>> {
  return countByState(ctx.tx, taskStates, { table: 'tasks', alias: 't', where: filtered(ctx.actor, filter) })
}

/** One row under lock, in the actor's reach, ready for `move()`. */
export async function lockTask(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(q.selectFrom('tasks as t').selectAll('t').where('t.id', '=', id).where(ownRows(ctx.actor, 't')).forUpdate())
  return { ...row, state: keyOf(taskStates.states, row.state) }
}
