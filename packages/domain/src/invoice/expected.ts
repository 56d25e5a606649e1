// Invoices of carriers that are waited for (待收发票): freight that is paid and that no invoice bears, by its age.
import { DAY_MS, startOfDay } from '../figures/time.ts'

/** Ages of a freight without an invoice, by the days since its signature. */
export const expectedAges = {
  d30: { label: '30 天内', to: 30 },
  d90: { label: '31–90 天', from: 31, to: 90 },
  older: { label: '90 天以上', from: 91 },
} as const satisfies Readonly<Record<string, { label: string; from?: number; to?: number }>>
export type ExpectedAge = keyof typeof expectedAges
const isAge = (key: string): key is ExpectedAge => Object.hasOwn(expectedAges, key)
export const expectedAgeKeys = Object.keys(expectedAges).filter(isAge)

/**
 * Days of signatures that are looked through: a cost without an invoice by the end of the next May is none before the tax
 * office, so nobody waits longer.
 */
export const expectedDays = 540

/** The signatures of an age on a day: from, and before; of the oldest no further back than is looked. */
export function signedWithin(age: ExpectedAge, now: number): { readonly from: number; readonly before: number } {
  const { from = 0, to = expectedDays }: { readonly from?: number; readonly to?: number } = expectedAges[age]
  const today = startOfDay(now)
  return { from: today - to * DAY_MS, before: today - (from - 1) * DAY_MS }
}
