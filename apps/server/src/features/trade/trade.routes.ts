// The calls of trades bound to what serves them.
import * as calls from '@yunshu/contract/trade/trade'
import { on, onAfter, onFile, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { bundleSlips } from './slips.commands.ts'
import { uploadSlip } from './trade.commands.ts'
import { findTrade, findTradePapers, findTradesPage, findTradeSums } from './trade.queries.ts'

export const tradeRoutes: Route[] = [
  on(calls.listTrades, findTradesPage),
  on(calls.sumTrades, findTradeSums),
  on(calls.getTrade, findTrade),
  on(calls.listTradePapers, findTradePapers),
  onFile(calls.downloadTradeSlips, bundleSlips),
  onAfter(calls.uploadTradeSlip, storeUploads, uploadSlip),
]
