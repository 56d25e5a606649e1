// Extras of a location: one table of those the standard and its neighbours name; all others keep their bytes.
import { Reader } from './cursor.ts'
import { safetyBodies } from './safety.ts'

/** An extra as it came. */
export interface Extra {
  readonly id: number
  readonly bytes: Uint8Array
  /** True when the bytes end before the length the terminal named. */
  readonly isCut: boolean
}

/** Extras one behind the other; one whose length lies keeps what bytes there are. */
export function extrasOf(bytes: Uint8Array): Extra[] {
  const found: Extra[] = []
  for (let at = 0; at < bytes.length;) {
    const size = bytes[at + 1]
    const value = bytes.subarray(at + 2, at + 2 + (size ?? 0))
    found.push({ id: bytes[at] ?? 0, bytes: value, isCut: size === undefined || value.length < size })
    at += 2 + (size ?? 0)
  }
  return found
}

/** An entry or exit the terminal saw by itself. */
interface Crossing {
  /** 1 circle, 2 rectangle, 3 polygon, 4 route. */
  readonly shape: number
  readonly areaId: number
  readonly isExit: boolean
}

interface ExtraKind<T> {
  readonly id: number
  readonly sizes: readonly number[]
  readonly label: string
  read(from: Reader): T
}
const kind = <T>(id: number, sizes: readonly number[], label: string, read: (from: Reader) => T): ExtraKind<T> => ({
  id,
  sizes,
  label,
  read,
})
const u8 = (from: Reader): number => from.u8()
const u16 = (from: Reader): number => from.u16()
const u32 = (from: Reader): number => from.u32()

/** Bodies of active safety (苏标), with what makers put behind them. */
const safetySizes = (least: number): readonly number[] => Array.from({ length: 256 - least }, (_, more) => least + more)

/** Extras with a meaning. */
export const extraKinds = {
  odometerTenthKm: kind(0x01, [4], '里程（0.1 km）', u32),
  fuelTenthL: kind(0x02, [2], '油量（0.1 L）', u16),
  recorderSpeedTenthKmh: kind(0x03, [2], '行驶记录速度（0.1 km/h）', u16),
  alarmEvent: kind(0x04, [2], '需人工确认的报警事件', u16),
  tyrePressures: kind(0x05, [30], '胎压', from => [...from.take(30)]),
  // the first bit is the sign, the others the size
  cabinTemperature: kind(0x06, [2], '车厢温度（℃）', from => {
    const word = from.u16()
    return word > 0x8000 ? 0x8000 - word : word % 0x8000
  }),
  overspeed: kind(0x11, [1, 5], '超速报警附加', from => ({
    shape: from.u8(),
    areaId: from.left > 0 ? from.u32() : undefined,
  })),
  crossing: kind(0x12, [6], '进出区域附加', (from): Crossing => ({
    shape: from.u8(),
    areaId: from.u32(),
    isExit: from.u8() === 1,
  })),
  segment: kind(0x13, [7], '路段行驶时间附加', from => ({
    segmentId: from.u32(),
    seconds: from.u16(),
    isTooLong: from.u8() === 1,
  })),
  signals: kind(0x25, [4], '车辆信号状态', u32),
  inputs: kind(0x2a, [2], 'IO 状态', u16),
  analog: kind(0x2b, [4], '模拟量', u32),
  signalStrength: kind(0x30, [1], '无线信号强度', u8),
  satellites: kind(0x31, [1], '定位卫星数', u8),
  adas: kind(0x64, safetySizes(47), '高级驾驶辅助报警', from => safetyBodies.adas.read(from)),
  driverState: kind(0x65, safetySizes(47), '驾驶员状态报警', from => safetyBodies.driverState.read(from)),
  tyreAlarm: kind(0x66, safetySizes(40), '胎压监测报警', from => safetyBodies.tyreAlarm.read(from)),
  blindSpot: kind(0x67, safetySizes(41), '盲区监测报警', from => safetyBodies.blindSpot.read(from)),
} as const

/** An extra with a meaning, by its name. */
export type ExtraKey = keyof typeof extraKinds
/** The extras of a location that have one. */
export type Extras = { readonly [K in ExtraKey]?: ReturnType<(typeof extraKinds)[K]['read']> }

const keyById = new Map((Object.keys(extraKinds) as ExtraKey[]).map(key => [extraKinds[key].id, key]))

/**
 * Extras by name; the first of two counts. One of another length than its table has, or cut, or that ends within one of
 * its parts, is left out: `extrasOf` has its bytes.
 */
export function readExtras(bytes: Uint8Array): Extras {
  const found: Record<string, unknown> = {}
  for (const { id, bytes: value, isCut } of extrasOf(bytes)) {
    const key = keyById.get(id)
    if (key === undefined || isCut || key in found) continue
    const kindOf: ExtraKind<unknown> = extraKinds[key]
    if (!kindOf.sizes.includes(value.length)) continue
    const from = new Reader(value, 2019)
    const read = kindOf.read(from)
    if (!from.isShort) found[key] = read
  }
  return found
}
