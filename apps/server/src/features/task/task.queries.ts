// Reads of tasks: the list and its counters, what can be done with each, one row under lock with those above it.
import type { Input, Output } from '@yunshu/contract/call'
import type { countTasks, listTasks, TaskAct, TaskRow } from '@yunshu/contract/task/task'
import { pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { problemOf } from '@yunshu/domain/problems/problems'
import { faultOfTaskAct, taskActsOf, type TaskOn } from '@yunshu/domain/task/acts'
import { taskSources, taskStates } from '@yunshu/domain/task/task'
import { listSorts } from '@yunshu/domain/sorting'
import { unitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains, inRegion } from '../../db/conditions.ts'
import { countByState, countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { chosenOrder, lastIfNone } from '../../db/sorted.ts'
import { allOf, bySide, ownTasks, priceSight, releasedTasks } from '../../work/scope.ts'
import type { Goods, Tasks } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { givenOf, leftByMode } from '../goods/leftSums.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'

const listed = () =>
  q
    .selectFrom('tasks as t')
    .innerJoin('goods as g', 'g.id', 't.goods_id')
    .innerJoin('companies as s', 's.id', 't.shipper_id')
    .innerJoin('companies as c', 'c.id', 't.carrier_id')
    .leftJoin('companies as r', 'r.id', 't.releaser_id')
    .select([
      't.id',
      't.task_no',
      't.state',
      't.source',
      't.goods_id',
      't.shipper_id',
      't.carrier_id',
      't.qty',
      't.remain_qty',
      't.answer_by',
      't.may_release',
      't.depth',
      't.remark',
      't.created_at',
      't.state_since',
      't.version',
      't.carrier_unit_price as own_price',
      't.parent_id',
      't.releaser_id',
      'g.goods_no',
      'g.load_place',
      'g.unload_place',
      'g.item_names',
      'g.quantity_mode',
      'g.pricing',
      'g.shipper_unit_price',
      'g.carrier_unit_price',
      'g.next_price_at',
      's.name as shipper_name',
      'c.name as carrier_name',
      'r.name as releaser_name',
    ])
    .select(sql<number>`(select count(*) from tasks part where part.parent_id = t.id)`.as('part_count'))
    // the body is large, and only a price plan is read from it
    .select(
      sql<Selectable<Goods>['body']>`case when g.next_price_at is null then '{}'::jsonb else g.body end`.as('body'),
    )
type Listed = Awaited<ReturnType<typeof findTask>>

/** One task with what the list shows, in the actor's reach. */
export async function findTask(ctx: Ctx, id: string) {
  return ctx.tx.one(listed().where('t.id', '=', id).where(ownTasks(ctx.actor, 't')))
}

/** The carrier's unit price of this task at `now`: its own, or that of the goods. */
export const taskPrice = (
  task: Pick<Listed, 'own_price' | 'shipper_unit_price' | 'carrier_unit_price' | 'next_price_at' | 'body'>,
  now: number,
): UnitPrice => (task.own_price === null ? pricesNow(task, now).carrier : unitPrice(task.own_price))

/** A row as the wire shows it; the price is left out for people who may not see it. */
export function toTaskRow(ctx: Pick<Ctx, 'actor' | 'can' | 'now'>, row: Listed): TaskRow {
  return {
    id: row.id,
    taskNo: row.task_no,
    state: keyOf(taskStates.states, row.state),
    source: keyOf(taskSources, row.source),
    goodsId: row.goods_id,
    goodsNo: row.goods_no,
    shipperName: row.shipper_name,
    carrierName: row.carrier_name,
    giverName: row.releaser_name ?? row.shipper_name,
    loadPlace: row.load_place,
    unloadPlace: row.unload_place,
    itemNames: row.item_names,
    quantityMode: keyOf(quantityModes, row.quantity_mode),
    qty: row.qty,
    remainQty: row.remain_qty,
    pricing: keyOf(pricings, row.pricing),
    ...(priceSight(ctx, row.shipper_id).carrier ? { carrierUnitPrice: taskPrice(row, ctx.now) } : {}),
    ...(row.answer_by === null ? {} : { answerBy: row.answer_by }),
    mayRelease: row.may_release,
    depth: row.depth,
    remark: row.remark,
    createdAt: row.created_at,
    ...(row.state_since === null ? {} : { stateSince: row.state_since }),
    version: row.version,
    acts: actsOf(ctx, row),
    // tasks handed down by a carrier are seen by that carrier, not by its shipper
    partCount: ctx.actor.companyId === row.carrier_id || isHouseSide(ctx.actor.side) ? row.part_count : 0,
  }
}

type Acting = Pick<
  Selectable<Tasks>,
  | 'state'
  | 'shipper_id'
  | 'carrier_id'
  | 'releaser_id'
  | 'remain_qty'
  | 'answer_by'
  | 'may_release'
  | 'depth'
  | 'parent_id'
>

/** A task as the rules of acts see it, for the caller. */
export function taskOn({ actor, now }: Pick<Ctx, 'actor' | 'now'>, task: Acting): TaskOn {
  const isHouse = isHouseSide(actor.side)
  const isPart = task.parent_id !== null
  const isGiver = bySide(actor, {
    platform: !isPart,
    branch: () => false,
    company: id => id === (isPart ? task.releaser_id : task.shipper_id),
  })
  return {
    isCarrier: !isHouse && actor.companyId === task.carrier_id,
    isHouse,
    isGiver,
    isPart,
    state: keyOf(taskStates.states, task.state),
    answerBy: task.answer_by ?? undefined,
    now,
    depth: task.depth,
    mayRelease: task.may_release,
    remainQty: task.remain_qty,
  }
}

/** The acts the caller can do with a task now. */
export const actsOf = (ctx: Pick<Ctx, 'actor' | 'can' | 'now'>, task: Acting): TaskAct[] =>
  taskActsOf(taskOn(ctx, task), permit => ctx.can(permit))

/** Refuses an act the caller cannot do; `openParts` is told by the command that counted them. */
export function assertTaskAct(ctx: Ctx, act: TaskAct, task: Acting, openParts?: number): void {
  const fault = faultOfTaskAct(act, { ...taskOn(ctx, task), openParts })
  if (fault) throw problemOf(fault)
}

type Filter = Omit<Input<typeof listTasks>, 'limit' | 'cursor' | 'sort'>

function matches(text: string | undefined): RawBuilder<boolean> | undefined {
  const inTask = contains(['t.task_no'], text)
  const inGoods = contains(['g.goods_no', 'g.title', 'g.item_names', 'g.load_place', 'g.unload_place'], text)
  return (
    inTask &&
    inGoods &&
    sql<boolean>`(${inTask} or exists (select 1 from goods g where g.id = t.goods_id and ${inGoods}))`
  )
}

const hasNumber = (numbers: readonly string[] | undefined): RawBuilder<boolean> | undefined =>
  numbers?.length
    ? sql<boolean>`(t.task_no = any(${numbers}::text[]) or t.goods_id in (select g.id from goods g
      where g.goods_no = any(${numbers}::text[])))`
    : undefined

/** True where the goods of a task lie on this route. */
function onRoute({ loadRegion, unloadRegion }: Filter): RawBuilder<boolean> | undefined {
  const places = [inRegion('g.load_region', loadRegion), inRegion('g.unload_region', unloadRegion)]
  return places.every(place => place === undefined)
    ? undefined
    : sql<boolean>`exists (select 1 from goods g where g.id = t.goods_id and ${allOf(places)})`
}

const is = (column: string, id: string | undefined): RawBuilder<boolean> | undefined =>
  id === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${id}::uuid`

const filtered = (actor: Actor, filter: Filter): RawBuilder<boolean> =>
  allOf([
    ownTasks(actor, 't'),
    matches(filter.text),
    filter.source && sql<boolean>`t.source = ${filter.source}`,
    is('t.shipper_id', filter.shipperId),
    is('t.carrier_id', filter.carrierId),
    onRoute(filter),
    between('t.created_at', filter.from, filter.to),
    chosen('t.id', filter.ids),
    hasNumber(filter.numbers),
  ])

/** Tasks, newest first. */
export async function findTasksPage(ctx: Ctx, input: Input<typeof listTasks>): Promise<Output<typeof listTasks>> {
  const { state } = input
  const where = allOf([filtered(ctx.actor, input), state && sql<boolean>`t.state = ${state}`])
  const { key, after, by, place } = await chosenOrder(ctx, input, {
    table: 'tasks',
    alias: 't',
    where,
    kept: listSorts.tasks,
    keys: sortKeys,
  })
  const found = await ctx.tx.rows(
    listed()
      .select(key.as('sort_key'))
      .where(allOf([where, after]))
      .orderBy(by)
      .limit(rowsToAsk(input)),
  )
  return toPage(found, input, row => toTaskRow(ctx, row), place)
}

const sortKeys = {
  dueAt: { key: lastIfNone('t.answer_by'), changed: sql<number>`t.updated_at` },
  stateSince: { key: lastIfNone('t.state_since'), changed: sql<number>`coalesce(t.state_since, 0)` },
} as const

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countTasksBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countTasks>,
): Promise<Output<typeof countTasks>> {
  if (part !== 'sums')
    return {
      state: await countByState(ctx.tx, taskStates, { table: 'tasks', alias: 't', where: filtered(ctx.actor, filter) }),
    }
  const tasks = q
    .selectFrom('tasks as t')
    .select(['t.goods_id', 't.remain_qty'])
    .where(allOf([filtered(ctx.actor, filter), filter.state && sql<boolean>`t.state = ${filter.state}`]))
    .orderBy('t.id', 'desc')
    .limit(countCap)
  const rows = q
    .selectFrom(tasks.as('t'))
    .innerJoin('goods as g', 'g.id', 't.goods_id')
    .select(['t.remain_qty', 'g.quantity_mode'])
  const { n, ...left } = await ctx.tx.one(
    q
      .selectFrom(rows.as('x'))
      .select(sql<number>`count(*)`.as('n'))
      .select(leftByMode),
  )
  return { state: {}, summed: n, sums: givenOf(left) }
}

/**
 * A task in the actor's reach, or one its company handed down, under lock and ready for `move()`; those above it are
 * locked with it.
 */
export async function lockTask(ctx: Ctx, id: string) {
  const { parent_id: parentId } = await ctx.tx.one(
    q
      .selectFrom('tasks as t')
      .select('t.parent_id')
      .where('t.id', '=', id)
      .where(sql<boolean>`(${ownTasks(ctx.actor, 't')} or ${releasedTasks(ctx.actor, 't')})`),
  )
  if (parentId !== null) await lockAbove(ctx, id)
  const row = await ctx.tx.one(q.selectFrom('tasks as t').selectAll('t').where('t.id', '=', id).forUpdate())
  return { ...row, state: keyOf(taskStates.states, row.state) }
}
export type LockedTask = Awaited<ReturnType<typeof lockTask>>

/**
 * Locks a task that was handed down with all above it, the first of the chain first; every lock of several tasks of one
 * goods uses this order. Answers those above, the nearest first. They belong to other companies: nothing of them may be
 * shown to the actor.
 */
export async function lockAbove(ctx: Ctx, id: string): Promise<LockedTask[]> {
  return ctx.tx.elevated(async () => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('tasks')
        .selectAll()
        .where(sql<boolean>`id in (
      with recursive chain as (select id, parent_id from tasks where id = ${id} union all select t.id, t.parent_id
        from tasks t join chain on t.id = chain.parent_id) select id from chain)`)
        .orderBy('id')
        .forUpdate(),
    )
    return rows
      .filter(row => row.id !== id)
      .map(row => ({ ...row, state: keyOf(taskStates.states, row.state) }))
      .sort((a, b) => b.depth - a.depth)
  })
}
