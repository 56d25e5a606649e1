// The columns of months and their closing.
import { closingStates, openMonthState } from '@yunshu/domain/voucher/closing'
import { month, number, stateOf, text, time, type ListColumns } from '../columns.ts'
import type { PeriodRow } from './closing.ts'

export const periodListColumns = {
  period: month('会计期间', row => row.period),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  state: stateOf('状态', row => (row.closing ? closingStates.states[row.closing.state] : openMonthState(row))),
  vouchers: number('凭证数', row => row.vouchers),
  asker: text('申请人', row => row.closing?.asker),
  askedAt: time('申请时间', row => row.closing?.askedAt),
  confirmer: text('确认人', row => row.closing?.confirmer),
  confirmedAt: time('确认时间', row => row.closing?.confirmedAt),
  snapshot: text('快照校验值', row => row.closing?.snapshot?.slice(0, 12), { chars: 14 }),
  reason: text('原因', row => row.closing?.reason, { chars: 26 }),
} satisfies ListColumns<PeriodRow>
