// The calls of refunds bound to what serves them.
import * as calls from '@yunshu/contract/refund/refund'
import { on, type Route } from '../../http/serve.ts'
import { askRefund, moveRefund, payRefund } from './refund.commands.ts'
import { countRefundsBy, findRefund, findRefundable, findRefunds } from './refund.queries.ts'

export const refundRoutes: Route[] = [
  on(calls.listRefunds, findRefunds),
  on(calls.countRefunds, countRefundsBy),
  on(calls.getRefund, findRefund),
  on(calls.getRefundable, findRefundable),
  on(calls.askRefund, askRefund),
  on(calls.moveRefund, moveRefund),
  on(calls.payRefund, payRefund),
]
