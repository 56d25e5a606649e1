// Reads of goods: the list and its counters, what carriers are offered, one row under lock.
import type { countGoods, GoodsRow, listGoods, listOffers } from '@yunshu/contract/goods/goods'
import type { Input, Output } from '@yunshu/contract/call'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import {
  goodsKinds,
  goodsStates,
  openGoodsStates,
  pricings,
  publishTargets,
  quantityModes,
  takeModes,
} from '@yunshu/domain/goods/goods'
import { listSorts } from '@yunshu/domain/sorting'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains, inRegion } from '../../db/conditions.ts'
import { countByState, countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { assertSortable, lastIfNone, pageOrder, type SortKey } from '../../db/sorted.ts'
import {
  allOf,
  answeredWithin,
  bySide,
  isCompanyOf,
  marketCompany,
  priceSight,
  rowsOfSide,
  unlessHouse,
} from '../../work/scope.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { givenOf, leftByMode } from './leftSums.queries.ts'

type Condition = RawBuilder<boolean>

const listColumns = [
  'g.id',
  'g.goods_no',
  'g.kind',
  'g.state',
  'g.title',
  'g.upstream_no',
  'g.shipper_id',
  'g.load_region',
  'g.load_place',
  'g.unload_region',
  'g.unload_place',
  'g.item_names',
  'g.weight_g',
  'g.quantity_mode',
  'g.total_qty',
  'g.remain_qty',
  'g.per_truck_max',
  'g.pricing',
  'g.shipper_unit_price',
  'g.carrier_unit_price',
  'g.publish_to',
  'g.take_mode',
  'g.valid_to',
  'g.next_price_at',
  'g.created_at',
  'g.state_since',
  'g.version',
  's.name as shipper_name',
] as const
/** A change of the goods waits for an answer; a carrier learns of those it is asked about. */
const isChanging = sql<boolean>`exists (select 1 from goods_changes pending where pending.goods_id = g.id
    and pending.state = 'pending')`.as('is_changing')

/**
 * Whether the actor may know the carrier's price of the goods: they are public or were offered to its company, or it
 * has a task of the shipper's at that price. A carrier with handed-down work knows its own price only.
 */
export function isPriced(actor: Actor) {
  if (isHouseSide(actor.side)) return sql<boolean>`true`.as('is_priced')
  const me = marketCompany(actor) ?? nilId
  return sql<boolean>`(g.publish_to = 'PUBLIC' or ${offeredTo(me)}
    or exists (select 1 from tasks own where own.goods_id = g.id and own.carrier_id = ${me}::uuid
    and own.parent_id is null and own.carrier_unit_price is null))`.as('is_priced')
}

/** A row as lists select it. */
type ListedGoods = Pick<Selectable<Goods>, Listed<(typeof listColumns)[number]>> & {
  shipper_name: string
  is_changing: boolean
  is_priced: boolean
}
type Listed<Column> = Column extends `g.${infer Name extends keyof Goods}` ? Name : never

const isOpen = sql<boolean>`g.state = any(${[...openGoodsStates]}::text[])`
const offeredTo = (companyId: string): Condition =>
  sql<boolean>`exists (select 1 from goods_carriers gc where gc.carrier_id = ${companyId}::uuid and gc.goods_id = g.id)`

/**
 * Goods an actor sees: a shipper its own; a carrier those offered to it, those open to all, and those it took part of;
 * branch and platform theirs. Data scope narrows the goods people answer for (published, taken), not those offered to
 * the company.
 */
export const ownGoods = (actor: Actor): Condition =>
  rowsOfSide(actor, { branch: 'g.branch_id', company: me => goodsOfCompany(actor, me) })

function goodsOfCompany(actor: Actor, me: string): Condition {
  const shipped = publishedGoods(actor)
  const within = answeredWithin(actor, sql.ref('t.carrier_by'))
  // a task that waits for an answer is seen by the whole company, not by one person's scope
  const took = allOf([
    sql<boolean>`t.carrier_id = ${me}::uuid`,
    within && sql<boolean>`(t.state = 'sent' or ${within})`,
  ])
  const carried = sql<boolean>`(g.state <> 'draft' and ((g.publish_to = 'PUBLIC' and ${isOpen}) or ${offeredTo(me)}
    or exists (select 1 from tasks t where t.goods_id = g.id and ${took})))`
  if (!isCarrier(actor.businessType)) return shipped
  return isShipper(actor.businessType) ? sql<boolean>`(${shipped} or ${carried})` : carried
}

/**
 * Goods `g` on the side that published them: all for the platform, those of the branch for a branch, a company's own
 * within the data scope; goods it only carries are not among them. Permits decide what may be done with them.
 */
export const publishedGoods = (actor: Actor): Condition =>
  rowsOfSide(actor, {
    branch: 'g.branch_id',
    company: me => allOf([sql<boolean>`g.shipper_id = ${me}::uuid`, answeredWithin(actor, sql.ref('g.created_by'))]),
  })

/**
 * One of the goods the actor's side published, to be copied, changed, shared or sent; any other is not found. A branch
 * publishes nothing itself, and neither does a person of the platform while a branch is chosen.
 */
export function ownedGoods(actor: Actor, id: string) {
  const publishes = bySide(actor, {
    platform: undefined,
    branch: () => sql<boolean>`false`,
    company: () => undefined,
  })
  return q
    .selectFrom('goods as g')
    .where('g.id', '=', id)
    .where(allOf([publishedGoods(actor), publishes]))
}

/** All columns of goods of the actor's side. */
export const lockableGoods = (actor: Actor, id: string) => ownedGoods(actor, id).selectAll('g')

/** Goods of the actor's side under lock. */
export const lockOwnedGoods = (ctx: Ctx, id: string) => ctx.tx.one(lockableGoods(ctx.actor, id).forUpdate())

/** The names of companies by id. */
export async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  return new Map(
    (
      await ctx.tx.rows(
        q
          .selectFrom('companies')
          .select(['id', 'name'])
          .where(sql<boolean>`id = any(${[...ids]}::uuid[])`),
      )
    ).map(row => [row.id, row.name]),
  )
}

