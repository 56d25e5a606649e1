// Reads of goods: the list and its counters, what carriers are offered, one row under lock.
import type { GoodsRow, listGoods, listOffers } from '@yunshu/contract/goods'
import type { Input, Output } from '@yunshu/contract/call'
import { isCarrier, isShipper } from '@yunshu/domain/account'
import { goodsKinds, goodsStates, openGoodsStates, pricings, publishTargets, quantityModes, takeModes } from '@yunshu/domain/goods'
import { unitPrice } from '@yunshu/domain/unitPrice'
import { grams } from '@yunshu/domain/weight'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, contains, inRegion } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf, answeredWithin, priceSight } from '../../db/scope.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../http/ctx.ts'

type Condition = RawBuilder<boolean>

/** A row as lists select it: everything but the body. */
type ListedGoods = Omit<Selectable<Goods>, 'body' | 'created_by' | 'updated_at' | 'branch_id'> & { shipper_name: string }

const listColumns = [
  'g.id', 'g.goods_no', 'g.kind', 'g.state', 'g.title', 'g.upstream_no', 'g.shipper_id', 'g.load_region', 'g.load_place', 'g.unload_region', 'g.unload_place',
  'g.item_names', 'g.weight_g', 'g.quantity_mode', 'g.total_qty', 'g.remain_qty', 'g.per_truck_max', 'g.pricing', 'g.shipper_unit_price', 'g.carrier_unit_price',
  'g.publish_to', 'g.take_mode', 'g.valid_to', 'g.created_at', 'g.version', 's.name as shipper_name',
] as const

const isOpen = sql<boolean>`g.state = any(${[...openGoodsStates]}::text[])`
const offeredTo = (companyId: string): Condition => sql<boolean>`exists (select 1 from goods_carriers gc where gc.carrier_id = ${companyId}::uuid and gc.goods_id = g.id)`

/**
 * Goods an actor sees: a shipper its own; a carrier what it was offered, what is open to all, and what it took; branch
 * and platform theirs. Data scope narrows what people answer for (published, taken), not what the company is offered.
 */
export function ownGoods(actor: Actor): Condition {
  if (actor.side === 'platform') return sql<boolean>`true`
  if (actor.side === 'branch') return sql<boolean>`g.branch_id = ${actor.branchId ?? nilId}::uuid`
  const me = actor.companyId ?? nilId
  const shipped = allOf([sql<boolean>`g.shipper_id = ${me}::uuid`, answeredWithin(actor, sql.ref('g.created_by'))])
  const took = allOf([sql<boolean>`t.carrier_id = ${me}::uuid`, answeredWithin(actor, sql.ref('t.carrier_by'))])
  const carried = sql<boolean>`(g.state <> 'draft' and ((g.publish_to = 'PUBLIC' and ${isOpen}) or ${offeredTo(me)}
    or exists (select 1 from tasks t where t.goods_id = g.id and ${took})))`
  if (!isCarrier(actor.businessType)) return shipped
  return isShipper(actor.businessType) ? sql<boolean>`(${shipped} or ${carried})` : carried
}

/** Which price columns of a row an actor sees; columns not seen are left out, not null. */
function prices(ctx: Pick<Ctx, 'actor' | 'can'>, row: Pick<Selectable<Goods>, 'shipper_id' | 'shipper_unit_price' | 'carrier_unit_price'>): Pick<GoodsRow, 'shipperUnitPrice' | 'carrierUnitPrice'> {
  const sees = priceSight(ctx, row.shipper_id)
  return {
    ...(sees.shipper ? { shipperUnitPrice: unitPrice(row.shipper_unit_price) } : {}),
    ...(sees.carrier ? { carrierUnitPrice: unitPrice(row.carrier_unit_price) } : {}),
  }
}

