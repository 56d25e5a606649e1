// The calls of browsers that come back from a payment partner, bound to what they do.
import * as calls from '@yunshu/contract/partner/paymentReturn'
import { publicReads } from '@yunshu/domain/share'
import { limitedBy, readLimit } from '../../http/readLimit.ts'
import { on, onOpen, type Route } from '../../http/serve.ts'
import { askReturn, findPaymentReturn } from './paymentReturn.commands.ts'

export const paymentReturnRoutes: Route[] = [
  on(calls.getPaymentReturn, findPaymentReturn),
  onOpen(calls.askAccountReturn, limitedBy(readLimit(publicReads))(askReturn)),
]
