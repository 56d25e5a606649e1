// Reads of fences: goods whose circles and vehicles an actor sees, what stands on them, and vehicles that may be bound.
import type { Input, Output } from '@yunshu/contract/call'
import { LogLine } from '@yunshu/contract/goods/goods'
import type {
  BoundVehicle,
  Fence,
  FencePlace,
  getFences,
  countFences,
  listFences,
  listFenceVehicles,
} from '@yunshu/contract/fence/fence'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { fenceKinds, fenceLimits, fenceTabs } from '@yunshu/domain/fence'
import { goodsStates, type GoodsState } from '@yunshu/domain/goods/goods'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { openWaybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf, answeredWithin, isCompanyOf } from '../../work/scope.ts'
import type { Fences } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { publishedGoods } from '../goods/goods.queries.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { readSlots } from './slots.ts'
import { readCorners } from './versions.queries.ts'

type Condition = RawBuilder<boolean>

/** Bindings that ended, and lines of history, that a page shows. */
const pastMax = 100

/** States of tasks that make a carrier a party to the goods: it took the task, even if the task has ended since. */
const takenTaskStates = ['accepted', 'dispatching', 'done', 'closed'] as const

/** Goods under way: only their vehicles are worth watching. */
export const watchedGoodsStates = [
  'published',
  'partial',
  'full',
  'paused',
  'expired',
] as const satisfies readonly GoodsState[]
export const isWatched = (state: GoodsState): boolean => watchedGoodsStates.some(one => one === state)

/** True where the actor's company carries goods `g` by a task within their data scope. */
const carries = (actor: Actor): Condition =>
  sql<boolean>`exists (select 1 from tasks t where t.goods_id = g.id and ${allOf([
    isCompanyOf(actor, 't.carrier_id'),
    sql<boolean>`t.state = any(${[...takenTaskStates]}::text[])`,
    answeredWithin(actor, sql.ref('t.carrier_by')),
  ])})`

/** Goods whose fences an actor sees: those of its side, and those it carries; not what is merely offered to it. */
function fenced(actor: Actor): Condition {
  if (isHouseSide(actor.side)) return publishedGoods(actor)
  const { businessType } = actor
  if (!isCarrier(businessType)) return publishedGoods(actor)
  return isShipper(businessType) ? sql<boolean>`(${publishedGoods(actor)} or ${carries(actor)})` : carries(actor)
}

/** The goods, and whether the actor stands on the side that published them; others' goods are not found. */
export async function findFencedGoods(ctx: Pick<Ctx, 'tx' | 'actor'>, goodsId: string) {
  return ctx.tx.one(
    q
      .selectFrom('goods as g')
      .select([
        'g.id',
        'g.goods_no',
        'g.title',
        'g.state',
        'g.body',
        'g.shipper_id',
        'g.branch_id',
        publishedGoods(ctx.actor).as('is_ours'),
      ])
      .where('g.id', '=', goodsId)
      .where('g.state', '<>', 'draft')
      .where(fenced(ctx.actor)),
  )
}

/** Bindings an actor sees of goods: all of them on the side that published, else those of its own vehicles. */
export const seenBindings = (actor: Actor, isOurs: boolean, alias: string): Condition | undefined =>
  isOurs ? undefined : isCompanyOf(actor, `${alias}.carrier_id`)

/** Fences, bound and formerly bound vehicles of goods, and the history of the fences for the side that draws them. */
export async function findFences(ctx: Ctx, { goodsId }: Input<typeof getFences>): Promise<Output<typeof getFences>> {
  const goods = await findFencedGoods(ctx, goodsId)
  const state = keyOf(goodsStates.states, goods.state)
  const canBind = isWatched(state) && ctx.can('fence.edit')
  const whose = { isOurs: goods.is_ours, mayBind: canBind }
  const circles = await ctx.tx.rows(q.selectFrom('fences').selectAll().where('goods_id', '=', goodsId))
  return {
    goodsId,
    goodsNo: goods.goods_no,
    title: goods.title,
    state,
    places: placesOf(goods.body, circles),
    vehicles: await bindings(ctx, goodsId, whose, true),
    past: await bindings(ctx, goodsId, whose, false),
    log: goods.is_ours ? await fenceLog(ctx, goodsId) : [],
    canDraw: goods.is_ours && ctx.can('fence.edit'),
    canBind,
  }
}

function placesOf(body: unknown, circles: readonly Selectable<Fences>[]): FencePlace[] {
  const { loadPoints, unloadPoints } = readGoodsBody(body)
  const ends = [
    ...loadPoints.map((point, pointNo) => ({ kind: 'load', point, pointNo }) as const),
    ...unloadPoints.map((point, pointNo) => ({ kind: 'unload', point, pointNo }) as const),
  ]
  return ends.map(({ kind, pointNo, point: { name, regionName, address } }) => {
    const circle = circles.find(row => row.kind === kind && row.point_no === pointNo)
    return { kind, pointNo, name, regionName, address, ...(circle ? { fence: toFence(circle) } : {}) }
  })
}

