// Lists of stops, of days and of vehicles online: their spans of time, lengths of stops, shares, and counters that differ.
import { printDecimal } from '../figures/decimal.ts'
import { polygonLimits } from '../fence.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'
import { stateTable } from '../states.ts'
import { trailMostMs } from './live.ts'

/** Days a list shows when nobody says which, today included. */
export const usualDays = 7

/** The kinds of stops (`track_stops.kind`). */
export const stopKinds = { parked: '熄火停车', idle: '未熄火停车' } as const

/** Shortest stays a list can be cut to, minutes. */
export const stopLengths = {
  m20: { label: '20 分钟以上', minutes: 20 },
  h1: { label: '1 小时以上', minutes: 60 },
  h4: { label: '4 小时以上', minutes: 240 },
  h12: { label: '12 小时以上', minutes: 720 },
} as const

/** Whether a vehicle was online on any day of a span. */
export const onlineKinds = { never: '没有上线', some: '有上线' } as const
/** The same as tabs of a list. */
export const onlineTabs = stateTable({
  start: 'never',
  states: { never: { label: onlineKinds.never, tone: 'warn' }, some: { label: onlineKinds.some, tone: 'idle' } },
  moves: {},
})

/** Vehicles of one list that are put in the order of their shares; more are to be narrowed down. */
export const onlineMost = 20_000

/** The longest time one look at an area may take, ms. */
export const areaMostMs = 7 * DAY_MS
/** Radii a circle of an area may have, metres. */
export const areaRadii = { least: 50, most: 50_000 } as const
/** Bounds of an area that is a polygon: as a fence, but as wide as the largest circle of an area. */
export const areaPolygonLimits = { ...polygonLimits, mostAcrossM: 2 * areaRadii.most } as const

/** Whole days of a list: those asked for, else the last seven; undefined when they are too many or run backwards. */
export function reportSpan(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: number,
): { readonly from: number; readonly to: number } | undefined {
  const until = startOfDay(to === undefined ? now : to - 1) + DAY_MS
  const begin = from === undefined ? until - usualDays * DAY_MS : startOfDay(from)
  return begin < until && until - begin <= trailMostMs ? { from: begin, to: until } : undefined
}

/** A share of a whole as percent with one decimal; undefined of nothing. */
export const shareText = (part: number, whole: number): string | undefined =>
  whole <= 0 ? undefined : `${printDecimal(Math.floor((Math.min(part, whole) * 1000) / whole), 1)}%`

/** The vehicle's counter and the trail differ by more than this share of the trail, and by more than these metres. */
export const odometerSlack = { share: 0.05, metres: 1000 } as const

/** Whether the counter of a vehicle says something else than its trail. */
export const odometerDiffers = (distanceM: number, odometerM: number | undefined): boolean =>
  odometerM !== undefined &&
  Math.abs(odometerM - distanceM) > Math.max(odometerSlack.metres, odometerSlack.share * distanceM)
