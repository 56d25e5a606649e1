// Answers that many changes make stale: the four flows and the reports.
import { countChains, getChain, listChains, rateChains } from '../chain/chain.ts'
import { listAging, sumAging } from '../report/aging.ts'
import { listOpenAges, sumOpenAges } from '../report/openAge.ts'
import { listPayables, sumPayables } from '../report/payable.ts'
import { chartProfit, listProfit, sumProfit } from '../report/profit.ts'

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
