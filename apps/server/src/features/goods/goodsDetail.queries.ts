// One record of goods with all that hangs on it: places, cargo, carriers, tasks, waybills, history.
import type { GoodsDetail, LogLine } from '@yunshu/contract/goods/goods'
import { endsGoods, faultOfUnderWay, goodsMovesOf, type UnderWay } from '@yunshu/domain/goods/acts'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { seesPhone, shownPoints, type PhonePlace } from '@yunshu/domain/phones'
import { faultWords } from '@yunshu/domain/problems/problems'
import { taskStates } from '@yunshu/domain/task/task'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../work/history.ts'
import { ownRows, ownTasks, priceSight } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { canTake, goodsOn, isOwnerOf, type ActedGoods } from './goodsActs.queries.ts'
import { findUnderWay } from './openWork.queries.ts'
import { readGoodsBody } from './goodsBody.queries.ts'
import { findGoods, toGoodsRow } from './goods.queries.ts'
import { pricesNow } from './prices.queries.ts'
import type { Goods } from '../../db/tables.gen.ts'

/** The most carriers, tasks and waybills a page of details shows; lists show the rest. */
const shownMax = 200

/** The details page of goods; carriers see their own part only, and no other takers. */
export async function findGoodsDetail(ctx: Ctx, id: string): Promise<GoodsDetail> {
  const row = await findGoods(ctx, id)
  const {
    loadPoints,
    unloadPoints,
    items,
    vehicleNeed,
    payPlan,
    lossRule,
    receiptRule,
    distanceKm,
    remark,
    poundRule,
    gx,
    priceSteps = [],
  } = readGoodsBody(row.body)
  const { shipper, carrier } = pricesNow(row, ctx.now)
  const shown = toGoodsRow(ctx, { ...row, shipper_unit_price: shipper, carrier_unit_price: carrier })
  const isOwner = isOwnerOf(ctx.actor, row)
  const tasks = await tasksOf(ctx, id)
  const contacts = contactsOf(isOwner, tasks)
  const sight = priceSight(ctx, row.shipper_id)
  const sees = { shipper: sight.shipper, carrier: sight.carrier && row.is_priced }
  const copiedFrom =
    isOwner && row.copied_from !== null
      ? await ctx.tx.first(
          q.selectFrom('goods').select(['id', 'goods_no as goodsNo']).where('id', '=', row.copied_from),
        )
      : undefined
  return {
    ...shown,
    ...(row.upstream_no === null || !isOwner ? {} : { upstreamNo: row.upstream_no }),
    loadPoints: shownPoints(loadPoints, contacts),
    unloadPoints: shownPoints(unloadPoints, contacts),
    items,
    vehicleNeed,
    payPlan,
    lossRule,
    receiptRule,
    ...(distanceKm === undefined ? {} : { distanceKm }),
    ...(remark === undefined ? {} : { remark }),
    ...(row.daily_trucks === null ? {} : { dailyTrucks: row.daily_trucks }),
    ...(poundRule === undefined ? {} : { poundRule }),
    ...(gx === undefined ? {} : { gx }),
    ...(copiedFrom === undefined ? {} : { copiedFrom }),
    priceSteps:
      sees.shipper || sees.carrier
        ? priceSteps.map(({ unitPrice, carrierUnitPrice, effectiveAt }) => ({
            effectiveAt,
            ...(sees.shipper ? { shipperUnitPrice: unitPrice } : {}),
            ...(sees.carrier ? { carrierUnitPrice } : {}),
          }))
        : [],
    carriers: isOwner ? await carriersOf(ctx, id) : [],
    ...(isOwner ? { progress: await progressOf(ctx, id) } : {}),
    waybills: await waybillsOf(ctx, id),
    tasks,
    log: isOwner ? await findLog(ctx, id) : ([] satisfies LogLine[]),
    ...(await movesOf(ctx, row)),
    canTake: await canTake(ctx, row),
  }
}

