// Home cards of settlement sheets and their payments: one for each kind of payment task.
import { paymentTaskKinds, type PaymentTaskKind } from '@yunshu/domain/settlement/paymentTask'
import { tasksOfKind } from '../paymentTask/paymentTask.queries.ts'
import { cappedCount, listUrl, type Card } from './card.ts'

/** The card of one kind of payment task. */
const paymentCard = (key: string, title: string, kind: PaymentTaskKind): Card => ({
  key,
  title,
  tone: paymentTaskKinds[kind].tone,
  permit: paymentTaskKinds[kind].permit,
  sides: ['platform', 'shipper'],
  path: listUrl('PaymentTasks', { state: kind }),
  count: actor => cappedCount(tasksOfKind(actor, kind)),
})

export const paymentCards: readonly Card[] = [
  paymentCard('settlementSubmit', '待提交结算单', 'submit'),
  paymentCard('settlementApprove', '待审核结算单', 'approve'),
  paymentCard('settlementPay', '待支付结算单', 'pay'),
  paymentCard('paymentUnknown', '支付结果未知', 'unknown'),
  paymentCard('paymentFailed', '支付失败', 'failed'),
]
