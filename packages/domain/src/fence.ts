// Fences (围栏): circles and polygons around the places of goods, the hours in which they count, and reading typed places.
import { fenceRadiusOptions, oldTimeSlotOptions } from './optionLists.ts'
import { stateTable } from './states.ts'
import { startOfDay, dayInWords, DAY_MS, MINUTE_MS } from './figures/time.ts'

/** The end of the journey a fence stands around. */
export const fenceKinds = { load: '装货', unload: '卸货' } as const

/** The shapes a fence may have. */
export const fenceShapes = { circle: '圆形', polygon: '多边形' } as const

export const fenceLimits = { slots: 8, perBind: 50, vehicles: 500 } as const

const metresPerKm = 1000

/** The radius of each option in whole metres, in the order of the options. @source spec §9, RG-05 */
export const fenceRadii = fenceRadiusOptions.map(({ label, value }) => ({
  label,
  value: Math.round(value * metresPerKm),
}))

/** True for a radius in metres that may be chosen. */
export const isFenceRadius = (radiusM: number): boolean => fenceRadii.some(({ value }) => value === radiusM)

/** A radius in metres by its option's name, the unit apart as everywhere: 200 米, 1 公里. */
export const radiusText = (radiusM: number): string =>
  (fenceRadii.find(({ value }) => value === radiusM)?.label ?? `${radiusM}米`).replace(/[\d.]+/, '$& ')

/**
 * Circles up to this radius, metres, are crossed between two reports unless a vehicle reports at least this often.
 */
export const fineFence = { radiusM: 50, reportEveryS: 10 } as const

/** Degrees × 10⁶ in GCJ-02, as Chinese maps give them. */
export interface Centre {
  readonly lonE6: number
  readonly latE6: number
}

/** The box China lies in, degrees × 10⁶. */
export const chinaBox = { lonE6: [73_000_000, 136_000_000], latE6: [3_000_000, 54_000_000] } as const

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most
const isInChina = ({ lonE6, latE6 }: Centre): boolean =>
  isWithin(lonE6, chinaBox.lonE6) && isWithin(latE6, chinaBox.latE6)

export const centreFaults = {
  form: '请按“经度,纬度”填写，如 109.734567,38.285390',
  swapped: '看起来是“纬度,经度”，请改为“经度,纬度”',
  outside: '不在中国境内，请核对经纬度',
} as const

/**
 * Reads a typed or pasted centre, longitude first: '109.734567,38.285390'. Answers the centre or what is wrong with the
 * text.
 */
export function parseCentre(text: string): Centre | { readonly fault: string } {
  const [, lon, latitude] =
    /^(\d{1,3}(?:\.\d{1,12})?)°?[,\s]+(\d{1,3}(?:\.\d{1,12})?)°?$/.exec(
      text.normalize('NFKC').replaceAll('、', ',').trim(),
    ) ?? []
  if (lon === undefined || latitude === undefined) return { fault: centreFaults.form }
  const centre = { lonE6: toE6(lon), latE6: toE6(latitude) }
  if (isInChina(centre)) return centre
  return {
    fault: isInChina({ lonE6: centre.latE6, latE6: centre.lonE6 }) ? centreFaults.swapped : centreFaults.outside,
  }
}

// by digits: a float times a million is off by one for some
function toE6(degrees: string): number {
  const [whole = '', part = ''] = degrees.split('.')
  return Number(whole + part.padEnd(6, '0').slice(0, 6))
}

/** '109.734567,38.285390'. */
export const printCentre = ({ lonE6, latE6 }: Centre): string => `${fromE6(lonE6)},${fromE6(latE6)}`

