// Happenings of closing months: asked for, and come to nothing because nobody confirmed it in time.
import { happeningTable } from './happening.ts'

const onPeriod = {
  push: 'notice',
  topics: ['period'],
  kind: 'audit',
  opens: { screen: 'PeriodList', parts: {} },
} as const

export const closingHappenings = happeningTable({
  'period.asked': {
    ...onPeriod,
    title: '结账待确认',
    text: '{asker}申请{branch}{period}结账，请在 {hours} 小时内确认',
  },
  'period.lapsed': {
    ...onPeriod,
    title: '结账申请已失效',
    text: '{asker}于 {time} 申请的{branch}{period}结账，{hours} 小时内无人确认，已失效，请重新申请',
  },
})
