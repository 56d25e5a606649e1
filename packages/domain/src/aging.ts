// Ages of receivables: how long what a shipper owes is past its due day, counted in whole days of China.
import { DAY_MS, startOfDay } from './figures/time.ts'

/** Ages in days past the due day: from, and up to and with. */
export const receivableAges = {
  due: { label: '未到期', from: undefined, to: 0 },
  d30: { label: '1–30 天', from: 1, to: 30 },
  d60: { label: '31–60 天', from: 31, to: 60 },
  d90: { label: '61–90 天', from: 61, to: 90 },
  older: { label: '90 天以上', from: 91, to: undefined },
} as const satisfies Readonly<Record<string, { label: string; from: number | undefined; to: number | undefined }>>
export type ReceivableAge = keyof typeof receivableAges
const isAge = (key: string): key is ReceivableAge => Object.hasOwn(receivableAges, key)
export const receivableAgeKeys = Object.keys(receivableAges).filter(isAge)

/** The due days of an age at the end of a day, as moments: from, and before. */
export function dueWithin(age: ReceivableAge, at: number): { readonly from?: number; readonly before?: number } {
  const { from, to } = receivableAges[age]
  const today = startOfDay(at)
  return {
    ...(to === undefined ? {} : { from: today - to * DAY_MS }),
    ...(from === undefined ? {} : { before: today - (from - 1) * DAY_MS }),
  }
}
