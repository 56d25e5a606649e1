// Happenings of shippers' statements and of letters of balances: sent, disputed, explained, confirmed, withdrawn.
import { closingHappenings } from './closing.ts'
import { happeningTable } from './happening.ts'

const onStatement = {
  push: 'notice',
  topics: ['statement'],
  kind: 'settlement',
  opens: { screen: 'StatementDetails', parts: { id: '{id}' } },
} as const

const onLetter = {
  ...onStatement,
  topics: ['letter'],
  opens: { screen: 'LetterDetails', parts: { id: '{id}' } },
} as const

const told = happeningTable({
  'receivable.urged': {
    ...onStatement,
    opens: { screen: 'FlowingWater' },
    title: '应付运费提醒',
    text: '{by}提醒付款：应付{branch}运费 {count} 单 {amount} 元{late}；最早的 {oldest}',
  },
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
  'statement.urged': {
    ...onStatement,
    title: '对方催办',
    text: '{period}对账单 {statementNo}：{by} 催办，请尽快{act}',
  },
  'letter.sent': {
    ...onLetter,
    title: '对账函待确认',
    text: '{period}对账函 {letterNo} 已发来，{closing}，请核对',
  },
  'letter.disputed': {
    ...onLetter,
    title: '对账函有异议',
    text: '{party}对{period}对账函 {letterNo} 提出异议：{said}',
  },
  'letter.explained': { ...onLetter, title: '对账函异议已说明', text: '{period}对账函 {letterNo} {said}' },
  'letter.confirmed': {
    ...onLetter,
    title: '对账函已确认',
    text: '{party}已确认{period}对账函 {letterNo}，{closing}',
  },
  'letter.withdrawn': { ...onLetter, title: '对账函已撤回', text: '{period}对账函 {letterNo} 已撤回：{reason}' },
  'letter.urged': { ...onLetter, title: '对方催办', text: '{period}对账函 {letterNo}：{by} 催办，请尽快{act}' },
  'letter.allSent': {
    push: 'notice',
    topics: ['letter'],
    kind: 'settlement',
    opens: { screen: 'LetterList', parts: {} },
    title: '对账函已发完',
    text: '{period}对账函已发送 {count} 份',
  },
})

/** With those of the months statements are of. */
export const statementHappenings = { ...told, ...closingHappenings }
