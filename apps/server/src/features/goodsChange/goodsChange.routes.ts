// The calls of changes of published goods, bound to what they do.
import {
  answerGoodsChange,
  changeGoods,
  getGoodsChange,
  getGoodsSaid,
  listGoodsChanges,
  withdrawGoodsChange,
} from '@yunshu/contract/goods/change'
import { on, type Route } from '../../http/serve.ts'
import { answerChange, askChange, withdrawChange } from './change.commands.ts'
import { findChange, findChangesPage, findGoodsSaid } from './change.queries.ts'

export const goodsChangeRoutes: Route[] = [
  on(getGoodsSaid, (ctx, { id }) => findGoodsSaid(ctx, id)),
  on(changeGoods, askChange),
  on(listGoodsChanges, findChangesPage),
  on(getGoodsChange, (ctx, { id }) => findChange(ctx, id)),
  on(answerGoodsChange, answerChange),
  on(withdrawGoodsChange, withdrawChange),
]
