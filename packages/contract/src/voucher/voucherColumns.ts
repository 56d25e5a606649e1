// The columns of vouchers.
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { day, label, money, month, state, text, type ListColumns } from '../columns.ts'
import type { VoucherRow } from './voucher.ts'

export const voucherListColumns = {
  voucherNo: text('凭证号', row => row.voucherNo, { chars: 20 }),
  kind: label('类型', voucherKinds, row => row.kind),
  state: state('状态', voucherStates, row => row.state),
  date: day('日期', row => row.date),
  summary: text('摘要', row => row.summary, { chars: 36 }),
  amount: money('金额', row => row.amount),
  counterparty: text('对方', row => row.counterparty, { chars: 26 }),
  period: month('会计期间', row => row.period),
  settlementNum: text('结算单', row => row.settlementNum, { chars: 20 }),
  waybillNo: text('运单', row => row.waybillNo, { chars: 20 }),
  remittanceNo: text('来款', row => row.remittanceNo, { chars: 20 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('制单', row => row.maker),
  auditor: text('审核', row => row.auditor),
} satisfies ListColumns<VoucherRow>
