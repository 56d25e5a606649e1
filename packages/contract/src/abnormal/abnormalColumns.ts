// The columns of abnormal positions.
import { abnormalKinds, abnormalLevels, episodeStates } from '@yunshu/domain/track/abnormal'
import { besidesColumn, label, number, state, text, time, type ListColumns } from '../columns.ts'
import { evidenceText, type AbnormalRow } from './abnormal.ts'

export const abnormalListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 14 }),
  state: state('状态', episodeStates, row => row.state),
  kind: label('异常类型', abnormalKinds, row => row.kind),
  level: label('等级', abnormalLevels, row => row.level),
  fromAt: time('开始时间', row => row.fromAt),
  recoveredAt: time('恢复时间', row => row.recoveredAt),
  times: number('次数', row => row.times),
  evidence: text('情况', evidenceText, { chars: 40 }),
  district: text('最后位置', row => row.district ?? row.place, { chars: 24 }),
  place: besidesColumn(
    'district',
    text('最后位置坐标', row => row.place, { chars: 24 }),
  ),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  driverName: text('司机', row => row.driverName),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  claimer: text('处理人', row => row.claimer),
  note: text('处理记录', row => row.note, { chars: 40 }),
} satisfies ListColumns<AbnormalRow>
