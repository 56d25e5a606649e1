// The work that is open on goods: tasks carriers hold and waybills on their way, locked before the goods change.
import type { UnderWay } from '@yunshu/domain/goods/acts'
import { liveTaskStates, openTaskStates } from '@yunshu/domain/task/task'
import { endedWaybillStates, openWaybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Goods, Tasks, Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Waybills a change may still be applied to: nothing is loaded. */
export const unloadedStates = ['toAccept', 'toLoad', 'loading'] as const

export interface OpenWork {
  readonly waybills: readonly Selectable<Waybills>[]
  /** Live tasks. */
  readonly tasks: readonly Selectable<Tasks>[]
  /** Tasks nobody has answered yet. */
  readonly waiting: readonly Selectable<Tasks>[]
}

/**
 * Locks the waybills that are not loaded and the open tasks of goods, of all carriers. Every caller takes locks in this
 * order: waybills, tasks, and then (by the caller) the goods.
 */
export function lockOpenWork(ctx: Ctx, goodsId: string): Promise<OpenWork> {
  return ctx.tx.elevated(async () => {
    const waybills = await ctx.tx.rows(
      q
        .selectFrom('waybills')
        .selectAll()
        .where('goods_id', '=', goodsId)
        .where('state', 'in', unloadedStates)
        .orderBy('id')
        .forUpdate(),
    )
    const open = await ctx.tx.rows(
      q
        .selectFrom('tasks')
        .selectAll()
        .where('goods_id', '=', goodsId)
        .where('state', 'in', openTaskStates)
        .orderBy('id')
        .forUpdate(),
    )
    return {
      waybills,
      tasks: open.filter(({ state }) => state !== 'sent'),
      waiting: open.filter(({ state }) => state === 'sent'),
    }
  })
}

/**
 * Waybills that were made while the tasks were waited for: they are held only if nobody else holds them, because
 * waybills come before tasks. Undefined when one is held elsewhere: the change has to be tried again.
 */
export function lockLate(
  ctx: Ctx,
  goodsId: string,
  { waybills }: OpenWork,
): Promise<Selectable<Waybills>[] | undefined> {
  const known = waybills.map(waybill => waybill.id)
  const late = q
    .selectFrom('waybills')
    .where('goods_id', '=', goodsId)
    .where('state', 'in', unloadedStates)
    .where(sql<boolean>`id <> all(${known}::uuid[])`)
    .orderBy('id')
  return ctx.tx.elevated(async () => {
    const there = await ctx.tx.rows(late.select('id'))
    if (there.length === 0) return []
    const held = await ctx.tx.rows(late.selectAll().forUpdate().skipLocked())
    return held.length === there.length ? held : undefined
  })
}

/** A carrier with open work of goods; `followsPrice`: its price is that of the goods, not one of its own. */
export interface Holder {
  readonly id: string
  readonly name: string
  readonly followsPrice: boolean
}

/**
 * Carriers with open work on some goods, a row per task or waybill: a live task, an open waybill, or work handed down
 * to those. `goodsId` is a value or a column.
 */
export const heldWork = (goodsId: RawBuilder<string>) => sql`(
  with live as (select * from tasks where goods_id = ${goodsId} and state = any(${[...liveTaskStates]}::text[])),
    open as (select * from waybills where goods_id = ${goodsId} and state = any(${[...openWaybillStates]}::text[]))
  select carrier_id, carrier_unit_price is null as follows from live
  union all select o.carrier_id, t.carrier_unit_price is null from open o left join tasks t on t.id = o.task_id
  union all select releaser_id, false from live where releaser_id is not null
  union all select above.releaser_id, false from live join tasks above on above.id = live.parent_id
    where above.releaser_id is not null
  union all select f.carrier_id, false from open o join waybill_fees f on f.waybill_id = o.id)`

/** Carriers that hold a live task or an open waybill of goods, and those that handed it down to them, by name. */
export function findHolders(ctx: Ctx, goodsId: string): Promise<Holder[]> {
  return ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<Holder>`
    select c.id, c.name, bool_or(held.follows) as "followsPrice" from ${heldWork(sql`${goodsId}::uuid`)} as held
      join companies c on c.id = held.carrier_id group by c.id, c.name order by c.name`.compile(q),
    ),
  )
}

/**
 * True while work is given out at a price of its own, per the unit the goods are priced by: handed down, or sent at
 * another price. Dispatched tasks count, for what a waybill had may come back to them.
 */
export async function isPricedApart(ctx: Ctx, goodsId: string): Promise<boolean> {
  return (
    (await ctx.tx.elevated(() =>
      ctx.tx.first(
        q
          .selectFrom('tasks')
          .select('id')
          .where('goods_id', '=', goodsId)
          .where('carrier_unit_price', 'is not', null)
          .where(e =>
            e.or([
              e('state', 'in', [...openTaskStates, 'done']),
              e.exists(
                e
                  .selectFrom('waybills as w')
                  .select('w.id')
                  .whereRef('w.task_id', '=', 'tasks.id')
                  .where('w.state', 'in', openWaybillStates),
              ),
            ]),
          )
          .limit(1),
      ),
    )) !== undefined
  )
}

/** The work under way on goods; tasks are counted where no waybill is open. */
export async function findUnderWay(ctx: Ctx, goodsId: string): Promise<UnderWay> {
  const open = await ctx.tx.one(
    q
      .selectFrom('waybills')
      .select(sql<number>`count(*)`.as('n'))
      .where('goods_id', '=', goodsId)
      .where('state', 'not in', endedWaybillStates),
  )
  if (open.n > 0) return { waybills: open.n, tasks: 0 }
  const tasks = await ctx.tx.one(
    q
      .selectFrom('tasks')
      .select(sql<number>`count(*)`.as('n'))
      .where('goods_id', '=', goodsId)
      .where('state', 'in', openTaskStates),
  )
  return { waybills: 0, tasks: tasks.n }
}

/** The quantity taken of goods, in their unit. */

export const takenOf = ({
  total_qty: total,
  remain_qty: remain,
}: Pick<Selectable<Goods>, 'total_qty' | 'remain_qty'>): number => total - remain
