// Alarms of active safety terminals (T/JSATL12, 苏标): the four bodies that come as extras of a location, and one table of the
// alarms they tell.
import { alarmBits } from './alarms.ts'
import { bcd, fixedBytes, list, restBytes, struct, tail, u16, u32, u8, type ValueOf } from './layout.ts'

/** The vehicle when the alarm was told. */
const situation = {
  speedKmh: u8,
  altitudeM: u16,
  /** 1e-6 degrees. */
  latE6: u32,
  lonE6: u32,
  /** BCD `yymmddhhmmss` of GMT+8, as sent. */
  time: bcd(6),
  vehicle: u16,
  /** Sixteen bytes as text: attachments are asked for by them. */
  identity: bcd(16),
}
/** `flag`: 0 not usable, 1 begins, 2 ends. */
const head = { alarmId: u32, flag: u8 }

/** 0x64, the road ahead; bytes a maker puts behind a body are kept as they came (`rest`). */
const assistance = struct({
  ...head,
  type: u8,
  level: u8,
  frontSpeedKmh: u8,
  /** 100 ms to the vehicle or person ahead. */
  distance: u8,
  /** 1 left, 2 right. */
  lane: u8,
  sign: u8,
  signValue: u8,
  ...situation,
  rest: restBytes,
})
/** 0x65, the driver. */
const driver = struct({
  ...head,
  type: u8,
  level: u8,
  fatigue: u8,
  reserved: fixedBytes(4),
  ...situation,
  rest: restBytes,
})
/** 0x66, tyres: one entry for each. */
const tyres = struct({
  ...head,
  ...situation,
  tyres: tail(list(u8, struct({ place: u8, kinds: u16, kpa: u16, celsius: u16, battery: u16 }))),
  rest: restBytes,
})
/** 0x67, the ground beside the vehicle that its driver does not see. */
const beside = struct({ ...head, type: u8, ...situation, rest: restBytes })

/** Bodies by the name of their extra. */
export const safetyBodies = { adas: assistance, driverState: driver, tyreAlarm: tyres, blindSpot: beside } as const
/** An extra with alarms of active safety. */
export type SafetyExtra = keyof typeof safetyBodies
/** The bodies of a location, those it came with. */
export type SafetyExtras = { readonly [K in SafetyExtra]?: ValueOf<(typeof safetyBodies)[K]> }

interface SafetyAlarm {
  readonly in: SafetyExtra
  /** The type a body names; of tyres the bit of the word of each. */
  readonly type: number
  readonly label: string
  /** True of events by the standard: a photo, a driver who changed, pressures told by the clock. */
  readonly isEvent?: true
}

