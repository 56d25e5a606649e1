// The calls of goods, bound to what they do.
import * as goodsCalls from '@yunshu/contract/goods/goods'
import * as changeCalls from '@yunshu/contract/goods/change'
import { on, type Route } from '../../http/serve.ts'
import { changeState } from './goods.commands.ts'
import { countGoodsBy, findGoodsPage, findOffers } from './goods.queries.ts'
import { findGoodsDetail } from './goodsDetail.queries.ts'
import { publishGoods } from './publish.commands.ts'
import { findRepublish } from './republish.queries.ts'
import { takeGoods } from './take.commands.ts'

export const goodsRoutes: Route[] = [
  on(goodsCalls.publishGoods, publishGoods),
  on(goodsCalls.listGoods, findGoodsPage),
  on(goodsCalls.countGoods, countGoodsBy),
  on(goodsCalls.listOffers, findOffers),
  on(goodsCalls.getGoods, (ctx, { id }) => findGoodsDetail(ctx, id)),
  on(goodsCalls.moveGoods, changeState),
  on(goodsCalls.takeGoods, takeGoods),
  on(changeCalls.getRepublish, (ctx, { id }) => findRepublish(ctx, id)),
]
