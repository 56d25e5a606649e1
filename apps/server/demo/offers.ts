// Rows of goods and tasks: quantities that add up with the waybills, the state they stand in, and their history.
import { goodsStates, type GoodsState } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { taskStates, type TaskState } from '@yunshu/domain/task/task'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import type { Insertable } from 'kysely'
import * as z from 'zod/mini'
import { GoodsBody } from '../src/features/goods/goodsBody.queries.ts'
import type { Goods, GoodsCarriers, Tasks } from '../src/db/tables.gen.ts'
import { kindBlocks } from './goodsKinds.ts'
import { handedAfter, priceOfTask } from './handed.ts'
import { placeText, upstreamNo, type Haul } from './haul.ts'
import { system, type History, type WhoIs } from './history.ts'
import { isLive, qtyOf, type Lot, type TaskPlan } from './lots.ts'
import { demoCompanyId } from './people.ts'
import { bodyOf, perTruckMax } from './terms.ts'

/** A lot as its rows, without the numbers. */
export interface Offer {
  readonly lot: Lot
  readonly row: Omit<Insertable<Goods>, 'goods_no'>
  readonly tasks: readonly (Omit<Insertable<Tasks>, 'task_no'> & { readonly created_at: number })[]
  /** Tasks that were handed down whole. */
  readonly handed: Offer['tasks']
  readonly carriers: readonly Insertable<GoodsCarriers>[]
}

const ended: readonly string[] = ['finished', 'cancelled', 'void']

/** Rows of a lot whose waybills are `hauls`; `related` are the carriers its shipper works with. */
export function makeOffer(
  lot: Lot,
  hauls: readonly Haul[],
  related: readonly string[],
  now: number,
  history: History,
  whoIs: WhoIs,
): Offer {
  const { route, terms } = lot
  const tasks = lot.tasks.map(task => taskRow(task, lot, now, history, whoIs))
  const live = (task: TaskPlan): number =>
    task.trips.reduce((all, trip) => all + (isLive(trip, now) ? qtyOf(trip) : 0), 0)
  const takenQty = lot.tasks.reduce((all, task) => all + live(task) + task.left, 0)
  const total = Math.max(takenQty + lot.left, perTruckMax(route))
  const remain = total - takenQty
  const { gx, poundRule, priceSteps, dailyTrucks } = kindBlocks(lot, now)
  const body = z.encode(GoodsBody, {
    ...bodyOf(route, terms, total, lot.n, lot.createdAt, lot.validTo, lot.remark),
    gx,
    poundRule,
    priceSteps,
  })
  const shipper = whoIs(lot.shipper)
  const isDone = lot.tasks.every(task => task.left === 0) && hauls.every(({ row }) => ended.includes(row.state))
  const doneAt = Math.max(lot.createdAt, ...hauls.map(({ row }) => row.updated_at))

  const { state, version, at } = walkGoods(lot, { total, remain, isDone, doneAt, live }, history, whoIs)

  const reach =
    lot.publishTo === 'PUBLIC'
      ? []
      : lot.publishTo === 'CARRIERS'
        ? route.carriers.map(demoCompanyId).filter(id => related.includes(id))
        : related
  return {
    lot,
    tasks,
    handed: lot.tasks.flatMap((task, n) => parentRows(task, tasks[n]?.qty ?? 0, lot, history, whoIs)),
    carriers: reach.map(carrierId => ({ goods_id: lot.id, carrier_id: carrierId, shipper_id: lot.shipperId })),
    row: {
      id: lot.id,
      state,
      kind: lot.kind,
      shipper_id: lot.shipperId,
      branch_id: lot.branchId,
      title: `${cityOf(terms.load.regionName)}→${cityOf(terms.unload.regionName)} ${route.cargo.name}`,
      upstream_no: upstreamNo(lot),
      load_region: terms.load.regionCode,
      unload_region: terms.unload.regionCode,
      load_place: placeText(terms.load),
      unload_place: placeText(terms.unload),
      item_names: route.cargo.name,
      weight_g: body.items.reduce((all, item) => all + item.weightG, 0),
      quantity_mode: route.quantityMode,
      total_qty: total,
      remain_qty: remain,
      per_truck_max: route.quantityMode === 'BY_TRUCK' ? null : perTruckMax(route),
      daily_trucks: dailyTrucks ?? null,
      next_price_at: priceSteps?.[0]?.effectiveAt ?? null,
      pricing: route.pricing,
      shipper_unit_price: terms.shipperPrice,
      carrier_unit_price: terms.carrierPrice,
      publish_to: lot.publishTo,
      take_mode: 'GRAB',
      valid_to: lot.validTo,
      body,
      version,
      created_by: shipper.id,
      created_at: lot.createdAt,
      updated_at: at,
    },
  }
}

