// Drawing fences, binding and unbinding vehicles, with the history of both.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/fence/fence'
import type { Fence } from '@yunshu/contract/fence/fence'
import { fenceKinds, fenceLimits, slotFaults, slotsText } from '@yunshu/domain/fence'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { Problem } from '@yunshu/domain/problems/problems'
import type { Ground } from '@yunshu/track/ground'
import { sql, type Insertable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, stale } from '../../work/history.ts'
import type { Fences } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { type Change, type Ctx, writtenName } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { fieldFault, wrongField } from '../../http/fieldFault.ts'
import { isBindable, countBound, findFencedGoods, isWatched, pointOf } from './fence.queries.ts'
import { columnsOf, groundOf, groundText, shapeFaults, shapeLines } from './shape.ts'
import { readSlots } from './slots.ts'
import { readGround } from './versions.queries.ts'
import { marketCompany } from '../../work/scope.ts'

type Drawn = Pick<Fence, 'slots' | 'isOn'> & { readonly ground: Ground }

/**
 * Draws the fence of a place, or changes it. Refuses: `fence.owner` for a carrier, which must not move the fence that
 * measures it; `row.stale` when somebody drew or changed it in the meantime.
 */
export async function saveFence(
  ctx: Ctx,
  input: Input<typeof calls.saveFence>,
): Promise<Output<typeof calls.saveFence>> {
  const { goodsId, kind, pointNo, version, slots = [], isOn } = input
  const goods = await findFencedGoods(ctx, goodsId)
  if (!goods.is_ours) throw new Problem('fence.owner')
  const point = pointOf(goods.body, kind, pointNo)
  const fault = fieldFault({
    ...(point ? {} : { pointNo: '货源没有这个地点' }),
    ...shapeFaults(input),
    ...slotFaults(slots),
  })
  const ground = groundOf(input)
  if (fault || !point || !ground) throw fault ?? new Problem('row.none')
  const drawn = { ground, slots, isOn }
  const columns = {
    name: point.name,
    ...columnsOf(ground),
    slots: JSON.stringify(slots),
    is_on: isOn,
    updated_at: ctx.now,
  }
  const place = `${fenceKinds[kind]}地 ${point.name}`

  const before = await ctx.tx.first(
    q
      .selectFrom('fences')
      .selectAll()
      .where('goods_id', '=', goodsId)
      .where('kind', '=', kind)
      .where('point_no', '=', pointNo)
      .forUpdate(),
  )
  if (before && before.version !== version) throw await stale(ctx, goodsId)
  if (!before) {
    if (version !== undefined) throw await stale(ctx, goodsId)
    const id = await drawFence(ctx, goods, { goodsId, kind, pointNo, columns })
    await logEvent(ctx, {
      entity: 'fence',
      entityId: goodsId,
      action: `设置围栏 ${place}，${groundText(ground)}`,
      diff: firstOf(drawn),
    })
    ctx.touched('fence', id)
    return { id, version: 1 }
  }
  await ctx.tx.run(
    q
      .updateTable('fences')
      .set({ ...columns, version: sql`version + 1` })
      .where('id', '=', before.id),
  )
  await logEvent(ctx, {
    entity: 'fence',
    entityId: goodsId,
    action: `修改围栏 ${place}`,
    diff: changesOf({ ground: readGround(before), slots: readSlots(before.slots), isOn: before.is_on }, drawn),
  })
  ctx.touched('fence', before.id)
  return { id: before.id, version: before.version + 1 }
}

/** The row of a fence nobody drew before; refuses when somebody else draws it at the same moment. */
async function drawFence(
  ctx: Ctx,
  goods: { shipper_id: string; branch_id: string },
  { goodsId, kind, pointNo, columns }: FenceRow,
): Promise<string> {
  const id = v7()
  const drawn = await ctx.tx.run(
    q
      .insertInto('fences')
      .values({
        id,
        goods_id: goodsId,
        shipper_id: goods.shipper_id,
        branch_id: goods.branch_id,
        kind,
        point_no: pointNo,
        created_by: ctx.actor.userId,
        created_at: ctx.now,
        ...columns,
      })
      .onConflict(c => c.columns(['goods_id', 'kind', 'point_no']).doNothing()),
  )
  if (drawn === 0) throw await stale(ctx, goodsId)
  return id
}

