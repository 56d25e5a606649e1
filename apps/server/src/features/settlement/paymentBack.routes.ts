// The calls about money that came and is a payment come back, bound to what serves them.
import * as calls from '@yunshu/contract/remittance/remittance'
import { on, type Route } from '../../http/serve.ts'
import { askReturn, confirmReturn } from './paymentBack.commands.ts'

export const paymentBackRoutes: Route[] = [on(calls.askReturn, askReturn), on(calls.confirmReturn, confirmReturn)]
