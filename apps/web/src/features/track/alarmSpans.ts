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

/** An alarm that is under way, and whether a position came since it was told that does not tell it. */
interface Open {
  readonly span: { readonly fromAt: number; toAt: number; readonly text: string }
  isUntold: boolean
}

/** Whether an alarm that is told now is the one that was told before: a press of a button is another one each time. */
const isOn = (key: AlarmKey, { span, isUntold }: Open, at: number): boolean =>
  at - span.toAt <= againMs || (!isUntold && !('isEvent' in alarmBits[key]))

/**
 * Stretches of alarms in the order they begin, of all positions in the order of time: also of those without a place, for
 * an antenna that is cut tells none. Told again within five minutes one goes on; later it is another, but where nothing came
 * in between a state that was told before and after went on.
 */
export function alarmSpansOf(points: readonly Point[]): AlarmSpan[] {
  const spans: Open['span'][] = []
  const open = new Map<AlarmKey, Open>()
  for (const { at, alarms } of points.filter(hasTime)) {
    for (const [key, one] of open) if (!isTold(alarms, key)) one.isUntold = true
    if (alarms === 0) continue
    for (const key of alarmsOf(alarms)) {
      const before = open.get(key)
      if (before && isOn(key, before, at)) {
        before.span.toAt = at
        before.isUntold = false
        continue
      }
      const span = { fromAt: at, toAt: at, text: alarmBits[key].label }
      open.set(key, { span, isUntold: false })
      spans.push(span)
    }
  }
  return spans
}

const isTold = (alarms: number, key: AlarmKey): boolean => ((alarms >>> alarmBits[key].bit) & 1) === 1
