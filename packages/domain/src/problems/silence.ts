// Refusals of what people say of a payment themselves: the end of one the bank is silent about, and one made by hand.
import { problemTable } from './row.ts'

export const silenceProblems = problemTable({
  'decide.early': {
    code: 3544,
    http: 200,
    text: '支付任务{taskNo}要等银行当天的文件出来（{at}），之后才能认定结果，请先查询',
  },
  'decide.open': { code: 3545, http: 200, text: '支付任务{taskNo}已有支付异常待处理，请在那里提出处理意见' },
  'offline.recorded': { code: 3546, http: 200, text: '支付任务{taskNo}已登记付款，请等另一人确认或退回' },
})
