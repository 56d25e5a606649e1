// The calls of the four flows bound to what serves them.
import * as calls from '@yunshu/contract/chain/chain'
import { on, onFile, type Route } from '../../http/serve.ts'
import { bundleChains } from './chain.commands.ts'
import { countChainsBy, findChain, findChainRates, findChains } from './chain.queries.ts'

export const chainRoutes: Route[] = [
  on(calls.listChains, findChains),
  on(calls.countChains, countChainsBy),
  on(calls.rateChains, findChainRates),
  on(calls.getChain, findChain),
  onFile(calls.downloadChains, bundleChains),
]
