// The columns of the aging of payables.
import { payableAges } from '@yunshu/domain/report/aging'
import { count, day, money, text, type ListColumns } from '../columns.ts'
import type { PayableRow } from './payable.ts'

export const payableListColumns = {
  carrierName: text('承运商', row => row.carrierName, { chars: 30 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  parts: count('分期数', row => row.parts),
  due: money(payableAges.due.label, row => row.due),
  d7: money(payableAges.d7.label, row => row.d7),
  d30: money(payableAges.d30.label, row => row.d30),
  older: money(payableAges.older.label, row => row.older),
  rest: money('待拆分', row => row.rest),
  total: money('应付合计', row => row.total),
  oldestAt: day('最早到期', row => row.oldestAt),
} satisfies ListColumns<PayableRow>
