// Happenings of receivables that are given up: a request and its answer, and the same of taking one back.
import { happeningTable } from './happening.ts'

const onWriteOff = {
  push: 'notice',
  topics: ['writeOff'],
  kind: 'payment',
  opens: { screen: 'WriteOffList', query: { text: '{writeOffNo}' } },
} as const
const booked = { ...onWriteOff, topics: ['writeOff', 'voucher'] } as const

export const writeOffHappenings = happeningTable({
  'writeOff.asked': {
    ...onWriteOff,
    title: '应收坏账待确认',
    text: '{asker}申请核销{shipper}的应收 {amount} 元（{writeOffNo}），请确认：{reason}',
  },
  'writeOff.booked': {
    ...booked,
    title: '应收坏账已核销',
    text: '{shipper}的应收 {amount} 元（{writeOffNo}）已由{checker}确认核销入账',
  },
  'writeOff.rejected': {
    ...onWriteOff,
    title: '应收坏账被驳回',
    text: '{shipper}的应收 {amount} 元（{writeOffNo}）不予核销：{reason}',
  },
  'writeOff.undoAsked': {
    ...onWriteOff,
    title: '坏账核销待冲销',
    text: '{asker}申请冲销{shipper}的坏账核销 {amount} 元（{writeOffNo}），请确认：{reason}',
  },
  'writeOff.undone': {
    ...booked,
    title: '坏账核销已冲销',
    text: '{shipper}的坏账核销 {amount} 元（{writeOffNo}）已由{checker}冲销，应收恢复',
  },
  'writeOff.kept': {
    ...onWriteOff,
    title: '坏账核销不冲销',
    text: '{shipper}的坏账核销 {amount} 元（{writeOffNo}）不予冲销',
  },
  'writeOff.returned': {
    ...booked,
    title: '坏账核销已退回',
    text: '{shipper}的坏账核销（{writeOffNo}）随运单{waybillNo}作废或红冲退回 {amount} 元，现核销 {standing} 元',
  },
})
