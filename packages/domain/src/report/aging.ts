// Ages of receivables and payables: how long they are past their due day, counted in whole days of China.
import type { AgeRange } from '../figures/ages.ts'
import type { AccountCode } from '../voucher/chart.ts'

/** Ages of what shippers owe. */
export const receivableAges = {
  due: { label: '未到期', from: undefined, to: 0 },
  d30: { label: '逾期 1–30 天', from: 1, to: 30 },
  d60: { label: '逾期 31–60 天', from: 31, to: 60 },
  d90: { label: '逾期 61–90 天', from: 61, to: 90 },
  older: { label: '逾期 90 天以上', from: 91, to: undefined },
} as const satisfies Readonly<Record<string, AgeRange & { label: string }>>
export type ReceivableAge = keyof typeof receivableAges
const isAge = (key: string): key is ReceivableAge => Object.hasOwn(receivableAges, key)
export const receivableAgeKeys = Object.keys(receivableAges).filter(isAge)

/** Ages of what carriers are owed, in days past the due day of a part. */
export const payableAges = {
  due: { label: '未到期', from: undefined, to: 0 },
  d7: { label: '逾期 1–7 天', from: 1, to: 7 },
  d30: { label: '逾期 8–30 天', from: 8, to: 30 },
  older: { label: '逾期 30 天以上', from: 31, to: undefined },
} as const satisfies Readonly<Record<string, AgeRange & { label: string }>>
export type PayableAge = keyof typeof payableAges
const isPayableAge = (key: string): key is PayableAge => Object.hasOwn(payableAges, key)
export const payableAgeKeys = Object.keys(payableAges).filter(isPayableAge)

/** Ages of estimates and of money nobody claimed, in days since they came into the books. */
export const openAges = {
  d30: { label: '30 天内', from: undefined, to: 30 },
  d60: { label: '31–60 天', from: 31, to: 60 },
  d90: { label: '61–90 天', from: 61, to: 90 },
  older: { label: '90 天以上', from: 91, to: undefined },
} as const satisfies Readonly<Record<string, AgeRange & { label: string }>>
export type OpenAge = keyof typeof openAges
const isOpenAge = (key: string): key is OpenAge => Object.hasOwn(openAges, key)
export const openAgeKeys = Object.keys(openAges).filter(isOpenAge)

/** Kinds of open amounts with those ages, each with its control account. */
export const openAgeKinds = {
  estimate: { label: '暂估', account: '2202.99' },
  unclaimed: { label: '待认领来款', account: '2241.03' },
} as const satisfies Readonly<Record<string, { label: string; account: AccountCode }>>
