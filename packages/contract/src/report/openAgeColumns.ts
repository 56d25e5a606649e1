// The columns of the ages of open accounts.
import { openAgeKinds, openAges } from '@yunshu/domain/report/aging'
import { count, day, label, money, text, time, type ListColumns } from '../columns.ts'
import type { OpenAgeRow } from './openAge.ts'

export const openAgeListColumns = {
  partyName: text('承运商/付款方', row => row.partyName, { chars: 30 }),
  kind: label('类别', openAgeKinds, row => row.kind),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  items: count('笔数', row => row.items),
  d30: money(openAges.d30.label, row => row.d30),
  d60: money(openAges.d60.label, row => row.d60),
  d90: money(openAges.d90.label, row => row.d90),
  older: money(openAges.older.label, row => row.older),
  total: money('合计', row => row.total),
  oldestAt: day('最早日期', row => row.oldestAt),
  urges: count('催票次数', row => row.urges),
  urgedAt: time('最近催票', row => row.urgedAt),
} satisfies ListColumns<OpenAgeRow>
