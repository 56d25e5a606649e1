// The price of a lane by the company's own deals.
import type { Input, Output } from '@yunshu/contract/call'
import type { getPriceHint } from '@yunshu/contract/goods/priceHint'
import { hintOf, hintRules } from '@yunshu/domain/goods/priceHint'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { priceSight } from '../../work/scope.ts'
import { publishedGoods } from './goods.queries.ts'
import { bookOwner } from './shipper.queries.ts'

/** The newest goods of a company that are looked through. */
const most = 1000

/** Goods count as a deal once part of them was taken; a lane is the same between the same cities. */
export async function findPriceHint(
  ctx: Ctx,
  { shipperId, loadRegion, unloadRegion, pricing }: Input<typeof getPriceHint>,
): Promise<Output<typeof getPriceHint>> {
  const companyId = await bookOwner(ctx, shipperId)
  if (!priceSight(ctx, companyId).shipper) return {}
  const newest = q
    .selectFrom('goods as g')
    .select(['g.shipper_unit_price', 'g.pricing', 'g.load_region', 'g.unload_region', 'g.created_at'])
    .select(sql<boolean>`g.remain_qty < g.total_qty`.as('is_taken'))
    .where('g.shipper_id', '=', companyId)
    .where(publishedGoods(ctx.actor))
    .orderBy('g.id', 'desc')
    .limit(most)
    .as('n')
  const deals = await ctx.tx.rows(
    q
      .selectFrom(newest)
      .select('n.shipper_unit_price')
      .where('n.is_taken', '=', true)
      .where('n.pricing', '=', pricing)
      .where('n.created_at', '>=', ctx.now - hintRules.forMs)
      .where(sql<boolean>`left(n.load_region, 4) = ${loadRegion.slice(0, 4)}`)
      .where(sql<boolean>`left(n.unload_region, 4) = ${unloadRegion.slice(0, 4)}`),
  )
  const hint = hintOf(deals.map(deal => deal.shipper_unit_price))
  return hint === undefined ? {} : { hint }
}
