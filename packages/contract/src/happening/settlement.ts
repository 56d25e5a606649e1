// Happenings of money: sheets handed on, judged, taken back, paid, and payments without a good end. Those that pass on a
// channel's word end their title with `simulated`, the mark of a simulator.
import { happeningTable } from './happening.ts'

/** A sheet changes its waybills and the books too. */
const onSheet = {
  push: 'notice',
  topics: ['settlement', 'waybill', 'voucher'],
  kind: 'settlement',
  opens: { screen: 'SettlementNormal', parts: { settlementNum: '{settlementNum}' } },
} as const
const paid = {
  ...onSheet,
  text: '结算单{settlementNum}已支付 {amount} 元[；扣款与油卡超出应付 {over} 元，在下一张结算单中抵扣]',
  kind: 'payment',
} as const

const onException = { ...onSheet, kind: 'exception' } as const

const onPart = {
  push: 'notice',
  topics: ['settlement', 'waybill'],
  kind: 'settlement',
  data: ['waybillId'],
  opens: { screen: 'WaybillDetails', parts: { id: '{waybillId}' } },
} as const

export const settlementHappenings = happeningTable({
  'part.held': { ...onPart, title: '付款暂缓', text: '运单 {waybillNo} 的{part}暂缓结算：{reason}' },
  'part.freed': { ...onPart, title: '付款恢复', text: '运单 {waybillNo} 的{part}已解除暂缓，可以结算' },
  'settlement.submitted': {
    ...onSheet,
    title: '结算单待审核',
    text: '结算单{settlementNum}已提交，应付 {due} 元，请审核',
  },
  'settlement.approved': {
    ...onSheet,
    title: '结算单待支付',
    text: '结算单{settlementNum}已审核，应付 {due} 元，请支付',
  },
  'settlement.rejected': { ...onSheet, title: '结算单被驳回', text: '结算单{settlementNum}被驳回：{reason}' },
  'settlement.voidAsked': {
    ...onSheet,
    title: '结算单待确认作废',
    text: '结算单{settlementNum}（应付 {due} 元）申请作废：{reason}，请确认',
  },
  'settlement.voidRefused': {
    ...onSheet,
    title: '作废申请被退回',
    text: '结算单{settlementNum}的作废申请被退回：{reason}',
  },
  'settlement.closeAsked': {
    ...onSheet,
    title: '结算单待确认关闭',
    text: '结算单{settlementNum}付款失败，申请关闭：{reason}，请确认',
  },
  'settlement.closeRefused': {
    ...onSheet,
    title: '关闭申请被退回',
    text: '结算单{settlementNum}的关闭申请被退回：{reason}',
  },
  'settlement.changeAsked': {
    ...onSheet,
    title: '结算单待确认变更',
    text: '结算单{settlementNum}申请{what}：{reason}，请确认',
  },
  'settlement.changeRefused': {
    ...onSheet,
    title: '变更申请被退回',
    text: '结算单{settlementNum}的变更申请被退回：{reason}',
  },
  'settlement.changeDone': {
    ...onSheet,
    title: '结算单已变更',
    text: '结算单{settlementNum}已{what}，应付 {due} 元',
  },
  'settlement.released': {
    ...onSheet,
    title: '结算单已作废或关闭',
    text: '结算单{settlementNum}的运单已退回待结算',
  },
  'settlement.urged': { ...onSheet, title: '结算单催办', text: '结算单{settlementNum}：{by} 催办，请尽快{act}' },
  'settlement.paid': { ...paid, title: '结算单已支付[{simulated}]' },
  'payment.received': { ...paid, title: '运费已支付[{simulated}]' },
  'payment.failed': {
    ...onSheet,
    push: 'hint',
    title: '支付失败[{simulated}]',
    text: '结算单{settlementNum}向{payee}支付 {amount} 元失败：{reason}',
    kind: 'payment',
  },
  'payment.returned': {
    ...onSheet,
    push: 'hint',
    title: '付款被退汇[{simulated}]',
    text: '结算单{settlementNum}向{payee}支付的 {amount} 元被退回：{reason}',
    kind: 'payment',
  },
  'exception.opened': {
    ...onException,
    push: 'hint',
    title: '支付异常待处理[{simulated}]',
    text: '结算单{settlementNum}：{kind}，请两人核实处理，处理前不能付款、关闭或再结算',
  },
  'exception.foreign': {
    push: 'hint',
    topics: ['settlement'],
    kind: 'exception',
    opens: { screen: 'MoneyExceptions' },
    title: '银行消息中的订单不明[{simulated}]',
    text: '支付通道告知了一笔本系统没有的订单，请核实处理',
  },
  'exception.proposed': {
    ...onException,
    title: '支付异常待复核[{simulated}]',
    text: '结算单{settlementNum}的支付异常（{kind}）已提出处理意见，请另一人复核',
  },
  'exception.resolved': {
    ...onException,
    title: '支付异常已处理[{simulated}]',
    text: '结算单{settlementNum}的支付异常（{kind}）已复核处理',
  },
  'exception.told': {
    ...onException,
    title: '银行已给出付款结果[{simulated}]',
    text: '结算单{settlementNum}：银行已给出结果，“{kind}”不再需要认定',
  },
  'offline.recorded': {
    ...onSheet,
    title: '线下付款待确认',
    text: '结算单{settlementNum}：{recorder}登记付给{payee} {amount} 元，请核对回单后确认',
  },
  'offline.refused': {
    ...onSheet,
    title: '线下付款登记被退回',
    text: '结算单{settlementNum}：付给{payee}的 {amount} 元，登记被退回：{reason}',
  },
  'payment.unknown': {
    ...onSheet,
    push: 'hint',
    title: '支付结果未知[{simulated}]',
    text: '结算单{settlementNum}的支付结果未知，请先查询，切勿重复支付',
    kind: 'payment',
  },
})