const fromE6 = (value: number): string => {
  const digits = String(value).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Bounds of a polygon: corners, square metres, and metres between two corners. */
interface PolygonBounds {
  readonly corners: readonly [least: number, most: number]
  readonly leastAreaM2: number
  readonly mostAcrossM: number
}

/** Bounds of a fence that is a polygon: as across the largest circle. */
export const polygonLimits = { corners: [3, 200], leastAreaM2: 100, mostAcrossM: 20_000 } as const

/** The things that keep corners from being a polygon, in words; `a` and `b` are the corners they are about. */
const polygonFaults = {
  few: (_a, _b, { corners }) => `至少 ${corners[0]} 个顶点`,
  many: (_a, _b, { corners }) => `最多 ${corners[1]} 个顶点`,
  twice: (a, b) => `第 ${a} 与第 ${b} 个顶点重合`,
  crosses: (a, b) => `第 ${a} 个与第 ${b} 个顶点之后的边相交，请调整顶点的位置或顺序`,
  small: (_a, _b, { leastAreaM2 }) => `面积不能小于 ${leastAreaM2} 平方米`,
  wide: (a, b, { mostAcrossM }) => `第 ${a} 与第 ${b} 个顶点相距超过 ${mostAcrossM / metresPerKm} 公里`,
} as const satisfies Record<string, (a: number, b: number, limits: PolygonBounds) => string>

/** A fault of a polygon in words; of a fence without other bounds. */
export const polygonFaultText = (
  fault: { readonly kind: keyof typeof polygonFaults; readonly corners: readonly number[] },
  limits: PolygonBounds = polygonLimits,
): string => polygonFaults[fault.kind](fault.corners[0] ?? 0, fault.corners[1] ?? 0, limits)

/**
 * Reads typed or pasted corners, one a line or parted by semicolons, each longitude first. The first one repeated at the
 * end, as map files close their rings, is left out. Answers the corners or what is wrong with which of them.
 */
export function parseCorners(text: string): Centre[] | { readonly fault: string } {
  const lines = text.split(/[\n;；|]+/).filter(line => line.trim() !== '')
  const corners: Centre[] = []
  for (const [n, line] of lines.entries()) {
    const read = parseCentre(line)
    if ('fault' in read) return { fault: `第 ${n + 1} 个顶点：${read.fault}` }
    corners.push(read)
  }
  const [first] = corners,
    last = corners.at(-1)
  const isClosed = corners.length > 1 && first?.lonE6 === last?.lonE6 && first?.latE6 === last?.latE6
  return isClosed ? corners.slice(0, -1) : corners
}

/** Corners as they are typed, one a line. */
export const printCorners = (corners: readonly Centre[]): string => corners.map(printCentre).join('\n')

/** Corners in one line, as an address has them. */
export const cornersInLine = (corners: readonly Centre[]): string => corners.map(printCentre).join(';')

/** '7,854 平方米', '3.14 平方公里'. */
export const areaText = (areaM2: number): string =>
  areaM2 < 100_000
    ? `${Math.round(areaM2).toLocaleString('en')} 平方米`
    : `${(areaM2 / metresPerKm ** 2).toFixed(2)} 平方公里`

/**
 * Hours in which a circle counts, minutes of the day in China. `to` before `from` runs past midnight; 1440 is midnight
 * itself.
 */
export interface TimeSlot {
  readonly from: number
  readonly to: number
  readonly weekdays: readonly number[]
}

const dayMinutes = 1440
export const weekdayTexts = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
const everyDay = weekdayTexts.map((_, index) => index + 1)

/** Faults by field path of the slots of a circle; empty when they are right. */
export function slotFaults(slots: readonly TimeSlot[]): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [n, { from, to, weekdays }] of slots.entries()) {
    const isWholeWeek = from === 0 && to === dayMinutes && weekdays.length === everyDay.length
    if (from === to) faults[`slots.${n}.to`] = '不能与开始时间相同'
    else if (isWholeWeek) faults[`slots.${n}.to`] = '全天有效请不设时段'
    if (new Set(weekdays).size !== weekdays.length) faults[`slots.${n}.weekdays`] = '同一天只选一次'
  }
  return faults
}

/** True if a circle with these slots counts at `at`; one without slots always does. */
export function isInForce(slots: readonly TimeSlot[], at: number): boolean {
  if (slots.length === 0) return true
  const day = startOfDay(at)
  const minute = Math.floor((at - day) / MINUTE_MS)
  const today = weekdayOf(day)
  const yesterday = today === 1 ? 7 : today - 1
  return slots.some(({ from, to, weekdays }) =>
    to > from
      ? weekdays.includes(today) && minute >= from && minute < to
      : (weekdays.includes(today) && minute >= from) || (weekdays.includes(yesterday) && minute < to),
  )
}

/** The first moment from `from` to `until` at which a circle with these slots counts; undefined where there is none. */
export function inForceFrom(slots: readonly TimeSlot[], from: number, until: number): number | undefined {
  if (isInForce(slots, from)) return from
  for (let day = startOfDay(from); day <= until; day += DAY_MS) {
    const starts = slots.map(slot => day + slot.from * MINUTE_MS).sort((a, b) => a - b)
    const start = starts.find(at => at >= from && at <= until && isInForce(slots, at))
    if (start !== undefined) return start
  }
  return undefined
}

/** 1 is Monday, 7 Sunday, in China. */
function weekdayOf(ms: number): number {
  return ['一', '二', '三', '四', '五', '六', '日'].indexOf(dayInWords(ms).slice(-1)) + 1
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** '每天 06:00-18:00', '周一、周三 22:00-次日06:00'. */
export function slotText({ from, to, weekdays }: TimeSlot): string {
  const days =
    weekdays.length === everyDay.length
      ? '每天'
      : [...weekdays]
          .sort((a, b) => a - b)
          .map(day => weekdayTexts[day - 1] ?? '')
          .join('、')
  return `${days} ${clock(from)}-${to < from ? '次日' : ''}${clock(to)}`
}

/** '全天', or the slots one after another. */
export const slotsText = (slots: readonly TimeSlot[]): string =>
  slots.length === 0 ? '全天' : slots.map(slotText).join('；')

/** An old-style slot by the value of its option, which is the end of the slot, on every day. @source spec §9, RG-07 */
export function oldSlot(value: (typeof oldTimeSlotOptions)[number]['value']): TimeSlot {
  const label = oldTimeSlotOptions.find(option => option.value === value)?.label ?? ''
  const [, from = '0', to = '0'] = /(\d\d):00-(\d\d):00/.exec(label) ?? []
  return { from: Number(from) * 60, to: Number(to) * 60, weekdays: everyDay }
}

/** The length of a scale bar, metres: a round number of about half the radius. */
export function scaleOf(radiusM: number): number {
  const power = 10 ** Math.floor(Math.log10(radiusM / 2))
  return [5, 2, 1].map(step => step * power).find(length => length <= radiusM / 2) ?? power
}

/** The tabs of the list of goods with fences: those without vehicles first, they wait for some. */
export const fenceTabs = stateTable({
  start: 'none',
  states: { none: { label: '未绑定车辆', tone: 'idle' }, some: { label: '已绑定', tone: 'idle' } },
  moves: {},
})