/** People at the places of goods: known to who publishes them, and to carriers with a task of them under way. */
function contactsOf(isOwner: boolean, tasks: GoodsDetail['tasks']): PhonePlace {
  if (isOwner) return { of: 'own' }
  const [first] = tasks
    .map(task => ({ of: 'task', state: keyOf(taskStates.states, task.state) }) as const)
    .filter(seesPhone)
  return first ?? { of: 'others' }
}

/** Moves the page has buttons for, and those that work under way stands against. */
async function movesOf(ctx: Ctx, goods: ActedGoods & { id: string }): Promise<Pick<GoodsDetail, 'moves' | 'barred'>> {
  const on = goodsOn(ctx, goods)
  const movesNow = (underWay?: UnderWay) => goodsMovesOf({ ...on, underWay }, permit => ctx.can(permit))
  const offered = movesNow()
  if (!offered.some(endsGoods)) return { moves: offered }
  const underWay = await findUnderWay(ctx, goods.id)
  const moves = movesNow(underWay)
  const barred = offered.filter(name => !moves.includes(name))
  const against = faultOfUnderWay(underWay, barred.map(name => goodsStates.moves[name].label).join('、'))
  return against ? { moves, barred: { moves: barred, why: faultWords(against) } } : { moves }
}

/** A part handed down waits in the hands of the carrier that gave it: what it sent and nobody took is not dispatched. */
async function progressOf(ctx: Ctx, id: string): Promise<NonNullable<GoodsDetail['progress']>> {
  return ctx.tx.one(
    sql<NonNullable<GoodsDetail['progress']>>`select
      coalesce(sum(t.qty) filter (where t.state = 'sent' and t.parent_id is null), 0)::bigint as waiting,
      coalesce(sum(case when t.state = 'sent' then t.qty else t.remain_qty end)
        filter (where t.state in ('accepted', 'dispatching') or (t.state = 'sent'
          and t.parent_id is not null)), 0)::bigint as undispatched,
      (select count(*) from waybills w where w.goods_id = ${id}::uuid
        and w.state not in ('cancelled', 'void'))::int as trucks
      from tasks t where t.goods_id = ${id}::uuid`.compile(q),
  )
}

async function carriersOf(ctx: Ctx, id: string): Promise<GoodsDetail['carriers']> {
  return ctx.tx.rows(
    q
      .selectFrom('goods_carriers as gc')
      .innerJoin('companies as c', 'c.id', 'gc.carrier_id')
      .select(['c.id', 'c.name'])
      .where('gc.goods_id', '=', id)
      .orderBy('c.name')
      .limit(shownMax),
  )
}

async function tasksOf(ctx: Ctx, id: string): Promise<GoodsDetail['tasks']> {
  return ctx.tx.rows(
    q
      .selectFrom('tasks as t')
      .innerJoin('companies as c', 'c.id', 't.carrier_id')
      .select(['t.id', 't.task_no as taskNo', 'c.name as carrierName', 't.qty', 't.remain_qty as remainQty', 't.state'])
      .where('t.goods_id', '=', id)
      .where(ownTasks(ctx.actor, 't'))
      .orderBy('t.id', 'desc')
      .limit(shownMax),
  )
}

async function waybillsOf(ctx: Ctx, id: string): Promise<GoodsDetail['waybills']> {
  return ctx.tx.rows(
    q
      .selectFrom('waybills as w')
      .select(['w.id', 'w.waybill_no as waybillNo', 'w.plate', 'w.state'])
      .where('w.goods_id', '=', id)
      .where(ownRows(ctx.actor, 'w'))
      .orderBy(sql`w.id desc`)
      .limit(shownMax),
  )
}
/** The carriers some goods are offered to by choice; none for other offers. */

export async function offeredTo(ctx: Ctx, goods: Pick<Selectable<Goods>, 'id' | 'publish_to'>): Promise<string[]> {
  if (goods.publish_to !== 'CARRIERS') return []
  return (
    await ctx.tx.rows(
      q.selectFrom('goods_carriers').select('carrier_id').where('goods_id', '=', goods.id).orderBy('carrier_id'),
    )
  ).map(row => row.carrier_id)
}
