// The call about money that came and is a payment come back, bound to what serves it.
import * as calls from '@yunshu/contract/remittance/remittance'
import { on, type Route } from '../../http/serve.ts'
import { askReturn } from './paymentBack.commands.ts'

export const paymentBackRoutes: Route[] = [on(calls.askReturn, askReturn)]
