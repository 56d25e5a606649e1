// The columns of stops, trips and alarms, of mileage by day, and of vehicles online.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { episodeStates } from '@yunshu/domain/track/abnormal'
import { shareText, stopKinds } from '@yunshu/domain/track/report'
import { besidesColumn, count, day, kilometres, label, text, time, type ListColumns } from '../columns.ts'
import type { TrackAlarmRow, TrackAreaRow, TrackDayRow, TrackOnlineRow, TrackStopRow, TrackTripRow } from './report.ts'

const minutes = (seconds: number): number => Math.round(seconds / 60)

export const stopListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 14 }),
  fromAt: time('开始时间', row => row.fromAt),
  toAt: time('结束时间', row => row.toAt),
  minutes: count('停留(分钟)', row => Math.round((row.toAt - row.fromAt) / MINUTE_MS), { listTitle: '停留' }),
  kind: label('类型', stopKinds, row => row.kind),
  district: text('地区', row => row.district, { chars: 24 }),
  fence: text('围栏', row => row.fence, { chars: 20 }),
  place: besidesColumn(
    'district',
    text('位置', row => row.place, { chars: 24 }),
  ),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<TrackStopRow>

export const trackDayListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 14 }),
  day: day('日期', row => row.dayAt),
  distance: kilometres('里程', row => row.distanceM),
  gap: kilometres('其中无信号', row => row.gapM),
  odometer: kilometres('车载里程', row => row.odometerM),
  moving: count('行驶(分钟)', row => minutes(row.movingS), { listTitle: '行驶' }),
  idle: count('怠速(分钟)', row => minutes(row.idleS), { listTitle: '未熄火停车' }),
  stops: count('停车次数', row => row.stops),
  online: count('在线(分钟)', row => minutes(row.onlineS), { listTitle: '在线' }),
  firstAt: time('首次定位', row => row.firstAt),
  lastAt: time('末次定位', row => row.lastAt),
  points: count('定位点', row => row.points),
  latePoints: count('其中补传', row => row.latePoints),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<TrackDayRow>

export const onlineListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 14 }),
  onlineRate: text('上线率', row => shareText(row.onlineDays, row.days)),
  days: count('应上线天数', row => row.days),
  onlineDays: count('上线天数', row => row.onlineDays),
  wholeRate: text('完整率', row => shareText(row.wholeM, row.distanceM)),
  distance: kilometres('里程', row => row.distanceM),
  whole: kilometres('完整里程', row => row.wholeM),
  online: count('在线(分钟)', row => minutes(row.onlineS), { listTitle: '在线' }),
  points: count('定位点', row => row.points),
  latePoints: count('其中补传', row => row.latePoints),
  lastAt: time('末次定位', row => row.lastAt),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<TrackOnlineRow>

export const tripListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 14 }),
  fromAt: time('出发时间', row => row.fromAt),
  toAt: time('到达时间', row => (row.isUnderWay ? undefined : row.toAt)),
  way: text('状态', row => (row.isUnderWay ? '进行中' : '已结束')),
  fromDistrict: text('出发地区', row => row.fromDistrict, { chars: 24 }),
  toDistrict: text('到达地区', row => row.toDistrict, { chars: 24 }),
  distance: kilometres('里程', row => row.distanceM),
  gap: kilometres('其中无信号', row => row.gapM),
  moving: count('行驶(分钟)', row => minutes(row.movingS), { listTitle: '行驶' }),
  mostSpeed: count('最高车速(km/h)', row => Math.round(row.mostSpeed / 10)),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  fromPlace: besidesColumn(
    'fromDistrict',
    text('出发位置', row => row.fromPlace, { chars: 24 }),
  ),
  toPlace: besidesColumn(
    'toDistrict',
    text('到达位置', row => row.toPlace, { chars: 24 }),
  ),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<TrackTripRow>

const alarmLevels: Readonly<Record<number, string>> = { 1: '一级', 2: '二级' }
export const alarmListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 14 }),
  alarm: text('报警', row => row.alarm, { chars: 20 }),
  level: text('级别', row => (row.level === undefined ? undefined : alarmLevels[row.level])),
  fromAt: time('开始时间', row => row.fromAt),
  toAt: time('结束时间', row => row.toAt),
  minutes: count('持续(分钟)', row => Math.round((row.toAt - row.fromAt) / MINUTE_MS), { listTitle: '持续' }),
  district: text('地区', row => row.district, { chars: 24 }),
  place: besidesColumn(
    'district',
    text('位置', row => row.place, { chars: 24 }),
  ),
  answered: text('处理', row => row.abnormal && episodeStates.states[row.abnormal.state].label),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<TrackAlarmRow>

export const areaListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 14 }),
  firstAt: time('首次进入', row => row.firstAt),
  lastAt: time('最后离开', row => row.lastAt),
  inside: count('区域内(分钟)', row => minutes(row.insideS)),
  points: count('定位点', row => row.points),
  district: text('地区', row => row.district, { chars: 24 }),
  place: besidesColumn(
    'district',
    text('位置', row => row.place, { chars: 24 }),
  ),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<TrackAreaRow>
