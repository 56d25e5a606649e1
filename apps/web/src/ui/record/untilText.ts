// A deadline with the act it is for, and the time something waits, in words.
import { deadlineText } from '@yunshu/domain/today/deadline'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'

/** A deadline and the act it is for. */
export interface Until {
  readonly act: string
  readonly at: number
}

/** 11-23 18:00 前答复, 答复还剩 3 小时, 答复逾期 2 天. */
export function untilText({ act, at: deadline }: Until, now: number): string {
  const text = deadlineText(deadline, now)
  return text.endsWith('前') ? `${text}${act}` : `${act}${text}`
}

/** Days after which waiting is too long, and after which something is wrong. */
const [longDays, wrongDays] = [7, 30]

/** The class of a waiting time: quiet at first, amber when it is long, red when nobody can mean it. */
export const waitedLook = (since: number, now: number): string | undefined =>
  now - since < longDays * DAY_MS ? undefined : now - since < wrongDays * DAY_MS ? 'ys-amber' : 'ys-fault'

/** The time since a moment in its largest unit: 已等 2 小时; undefined before a minute has passed. */
export function waitedText(since: number, now: number): string | undefined {
  const ms = now - since
  if (ms < MINUTE_MS) return undefined
  if (ms < HOUR_MS) return `已等 ${Math.floor(ms / MINUTE_MS)} 分钟`
  return ms < DAY_MS ? `已等 ${Math.floor(ms / HOUR_MS)} 小时` : `已等 ${Math.floor(ms / DAY_MS)} 天`
}