/** The moves of goods from their publishing to their end, with each take in between. */
function walkGoods(
  lot: Lot,
  {
    total,
    remain,
    isDone,
    doneAt,
    live,
  }: { total: number; remain: number; isDone: boolean; doneAt: number; live: (task: TaskPlan) => number },
  history: History,
  whoIs: WhoIs,
): { state: GoodsState; version: number; at: number } {
  const { route } = lot
  const shipper = whoIs(lot.shipper)
  let state: GoodsState = goodsStates.start,
    version = 1,
    at = lot.createdAt
  const move = (
    name: keyof typeof goodsStates.moves,
    when: number,
    by: { id: string; name: string },
    more: { remark?: string; diff?: { field: string; old: string; new: string }[] } = {},
  ): void => {
    state = history.move(goodsStates, lot.id, state, name, { at: when, by, ...more })
    version += 1
    at = when
  }
  if (lot.fate !== 'draft') move('publish', lot.createdAt, shipper)
  let left = total
  for (const task of lot.tasks) {
    const qty = Math.min(left, live(task) + task.left)
    if (qty <= 0) continue
    const before = left
    left -= qty
    move(left === 0 ? 'takeLast' : 'takeSome', task.createdAt, whoIs(task.handed?.carrier ?? task.carrier), {
      diff: [
        {
          field: `${whoIs(task.handed?.carrier ?? task.carrier).name}接单`,
          old: '--',
          new: printQuantity(route.quantityMode, qty),
        },
        {
          field: '剩余数量',
          old: printQuantity(route.quantityMode, before),
          new: printQuantity(route.quantityMode, left),
        },
      ],
    })
  }
  if (lot.fate === 'paused') move('pause', lot.createdAt + 2 * HOUR_MS, shipper)
  if (lot.fate === 'cancelled') move('cancel', lot.createdAt + 3 * HOUR_MS, shipper, { remark: '客户取消采购计划' })
  if (lot.fate === 'expired') move('expire', Math.max(lot.validTo, at), system)
  if (lot.fate === undefined && remain === 0 && isDone) move('finish', Math.max(at, doneAt), system)
  return { state, version, at }
}

/** 陕西省 / 榆林市 / 榆阳区 is 榆林市 on a title, 上海市 / 嘉定区 is 上海市. */
const cityOf = (regionName: string): string => {
  const [province = '', city = ''] = regionName.split(' / ')
  return city.endsWith('市') ? city : province
}

