// Invoices of carriers that are waited for (待收发票): freight that is paid and that no invoice bears, by its age.
import type { AgeRange } from '../figures/ages.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'

/** Ages of a freight without an invoice, by the days since its signature. */
export const expectedAges = {
  d30: { label: '30 天内', from: undefined, to: 30 },
  d90: { label: '31–90 天', from: 31, to: 90 },
  older: { label: '90 天以上', from: 91, to: undefined },
} as const satisfies Readonly<Record<string, AgeRange & { label: string }>>
export type ExpectedAge = keyof typeof expectedAges
const isAge = (key: string): key is ExpectedAge => Object.hasOwn(expectedAges, key)
export const expectedAgeKeys = Object.keys(expectedAges).filter(isAge)

/** Days of China since a signature, as its age counts them: those of one day are told one number. */
export const waitedDays = (signedAt: number, now: number): number =>
  Math.round((startOfDay(now) - startOfDay(signedAt)) / DAY_MS)

/**
 * Days of signatures that are looked through: a cost without an invoice by the end of the next May is none before the tax
 * office, so nobody waits longer.
 */
export const expectedDays = 540
