// Prices of a plan that have come into force: written onto their goods, into their history, and told to carriers.
import { openGoodsStates, pricings } from '@yunshu/domain/goods/goods'
import { nextStepAt } from '@yunshu/domain/goods/priceSteps'
import { liveTaskStates } from '@yunshu/domain/task/task'
import { printUnitPrice, unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { takersOf } from '../../work/receivers.ts'
import { readGoodsBody } from './goodsBody.queries.ts'
import { pricesNow } from './prices.queries.ts'

/** The most carriers that are told of one price. */
const toldMax = 200

/**
 * Writes the prices in force onto goods whose step is due, at most `limit` in one transaction; answers how many. For
 * the jobs runner.
 */
export async function applyDuePrices(ctx: Ctx, limit: number): Promise<number> {
  const due = await ctx.tx.rows(
    q
      .selectFrom('goods')
      .selectAll()
      .where('next_price_at', '<=', ctx.now)
      .orderBy('next_price_at')
      .limit(limit)
      .forUpdate()
      .skipLocked(),
  )
  for (const goods of due) await applyPrice(ctx, goods)
  return due.length
}

async function applyPrice(ctx: Ctx, goods: Selectable<Goods>): Promise<void> {
  const { shipper, carrier } = pricesNow(goods, ctx.now)
  const next = nextStepAt(readGoodsBody(goods.body).priceSteps ?? [], ctx.now)
  await ctx.tx.run(
    q
      .updateTable('goods')
      .set({
        shipper_unit_price: shipper,
        carrier_unit_price: carrier,
        next_price_at: next ?? null,
        version: sql`version + 1`,
        updated_at: ctx.now,
      })
      .where('id', '=', goods.id),
  )
  const { label } = pricings[keyOf(pricings, goods.pricing)]
  const words = (price: number): string => `${printUnitPrice(unitPrice(price))} ${label}`
  // the history of goods is read by the shipper's side and the house
  await logEvent(ctx, {
    entity: 'goods',
    entityId: goods.id,
    action: '价格计划生效',
    diff: [{ field: '托运单价', old: words(goods.shipper_unit_price), new: words(shipper) }],
  })
  const said = { goodsId: goods.id, goodsNo: goods.goods_no }
  for (const company of await concerned(ctx, goods)) await tellHappening(ctx, 'goods.repriced', takersOf(company), said)
}

/** Carriers that still have something to dispatch; those it is offered to as well while the goods are open. */
async function concerned(ctx: Ctx, goods: Pick<Selectable<Goods>, 'id' | 'state'>): Promise<string[]> {
  const isOpen = openGoodsStates.some(state => state === goods.state)
  const rows = await ctx.tx.rows(
    sql<{ carrier_id: string }>`
    select carrier_id from tasks where goods_id = ${goods.id} and state = any(${[...liveTaskStates]}::text[])
    union select carrier_id from goods_carriers where goods_id = ${goods.id} and ${isOpen}::boolean
      limit ${toldMax}`.compile(q),
  )
  return rows.map(row => row.carrier_id)
}
