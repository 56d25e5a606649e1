// The calls of changes of published goods, bound to what they do.
import * as calls from '@yunshu/contract/goods/change'
import { on, type Route } from '../../http/serve.ts'
import { answerChange, askChange, withdrawChange } from './change.commands.ts'
import { countChanges, findChange, findChangesPage, findGoodsSaid } from './change.queries.ts'

export const goodsChangeRoutes: Route[] = [
  on(calls.getGoodsSaid, (ctx, { id }) => findGoodsSaid(ctx, id)),
  on(calls.changeGoods, askChange),
  on(calls.listGoodsChanges, findChangesPage),
  on(calls.countGoodsChanges, countChanges),
  on(calls.getGoodsChange, (ctx, { id }) => findChange(ctx, id)),
  on(calls.answerGoodsChange, answerChange),
  on(calls.withdrawGoodsChange, withdrawChange),
]
