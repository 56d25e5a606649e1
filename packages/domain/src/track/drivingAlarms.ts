// Alarms of terminals that somebody has to answer (驾驶报警): the kinds, when each is found, and which wait for people.
import { MINUTE_MS } from '../figures/time.ts'

/** Kinds of driving alarms, with the rule each is found by: `minutes` is how long it has to be told before it counts. */
export const drivingKinds = {
  sos: {
    label: '紧急报警',
    hint: '司机按下报警键，终端一报就提醒承运商、分公司和平台；处理之前一直保留，不能停用',
    group: 'driving',
    minutes: 0,
    least: 0,
    most: 0,
  },
  crash: {
    label: '碰撞侧翻',
    hint: '终端报碰撞或侧翻，一报就提醒承运商、分公司和平台；处理之前一直保留，不能停用',
    group: 'driving',
    minutes: 0,
    least: 0,
    most: 0,
  },
  fatigue: {
    label: '疲劳驾驶',
    hint: '终端持续报疲劳驾驶超过设定时长，或主动安全终端报二级疲劳驾驶',
    group: 'driving',
    minutes: 0,
    least: 0,
    most: 120,
  },
  overspeed: {
    label: '超速',
    hint: '终端持续报超速超过设定时长',
    group: 'driving',
    minutes: 3,
    least: 0,
    most: 60,
  },
  powerCut: {
    label: '终端断电',
    hint: '终端持续报主电源断电超过设定时长',
    group: 'driving',
    minutes: 5,
    least: 0,
    most: 120,
  },
  driver: {
    label: '不安全驾驶',
    hint: '主动安全终端报二级的接打电话、抽烟、分神驾驶或驾驶员异常',
    group: 'driving',
    minutes: 0,
    least: 0,
    most: 0,
  },
  road: {
    label: '行车危险',
    hint: '主动安全终端报二级的前向碰撞、行人碰撞、车距过近、车道偏离、频繁变道或障碍物',
    group: 'driving',
    minutes: 0,
    least: 0,
    most: 0,
  },
  tyre: {
    label: '轮胎异常',
    hint: '主动安全终端报胎压过高、过低、胎温过高或慢漏气',
    group: 'driving',
    minutes: 0,
    least: 0,
    most: 0,
  },
} as const
export type DrivingKind = keyof typeof drivingKinds

/** Alarms of terminals by the kind they count as, each by its name in the codec. */
export const alarmsOfKind = {
  sos: ['sos'],
  crash: ['collision', 'rollover'],
  fatigue: ['fatigue', 'tired'],
  overspeed: ['overspeed'],
  powerCut: ['powerCut'],
  driver: ['phoning', 'smoking', 'distracted', 'driverOdd'],
  road: ['forwardCollision', 'laneDeparture', 'tooClose', 'pedestrian', 'laneChanges', 'obstacle'],
  tyre: ['tyreHigh', 'tyreLow', 'tyreHot', 'tyreLeak'],
} as const satisfies Record<DrivingKind, readonly string[]>
/** Alarms of active safety of this level are rows of 报警记录 and count as nothing that waits for people. */
export const slightLevel = 1

export const drivingLevels = {
  sos: 1,
  crash: 1,
  fatigue: 2,
  overspeed: 3,
  powerCut: 2,
  driver: 2,
  road: 3,
  tyre: 3,
} as const satisfies Record<DrivingKind, 1 | 2 | 3>

/** Whether a kind is one of a terminal's alarms. */
export const isDrivingKind = (kind: string): kind is DrivingKind => Object.hasOwn(drivingKinds, kind)

/** Kinds that are told to people at once, on the road or not, stay until people have dealt with them, and cannot be put off. */
export const helpKinds = ['sos', 'crash'] as const satisfies readonly DrivingKind[]
export type HelpKind = (typeof helpKinds)[number]
/** Whether a kind is a call for help. */
export const isHelpKind = (kind: string): kind is HelpKind => helpKinds.some(one => one === kind)

/** Told again within this, ms, an alarm is the same one: a terminal says it again with each position. */
export const sameAlarmMs = 2 * MINUTE_MS
/** Alarms not heard of for this long, ms, are over: terminals of trucks that stand report every few minutes. */
export const alarmOverMs = 5 * MINUTE_MS

/** An alarm of a vehicle's terminal. */
export interface ToldAlarm {
  readonly kind: DrivingKind
  /** First and last position that tells it. */
  readonly since: number
  readonly at: number
  /** The arrival of the last message that tells it. */
  readonly heardAt: number
  /** Whether people have been told of it. */
  readonly isTold: boolean
  /** The alarm of active safety that told it last, by its name in the codec; undefined where the alarm word did. */
  readonly said: string | undefined
}

/** Whether an alarm is to be answered now; a call nobody has heard of yet always is, however late it came. */
export function isAlarmLiving({ kind, since, at, heardAt, isTold }: ToldAlarm, minutes: number, now: number): boolean {
  if (isHelpKind(kind) && !isTold) return true
  return now - heardAt <= alarmOverMs && at - since >= minutes * MINUTE_MS
}
