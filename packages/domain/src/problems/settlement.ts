// Refusals of settlements and payments.
import { problemTable } from './row.ts'

export const settlementProblems = problemTable({
  'settlement.notSigned': { code: 1701, http: 200, text: '运单{waybillNo}尚未签收，不能结算' },
  'settlement.taken': { code: 1702, http: 200, text: '运单{waybillNo}已在结算单{settlementNum}中' },
  'settlement.mixed': { code: 1703, http: 200, text: '一张结算单只能包含同一托运人、同一承运人的运单' },
  'settlement.empty': { code: 1704, http: 200, text: '请至少选择一张运单' },
  'settlement.changed': { code: 1705, http: 409, text: '结算单{settlementNum}应付金额已变为 {due} 元，请核对后再支付' },
  'settlement.receipt': { code: 1706, http: 200, text: '运单{waybillNo}回单未确认，不能提交结算' },
  'payment.unknown': { code: 1707, http: 200, text: '支付结果未知，请先查询，切勿重复支付' },
  'payment.account': { code: 1708, http: 200, text: '{payee}未登记收款账户' },
})
