// Answers that many changes make stale: the four flows, the reports, agreements and the waybills they mark.
import { countAgreements, listAgreements } from '../agreement/agreement.ts'
import { countChains, getChain, listChains, rateChains } from '../chain/chain.ts'
import { listAging, sumAging } from '../report/aging.ts'
import { listOpenAges, sumOpenAges } from '../report/openAge.ts'
import { listPayables, sumPayables } from '../report/payable.ts'
import { chartProfit, listProfit, sumProfit } from '../report/profit.ts'
import { getWaybill } from '../waybill/details.ts'
import { countWaybills, listWaybills } from '../waybill/waybill.ts'

/** Calls of reports, which any money changes. */
export const reports = [
  listProfit,
  sumProfit,
  chartProfit,
  listAging,
  sumAging,
  listOpenAges,
  sumOpenAges,
  listPayables,
  sumPayables,
] as const
/** Calls of the four flows, which any of them changes. */
export const chains = [listChains, countChains, rateChains, getChain] as const
/** The list of agreements, which waybills draft and end. */
export const agreements = [listAgreements, countAgreements] as const
/** Waybills by the mark that a signature ends. */
export const marks = [listWaybills, countWaybills, getWaybill] as const
