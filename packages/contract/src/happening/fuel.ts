// Happenings of fuel before the trip: handed out to a waybill, and coupons verified.
import { happeningTable } from './happening.ts'

export const fuelHappenings = happeningTable({
  'fuel.issued': {
    push: 'notice',
    topics: ['fuel'],
    kind: 'payment',
    opens: { screen: 'WaybillDetails', parts: { id: '{waybillId}' } },
    title: '油费已发放',
    text: '运单{waybillNo}已发放油费 {amount} 元（{issueNo}）',
  },
  'fuel.verified': {
    push: 'coupon',
    topics: ['fuel'],
    title: '油券已核销',
    text: '油券{couponNo}已核销，今日共 {count} 张',
    data: ['count'],
  },
})
