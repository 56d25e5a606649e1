// Reads of links by those who may share the goods.
import type { Input, Output } from '@yunshu/contract/call'
import type { listShares, Share } from '@yunshu/contract/share'
import { goodsStates } from '@yunshu/domain/goods/goods'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Shares } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownedGoods } from '../goods/goods.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { isOpenAt, publicColumns, toPublicGoods } from './public.queries.ts'

/** The most links of goods that are listed. */
const shownMax = 100

/** Whether a link of the caller may show the price: people who see no price of the goods cannot publish one either. */
export const mayShowPrice = (ctx: Pick<Ctx, 'can'>): boolean => ctx.can('price.shipper') || ctx.can('price.carrier')

type ShareRow = Pick<
  Selectable<Shares>,
  | 'id'
  | 'token'
  | 'shows_price'
  | 'expires_at'
  | 'max_views'
  | 'views'
  | 'last_view_at'
  | 'revoked_at'
  | 'created_name'
  | 'created_at'
>

/** A link as the wire shows it; `price` is what a link that shows prices shows. */
export function toShare(row: ShareRow, price: UnitPrice | undefined): Share {
  return {
    id: row.id,
    shareCode: row.token,
    showsPrice: row.shows_price,
    expiresAt: row.expires_at,
    views: row.views,
    createdName: row.created_name,
    createdAt: row.created_at,
    ...(row.max_views === null ? {} : { maxViews: row.max_views }),
    ...(row.last_view_at === null ? {} : { lastViewAt: row.last_view_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.shows_price && price !== undefined ? { unitPrice: price } : {}),
  }
}

/** The links of goods of the actor's side, newest first. */
export async function findShares(ctx: Ctx, { goodsId }: Input<typeof listShares>): Promise<Output<typeof listShares>> {
  const goods = await ctx.tx.one(
    ownedGoods(ctx.actor, goodsId)
      .innerJoin('companies as c', 'c.id', 'g.shipper_id')
      .select(publicColumns)
      .select(['g.state', 'g.public_id', 'g.publish_to', isOpenAt(ctx.now).as('is_open')]),
  )
  const rows = await ctx.tx.rows(
    q.selectFrom('shares').selectAll().where('goods_id', '=', goodsId).orderBy('id', 'desc').limit(shownMax),
  )
  const price = mayShowPrice(ctx) ? pricesNow(goods, ctx.now).carrier : undefined
  return {
    rows: rows.map(row => toShare(row, price)),
    goods: toPublicGoods(goods),
    state: keyOf(goodsStates.states, goods.state),
    isOpen: goods.is_open,
    ...(goods.publish_to === 'PUBLIC' && goods.public_id !== null ? { publicCode: goods.public_id } : {}),
  }
}
