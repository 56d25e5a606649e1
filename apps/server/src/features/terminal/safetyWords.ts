// Words for alarms of active safety terminals, as the last messages of a terminal show them.
import { safetyAlarms, safetyBodies, safetyToldOf, type SafetyExtra, type SafetyExtras } from '@yunshu/jt808/safety'

const flags = ['', '开始', '结束'] as const
const levels = ['', '一级', '二级'] as const
const sides = ['', '左侧', '右侧'] as const
const signs = ['', '限速', '限高', '限重'] as const

const named = (words: readonly string[], value: number): string | undefined => words[value] || undefined
const labelOf = (extras: SafetyExtras, unknown: string): string => safetyLabels(extras).join('、') || unknown
const otherType = (type: number): string => `其他（${type}）`

/** Parts of each body beside its name, in the order people read them. */
const parts: { readonly [K in SafetyExtra]: (value: NonNullable<SafetyExtras[K]>) => (string | undefined)[] } = {
  adas: value => [
    labelOf({ adas: value }, otherType(value.type)),
    named(levels, value.level),
    value.frontSpeedKmh === 0 ? undefined : `前车 ${value.frontSpeedKmh} km/h`,
    value.distance === 0 ? undefined : `距前方 ${(value.distance / 10).toFixed(1)} 秒`,
    named(sides, value.lane),
    named(signs, value.sign) && `${named(signs, value.sign)} ${value.signValue}`,
  ],
  driverState: value => [
    labelOf({ driverState: value }, otherType(value.type)),
    named(levels, value.level),
    value.fatigue === 0 ? undefined : `疲劳程度 ${value.fatigue}`,
  ],
  tyreAlarm: value => [
    labelOf({ tyreAlarm: value }, '无异常'),
    ...(value.tyres ?? []).map(
      ({ place, kpa, celsius }) => `第 ${place + 1} 轮 ${kpa} kPa ${celsius > 0x7fff ? celsius - 0x1_0000 : celsius} ℃`,
    ),
  ],
  blindSpot: value => [labelOf({ blindSpot: value }, otherType(value.type))],
}

const told = ({ flag, speedKmh, identity }: { flag: number; speedKmh: number; identity: string }): string[] => [
  ...(named(flags, flag) ? [named(flags, flag) ?? ''] : []),
  `车速 ${speedKmh} km/h`,
  `报警标识 ${identity.toUpperCase()}`,
]

/** Whether an extra has alarms of active safety. */
export const isSafetyExtra = (key: string): key is SafetyExtra => Object.hasOwn(safetyBodies, key)

/** A body in words; undefined where the extras have none of this kind. */
export function safetyText(extras: SafetyExtras, key: SafetyExtra): string | undefined {
  switch (key) {
    case 'adas':
      return extras.adas && line(parts.adas(extras.adas), extras.adas)
    case 'driverState':
      return extras.driverState && line(parts.driverState(extras.driverState), extras.driverState)
    case 'tyreAlarm':
      return extras.tyreAlarm && line(parts.tyreAlarm(extras.tyreAlarm), extras.tyreAlarm)
    case 'blindSpot':
      return extras.blindSpot && line(parts.blindSpot(extras.blindSpot), extras.blindSpot)
  }
}

const line = (own: readonly (string | undefined)[], value: Parameters<typeof told>[0]): string =>
  [...own.filter(part => part !== undefined), ...told(value)].join('，')

/** The alarms of a location's extras by name: 接打电话报警、车距过近报警. */
export const safetyLabels = (extras: SafetyExtras): string[] =>
  safetyToldOf(extras).map(({ key }) => safetyAlarms[key].label)
