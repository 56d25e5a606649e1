// Routes of the payment task list.
import * as calls from '@yunshu/contract/settlement/paymentTask'
import { on, type Route } from '../../http/serve.ts'
import { countTasks, findPaymentTasks } from './paymentTask.queries.ts'

export const paymentTaskRoutes: Route[] = [
  on(calls.listPaymentTasks, findPaymentTasks),
  on(calls.countPaymentTasks, countTasks),
]
