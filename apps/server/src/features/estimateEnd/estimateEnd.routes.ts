// The calls of estimates that are let go bound to what serves them.
import * as calls from '@yunshu/contract/voucher/estimateEnd'
import { on, type Route } from '../../http/serve.ts'
import { askEstimateEnd, moveEstimateEnd } from './estimateEnd.commands.ts'
import { findEstimateEnds } from './estimateEnd.queries.ts'

export const estimateEndRoutes: Route[] = [
  on(calls.listEstimateEnds, findEstimateEnds),
  on(calls.askEstimateEnd, askEstimateEnd),
  on(calls.moveEstimateEnd, moveEstimateEnd),
]
