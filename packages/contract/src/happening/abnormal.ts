// Happenings of abnormal positions: more vehicles than before, one that is escalated or taken over, and lists that follow.
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
  // the person who had it in hand, of a step that somebody else took with it
  'abnormal.taken': {
    push: 'notice',
    title: '定位异常：{move}',
    text: '您认领的 {plate} {kind}，{by} 已{move}[：{reason}]',
    topics: ['abnormal'],
    kind: 'exception',
    opens: { screen: 'DriverLocationException', query: { text: '{plate}' } },
  },
  'abnormal.escalated': {
    push: 'notice',
    title: '定位异常已升级',
    text: '{plate} {kind}：{reason}',
    topics: ['abnormal'],
    kind: 'exception',
    opens: { screen: 'DriverLocationException', query: { text: '{plate}' } },
  },
})
