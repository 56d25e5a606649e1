// Choices for sending work to a carrier: the carriers, and open goods with a rest.
import type { Input, Output } from '@yunshu/contract/call'
import type { listSendable, SendableGoods } from '@yunshu/contract/task/task'
import { businessBits } from '@yunshu/domain/account/account'
import { openGoodsStates, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { openTaskStates } from '@yunshu/domain/task/task'
import { openWaybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { allOf, bySide, ownRows, ownTasks, priceSight } from '../../work/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { publishedGoods } from '../goods/goods.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'

/** The most goods the page offers at once; the others are found by text. */
const goodsMax = 100

/**
 * Goods (alias `g`) whose parts the actor can send now to a carrier: of its side, open, with something left, of a
 * shipper in a live relation with the carrier.
 */
export const isSendable = (actor: Actor, carrierId: string, now: number): RawBuilder<boolean> =>
  allOf([
    publishedGoods(actor),
    sql<boolean>`g.state = any(${[...openGoodsStates]}::text[])`,
    sql<boolean>`g.remain_qty > 0`,
    sql<boolean>`g.valid_to > ${now}`,
    sql<boolean>`g.shipper_id <> ${carrierId}::uuid`,
    sql<boolean>`exists (select 1 from relations r where r.shipper_id = g.shipper_id
      and r.carrier_id = ${carrierId}::uuid and r.state = 'active')`,
  ])

/** The active carrier, in the actor's reach: a company finds its partners, the house finds all. */
export async function findReceiver(ctx: Ctx, carrierId: string) {
  const partner = bySide(ctx.actor, {
    platform: undefined,
    branch: () => sql<boolean>`false`,
    company: me =>
      sql<boolean>`exists (select 1 from relations r where r.carrier_id = c.id and r.shipper_id = ${me}::uuid
        and r.state = 'active')`,
  })
  return ctx.tx.one(
    q
      .selectFrom('companies as c')
      .select(['c.id', 'c.name', 'c.contact_name as contactName'])
      .where('c.id', '=', carrierId)
      .where('c.state', '=', 'active')
      .where('c.kind', '=', 'HEAD')
      .where(sql<boolean>`c.role_flags & ${businessBits.carrier} <> 0`)
      .where(allOf([partner])),
  )
}

/** The carrier with how busy it is for the actor, and what can be sent to it. */
export async function findSendable(
  ctx: Ctx,
  { carrierId, goodsId, text }: Input<typeof listSendable>,
): Promise<Output<typeof listSendable>> {
  const carrier = await findReceiver(ctx, carrierId)
  const { tasks, waybills } = await ctx.tx.one(
    sql<{ tasks: number; waybills: number }>`select
    (select count(*) from tasks t where t.carrier_id = ${carrierId} and t.state = any(${[...openTaskStates]}::text[]) and ${ownTasks(ctx.actor, 't')}) as tasks,
    (select count(*) from waybills w where w.carrier_id = ${carrierId} and w.state = any(${[...openWaybillStates]}::text[]) and ${ownRows(ctx.actor, 'w')}) as waybills`.compile(
      q,
    ),
  )
  const fits = contains(['g.goods_no', 'g.title', 'g.item_names', 'g.load_place', 'g.unload_place'], text)
  const wanted = sql<boolean>`g.id = ${goodsId ?? nilId}::uuid`
  const found = await ctx.tx.rows(
    q
      .selectFrom('goods as g')
      .innerJoin('companies as s', 's.id', 'g.shipper_id')
      .selectAll('g')
      .select('s.name as shipper_name')
      .where(isSendable(ctx.actor, carrierId, ctx.now))
      .where(fits ? sql<boolean>`(${fits} or ${wanted})` : sql<boolean>`true`)
      .orderBy(wanted, 'desc')
      .orderBy('g.id', 'desc')
      .limit(goodsMax + 1),
  )
  return {
    carrier: { ...carrier, openTasks: tasks, openWaybills: waybills },
    isCut: found.length > goodsMax,
    goods: found.slice(0, goodsMax).map(row => shown(ctx, row)),
  }
}

type Row = Parameters<typeof pricesNow>[0] & {
  id: string
  goods_no: string
  title: string
  shipper_id: string
  shipper_name: string
  load_place: string
  unload_place: string
  item_names: string
  quantity_mode: string
  remain_qty: number
  per_truck_max: number | null
  pricing: string
  valid_to: number
}

function shown(ctx: Ctx, row: Row): SendableGoods {
  const sees = priceSight(ctx, row.shipper_id)
  const { shipper, carrier } = pricesNow(row, ctx.now)
  return {
    id: row.id,
    goodsNo: row.goods_no,
    title: row.title,
    shipperName: row.shipper_name,
    loadPlace: row.load_place,
    unloadPlace: row.unload_place,
    itemNames: row.item_names,
    quantityMode: keyOf(quantityModes, row.quantity_mode),
    remainQty: row.remain_qty,
    ...(row.per_truck_max === null ? {} : { perTruckMax: row.per_truck_max }),
    pricing: keyOf(pricings, row.pricing),
    ...(sees.shipper ? { shipperUnitPrice: shipper } : {}),
    ...(sees.carrier ? { carrierUnitPrice: carrier } : {}),
    validTo: row.valid_to,
  }
}
