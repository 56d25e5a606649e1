// Refusals of shippers' statements (对账单) and of letters of balances (对账函).
import { problemTable } from './row.ts'

export const statementProblems = problemTable({
  'statement.early': { code: 3531, http: 200, text: '{period}还没有结束，次月起可以生成对账单' },
  'statement.exists': { code: 3532, http: 200, text: '该货主这个月的对账单{statementNo}已存在，撤回后可重新生成' },
  'statement.order': { code: 3533, http: 200, text: '后面月份的对账单{statementNo}还在，请先撤回它' },
  'statement.empty': { code: 3534, http: 200, text: '该货主这个月没有往来，也没有余额' },
  'statement.differs': {
    code: 3535,
    http: 200,
    text: '对账明细与总账余额不一致，请稍后重试；仍不一致请联系平台管理员',
  },
  'statement.mark': { code: 3536, http: 200, text: '第 {n} 行现在不能{act}，请刷新后再操作' },
  'letter.early': { code: 3537, http: 200, text: '{period}还没有结束，次月起可以发送对账函' },
  'letter.empty': { code: 3538, http: 200, text: '该企业这个月没有往来和余额，或者这个月的对账函已经发送' },
  'letter.mark': { code: 3539, http: 200, text: '{account}现在不能{act}，请刷新后再操作' },
})