/** Price columns of a row that an actor sees; columns not seen are left out, not null. */
function prices(
  ctx: Pick<Ctx, 'actor' | 'can'>,
  row: Pick<Selectable<Goods>, 'shipper_id' | 'shipper_unit_price' | 'carrier_unit_price'> & { is_priced: boolean },
): Pick<GoodsRow, 'shipperUnitPrice' | 'carrierUnitPrice'> {
  const sees = priceSight(ctx, row.shipper_id)
  return {
    ...(sees.shipper ? { shipperUnitPrice: unitPrice(row.shipper_unit_price) } : {}),
    ...(sees.carrier && row.is_priced ? { carrierUnitPrice: unitPrice(row.carrier_unit_price) } : {}),
  }
}

/** A row as the wire shows it. */
export function toGoodsRow(ctx: Pick<Ctx, 'actor' | 'can'>, row: ListedGoods): GoodsRow {
  return {
    id: row.id,
    goodsNo: row.goods_no,
    kind: keyOf(goodsKinds, row.kind),
    state: keyOf(goodsStates.states, row.state),
    title: row.title,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    loadRegion: row.load_region,
    loadPlace: row.load_place,
    unloadRegion: row.unload_region,
    unloadPlace: row.unload_place,
    itemNames: row.item_names,
    weightG: grams(row.weight_g),
    quantityMode: keyOf(quantityModes, row.quantity_mode),
    totalQty: row.total_qty,
    remainQty: row.remain_qty,
    ...(row.per_truck_max === null ? {} : { perTruckMax: row.per_truck_max }),
    pricing: keyOf(pricings, row.pricing),
    ...prices(ctx, row),
    publishTo: keyOf(publishTargets, row.publish_to),
    takeMode: keyOf(takeModes, row.take_mode),
    validTo: row.valid_to,
    createdAt: row.created_at,
    ...(row.state_since === null ? {} : { stateSince: row.state_since }),
    version: row.version,
    ...(row.next_price_at === null ? {} : { nextPriceAt: row.next_price_at }),
    isChanging: row.is_changing,
  }
}

type Filter = Omit<Input<typeof listGoods>, 'limit' | 'cursor' | 'sort'>

/** Customers' numbers find goods for their shipper and for the house alone. */
function byCustomer(actor: Actor, found: Condition): Condition {
  return allOf([unlessHouse(actor, isCompanyOf(actor, 'g.shipper_id')), found])
}

/** True for goods of one of many numbers. */
function hasNumber(actor: Actor, numbers: readonly string[] | undefined): Condition | undefined {
  if (!numbers?.length) return undefined
  return sql<boolean>`(g.goods_no = any(${numbers}::text[])
    or ${byCustomer(actor, sql<boolean>`g.upstream_no = any(${numbers}::text[])`)})`
}

/** True for goods with a text in their number, title, cargo or places. */
function hasText(actor: Actor, text: string | undefined): Condition | undefined {
  const [open, customer] = [
    contains(['g.goods_no', 'g.title', 'g.item_names', 'g.load_place', 'g.unload_place'], text),
    contains(['g.upstream_no'], text),
  ]
  return open && customer && sql<boolean>`(${open} or ${byCustomer(actor, customer)})`
}

/** The list's condition without its state, which the counters run through. */
function filtered(actor: Actor, filter: Filter): Condition {
  return allOf([
    ownGoods(actor),
    hasText(actor, filter.text),
    filter.kind && sql<boolean>`g.kind = ${filter.kind}`,
    filter.takeMode && sql<boolean>`g.take_mode = ${filter.takeMode}`,
    filter.publishTo && sql<boolean>`g.publish_to = ${filter.publishTo}`,
    filter.shipperId === undefined ? undefined : sql<boolean>`g.shipper_id = ${filter.shipperId}::uuid`,
    inRegion('g.load_region', filter.loadRegion),
    inRegion('g.unload_region', filter.unloadRegion),
    between('g.created_at', filter.from, filter.to),
    chosen('g.id', filter.ids),
    hasNumber(actor, filter.numbers),
  ])
}

