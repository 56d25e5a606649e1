// The calls of goods, bound to what they do.
import * as goodsCalls from '@yunshu/contract/goods/goods'
import * as bookCalls from '@yunshu/contract/goods/book'
import { getPriceHint } from '@yunshu/contract/goods/priceHint'
import * as changeCalls from '@yunshu/contract/goods/change'
import { on, type Route } from '../../http/serve.ts'
import { forgetBookEntry, keepBookEntry } from './book.commands.ts'
import { findBook } from './book.queries.ts'
import { changeState } from './goods.commands.ts'
import { countGoodsBy, findGoodsPage, findOffers } from './goods.queries.ts'
import { findGoodsDetail } from './goodsDetail.queries.ts'
import { findPriceHint } from './priceHint.queries.ts'
import { publishGoods } from './publish.commands.ts'
import { findRepublish } from './republish.queries.ts'
import { takeGoods } from './take.commands.ts'
import { keepTemplate, nameTemplate, removeTemplate } from './templates.commands.ts'
import { findTemplate, findTemplates } from './templates.queries.ts'

export const goodsRoutes: Route[] = [
  on(goodsCalls.publishGoods, publishGoods),
  on(goodsCalls.listGoods, findGoodsPage),
  on(goodsCalls.countGoods, countGoodsBy),
  on(goodsCalls.listOffers, findOffers),
  on(goodsCalls.getGoods, (ctx, { id }) => findGoodsDetail(ctx, id)),
  on(goodsCalls.moveGoods, changeState),
  on(goodsCalls.takeGoods, takeGoods),
  on(changeCalls.getRepublish, (ctx, { id }) => findRepublish(ctx, id)),
  on(getPriceHint, findPriceHint),
  on(bookCalls.getBook, findBook),
  on(bookCalls.saveBookEntry, keepBookEntry),
  on(bookCalls.removeBookEntry, forgetBookEntry),
  on(bookCalls.listTemplates, findTemplates),
  on(bookCalls.getTemplate, findTemplate),
  on(bookCalls.addTemplate, keepTemplate),
  on(bookCalls.renameTemplate, nameTemplate),
  on(bookCalls.deleteTemplate, removeTemplate),
]
