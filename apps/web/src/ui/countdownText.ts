// The time left, in the words of a list.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'

/** The two largest units that are left: 2 天 3 小时, 3 小时 20 分, 20 分 05 秒, 45 秒; undefined once the time is over. */
export function countdownText(leftMs: number): string | undefined {
  if (leftMs <= 0) return undefined
  const part = (unitMs: number, ofMs: number): number => Math.floor((leftMs % ofMs) / unitMs)
  if (leftMs >= DAY_MS) return `${Math.floor(leftMs / DAY_MS)} 天 ${part(HOUR_MS, DAY_MS)} 小时`
  if (leftMs >= HOUR_MS) return `${part(HOUR_MS, DAY_MS)} 小时 ${part(MINUTE_MS, HOUR_MS)} 分`
  if (leftMs >= MINUTE_MS) return `${part(MINUTE_MS, HOUR_MS)} 分 ${String(part(1000, MINUTE_MS)).padStart(2, '0')} 秒`
  return `${Math.ceil(leftMs / 1000)} 秒`
}
