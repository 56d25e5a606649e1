// Refusals of waybills, their weighings, claims and receipts.
import { problemTable } from './row.ts'

export const waybillProblems = problemTable({
  'receipt.required': { code: 1501, http: 200, text: '该货源要求回单，请先上传回单' },
  'waybill.weight': { code: 1502, http: 200, text: '请填写{what}' },
  'waybill.settled': { code: 1503, http: 200, text: '运单已进入结算单{settlementNum}，不能修改费用' },
  'waybill.posted': { code: 1504, http: 200, text: '运单已签收并记账，不能{what}' },
  'waybill.pound': { code: 1505, http: 200, text: '该货源要求{place}磅单{what}，请先登记磅单' },
  'waybill.claimOpen': { code: 1506, http: 200, text: '还有 {count} 项费用扣款{waits}，处理后才能签收' },
  'waybill.claimOver': {
    code: 1507,
    http: 200,
    text: '{what}扣款合计 {cut} 元，超过运费 {freight} 元，请先撤回部分扣款',
  },
  'waybill.claimLate': { code: 1508, http: 200, text: '运单已签收，托运方的费用不能再登记，差额请以红字发票折让' },
  'waybill.swapOpen': { code: 1509, http: 200, text: '有换车申请等待确认，处理后才能{move}' },
  'waybill.segments': { code: 1510, http: 200, text: '运单途中已换车，不能退回装货' },
  'waybill.inSheet': { code: 1511, http: 200, text: '运单已进入结算单{settlementNum}，不能作废，请先作废结算单' },
  'receipt.original': { code: 1512, http: 200, text: '该货源要求回单原件，请在收到寄来的原件后确认' },
  'receipt.link': { code: 1513, http: 404, text: '链接已失效，请在电脑上重新扫码' },
  'receipt.linkFull': { code: 1514, http: 200, text: '每个链接最多上传 {most} 个文件，请在电脑上重新扫码' },
  'waybill.urged': { code: 1515, http: 200, text: '今天 {at} 已由 {by} 催办，明天可以再催' },
  'turn.none': { code: 1516, http: 200, text: '现在没有等待对方办理的事，不用催办' },
  'turn.own': { code: 1517, http: 200, text: '现在轮到本企业{act}，不用催办' },
  'waybill.advanceOpen': {
    code: 1518,
    http: 200,
    text: '运单{waybillNo}的预付款在结算单{settlementNum}中尚未付清，请先支付或作废该单',
  },
})