const toFence = (row: Selectable<Fences>): Fence => ({
  id: row.id,
  version: row.version,
  centre: { lonE6: row.lon_e6, latE6: row.lat_e6 },
  ...(row.corners === null ? { radius: row.radius_m } : { corners: readCorners(row.corners) }),
  slots: readSlots(row.slots),
  isOn: row.is_on,
  updatedAt: row.updated_at,
})

async function bindings(
  ctx: Ctx,
  goodsId: string,
  { isOurs, mayBind }: { isOurs: boolean; mayBind: boolean },
  isLive: boolean,
): Promise<BoundVehicle[]> {
  // the shipper's side sees the plate of what it watches, which stands in the carrier's fleet
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('fence_vehicles as b')
        .innerJoin('vehicles as v', 'v.id', 'b.vehicle_id')
        .innerJoin('companies as c', 'c.id', 'b.carrier_id')
        .select([
          'b.id',
          'b.vehicle_id',
          'v.plate',
          'v.plate_color',
          'c.name',
          'b.bound_at',
          'b.bound_name',
          'b.unbound_at',
          'b.unbound_name',
          'b.by_publisher',
          waybillOf('b.vehicle_id', goodsId).as('waybill_no'),
        ])
        .where('b.goods_id', '=', goodsId)
        .where('b.unbound_at', isLive ? 'is' : 'is not', null)
        .where(allOf([seenBindings(ctx.actor, isOurs, 'b')]))
        .orderBy(isLive ? 'b.id' : 'b.unbound_at', 'desc')
        .limit(isLive ? fenceLimits.vehicles : pastMax),
    ),
  )
  return rows.map(row => ({
    id: row.id,
    vehicleId: row.vehicle_id,
    plate: row.plate,
    plateColor: row.plate_color,
    carrierName: row.name,
    boundAt: row.bound_at,
    boundName: row.bound_name,
    canUnbind: mayBind && isLive && (isOurs || !row.by_publisher),
    byPublisher: row.by_publisher,
    ...(row.unbound_at === null ? {} : { unboundAt: row.unbound_at }),
    ...(row.unbound_name === null ? {} : { unboundName: row.unbound_name }),
    ...(row.waybill_no === null ? {} : { waybillNo: row.waybill_no }),
  }))
}

/** The number of an open waybill of the goods a vehicle is on; null without one. */
const waybillOf = (vehicle: string, goodsId: string) =>
  sql<
    string | null
  >`(select w.waybill_no from waybills w where w.goods_id = ${goodsId}::uuid and w.vehicle_id = ${sql.ref(vehicle)}
    and w.state = any(${[...openWaybillStates]}::text[]) order by w.id desc limit 1)`

async function fenceLog(ctx: Ctx, goodsId: string): Promise<LogLine[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('events')
      .select(['at', 'user_name', 'action', 'remark', 'diff'])
      .where('entity', '=', 'fence')
      .where('entity_id', '=', goodsId)
      .orderBy('id', 'desc')
      .limit(pastMax),
  )
  return rows.map(row =>
    z.parse(LogLine, {
      at: row.at,
      by: row.user_name,
      action: row.action,
      ...(row.remark === null ? {} : { remark: row.remark }),
      ...(row.diff === null ? {} : { diff: row.diff }),
    }),
  )
}

/**
 * True of vehicles `v` the actor may bind to goods: their own fleet, or on the publishing side those of carriers with a
 * task.
 */
export const isBindable = (actor: Actor, goodsId: string, isOurs: boolean): Condition =>
  allOf([
    isOurs
      ? sql<boolean>`v.carrier_id in (select t.carrier_id from tasks t where t.goods_id = ${goodsId}::uuid
        and t.state = any(${[...takenTaskStates]}::text[]))`
      : isCompanyOf(actor, 'v.carrier_id'),
    sql<boolean>`v.retired_at is null`,
    sql<boolean>`v.blacklisted_at is null`,
  ])

/** True of vehicles `v` that binding leaves as they are: bound already, for the publishing side by that side. */
export const isBoundFor = (goodsId: string, isOurs: boolean): Condition =>
  sql<boolean>`exists (select 1 from fence_vehicles b where b.goods_id = ${goodsId}::uuid and b.vehicle_id = v.id
    and b.unbound_at is null and (b.by_publisher or ${!isOurs}))`

/** The number of vehicles bound to goods, whichever side bound them. */
export async function countBound(ctx: Ctx, goodsId: string): Promise<number> {
  return (
    await ctx.tx.elevated(() =>
      ctx.tx.one(
        q
          .selectFrom('fence_vehicles')
          .select(e => e.fn.countAll<number>().as('n'))
          .where('goods_id', '=', goodsId)
          .where('unbound_at', 'is', null),
      ),
    )
  ).n
}

