// The columns of letters of balances.
import { letterStates } from '@yunshu/domain/letter'
import { count, money, month, state, text, time, type ListColumns } from '../columns.ts'
import type { LetterRow } from './letter.ts'

export const letterListColumns = {
  letterNo: text('对账函号', row => row.letterNo, { chars: 20 }),
  state: state('状态', letterStates, row => row.state),
  partyName: text('往来单位', row => row.partyName, { chars: 26 }),
  period: month('月份', row => row.period),
  opening: money('期初净额', row => row.opening, { isSummed: false }),
  debit: money('本期借方', row => row.debit),
  credit: money('本期贷方', row => row.credit),
  closing: money('期末净额', row => row.closing, { isSummed: false }),
  lines: count('账户数', row => row.lines),
  disputed: count('异议数', row => row.disputed),
  sentAt: time('发送时间', row => row.sentAt),
  sender: text('发送人', row => row.sender),
  answerer: text('确认人', row => row.answerer),
  answeredAt: time('确认时间', row => row.answeredAt),
  reason: text('撤回原因', row => row.reason, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
} satisfies ListColumns<LetterRow>
