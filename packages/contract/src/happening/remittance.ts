// Happenings of remittances: recorded, confirmed and waiting for a claim, rejected, on the way back, and of payments that came
// back.
import { happeningTable } from './happening.ts'

const onRemittance = {
  push: 'notice',
  topics: ['remittance'],
  kind: 'payment',
  opens: { screen: 'RemittanceList', query: { text: '{remittanceNo}' } },
} as const

export const remittanceHappenings = happeningTable({
  'remittance.recorded': {
    ...onRemittance,
    title: '来款待复核',
    text: '{maker}为{branch}登记了{payer}来款 {amount} 元（{remittanceNo}），请与银行回单核对',
  },
  'remittance.confirmed': {
    ...onRemittance,
    topics: ['remittance', 'voucher'],
    title: '来款待认领',
    text: '{payer}来款 {amount} 元（{remittanceNo}）已到账，请认领',
  },
  'remittance.rejected': {
    ...onRemittance,
    title: '来款登记被驳回',
    text: '{remittanceNo}（{payer} {amount} 元）被驳回：{reason}',
  },
  'remittance.refunded': {
    ...onRemittance,
    topics: ['remittance', 'voucher'],
    title: '来款已退回',
    text: '{payer}来款 {amount} 元（{remittanceNo}）已退回原账户，退回流水号 {serial}',
  },
  'remittance.kept': {
    ...onRemittance,
    title: '来款不退回',
    text: '{payer}来款 {amount} 元（{remittanceNo}）不退回，回到待认领',
  },
  'remittance.returning': {
    ...onRemittance,
    title: '退汇待复核',
    text: '{asker}登记{payer}来款 {amount} 元（{remittanceNo}）为支付任务{taskNo}的退汇：{reason}',
  },
  'remittance.returned': {
    ...onRemittance,
    topics: ['remittance', 'voucher'],
    title: '已作退汇',
    text: '来款 {amount} 元（{remittanceNo}）已作为支付任务{taskNo}的退汇入账，收款方{payee}恢复应付',
  },
  'remittance.notReturned': {
    ...onRemittance,
    title: '来款不是退汇',
    text: '来款 {amount} 元（{remittanceNo}）不作支付任务{taskNo}的退汇，回到待认领：{reason}',
  },
  'remittance.refunding': {
    ...onRemittance,
    title: '来款退回待复核',
    text: '{asker}申请把{payer}来款 {amount} 元（{remittanceNo}）退回原账户：{reason}',
  },
})
