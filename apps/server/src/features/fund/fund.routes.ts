// The calls of fund records bound to what serves them.
import { topUpFuelAccount } from '@yunshu/contract/fuel/fuel'
import * as calls from '@yunshu/contract/fund/fund'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { confirmFund, recordFund, rejectFund, topUpAccount, withdrawFund } from './fund.commands.ts'
import { countFundsBy, findFund, findFundShippers, findFundsPage } from './fund.queries.ts'

export const fundRoutes: Route[] = [
  on(calls.listFunds, findFundsPage),
  on(calls.countFunds, countFundsBy),
  on(calls.getFund, findFund),
  on(calls.listFundShippers, findFundShippers),
  onAfter(calls.recordFund, storeUploads, recordFund),
  on(topUpFuelAccount, topUpAccount),
  on(calls.confirmFund, confirmFund),
  on(calls.rejectFund, rejectFund),
  on(calls.withdrawFund, withdrawFund),
]
