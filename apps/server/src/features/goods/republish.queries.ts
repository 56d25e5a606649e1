// Goods of one's own company as they would be ordered anew.
import type { Output } from '@yunshu/contract/call'
import type { getRepublish } from '@yunshu/contract/goods/change'
import { copyGoods } from '@yunshu/domain/goods/copy'
import type { Ctx } from '../../work/ctx.ts'
import { offeredTo } from './goodsDetail.queries.ts'
import { readGoodsBody } from './goodsBody.queries.ts'
import { lockableGoods, namesOf } from './goods.queries.ts'
import { fieldsOf } from './goodsRow.queries.ts'
import { relatedCarriers } from './shipper.queries.ts'

/** The part of goods that can be published again; goods of others are not found. */
export async function findRepublish(ctx: Ctx, id: string): Promise<Output<typeof getRepublish>> {
  const goods = await ctx.tx.one(lockableGoods(ctx.actor, id))
  const chosen = await offeredTo(ctx, goods)
  const names = await namesOf(ctx, chosen)
  // the price in force, and the whole plan so that people are told which steps are over
  const { priceSteps = [] } = readGoodsBody(goods.body)
  const said = {
    ...fieldsOf(goods, chosen, ctx.now),
    priceSteps: priceSteps.map(({ unitPrice, effectiveAt }) => ({ unitPrice, effectiveAt })),
  }
  const { fields, left, moved } = copyGoods(said, {
    now: ctx.now,
    publishedAt: goods.created_at,
    related: chosen.length > 0 ? await relatedCarriers(ctx, goods.shipper_id) : [],
    nameOf: carrierId => names.get(carrierId) ?? carrierId,
  })
  return {
    id,
    goodsNo: goods.goods_no,
    kind: fields.kind,
    shipperId: goods.shipper_id,
    fields,
    left: [...left],
    moved: [...moved],
  }
}
