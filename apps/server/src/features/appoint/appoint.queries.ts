// The task as the appoint page shows it, and vehicles and drivers as the rules of dispatch see them.
import type { AppointView } from '@yunshu/contract/task/task'
import type { Trip } from '@yunshu/domain/fleet/dispatch'
import { grams, type Grams } from '@yunshu/domain/figures/weight'
import { shownPoints } from '@yunshu/domain/phones'
import { taskStates } from '@yunshu/domain/task/task'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findOwed } from '../debt/debt.queries.ts'
import { findOwedOver } from '../debt/debtLimit.queries.ts'
import { trucksLeftToday } from '../goods/dailyTrucks.queries.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { findTask, toTaskRow } from '../task/task.queries.ts'

const tripColumns = [
  'id',
  'body',
  'load_region',
  'unload_region',
  'weight_g',
  'total_qty',
  'quantity_mode',
  'per_truck_max',
  'daily_trucks',
] as const
type TripGoods = Pick<Selectable<Goods>, (typeof tripColumns)[number]>

/** The task with its goods, and the trip one truck of it makes. */
export async function findTrip(ctx: Ctx, taskId: string) {
  const task = await findTask(ctx, taskId)
  const goods: TripGoods = await ctx.tx.one(q.selectFrom('goods').select(tripColumns).where('id', '=', task.goods_id))
  const { overweightBlocks } = await policiesOfCompany(ctx.tx, task.shipper_id)
  const weight = truckWeight(goods)
  const trip: Trip = {
    loadAt: ctx.now,
    loadRegion: goods.load_region,
    unloadRegion: goods.unload_region,
    weight,
    mayOverload: !overweightBlocks,
  }
  return { task, goods, overweightBlocks, trip, wanted: weight ?? fullLoad(goods) }
}

/** The task as the page shows it. */
export async function findAppointView(ctx: Ctx, taskId: string): Promise<AppointView> {
  const { task, goods, overweightBlocks } = await findTrip(ctx, taskId)
  const { loadPoints, unloadPoints, items, gx } = readGoodsBody(goods.body)
  const contacts = { of: 'task', state: keyOf(taskStates.states, task.state) } as const
  const left = await trucksLeftToday(ctx, goods)
  const dealing = await dealingOf(ctx, task)
  const carrierDebt = ctx.can('debt.view') ? await findOwed(ctx, dealing) : undefined
  const over = await findOwedOver(ctx, dealing)
  return {
    task: toTaskRow(ctx, task),
    loadPoints: shownPoints(loadPoints, contacts),
    unloadPoints: shownPoints(unloadPoints, contacts),
    items,
    overweightBlocks,
    branchName: dealing.branchName,
    isDropAndHook: gx?.dropAndHook ?? false,
    ...(goods.per_truck_max === null ? {} : { perTruckMax: goods.per_truck_max }),
    ...(goods.quantity_mode === 'BY_TON' || goods.weight_g === 0
      ? {}
      : { goodsWeight: { weightG: grams(goods.weight_g), qty: goods.total_qty } }),
    ...(left === undefined ? {} : { trucksToday: left }),
    ...(carrierDebt === undefined ? {} : { carrierDebt }),
    ...(over === undefined ? {} : { debtLimit: over.limit }),
  }
}

/** A task's carrier and the branch that serves it. */
async function dealingOf(
  ctx: Ctx,
  { id, carrier_id: carrierId }: { readonly id: string; readonly carrier_id: string },
) {
  const { branch_id: branchId, name: branchName } = await ctx.tx.one(
    q
      .selectFrom('tasks as t')
      .innerJoin('companies as b', 'b.id', 't.branch_id')
      .select(['t.branch_id', 'b.name'])
      .where('t.id', '=', id),
  )
  return { carrierId, branchId, branchName }
}

/**
 * The weight one truck will carry of goods counted by truck; undefined for other goods, where the dispatcher enters it.
 */
function truckWeight(goods: TripGoods): Grams | undefined {
  return goods.quantity_mode === 'BY_TRUCK' && goods.weight_g > 0
    ? grams(Math.ceil(goods.weight_g / goods.total_qty))
    : undefined
}

/** The full load of a truck for goods counted by weight, where they state one. */
function fullLoad({ quantity_mode: mode, per_truck_max: most }: TripGoods): Grams | undefined {
  return mode === 'BY_TON' && most !== null ? grams(most) : undefined
}