/** My goods, newest first. */
export async function findGoodsPage(ctx: Ctx, input: Input<typeof listGoods>): Promise<Output<typeof listGoods>> {
  const { sort, state } = input
  const where = allOf([filtered(ctx.actor, input), state && sql<boolean>`g.state = ${state}`])
  if (sort === undefined) return pageOf(ctx, where, input)
  await assertSortable(ctx.tx, { table: 'goods', alias: 'g', where, kept: listSorts.goods[sort], state })
  const keys = {
    dueAt: { key: sql<number>`g.valid_to`, changed: sql<number>`g.updated_at` },
    stateSince: { key: lastIfNone('g.state_since'), changed: sql<number>`coalesce(g.state_since, 0)` },
  } as const
  return pageOf(ctx, where, input, { order: sort, ...keys[sort] })
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countGoodsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countGoods>,
): Promise<Output<typeof countGoods>> {
  if (part !== 'sums')
    return {
      state: await countByState(ctx.tx, goodsStates, {
        table: 'goods',
        alias: 'g',
        where: filtered(ctx.actor, filter),
      }),
    }
  const rows = q
    .selectFrom('goods as g')
    .select(['g.weight_g', 'g.quantity_mode', 'g.remain_qty'])
    .where(allOf([filtered(ctx.actor, filter), filter.state && sql<boolean>`g.state = ${filter.state}`]))
    .orderBy('g.id', 'desc')
    .limit(countCap)
  const { n, weight, ...left } = await ctx.tx.one(
    q
      .selectFrom(rows.as('x'))
      .select([sql<number>`count(*)`.as('n'), sql<number>`coalesce(sum(x.weight_g), 0)::bigint`.as('weight')])
      .select(leftByMode),
  )
  return { state: {}, summed: n, sums: { weightG: grams(weight), ...givenOf(left) } }
}

/** Goods a carrier can take now; branch and platform see what is open in their reach. */
export function isOffered(actor: Actor, now: number): Condition {
  const me = marketCompany(actor) ?? nilId
  const toCarrier = sql<boolean>`g.shipper_id <> ${me}::uuid and (g.publish_to = 'PUBLIC' or ${offeredTo(me)})`
  return allOf([
    isHouseSide(actor.side) ? ownGoods(actor) : toCarrier,
    // the literals are those of the partial index goods_open
    sql<boolean>`g.state in ('published', 'partial')`,
    sql<boolean>`g.take_mode = 'GRAB'`,
    sql<boolean>`g.remain_qty > 0`,
    sql<boolean>`g.valid_to > ${now}`,
  ])
}

/** A page of what is offered, newest first. */
export async function findOffers(ctx: Ctx, input: Input<typeof listOffers>): Promise<Output<typeof listOffers>> {
  const where = allOf([
    isOffered(ctx.actor, ctx.now),
    contains(['g.goods_no', 'g.title', 'g.item_names', 'g.load_place', 'g.unload_place'], input.text),
    inRegion('g.load_region', input.loadRegion),
    inRegion('g.unload_region', input.unloadRegion),
  ])
  return pageOf(ctx, where, input)
}

async function pageOf(
  ctx: Ctx,
  where: Condition,
  page: { limit?: number | undefined; cursor?: string | undefined },
  sort?: SortKey,
): Promise<Output<typeof listGoods>> {
  const { key, after, by, place } = pageOrder(ctx.now, page, 'g.id', sort)
  const found = await ctx.tx.rows(
    q
      .selectFrom('goods as g')
      .innerJoin('companies as s', 's.id', 'g.shipper_id')
      .select(listColumns)
      .select([isChanging, isPriced(ctx.actor), key.as('sort_key')])
      .where(allOf([where, after]))
      .orderBy(by)
      .limit(rowsToAsk(page)),
  )
  return toPage(found, page, row => toGoodsRow(ctx, row), place)
}

/** One row with its body, in the actor's reach. */
export async function findGoods(ctx: Ctx, id: string) {
  return ctx.tx.one(
    q
      .selectFrom('goods as g')
      .innerJoin('companies as s', 's.id', 'g.shipper_id')
      .select([...listColumns, 'g.body', 'g.branch_id', 'g.daily_trucks', 'g.copied_from'])
      .select([isChanging, isPriced(ctx.actor)])
      .where('g.id', '=', id)
      .where(ownGoods(ctx.actor)),
  )
}

/** One row under lock, in the actor's reach, ready for `move()`. */
export async function lockGoods(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(
    q.selectFrom('goods as g').selectAll('g').where('g.id', '=', id).where(ownGoods(ctx.actor)).forUpdate(),
  )
  return { ...row, state: keyOf(goodsStates.states, row.state) }
}