/** A row as the wire shows it. */
export function toGoodsRow(ctx: Pick<Ctx, 'actor' | 'can'>, row: ListedGoods): GoodsRow {
  return {
    id: row.id, goodsNo: row.goods_no, kind: keyOf(goodsKinds, row.kind), state: keyOf(goodsStates.states, row.state), title: row.title,
    shipperId: row.shipper_id, shipperName: row.shipper_name, loadRegion: row.load_region, loadPlace: row.load_place, unloadRegion: row.unload_region, unloadPlace: row.unload_place,
    itemNames: row.item_names, weightG: grams(row.weight_g), quantityMode: keyOf(quantityModes, row.quantity_mode), totalQty: row.total_qty, remainQty: row.remain_qty,
    ...(row.per_truck_max === null ? {} : { perTruckMax: row.per_truck_max }),
    pricing: keyOf(pricings, row.pricing), ...prices(ctx, row), publishTo: keyOf(publishTargets, row.publish_to), takeMode: keyOf(takeModes, row.take_mode),
    validTo: row.valid_to, createdAt: row.created_at, version: row.version,
  }
}

type Filter = Omit<Input<typeof listGoods>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
function filtered(actor: Actor, filter: Filter): Condition {
  return allOf([
    ownGoods(actor),
    contains(['g.goods_no', 'g.title', 'g.upstream_no', 'g.item_names', 'g.load_place', 'g.unload_place'], filter.text),
    filter.kind && sql<boolean>`g.kind = ${filter.kind}`,
    inRegion('g.load_region', filter.loadRegion), inRegion('g.unload_region', filter.unloadRegion), between('g.created_at', filter.from, filter.to),
  ])
}

/** My goods, newest first. */
export async function findGoodsPage(ctx: Ctx, input: Input<typeof listGoods>): Promise<Output<typeof listGoods>> {
  const where = allOf([filtered(ctx.actor, input), input.state && sql<boolean>`g.state = ${input.state}`, afterCursor(input, 'g.id')])
  return pageOf(ctx, where, input)
}

/** Counts by state under the list's filter. */
export async function countGoodsByState(ctx: Ctx, filter: Filter): Promise<Record<string, number>> {
  return countByState(ctx.tx, goodsStates, { table: 'goods', alias: 'g', where: filtered(ctx.actor, filter) })
}

/** Goods a carrier can take now; branch and platform see what is open in their reach. */
export async function findOffers(ctx: Ctx, input: Input<typeof listOffers>): Promise<Output<typeof listOffers>> {
  const { actor, now } = ctx
  const me = actor.companyId ?? nilId
  const isHouse = actor.side === 'platform' || actor.side === 'branch'
  const where = allOf([
    isHouse ? ownGoods(actor) : sql<boolean>`g.shipper_id <> ${me}::uuid and (g.publish_to = 'PUBLIC' or ${offeredTo(me)})`,
    sql<boolean>`g.state in ('published', 'partial')`, sql<boolean>`g.take_mode = 'GRAB'`, sql<boolean>`g.remain_qty > 0`, sql<boolean>`g.valid_to > ${now}`,
    contains(['g.goods_no', 'g.title', 'g.item_names', 'g.load_place', 'g.unload_place'], input.text),
    inRegion('g.load_region', input.loadRegion), inRegion('g.unload_region', input.unloadRegion), afterCursor(input, 'g.id'),
  ])
  return pageOf(ctx, where, input)
}

async function pageOf(ctx: Ctx, where: Condition, page: { limit?: number | undefined; cursor?: string | undefined }): Promise<Output<typeof listGoods>> {
  const found = await ctx.tx.rows(q.selectFrom('goods as g').innerJoin('companies as s', 's.id', 'g.shipper_id').select(listColumns).where(where).orderBy('g.id', 'desc').limit(rowsToAsk(page)))
  return toPage(found, page, (row) => toGoodsRow(ctx, row))
}

/** One row with its body, in the actor's reach. */
export async function findGoods(ctx: Ctx, id: string) {
  return ctx.tx.one(q.selectFrom('goods as g').innerJoin('companies as s', 's.id', 'g.shipper_id').select([...listColumns, 'g.body', 'g.branch_id']).where('g.id', '=', id).where(ownGoods(ctx.actor)))
}

/** One row under lock, in the actor's reach, ready for `move()`. */
export async function lockGoods(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(q.selectFrom('goods as g').selectAll('g').where('g.id', '=', id).where(ownGoods(ctx.actor)).forUpdate())
  return { ...row, state: keyOf(goodsStates.states, row.state) }
}
