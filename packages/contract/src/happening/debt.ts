// Happenings of debts: a request to give one up and its answer, and a plan of instalments; with those of receivables.
import { happeningTable } from './happening.ts'
import { writeOffHappenings } from './writeOff.ts'

const onDebt = {
  push: 'notice',
  topics: ['debt'],
  kind: 'payment',
  opens: { screen: 'DebtList', query: { text: '{debtNo}' } },
} as const

const ofDebts = happeningTable({
  'debt.asked': {
    ...onDebt,
    title: '欠款核销待确认',
    text: '{asker}申请核销{carrier}的欠款 {amount} 元（{debtNo}）：{reason}',
  },
  'debt.refused': {
    ...onDebt,
    title: '欠款核销未同意',
    text: '{carrier}的欠款 {amount} 元（{debtNo}）不予核销：{reason}',
  },
  'debt.written': {
    ...onDebt,
    topics: ['debt', 'voucher'],
    title: '欠款已核销',
    text: '{carrier}的欠款 {amount} 元（{debtNo}）已核销入账',
  },
  'debt.due': {
    ...onDebt,
    opens: { screen: 'DebtList', query: { text: '{carrier}', state: 'open' } },
    title: '欠款待催收',
    text: '{carrier}有 {count} 笔欠款已满 {days} 天未还，共 {amount} 元，请催收',
  },
  'debt.owing': {
    ...onDebt,
    opens: { screen: 'DebtList', query: { state: 'open' } },
    title: '欠款未还',
    text: '贵公司在{branch}有 {count} 笔欠款已满 {days} 天未还，共 {amount} 元，请尽快归还，或与对方约定分期',
  },
  'debt.planned': {
    ...onDebt,
    title: '欠款分期',
    text: '欠款 {debtNo} 已约定分期：{plan}',
  },
})
export const debtHappenings = { ...ofDebts, ...writeOffHappenings }