function taskRow(task: TaskPlan, lot: Lot, now: number, history: History, whoIs: WhoIs): Offer['tasks'][number] {
  const carrier = whoIs(task.carrier)
  const live = task.trips.reduce((all, trip) => all + (isLive(trip, now) ? qtyOf(trip) : 0), 0)
  const { route } = lot
  let state: TaskState = taskStates.start,
    at = task.createdAt,
    version = 1
  const move = (
    name: keyof typeof taskStates.moves,
    when: number,
    more: { remark?: string; diff?: { field: string; old: string; new: string }[] } = {},
  ): void => {
    state = history.move(taskStates, task.id, state, name, { at: when, by: carrier, ...more })
    version += 1
    at = when
  }
  const createdAt = task.createdAt + (task.handed ? handedAfter.given : 0)
  if (task.handed)
    history.note('task', task.id, '转派', { at: createdAt, by: whoIs(task.handed.carrier), to: taskStates.start })
  move('accept', task.createdAt + (task.handed ? handedAfter.taken : 0))
  // of all the vehicles sent only the last is told: nobody reads the others
  const sent = task.trips.filter(trip => isLive(trip, now))
  const last = sent.at(-1)
  if (last !== undefined) {
    const left = task.left + (task.returned ?? 0)
    if (sent.length > 1 && left === 0) state = 'dispatching'
    version += sent.length - 1
    move(left === 0 ? 'dispatchLast' : 'dispatchSome', last.createdAt, {
      diff: [
        { field: '派车', old: '--', new: last.vehicle.row.plate },
        {
          field: '剩余数量',
          old: printQuantity(route.quantityMode, left + qtyOf(last)),
          new: printQuantity(route.quantityMode, left),
        },
      ],
    })
  }
  if (task.returned !== undefined) move('giveBack', Math.min(at + HOUR_MS, now), { remark: '车辆周转不开，退回剩余' })
  return {
    id: task.id,
    state,
    source: task.handed ? 'RELEASED' : 'GRAB',
    ...aboveOf(task, lot, whoIs),
    goods_id: lot.id,
    shipper_id: lot.shipperId,
    branch_id: lot.branchId,
    carrier_id: demoCompanyId(task.carrier),
    qty: live + task.left + (task.returned ?? 0),
    remain_qty: task.left,
    answer_by: null,
    version,
    shipper_by: whoIs(lot.shipper).id,
    carrier_by: carrier.id,
    created_by: task.handed ? whoIs(task.handed.carrier).id : carrier.id,
    created_at: createdAt,
    updated_at: at,
  }
}

/** The columns that say who handed a task down, and for how much. */
function aboveOf(task: TaskPlan | undefined, lot: Lot, whoIs: WhoIs) {
  const handed = task?.handed
  if (task === undefined || handed === undefined)
    return {
      parent_id: null,
      depth: 0,
      releaser_id: null,
      releaser_by: null,
      parent_unit_price: null,
      carrier_unit_price: null,
    }
  return {
    parent_id: handed.parentId,
    depth: 1,
    releaser_id: demoCompanyId(handed.carrier),
    releaser_by: whoIs(handed.carrier).id,
    parent_unit_price: lot.terms.carrierPrice,
    carrier_unit_price: priceOfTask(lot, task),
  }
}

/** The task of the carrier that handed a task down: it took it of the goods, and has nothing left. */
function parentRows(task: TaskPlan, qty: number, lot: Lot, history: History, whoIs: WhoIs): Offer['tasks'] {
  const { handed, createdAt } = task
  if (handed === undefined) return []
  const { parentId: id } = handed
  const by = whoIs(handed.carrier)
  const at = createdAt + handedAfter.given
  const accepted = history.move(taskStates, id, taskStates.start, 'accept', { at: createdAt, by })
  const printed = printQuantity(lot.route.quantityMode, qty)
  const state = history.move(taskStates, id, accepted, 'releaseLast', {
    at,
    by,
    diff: [{ field: '转派', old: '--', new: printed }],
  })
  return [
    {
      id,
      state,
      source: 'GRAB',
      ...aboveOf(undefined, lot, whoIs),
      goods_id: lot.id,
      shipper_id: lot.shipperId,
      branch_id: lot.branchId,
      carrier_id: demoCompanyId(handed.carrier),
      qty,
      remain_qty: 0,
      answer_by: null,
      version: 3,
      shipper_by: whoIs(lot.shipper).id,
      carrier_by: by.id,
      created_by: by.id,
      created_at: createdAt,
      updated_at: at,
    },
  ]
}
