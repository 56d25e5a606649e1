// Happenings of fund records: recorded, and judged by another person.
import { happeningTable } from './happening.ts'

const onFund = {
  push: 'notice',
  topics: ['fund'],
  kind: 'payment',
  opens: { screen: 'FundList', query: { text: '{recordNo}' } },
} as const

export const fundHappenings = happeningTable({
  'fund.recorded': {
    ...onFund,
    title: '资金登记待复核',
    text: '{maker}为{branch}登记了{kind} {amount} 元（{recordNo}），请复核',
  },
  'fund.confirmed': {
    ...onFund,
    topics: ['fund', 'voucher'],
    title: '资金登记已入账',
    text: '{recordNo}（{kind} {amount} 元）已由{checker}确认入账',
  },
  'fund.rejected': { ...onFund, title: '资金登记被驳回', text: '{recordNo}（{kind} {amount} 元）被驳回：{reason}' },
})
