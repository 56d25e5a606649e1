// Happenings of deposits and of their ways out, told to those whose turn it is, to who asked, and to the carrier.
import { happeningTable } from './happening.ts'

const onDeposit = {
  push: 'notice',
  topics: ['deposit'],
  kind: 'payment',
  opens: { screen: 'DepositList', query: { text: '{depositNo}' } },
} as const
const onBack = {
  push: 'notice',
  topics: ['deposit'],
  kind: 'payment',
  opens: { screen: 'DepositBackList', query: { text: '{backNo}' } },
} as const
const booked = { topics: ['deposit', 'voucher'] } as const

export const depositHappenings = happeningTable({
  'deposit.recorded': {
    ...onDeposit,
    title: '押金待复核',
    text: '{maker}为{branch}登记了{carrier}的{purpose}押金 {amount} 元（{depositNo}），请复核',
  },
  'deposit.booked': {
    ...onDeposit,
    topics: ['deposit', 'voucher', 'remittance'],
    title: '押金已入账',
    text: '{carrier}的{purpose}押金 {amount} 元（{depositNo}）已确认入账',
  },
  'deposit.rejected': {
    ...onDeposit,
    title: '押金被驳回',
    text: '{carrier}的押金 {amount} 元（{depositNo}）被驳回：{reason}',
  },
  'deposit.undoAsked': {
    ...onDeposit,
    title: '押金待冲销',
    text: '{maker}申请冲销{branch}的押金{depositNo}（{carrier} {amount} 元），请复核：{reason}',
  },
  'deposit.undone': {
    ...onDeposit,
    topics: ['deposit', 'voucher', 'remittance'],
    title: '押金已冲销',
    text: '{carrier}的押金 {amount} 元（{depositNo}）登记有误，已冲销',
  },
  'deposit.kept': {
    ...onDeposit,
    title: '押金不冲销',
    text: '{carrier}的押金 {amount} 元（{depositNo}）不予冲销，仍在押',
  },
  'deposit.backAsked': {
    ...onBack,
    title: '押金退还待审批',
    text: '{maker}申请{kind}{carrier}的押金 {amount} 元（{backNo}）：{reason}',
  },
  'deposit.backApproved': {
    ...onBack,
    ...booked,
    title: '押金退还待退款',
    text: '{carrier}的押金 {amount} 元（{backNo}）已同意退还，请在银行退款后填写流水号',
  },
  'deposit.backRejected': {
    ...onBack,
    title: '押金退还被驳回',
    text: '{carrier}的押金 {amount} 元（{backNo}）被驳回：{reason}',
  },
  'deposit.backPaid': {
    ...onBack,
    ...booked,
    title: '押金已退还',
    text: '{carrier}的押金 {amount} 元（{backNo}）已退还，银行流水号 {serial}',
  },
  'deposit.backFailed': {
    ...onBack,
    ...booked,
    title: '押金退款失败',
    text: '{carrier}的押金 {amount} 元（{backNo}）没有退成，已恢复在押：{reason}',
  },
  'deposit.setOff': {
    ...onBack,
    topics: ['deposit', 'voucher', 'debt'],
    title: '押金已抵欠款',
    text: '{carrier}的押金 {amount} 元（{backNo}）已抵欠款',
  },
  'deposit.backDoubted': {
    ...onBack,
    title: '押金退还待复核',
    text: '{maker}登记押金退还{backNo}（{carrier} {amount} 元）{what}，请复核：{reason}',
  },
  'deposit.backReturned': {
    ...onBack,
    topics: ['deposit', 'voucher', 'debt'],
    title: '押金恢复在押',
    text: '{carrier}的押金 {amount} 元（{backNo}）{what}，已恢复在押',
  },
  'deposit.backKept': {
    ...onBack,
    title: '押金退还不变',
    text: '押金退还{backNo}（{carrier} {amount} 元）{what}',
  },
})
