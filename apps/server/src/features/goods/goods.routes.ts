// The calls of goods, bound to what they do.
import {
  countGoods,
  getGoods,
  listGoods,
  listOffers,
  moveGoods,
  publishGoods,
  takeGoods,
} from '@yunshu/contract/goods/goods'
import { getRepublish } from '@yunshu/contract/goods/change'
import { on, type Route } from '../../http/serve.ts'
import { changeState } from './goods.commands.ts'
import { countGoodsBy, findGoodsPage, findOffers } from './goods.queries.ts'
import { findGoodsDetail } from './goodsDetail.queries.ts'
import { publish } from './publish.commands.ts'
import { findRepublish } from './republish.queries.ts'
import { take } from './take.commands.ts'

export const goodsRoutes: Route[] = [
  on(publishGoods, publish),
  on(listGoods, findGoodsPage),
  on(countGoods, countGoodsBy),
  on(listOffers, findOffers),
  on(getGoods, (ctx, { id }) => findGoodsDetail(ctx, id)),
  on(moveGoods, changeState),
  on(takeGoods, take),
  on(getRepublish, (ctx, { id }) => findRepublish(ctx, id)),
]
