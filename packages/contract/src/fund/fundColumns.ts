// The columns of fund records.
import { fundKinds, fundStates } from '@yunshu/domain/fund'
import { day, label, money, state, text, time, type ListColumns } from '../columns.ts'
import type { FundRow } from './fund.ts'

export const fundListColumns = {
  recordNo: text('登记单号', row => row.recordNo, { chars: 20 }),
  state: state('状态', fundStates, row => row.state),
  kind: label('类型', fundKinds, row => row.kind),
  date: day('到账/购油日期', row => row.date),
  amount: money('金额', row => row.amount),
  serial: text('流水号/发票号', row => row.serial, { chars: 26 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  provider: text('油品或 ETC 账户', row => row.provider, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('登记人', row => row.maker),
  createdAt: time('登记时间', row => row.createdAt),
  checker: text('复核人', row => row.checker),
  checkedAt: time('复核时间', row => row.checkedAt),
  reason: text('驳回原因', row => row.reason, { chars: 26 }),
  remark: text('备注', row => row.remark, { chars: 26 }),
} satisfies ListColumns<FundRow>
