// Happenings of fuel before the trip: handed out to a waybill, and coupons verified.
import { happeningTable } from './happening.ts'

const onShift = {
  push: 'notice',
  topics: ['fuel', 'voucher'],
  kind: 'payment',
  opens: { screen: 'FuelShifts', query: { text: '{shiftNo}' } },
} as const

export const fuelHappenings = happeningTable({
  'fuel.issued': {
    push: 'notice',
    topics: ['fuel'],
    kind: 'payment',
    opens: { screen: 'WaybillDetails', parts: { id: '{waybillId}' } },
    title: '油费已发放',
    text: '运单{waybillNo}已发放油费 {amount} 元（{issueNo}）',
  },
  'fuel.shiftAsked': {
    ...onShift,
    topics: ['fuel'],
    title: '油品调整待复核',
    text: '{maker}为{branch}登记了{kind} {amount} 元（{shiftNo}），请复核：{reason}',
  },
  'fuel.shiftBooked': {
    ...onShift,
    title: '油品调整已入账',
    text: '{shiftNo}（{kind} {amount} 元）已由{checker}确认入账',
  },
  'fuel.shiftRejected': {
    ...onShift,
    topics: ['fuel'],
    title: '油品调整被驳回',
    text: '{shiftNo}（{kind} {amount} 元）被驳回：{reason}',
  },
  'fuel.shiftUndoAsked': {
    ...onShift,
    topics: ['fuel'],
    title: '油品调整待冲销',
    text: '{maker}申请冲销{shiftNo}（{kind} {amount} 元），请复核：{reason}',
  },
  'fuel.shiftUndone': { ...onShift, title: '油品调整已冲销', text: '{shiftNo}（{kind} {amount} 元）已由{checker}冲销' },
  'fuel.verified': {
    push: 'coupon',
    topics: ['fuel'],
    title: '油券已核销',
    text: '油券{couponNo}已核销，今日共 {count} 张',
    data: ['count'],
  },
})
