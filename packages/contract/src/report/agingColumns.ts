// The columns of the aging of receivables.
import { receivableAges } from '@yunshu/domain/report/aging'
import { count, day, money, text, time, type ListColumns } from '../columns.ts'
import type { AgingRow } from './aging.ts'

export const agingListColumns = {
  shipperName: text('货主', row => row.shipperName, { chars: 30 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  items: count('运单数', row => row.items),
  due: money(receivableAges.due.label, row => row.due),
  d30: money(receivableAges.d30.label, row => row.d30),
  d60: money(receivableAges.d60.label, row => row.d60),
  d90: money(receivableAges.d90.label, row => row.d90),
  older: money(receivableAges.older.label, row => row.older),
  total: money('应收', row => row.total),
  prepaid: money('预收可抵', row => row.prepaid),
  left: money('抵后净额', row => row.left),
  oldestAt: day('最早到期', row => row.oldestAt),
  urges: count('催款次数', row => row.urges),
  urgedAt: time('最近催款', row => row.urgedAt),
} satisfies ListColumns<AgingRow>
