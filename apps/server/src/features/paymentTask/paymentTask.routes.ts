// Routes of the payment task list.
import { countPaymentTasks, listPaymentTasks } from '@yunshu/contract/settlement/paymentTask'
import { on, type Route } from '../../http/serve.ts'
import { countTasks, findPaymentTasks } from './paymentTask.queries.ts'

export const paymentTaskRoutes: Route[] = [on(listPaymentTasks, findPaymentTasks), on(countPaymentTasks, countTasks)]
