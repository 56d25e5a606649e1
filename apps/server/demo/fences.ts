// Demo fences: circles and one polygon around the places of goods under way, and the vehicles on the road with them.
import { fenceKinds, slotsText, type Centre, type TimeSlot } from '@yunshu/domain/fence'
import { openGoodsStates } from '@yunshu/domain/goods/goods'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { openWaybillStates } from '@yunshu/domain/waybill/waybill'
import { placeFrom } from '@yunshu/track/geometry'
import type { Ground } from '@yunshu/track/ground'
import { circleAround } from '@yunshu/track/polygon'
import type { Insertable } from 'kysely'
import { columnsOf, groundText } from '../src/features/fence/shape.ts'
import { readGoodsBody } from '../src/features/goods/goodsBody.queries.ts'
import type { Events, Fences, FenceVehicles, Goods, Waybills } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { centres } from './centres.ts'
import type { Someone } from './history.ts'
import { idMaker } from './ids.ts'
import { readNames } from './names.ts'
import type { Story } from './story.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const day: TimeSlot = { from: 6 * 60, to: 22 * 60, weekdays: everyDay }
const night: TimeSlot = { from: 20 * 60, to: 6 * 60, weekdays: [1, 2, 3, 4, 5] }
/** Size and hours of the circles, one after another. */
const shapes: readonly { radiusM: number; slots: readonly TimeSlot[]; isOn: boolean }[] = [
  { radiusM: 500, slots: [], isOn: true },
  { radiusM: 200, slots: [day], isOn: true },
  { radiusM: 1000, slots: [], isOn: true },
  { radiusM: 50, slots: [], isOn: true },
  { radiusM: 2000, slots: [day, night], isOn: false },
]
const goodsMax = 14
/** Goods nobody carries yet whose circles are drawn all the same. */
const waitingMax = 3
const vehiclesPerGoods = 4

/**
 * Draws fences for the newest goods on the road, and a few that wait, and binds the vehicles that carry them; answers
 * how many rows.
 */
export async function seedFences(
  tx: Tx,
  { goods, waybills }: Pick<Story['rows'], 'goods' | 'waybills'>,
  now: number,
): Promise<number> {
  const writing = openWriting(now, await readNames(tx))
  const open = waybills.filter(({ state }) => openWaybillStates.some(one => one === state))
  const carried = new Set(open.map(({ goods_id: id }) => id))
  const fitting = goods.filter(row => isWatched(row) && placesOf(row).every(({ name }) => centres[name]))
  const chosen = [
    ...fitting.filter(({ id }) => carried.has(id)).slice(-goodsMax),
    ...fitting.filter(({ id }) => !carried.has(id)).slice(-waitingMax),
  ]
  for (const [n, row] of chosen.entries()) {
    const by = writing.who(row.created_by)
    const at = Math.min(row.created_at + HOUR_MS, now)
    drawFences(writing, row, { n, isLast: n === chosen.length - 1 }, by, at)
    bindVehicles(writing, row, open, by)
  }
  return (
    // some twenty rows with a column of arrays, which insertAll does not lay
    (writing.fences.length === 0 ? 0 : await tx.run(q.insertInto('fences').values(writing.fences))) +
    (await insertAll(tx, 'fence_vehicles', writing.bindings)) +
    (await insertAll(tx, 'events', writing.events))
  )
}

/** The rows while they are made. */
type Writing = ReturnType<typeof openWriting>

function openWriting(now: number, who: (userId: string) => Someone) {
  const fenceId = idMaker(40),
    bindingId = idMaker(41),
    eventId = idMaker(42)
  const fences: Insertable<Fences>[] = [],
    bindings: Insertable<FenceVehicles>[] = [],
    events: Insertable<Events>[] = []
  const tell = (
    goodsId: string,
    at: number,
    by: Someone,
    action: string,
    diff: { field: string; old: string; new: string }[],
  ): void => {
    events.push({
      id: eventId(at),
      entity: 'fence',
      entity_id: goodsId,
      at,
      user_id: by.id,
      user_name: by.name,
      action,
      from_state: null,
      to_state: null,
      remark: null,
      diff,
    })
  }
  return { now, who, fenceId, bindingId, fences, bindings, events, tell }
}

