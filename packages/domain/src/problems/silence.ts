// Refusals of what people do about payments themselves: the end of one the bank is silent about, one made by hand, and lines
// of a sheet that pays again.
import { problemTable } from './row.ts'

export const silenceProblems = problemTable({
  'decide.early': {
    code: 3544,
    http: 200,
    text: '支付任务{taskNo}要等银行当天的文件出来（{at}），之后才能认定结果，请先查询',
  },
  'decide.open': { code: 3545, http: 200, text: '支付任务{taskNo}已有支付异常待处理，请在那里提出处理意见' },
  'offline.recorded': { code: 3546, http: 200, text: '支付任务{taskNo}已登记付款，请等另一人确认或退回' },
  'settlement.notAgain': { code: 3547, http: 200, text: '只有失败补付单的运单可以移回原结算单，其他草稿请作废后重做' },
  'settlement.lastLine': { code: 3548, http: 200, text: '失败补付单的运单不能全部移出，请作废这张单' },
  'approver.payer': { code: 3549, http: 200, text: '按货主企业策略，审核人不能支付这张单，请由另一人支付' },
  'offline.nobody': {
    code: 3580,
    http: 200,
    text: '这张单没有人能登记线下付款：制单、提交和按货主企业策略不能支付的审核人都不能登记，另有一人确认。请改用其他支付通道，或先增加有支付权限的人员',
  },
  'decide.offline': {
    code: 3581,
    http: 200,
    text: '支付任务{taskNo}是线下支付，已付出的请登记付款并上传回单，由另一人确认；这里只能认定未付出',
  },
})
