// Happenings of fuel before the trip: handed out to a waybill.
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
})
