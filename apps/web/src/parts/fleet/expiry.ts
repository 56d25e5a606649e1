// The rest of a paper's validity, and its look.
import { soonDays } from '@yunshu/domain/fleet/papers'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { Tone } from '@yunshu/domain/states'

/**
 * The warning about the last day of a paper; undefined while it is far off. A paper is good through the day it names.
 */
export function expiryWarning(expiry: number, now: number): { tone: Tone; text: string } | undefined {
  const days = Math.round((startOfDay(expiry) - startOfDay(now)) / DAY_MS)
  if (days < 0) return { tone: 'bad', text: `已过期 ${-days} 天` }
  if (days === 0) return { tone: 'warn', text: '今天到期' }
  return days <= soonDays ? { tone: 'warn', text: `剩 ${days} 天` } : undefined
}
