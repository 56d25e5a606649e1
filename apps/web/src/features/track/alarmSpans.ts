// Alarms that terminals told along a trail: the word of each position as names, and stretches of time in which one was told.
import { alarmBits, alarmsOf, type AlarmKey } from '@yunshu/jt808/alarms'
import type { Point } from '@yunshu/track/point'

/** An alarm that is told again within this time goes on, ms. */
const againMs = 5 * 60_000

/** A stretch of time in which a terminal told an alarm. */
export interface AlarmSpan {
  readonly fromAt: number
  readonly toAt: number
  readonly text: string
}

/** The alarms of a position: 超速报警、主电源掉电. */
export const alarmText = ({ alarms }: Pick<Point, 'alarms'>): string =>
  alarmsOf(alarms)
    .map(key => alarmBits[key].label)
    .join('、')

/** Positions whose time is not known tell no moment. */
const hasTime = ({ cls }: Point): boolean => cls !== 'clockAhead' && cls !== 'clockBehind'

/**
 * Stretches of alarms in the order they begin, of all positions in the order of time: also of those without a place, for
 * an antenna that is cut tells none. Where nothing came, an alarm that was told before and after went on.
 */
export function alarmSpansOf(points: readonly Point[]): AlarmSpan[] {
  const spans: { readonly fromAt: number; toAt: number; readonly text: string }[] = []
  const open = new Map<AlarmKey, (typeof spans)[number]>()
  for (const { at, alarms } of points.filter(hasTime)) {
    for (const [key, span] of open) if (at - span.toAt > againMs && !isTold(alarms, key)) open.delete(key)
    if (alarms === 0) continue
    for (const key of alarmsOf(alarms)) {
      const span = open.get(key) ?? { fromAt: at, toAt: at, text: alarmBits[key].label }
      span.toAt = at
      if (open.has(key)) continue
      open.set(key, span)
      spans.push(span)
    }
  }
  return spans
}

const isTold = (alarms: number, key: AlarmKey): boolean => ((alarms >>> alarmBits[key].bit) & 1) === 1
