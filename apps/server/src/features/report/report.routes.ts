// The calls of reports bound to what serves them.
import * as aging from '@yunshu/contract/report/aging'
import * as openAge from '@yunshu/contract/report/openAge'
import * as payable from '@yunshu/contract/report/payable'
import * as profit from '@yunshu/contract/report/profit'
import { on, type Route } from '../../http/serve.ts'
import { findAging, findAgingSums } from './aging.queries.ts'
import { findOpenAges, findOpenAgeSums } from './openAge.queries.ts'
import { findPayables, findPayableSums } from './payable.queries.ts'
import { findProfit, findProfitMonths, findProfitSums } from './profit.queries.ts'
import { urgeEstimates, urgeReceivables } from './urge.commands.ts'

export const reportRoutes: Route[] = [
  on(profit.listProfit, findProfit),
  on(profit.sumProfit, findProfitSums),
  on(profit.chartProfit, findProfitMonths),
  on(aging.listAging, findAging),
  on(aging.sumAging, findAgingSums),
  on(aging.urgeReceivables, urgeReceivables),
  on(openAge.listOpenAges, findOpenAges),
  on(openAge.sumOpenAges, findOpenAgeSums),
  on(openAge.urgeEstimates, urgeEstimates),
  on(payable.listPayables, findPayables),
  on(payable.sumPayables, findPayableSums),
]
