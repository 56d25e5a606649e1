// Ages in whole days of China: the days since something was due or came, and the moments these are.
import { DAY_MS, startOfDay } from './time.ts'

/** Days past the due day, or past the day it counts from: from, and up to and with. */
export interface AgeRange {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** The due days of an age at the end of a day, as moments: from, and before. */
export function dueWithin({ from, to }: AgeRange, at: number): { readonly from?: number; readonly before?: number } {
  const today = startOfDay(at)
  return {
    ...(to === undefined ? {} : { from: today - to * DAY_MS }),
    ...(from === undefined ? {} : { before: today - (from - 1) * DAY_MS }),
  }
}
