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
  'payment.exception': {
    code: 1709,
    http: 200,
    text: '银行消息与账面不一致，请先由两人处理支付异常；没有异常的，银行消息尚未入账',
  },
  'exception.moved': { code: 1710, http: 409, text: '支付状态已变为“{state}”，请退回后重新提出处理意见' },
  'exception.outcome': { code: 1711, http: 200, text: '“{kind}”不能按“{outcome}”处理' },
  'exception.waybill': {
    code: 1712,
    http: 200,
    text: '运单{waybillNo}的付款有支付异常待处理或银行消息未入账，完成前不能再结算',
  },
  'settlement.regrouped': { code: 1713, http: 409, text: '可结算运单有变化，请核对后再生成' },
  'payment.payee': { code: 1714, http: 200, text: '运单{waybillNo}的收款人{payee}目前不能收款：{why}' },
  'payment.debtTaken': {
    code: 1715,
    http: 200,
    text: '这笔款项已作为欠款在结算单{settlementNum}中抵扣，请先付清、作废或关闭该结算单',
  },
  'payment.ownAccount': { code: 1716, http: 200, text: '这些运单已付至承运商账户' },
  'attachment.tooMuch': { code: 1717, http: 200, text: '附件超过 {most} 个或 {size} GB，请逐个下载' },
  'settlement.child': { code: 1718, http: 200, text: '失败补付单{settlementNum}尚未办结，请先办完或作废' },
  'settlement.noFailures': { code: 1719, http: 200, text: '没有需要补付的失败付款' },
  'advance.used': {
    code: 1720,
    http: 200,
    text: '运单{waybillNo}已签收，预付款要从运费中扣，不能关闭，请生成失败补付单再付',
  },
  'fee.void': {
    code: 1721,
    http: 200,
    text: '运单{waybillNo}已作废，付过的服务费已是承运商的欠款，不能补付；请关闭本单，退回的服务费在新的服务费单中与欠款互抵',
  },
  'advance.late': {
    code: 1722,
    http: 200,
    text: '运单{waybillNo}签收时预付还没有付出，已并入运费一起结算，再付就付了两次；请作废本单（已审核的由另一人确认作废，付款失败的请关闭本单），按运费结算',
  },
  'payment.overLimit': {
    code: 1723,
    http: 200,
    text: '付给{payee}的 {amount} 元超过支付通道的单笔限额 {max} 元，请减少运单，分几张结算单提交；一笔就超过的，请平台开通不限额的银行批量文件',
  },
  'payment.owedTwice': {
    code: 1724,
    http: 200,
    text: '运单{waybillNo}的原款已经到账，记为承运商欠款，再付就付了两次；请关闭本单，运费在新的结算单中与欠款互抵',
  },
  'settlement.changing': { code: 1725, http: 200, text: '本单有待确认的变更，请先由另一人确认、退回，或由申请人撤回' },
  'settlement.noChange': { code: 1726, http: 200, text: '本单没有待确认的变更，或所涉运单已不在本单' },
  'settlement.emptied': { code: 1727, http: 200, text: '移出后本单没有运单，请退回变更申请，改为申请作废' },
  'payment.samePayee': { code: 1728, http: 200, text: '运单{waybillNo}现在就付到这个账户' },
  'payment.accountChanged': {
    code: 1729,
    http: 409,
    text: '{payee}的收款账户在申请变更后已更换，请退回变更申请，由申请人按新账户重新申请',
  },
  'settlement.notAsker': { code: 1730, http: 200, text: '申请只能由申请人撤回，其他人请退回' },
  'advance.ended': {
    code: 3582,
    http: 200,
    text: '运单{waybillNo}已取消或作废，预付不再付出，不能补付',
  },
  'settlement.closing': {
    code: 3583,
    http: 200,
    text: '本单有待确认的关闭申请，请先由另一人确认、退回，或由申请人撤回',
  },
  'settlement.notClosing': { code: 3584, http: 200, text: '本单没有待确认的关闭申请' },
  'part.held': { code: 3587, http: 409, text: '运单{waybillNo}的{part}{why}' },
})
