// Happenings of abnormal positions: more vehicles than before, one that is escalated, and lists that follow.
import { happeningTable, silent } from './happening.ts'

export const abnormalHappenings = happeningTable({
  'abnormal.grown': {
    push: 'abnormal',
    title: '定位异常',
    text: '有 {count} 辆车定位异常，点击查看',
    topics: ['abnormal'],
    kind: 'exception',
    data: ['count'],
    opens: { screen: 'DriverLocationException' },
  },
  'abnormal.changed': silent('abnormal'),
  'abnormal.escalated': {
    push: 'notice',
    title: '定位异常已升级',
    text: '{plate} {kind}：{reason}',
    topics: ['abnormal'],
    kind: 'exception',
    opens: { screen: 'DriverLocationException', query: { text: '{plate}' } },
  },
})
