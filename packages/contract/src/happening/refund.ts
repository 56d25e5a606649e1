// Happenings of refunds: asked, agreed to and waiting to be sent, sent, rejected.
import { happeningTable } from './happening.ts'

const onRefund = {
  push: 'notice',
  topics: ['refund', 'credit'],
  kind: 'payment',
  opens: { screen: 'RefundList', query: { text: '{refundNo}' } },
} as const

export const refundHappenings = happeningTable({
  'refund.asked': {
    ...onRefund,
    title: '退款待审批',
    text: '{shipper}申请退回预收款 {amount} 元（{refundNo}）：{reason}',
  },
  'refund.approved': {
    ...onRefund,
    title: '退款待支付',
    text: '{shipper}的退款 {amount} 元（{refundNo}）已同意，请在银行退回后填写流水号',
  },
  'refund.paid': {
    ...onRefund,
    topics: ['refund', 'credit', 'voucher'],
    title: '退款已支付',
    text: '退款 {amount} 元（{refundNo}）已退回，银行流水号 {serial}',
  },
  'refund.rejected': {
    ...onRefund,
    title: '退款被驳回',
    text: '退款 {amount} 元（{refundNo}）被驳回：{reason}',
  },
})