type FenceRow = Pick<Input<typeof calls.saveFence>, 'goodsId' | 'kind' | 'pointNo'> & {
  columns: Pick<
    Insertable<Fences>,
    'name' | 'lon_e6' | 'lat_e6' | 'radius_m' | 'corners' | 'slots' | 'is_on' | 'updated_at'
  >
}

/** Of a new fence, what is not as usual: its hours, and that it is off. */
const firstOf = ({ slots, isOn }: Drawn): Change[] => [
  ...(slots.length === 0 ? [] : [{ field: '有效时段', old: '--', new: slotsText(slots) }]),
  ...(isOn ? [] : [{ field: '状态', old: '--', new: '停用' }]),
]

/** The changed parts of a fence, in words. */
function changesOf(before: Drawn, after: Drawn): Change[] {
  const rows: [string, (drawn: Drawn) => string][] = [
    ...shapeLines.map(([field, text]): [string, (drawn: Drawn) => string] => [field, ({ ground }) => text(ground)]),
    ['有效时段', ({ slots }) => slotsText(slots)],
    ['状态', ({ isOn }) => (isOn ? '启用' : '停用')],
  ]
  return rows
    .map(([field, read]) => ({ field, old: read(before), new: read(after) }))
    .filter(change => change.old !== change.new)
}

type FencedGoods = Awaited<ReturnType<typeof findFencedGoods>>
interface Bindable {
  readonly id: string
  readonly plate: string
  readonly carrier_id: string
}

/**
 * Goods whose vehicles may be bound now. For writing their row is locked, so that two people who bind at once count
 * each other's vehicles.
 */
export async function openForBinding(ctx: Ctx, goodsId: string, isWriting: boolean): Promise<FencedGoods> {
  const goods = await findFencedGoods(ctx, goodsId)
  const state = keyOf(goodsStates.states, goods.state)
  if (!isWatched(state)) throw new Problem('fence.over', { state: goodsStates.states[state].label })
  if (isWriting) await holdBindings(ctx, goodsId)
  return goods
}

