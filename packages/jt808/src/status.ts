// Status bits of a location: one table, and the place they turn the raw coordinates into.

interface StatusBit {
  readonly bit: number
  readonly label: string
  readonly in?: 2019
}

/** Bits of the status word, by name; bits 8 and 9 together are the load. */
export const statusBits = {
  ignition: { bit: 0, label: 'ACC 开' },
  fixed: { bit: 1, label: '已定位' },
  south: { bit: 2, label: '南纬' },
  west: { bit: 3, label: '西经' },
  outOfService: { bit: 4, label: '停运' },
  shifted: { bit: 5, label: '经纬度已加密' },
  forwardCollision: { bit: 6, label: '前撞预警', in: 2019 },
  laneDeparture: { bit: 7, label: '车道偏移预警', in: 2019 },
  oilCut: { bit: 10, label: '油路断开' },
  circuitCut: { bit: 11, label: '电路断开' },
  doorLocked: { bit: 12, label: '车门加锁' },
  door1: { bit: 13, label: '前门开' },
  door2: { bit: 14, label: '中门开' },
  door3: { bit: 15, label: '后门开' },
  door4: { bit: 16, label: '驾驶席门开' },
  door5: { bit: 17, label: '其他门开' },
  gps: { bit: 18, label: 'GPS' },
  beidou: { bit: 19, label: '北斗' },
  glonass: { bit: 20, label: 'GLONASS' },
  galileo: { bit: 21, label: 'Galileo' },
  moving: { bit: 22, label: '行驶', in: 2019 },
} as const satisfies Readonly<Record<string, StatusBit>>

/** A status by its name. */
export type StatusKey = keyof typeof statusBits

/** Whether a status is set in a word. */
export const hasStatus = (word: number, key: StatusKey): boolean => ((word >>> statusBits[key].bit) & 1) === 1

/** Names of the statuses set in a word, from bit 0 on. */
export function statusesOf(word: number): StatusKey[] {
  return (Object.keys(statusBits) as StatusKey[]).filter(key => hasStatus(word, key))
}

const loads = ['empty', 'half', 'reserved', 'full'] as const

/** The load of bits 8 and 9. */
export const loadOf = (word: number): (typeof loads)[number] => loads[(word >>> 8) & 3] ?? 'reserved'

/**
 * Signed coordinates in 1e-6 degrees. Some terminals send a negative number where the standard wants the bit of the
 * hemisphere: both are read.
 */
export function placeOf({ status, latE6, lonE6 }: { status: number; latE6: number; lonE6: number }): {
  readonly latE6: number
  readonly lonE6: number
} {
  const signed = (value: number, isNegative: boolean): number => {
    const size = Math.abs(value | 0)
    return size === 0 ? 0 : isNegative || (value | 0) < 0 ? -size : size
  }
  return { latE6: signed(latE6, hasStatus(status, 'south')), lonE6: signed(lonE6, hasStatus(status, 'west')) }
}
