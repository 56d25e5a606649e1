// Happenings of shippers' statements: sent, disputed, explained, confirmed, withdrawn.
import { happeningTable } from './happening.ts'

const onStatement = {
  push: 'notice',
  topics: ['statement'],
  kind: 'settlement',
  opens: { screen: 'StatementDetails', parts: { id: '{id}' } },
} as const

export const statementHappenings = happeningTable({
  'statement.sent': {
    ...onStatement,
    title: '对账单待确认',
    text: '{period}对账单 {statementNo} 已发来，期末应付 {owed} 元，请核对',
  },
  'statement.disputed': {
    ...onStatement,
    title: '对账单有异议',
    text: '{shipper}对{period}对账单 {statementNo} 提出异议：{said}',
  },
  'statement.explained': {
    ...onStatement,
    title: '对账异议已说明',
    text: '{period}对账单 {statementNo} {said}',
  },
  'statement.confirmed': {
    ...onStatement,
    title: '对账单已确认',
    text: '{shipper}已确认{period}对账单 {statementNo}，期末应收 {owed} 元',
  },
  'statement.withdrawn': {
    ...onStatement,
    title: '对账单已撤回',
    text: '{period}对账单 {statementNo} 已撤回：{reason}',
  },
})
