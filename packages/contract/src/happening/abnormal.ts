// Happenings of abnormal positions: more vehicles than before, one that is escalated or taken over, and lists that follow.
import { happeningTable, silentTopics } from './happening.ts'

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
  'abnormal.changed': silentTopics('abnormal'),
  // a call for help: at once, to all who can act on it
  'abnormal.help': {
    push: 'notice',
    title: '{kind}：{plate}',
    text: '{plate} {at} 报{kind}，请立即联系司机[ {driver}][，运单 {waybillNo}]',
    topics: ['abnormal'],
    kind: 'exception',
    opens: { screen: 'DriverLocationException', query: { text: '{plate}' } },
  },
  // a truck of one's own that drove for nobody then: no episode is kept of it
  'abnormal.helpAlone': {
    push: 'notice',
    title: '{kind}：{plate}',
    text: '{plate} {at} 报{kind}，{why}，请立即联系司机',
    topics: ['abnormal'],
    kind: 'exception',
    opens: { screen: 'TrackMap', query: { text: '{plate}' } },
  },
  // the person who had it in hand, of a step that somebody else took with it
  'abnormal.taken': {
    push: 'notice',
    title: '{group}：{move}',
    text: '您认领的 {plate} {kind}，{by} 已{move}[：{reason}]',
    topics: ['abnormal'],
    kind: 'exception',
    opens: { screen: 'DriverLocationException', query: { text: '{plate}' } },
  },
  'abnormal.escalated': {
    push: 'notice',
    title: '{group}已升级',
    text: '{plate} {kind}：{reason}',
    topics: ['abnormal'],
    kind: 'exception',
    opens: { screen: 'DriverLocationException', query: { text: '{plate}' } },
  },
})