/** Lets only one transaction at a time bind, take over or unbind vehicles of these goods. */
async function holdBindings(ctx: Ctx, goodsId: string): Promise<void> {
  await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`fence ${goodsId}`}, 0))`.compile(q))
}

/**
 * Binds vehicles that are not bound yet and writes the history. The publishing side takes over bindings the carrier
 * made itself, so that the measured carrier cannot unbind them any more, and tells the carrier. Answers the bindings
 * that are new or were taken over. Refuses `fence.many`.
 */
export async function attachFences(
  ctx: Ctx,
  goods: FencedGoods,
  vehicles: readonly Bindable[],
): Promise<{ id: string; vehicle_id: string }[]> {
  const added = await ctx.tx.rows(
    q
      .insertInto('fence_vehicles')
      .values(
        vehicles.map(vehicle => ({
          id: v7(),
          goods_id: goods.id,
          vehicle_id: vehicle.id,
          shipper_id: goods.shipper_id,
          carrier_id: vehicle.carrier_id,
          branch_id: goods.branch_id,
          bound_at: ctx.now,
          bound_name: writtenName(ctx.actor),
          by_publisher: goods.is_ours,
        })),
      )
      .onConflict(c => c.columns(['goods_id', 'vehicle_id']).where('unbound_at', 'is', null).doNothing())
      .returning(['id', 'vehicle_id']),
  )
  if ((await countBound(ctx, goods.id)) > fenceLimits.vehicles)
    throw new Problem('fence.many', { most: fenceLimits.vehicles })
  const taken = goods.is_ours
    ? await takeOver(
        ctx,
        goods,
        vehicles.filter(({ id }) => !added.some(row => row.vehicle_id === id)),
      )
    : []
  const plates = vehicles.filter(({ id }) => added.some(row => row.vehicle_id === id)).map(({ plate }) => plate)
  if (plates.length > 0)
    await logEvent(ctx, {
      entity: 'fence',
      entityId: goods.id,
      action: '绑定车辆',
      diff: [{ field: '车辆', old: '--', new: plates.join('、') }],
    })
  return [...added, ...taken]
}

/** Makes bindings of carriers those of the publishing side. */
async function takeOver(
  ctx: Ctx,
  goods: FencedGoods,
  vehicles: readonly Bindable[],
): Promise<{ id: string; vehicle_id: string }[]> {
  if (vehicles.length === 0) return []
  const taken = await ctx.tx.rows(
    q
      .updateTable('fence_vehicles')
      .set({ by_publisher: true, bound_name: writtenName(ctx.actor) })
      .where('goods_id', '=', goods.id)
      .where(
        'vehicle_id',
        'in',
        vehicles.map(({ id }) => id),
      )
      .where('unbound_at', 'is', null)
      .where('by_publisher', '=', false)
      .returning(['id', 'vehicle_id']),
  )
  const own = vehicles.filter(({ id }) => taken.some(row => row.vehicle_id === id))
  if (own.length === 0) return []
  await logEvent(ctx, {
    entity: 'fence',
    entityId: goods.id,
    action: '接管绑定车辆',
    diff: own.map(({ plate }) => ({ field: plate, old: '承运商绑定', new: '货主绑定' })),
  })
  for (const [company, theirs] of Map.groupBy(own, vehicle => vehicle.carrier_id))
    await tellHappening(
      ctx,
      'fence.takenOver',
      { company, permit: 'fence.view' },
      {
        goodsId: goods.id,
        goodsNo: goods.goods_no,
        plates: theirs.map(({ plate }) => plate).join('、'),
      },
    )
  return taken
}

/**
 * Binds vehicles to goods that are under way; those bound already stay as they are, but for those of a carrier the
 * publishing
 * side takes over. Refuses: `fence.over`, `fence.many`, and vehicles that are not the actor's to bind at their field.
 */
export async function bindVehicles(
  ctx: Ctx,
  { goodsId, vehicleIds }: Input<typeof calls.bindVehicles>,
): Promise<Output<typeof calls.bindVehicles>> {
  const goods = await openForBinding(ctx, goodsId, true)
  const wanted = [...new Set(vehicleIds)]
  // row security hides other companies' vehicles, so the read is elevated; the shipper may bind those of carriers that
  // hold its tasks
  const vehicles = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('vehicles as v')
        .select(['v.id', 'v.plate', 'v.carrier_id'])
        .where('v.id', 'in', wanted)
        .where(isBindable(ctx.actor, goodsId, goods.is_ours)),
    ),
  )
  if (vehicles.length < wanted.length) throw wrongField('vehicleIds', '含有不能绑定的车辆，请刷新后重新选择')
  const added = await attachFences(ctx, goods, vehicles)
  ctx.touched('goods', goodsId)
  return { bound: added.length }
}

/**
 * Ends one binding. Refuses `fence.unbound` when it has ended already, and a carrier `fence.theirs` for what the other
 * side watches; a binding out of the actor's reach is not found.
 */
export async function unbindVehicle(
  ctx: Ctx,
  { id }: Input<typeof calls.unbindVehicle>,
): Promise<Output<typeof calls.unbindVehicle>> {
  const row = await ctx.tx.one(
    q.selectFrom('fence_vehicles as b').select(['b.goods_id', 'b.vehicle_id', 'b.carrier_id']).where('b.id', '=', id),
  )
  const goods = await findFencedGoods(ctx, row.goods_id)
  await holdBindings(ctx, row.goods_id)
  if (!goods.is_ours && row.carrier_id !== marketCompany(ctx.actor)) throw new Problem('row.none')
  const { plate } = await ctx.tx.elevated(() =>
    ctx.tx.one(q.selectFrom('vehicles').select('plate').where('id', '=', row.vehicle_id)),
  )
  const { by_publisher: isTaken } = await ctx.tx.one(
    q.selectFrom('fence_vehicles').select('by_publisher').where('id', '=', id),
  )
  if (!goods.is_ours && isTaken) throw new Problem('fence.theirs', { plate })
  const ended = await ctx.tx.run(
    q
      .updateTable('fence_vehicles')
      .set({ unbound_at: ctx.now, unbound_name: writtenName(ctx.actor) })
      .where('id', '=', id)
      .where('unbound_at', 'is', null),
  )
  if (ended === 0) throw new Problem('fence.unbound', { plate })
  await logEvent(ctx, {
    entity: 'fence',
    entityId: row.goods_id,
    action: '解绑车辆',
    diff: [{ field: '车辆', old: plate, new: '--' }],
  })
  ctx.touched('goods', row.goods_id)
  return {}
}
