// Alarm bits of a location: one table.

interface AlarmBit {
  readonly bit: number
  readonly label: string
  /** Editions whose terminals send it; all where nothing is said. */
  readonly in?: 2013 | 2019
  /** True where the terminal clears the bit once it was acknowledged: an event, no state. */
  readonly isEvent?: true
}

/** Bits of the alarm word, by name. */
export const alarmBits = {
  sos: { bit: 0, label: '紧急报警', isEvent: true },
  overspeed: { bit: 1, label: '超速报警' },
  fatigue: { bit: 2, label: '疲劳驾驶报警' },
  danger: { bit: 3, label: '危险驾驶报警', isEvent: true },
  gnssFault: { bit: 4, label: 'GNSS 模块故障' },
  antennaCut: { bit: 5, label: 'GNSS 天线未接或被剪断' },
  antennaShort: { bit: 6, label: 'GNSS 天线短路' },
  undervoltage: { bit: 7, label: '主电源欠压' },
  powerCut: { bit: 8, label: '主电源掉电' },
  displayFault: { bit: 9, label: '显示器故障' },
  speechFault: { bit: 10, label: 'TTS 模块故障' },
  cameraFault: { bit: 11, label: '摄像头故障' },
  cardFault: { bit: 12, label: '道路运输证 IC 卡模块故障' },
  overspeedWarning: { bit: 13, label: '超速预警' },
  fatigueWarning: { bit: 14, label: '疲劳驾驶预警' },
  violation: { bit: 15, label: '违规行驶报警', in: 2019 },
  tyreWarning: { bit: 16, label: '胎压预警', in: 2019 },
  rightBlindSpot: { bit: 17, label: '右转盲区异常', in: 2019 },
  drivingOfDay: { bit: 18, label: '当天累计驾驶超时' },
  parkedTooLong: { bit: 19, label: '超时停车' },
  areaCrossed: { bit: 20, label: '进出区域', isEvent: true },
  routeCrossed: { bit: 21, label: '进出路线', isEvent: true },
  segmentTime: { bit: 22, label: '路段行驶时间不足或过长', isEvent: true },
  offRoute: { bit: 23, label: '路线偏离' },
  speedSensor: { bit: 24, label: '车辆 VSS 故障' },
  fuel: { bit: 25, label: '车辆油量异常' },
  theft: { bit: 26, label: '车辆被盗' },
  ignition: { bit: 27, label: '车辆非法点火', isEvent: true },
  moved: { bit: 28, label: '车辆非法位移', isEvent: true },
  collision: { bit: 29, label: '碰撞报警' },
  rollover: { bit: 30, label: '侧翻报警' },
  doorOpened: { bit: 31, label: '非法开门报警', in: 2013, isEvent: true },
} as const satisfies Readonly<Record<string, AlarmBit>>

/** An alarm by its name. */
export type AlarmKey = keyof typeof alarmBits

const alarmKeys = Object.keys(alarmBits) as AlarmKey[]

/** The bits of a word that mean something in its edition: terminals of 2011 and 2013 leave those of 2019 to chance. */
export function knownAlarms(word: number, is2019: boolean): number {
  if (is2019 || word === 0) return word
  return (word & ~bitsOf2019) >>> 0
}
const bitsOf2019 = alarmKeys
  .map((key): AlarmBit => alarmBits[key])
  .reduce((bits, one) => (one.in === 2019 ? bits | (1 << one.bit) : bits), 0)

/** Names of the alarms set in a word, from bit 0 on. */
export function alarmsOf(word: number): AlarmKey[] {
  return alarmKeys.filter(key => ((word >>> alarmBits[key].bit) & 1) === 1)
}
