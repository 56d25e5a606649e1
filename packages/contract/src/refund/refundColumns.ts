// The columns of refunds.
import { refundSources, refundStates } from '@yunshu/domain/refund'
import { label, money, state, text, time, type ListColumns } from '../columns.ts'
import type { RefundRow } from './refund.ts'

export const refundListColumns = {
  refundNo: text('退款号', row => row.refundNo, { chars: 20 }),
  state: state('状态', refundStates, row => row.state),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  amount: money('金额', row => row.amount),
  source: label('退往', refundSources, row => row.source),
  accountName: text('收款户名', row => row.accountName, { chars: 26 }),
  accountNo: text('收款账号', row => row.accountNo, { chars: 20 }),
  reason: text('原因', row => row.reason, { chars: 26 }),
  createdAt: time('申请时间', row => row.createdAt),
  asker: text('申请人', row => row.asker),
  approver: text('审批人', row => row.approver),
  payer: text('支付人', row => row.payer),
  serial: text('银行流水号', row => row.serial, { chars: 26 }),
  paidAt: time('退款时间', row => row.paidAt),
  answer: text('驳回原因', row => row.answer, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
} satisfies ListColumns<RefundRow>
