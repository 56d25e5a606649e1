// The columns of remittances.
import { remittanceStates } from '@yunshu/domain/remittance'
import { day, money, state, text, time, type ListColumns } from '../columns.ts'
import type { RemittanceRow } from './remittance.ts'

export const remittanceListColumns = {
  remittanceNo: text('来款号', row => row.remittanceNo, { chars: 20 }),
  state: state('状态', remittanceStates, row => row.state),
  date: day('到账日期', row => row.date),
  amount: money('金额', row => row.amount),
  claimed: money('已认领', row => row.claimed),
  rest: money('未认领', row => row.rest),
  refunded: money('已退回', row => row.refunded),
  payerName: text('付款方', row => row.payerName, { chars: 26 }),
  payerAccount: text('付款账号', row => row.payerAccount, { chars: 20 }),
  bankNote: text('附言', row => row.bankNote, { chars: 26 }),
  serial: text('银行流水号', row => row.serial, { chars: 26 }),
  shipperName: text('认领货主', row => row.shipperName, { chars: 26 }),
  debtorName: text('收回欠款', row => row.debtorName, { chars: 26 }),
  depositNo: text('押金', row => row.depositNo, { chars: 20 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('登记人', row => row.maker),
  createdAt: time('登记时间', row => row.createdAt),
  checker: text('复核人', row => row.checker),
  claimer: text('认领人', row => row.claimer),
  claimedAt: time('认领时间', row => row.claimedAt),
  returnTaskNo: text('退汇支付任务', row => row.returnTaskNo, { chars: 20 }),
  refundSerial: text('退回流水号', row => row.refundSerial, { chars: 26 }),
  reason: text('原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<RemittanceRow>