/** A yard like an L around a place: its corners in metres east and north of it. */
const yard: readonly (readonly [east: number, north: number])[] = [
  [-220, -160],
  [260, -160],
  [260, 60],
  [60, 90],
  [40, 240],
  [-220, 240],
]
function yardAround(centre: Centre): Ground {
  const corners = yard.map(([east, north]) => placeFrom(centre, east, north))
  return { ...circleAround(corners), corners }
}

/** The fences of the places of goods that have one: circles, and a polygon where the last goods are unloaded. */
function drawFences(
  { fenceId, fences, tell }: Writing,
  row: Insertable<Goods>,
  { n, isLast }: { n: number; isLast: boolean },
  by: Someone,
  at: number,
): void {
  for (const [m, { kind, name }] of placesOf(row).entries()) {
    const centre = centres[name],
      shape = shapes[(2 * n + m) % shapes.length]
    if (!centre || !shape) continue
    const { radiusM, slots, isOn } = shape
    const ground = isLast && kind === 'unload' ? yardAround(centre) : { ...centre, radiusM }
    fences.push({
      id: fenceId(at),
      goods_id: row.id,
      shipper_id: row.shipper_id,
      branch_id: row.branch_id,
      kind,
      point_no: 0,
      name,
      ...columnsOf(ground),
      slots: JSON.stringify(slots),
      is_on: isOn,
      created_by: by.id,
      created_at: at,
      updated_at: at,
    })
    tell(row.id, at, by, `设置围栏 ${fenceKinds[kind]}地 ${name}，${groundText(ground)}`, [
      ...(slots.length === 0 ? [] : [{ field: '有效时段', old: '--', new: slotsText(slots) }]),
      ...(isOn ? [] : [{ field: '状态', old: '--', new: '停用' }]),
    ])
  }
}

/** The vehicles that carry some goods, bound to them; one by its carrier, one not any more. */
function bindVehicles(
  { now, who, bindingId, bindings, tell }: Writing,
  row: Insertable<Goods>,
  open: readonly Insertable<Waybills>[],
  by: Someone,
): void {
  // a vehicle whose last trip waits for its signature may be on the next one: it is bound once
  const onTheWay = [
    ...new Map(open.filter(({ goods_id: id }) => id === row.id).map(waybill => [waybill.vehicle_id, waybill])).values(),
  ].slice(0, vehiclesPerGoods)
  for (const [m, waybill] of onTheWay.entries()) {
    const boundAt = Math.min(waybill.created_at + HOUR_MS / 2, now)
    // one of them its carrier bound itself: the shipper may take it over
    const binder = m === 1 ? who(waybill.created_by) : by
    const ended =
      m === 3
        ? { unbound_at: Math.min(boundAt + HOUR_MS, now), unbound_name: by.name }
        : { unbound_at: null, unbound_name: null }
    bindings.push({
      id: bindingId(boundAt),
      goods_id: row.id,
      vehicle_id: waybill.vehicle_id,
      shipper_id: row.shipper_id,
      carrier_id: waybill.carrier_id,
      branch_id: row.branch_id,
      bound_at: boundAt,
      bound_name: binder.name,
      by_publisher: m !== 1,
      ...ended,
    })
    tell(row.id, boundAt, binder, '绑定车辆', [{ field: '车辆', old: '--', new: waybill.plate }])
    if (ended.unbound_at !== null)
      tell(row.id, ended.unbound_at, by, '解绑车辆', [{ field: '车辆', old: waybill.plate, new: '--' }])
  }
}

const isWatched = ({ state }: Insertable<Goods>): boolean => [...openGoodsStates, 'full'].some(one => one === state)

/** The first place of loading and the first of unloading. */
function placesOf({ body }: Insertable<Goods>): { kind: keyof typeof fenceKinds; name: string }[] {
  const { loadPoints, unloadPoints } = readGoodsBody(body)
  return [
    ...loadPoints.slice(0, 1).map(({ name }) => ({ kind: 'load' as const, name })),
    ...unloadPoints.slice(0, 1).map(({ name }) => ({ kind: 'unload' as const, name })),
  ]
}
