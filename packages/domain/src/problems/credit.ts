// Refusals of credit and refunds (信用额度, 退款).
import { problemTable } from './row.ts'

export const creditProblems = problemTable({
  'credit.short': {
    code: 3501,
    http: 200,
    text: '货主可用额度不足，暂不能派车，请联系货主充值[（可用 {available} 元，需 {need} 元）]',
  },
  'refund.short': { code: 3511, http: 200, text: '可退的预收款只有 {free} 元' },
  'refund.account': { code: 3512, http: 200, text: '退往登记账户须由平台管理员审批' },
  'refund.held': {
    code: 3513,
    http: 200,
    text: '可退的预收款只有 {free} 元：另有 {held} 元为在途运单占用，签收结清或调高信用额度后可退',
  },
  'refund.approver': { code: 3590, http: 200, text: '退款是您同意的，须由另一人在银行退款并确认' },
  'refund.gone': {
    code: 3591,
    http: 200,
    text: '收款账户已不是货主的登记账户或付款账户，不能退款，请驳回，由货主重新选择账户申请',
  },
})