/** Vehicles that may be bound, newest first. */
export async function findFenceVehicles(
  ctx: Ctx,
  input: Input<typeof listFenceVehicles>,
): Promise<Output<typeof listFenceVehicles>> {
  const { goodsId, text, onWaybill } = input
  const goods = await findFencedGoods(ctx, goodsId)
  const onTheWay = waybillOf('v.id', goodsId)
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('vehicles as v')
        .innerJoin('companies as c', 'c.id', 'v.carrier_id')
        .select(['v.id', 'v.plate', 'v.plate_color', 'c.name', onTheWay.as('waybill_no')])
        .select([isBoundFor(goodsId, false).as('is_bound_at_all'), isBoundFor(goodsId, goods.is_ours).as('is_bound')])
        .where(
          allOf([
            isBindable(ctx.actor, goodsId, goods.is_ours),
            contains(['v.plate', 'c.name'], text),
            onWaybill ? sql<boolean>`${onTheWay} is not null` : undefined,
            afterCursor(input, 'v.id'),
          ]),
        )
        .orderBy('v.id', 'desc')
        .limit(rowsToAsk(input)),
    ),
  )
  return toPage(rows, input, row => ({
    id: row.id,
    plate: row.plate,
    plateColor: row.plate_color,
    carrierName: row.name,
    isBound: row.is_bound,
    isCarriers: row.is_bound_at_all && !row.is_bound,
    ...(row.waybill_no === null ? {} : { waybillNo: row.waybill_no }),
  }))
}

/** Bindings `b` of goods `g` that stand and the actor sees. */
const boundTo = (actor: Actor): Condition =>
  allOf([
    sql<boolean>`b.goods_id = g.id and b.unbound_at is null`,
    sql<boolean>`(${publishedGoods(actor)} or ${isCompanyOf(actor, 'b.carrier_id')})`,
  ])

/** True for goods `g` with such a binding. */
const hasBound = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from fence_vehicles b where ${boundTo(actor)})`

/** Goods `g` with circles or watched vehicles the actor sees. */
const withFences = (actor: Actor, { text, state }: Pick<Input<typeof listFences>, 'text' | 'state'>): Condition =>
  allOf([
    fenced(actor),
    sql<boolean>`(exists (select 1 from fences f where f.goods_id = g.id) or ${hasBound(actor)})`,
    contains(['g.goods_no', 'g.title', 'g.load_place', 'g.unload_place'], text),
    state && sql<boolean>`g.state = ${state}`,
  ])

/** Goods with circles or bound vehicles the actor sees, newest first. */
export async function findFenceList(ctx: Ctx, input: Input<typeof listFences>): Promise<Output<typeof listFences>> {
  const { actor } = ctx
  const seen = boundTo(actor)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('goods as g')
      .innerJoin('companies as c', 'c.id', 'g.shipper_id')
      .select(['g.id', 'g.goods_no', 'g.title', 'g.state', 'c.name', 'g.load_place', 'g.unload_place'])
      .select([
        sql<number>`(select count(*) from fences f where f.goods_id = g.id)`.as('fences'),
        sql<number>`(select count(*) from fences f where f.goods_id = g.id and f.is_on)`.as('fences_on'),
        sql<number>`(select count(*) from fence_vehicles b where ${seen})`.as('vehicles'),
      ])
      .where(
        allOf([
          withFences(actor, input),
          input.bound && sql<boolean>`${sql.raw(input.bound === 'some' ? '' : 'not ')}${hasBound(actor)}`,
          afterCursor(input, 'g.id'),
        ]),
      )
      .orderBy('g.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  return toPage(rows, input, row => ({
    id: row.id,
    goodsNo: row.goods_no,
    title: row.title,
    state: keyOf(goodsStates.states, row.state),
    shipperName: row.name,
    loadPlace: row.load_place,
    unloadPlace: row.unload_place,
    fences: row.fences,
    fencesOn: row.fences_on,
    vehicles: row.vehicles,
  }))
}

/** The place a circle stands around, or undefined when the goods have no such place. */
export function pointOf(body: unknown, kind: keyof typeof fenceKinds, pointNo: number) {
  const { loadPoints, unloadPoints } = readGoodsBody(body)
  return (kind === 'load' ? loadPoints : unloadPoints)[pointNo]
}

/** Counts of the list's goods without and with vehicles. */
export const countFencesBy = async (
  { tx, actor }: Ctx,
  input: Input<typeof countFences>,
): Promise<Output<typeof countFences>> => ({
  state: await countByState(tx, fenceTabs, {
    table: 'goods',
    alias: 'g',
    where: withFences(actor, input),
    state: sql<string>`case when ${hasBound(actor)} then 'some' else 'none' end`,
  }),
})