/** Alarms by name. */
export const safetyAlarms = {
  forwardCollision: { in: 'adas', type: 0x01, label: '前向碰撞报警' },
  laneDeparture: { in: 'adas', type: 0x02, label: '车道偏离报警' },
  tooClose: { in: 'adas', type: 0x03, label: '车距过近报警' },
  pedestrian: { in: 'adas', type: 0x04, label: '行人碰撞报警' },
  laneChanges: { in: 'adas', type: 0x05, label: '频繁变道报警' },
  roadSign: { in: 'adas', type: 0x06, label: '道路标识超限报警' },
  obstacle: { in: 'adas', type: 0x07, label: '障碍物报警' },
  assistanceFailed: { in: 'adas', type: 0x08, label: '驾驶辅助功能失效报警' },
  signSeen: { in: 'adas', type: 0x10, label: '道路标志识别', isEvent: true },
  roadShot: { in: 'adas', type: 0x11, label: '车外主动抓拍', isEvent: true },
  tired: { in: 'driverState', type: 0x01, label: '疲劳驾驶报警' },
  phoning: { in: 'driverState', type: 0x02, label: '接打电话报警' },
  smoking: { in: 'driverState', type: 0x03, label: '抽烟报警' },
  distracted: { in: 'driverState', type: 0x04, label: '分神驾驶报警' },
  driverOdd: { in: 'driverState', type: 0x05, label: '驾驶员异常报警' },
  driverShot: { in: 'driverState', type: 0x10, label: '驾驶员自动抓拍', isEvent: true },
  driverChanged: { in: 'driverState', type: 0x11, label: '驾驶员变更', isEvent: true },
  tyreTold: { in: 'tyreAlarm', type: 0, label: '胎压定时上报', isEvent: true },
  tyreHigh: { in: 'tyreAlarm', type: 1, label: '胎压过高报警' },
  tyreLow: { in: 'tyreAlarm', type: 2, label: '胎压过低报警' },
  tyreHot: { in: 'tyreAlarm', type: 3, label: '胎温过高报警' },
  tyreSensor: { in: 'tyreAlarm', type: 4, label: '胎压传感器异常' },
  tyreUneven: { in: 'tyreAlarm', type: 5, label: '胎压不平衡报警' },
  tyreLeak: { in: 'tyreAlarm', type: 6, label: '轮胎慢漏气报警' },
  tyreBattery: { in: 'tyreAlarm', type: 7, label: '胎压传感器电量低' },
  rearClose: { in: 'blindSpot', type: 1, label: '后方接近报警' },
  leftRearClose: { in: 'blindSpot', type: 2, label: '左侧后方接近报警' },
  rightRearClose: { in: 'blindSpot', type: 3, label: '右侧后方接近报警' },
} as const satisfies Readonly<Record<string, SafetyAlarm>>
/** An alarm of active safety by its name. */
export type SafetyKey = keyof typeof safetyAlarms

const safetyKeys = Object.keys(safetyAlarms) as SafetyKey[]

/** All alarms a terminal can tell, by name: bits of its alarm word, and those of active safety. */
export const toldAlarms = { ...alarmBits, ...safetyAlarms } as const
/** An alarm by its name. */
export type ToldKey = keyof typeof toldAlarms
/** Alarms people read of: events of active safety are none. */
export const reportedAlarms = (Object.keys(toldAlarms) as ToldKey[]).filter(
  key => !safetyKeys.some(one => one === key && 'isEvent' in safetyAlarms[one]),
)

/** An alarm a location tells. */
export interface SafetyTold {
  readonly key: SafetyKey
  /** 1 or 2, the higher the worse; 0 where the body has none. */
  readonly level: number
  /** True where this is its end. */
  readonly isEnd: boolean
}

const keysOf = (extra: SafetyExtra, isTold: (type: number) => boolean): SafetyKey[] =>
  safetyKeys.filter(key => safetyAlarms[key].in === extra && isTold(safetyAlarms[key].type))

/** The alarms of a location's extras; types makers made for themselves are none. */
export function safetyToldOf({ adas, driverState, tyreAlarm, blindSpot }: SafetyExtras): SafetyTold[] {
  const tyreWords = (tyreAlarm?.tyres ?? []).reduce((word, { kinds }) => word | kinds, 0)
  return [
    ...(adas ? keysOf('adas', type => type === adas.type).map(key => told(key, adas.level, adas.flag)) : []),
    ...(driverState
      ? keysOf('driverState', type => type === driverState.type).map(key =>
          told(key, driverState.level, driverState.flag),
        )
      : []),
    ...(tyreAlarm
      ? keysOf('tyreAlarm', bit => ((tyreWords >>> bit) & 1) === 1).map(key => told(key, 0, tyreAlarm.flag))
      : []),
    ...(blindSpot ? keysOf('blindSpot', type => type === blindSpot.type).map(key => told(key, 0, blindSpot.flag)) : []),
  ]
}

const told = (key: SafetyKey, level: number, flag: number): SafetyTold => ({
  key,
  // the standard knows no others
  level: level === 1 || level === 2 ? level : 0,
  isEnd: flag === 2,
})
