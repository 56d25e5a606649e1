// 今日: the heads of work, and a kind of it as both tables of kinds say it.
import type { Permit } from '../permits/permits.ts'
import type { Tone } from '../states.ts'

/** Sides whose people have work of a kind; a branch has that of the platform. */
export type TodaySide = 'platform' | 'shipper' | 'carrier'

/** Heads under which kinds are counted and chosen, in the order they are shown. */
export const todayGroups = {
  money: '资金',
  dispute: '异议',
  claim: '扣款',
  sign: '签收',
  road: '在途',
  receipt: '回单',
  task: '任务',
  goods: '货源',
  sheet: '结算',
  invoice: '发票',
  books: '账务',
  agreement: '合同',
  partner: '合作',
  verify: '审核',
  paper: '证件',
} as const
export type TodayGroup = keyof typeof todayGroups

/** A kind of work. */
export interface KindRow {
  readonly group: TodayGroup
  /** The work, before the number of its record. */
  readonly label: string
  /** The word on its button. */
  readonly act: string
  /** The word for the other answer, where the record has one with a reason. */
  readonly refuse?: string
  readonly tone: Tone
  /** The permit its act needs. */
  readonly permit: Permit
  readonly sides: readonly TodaySide[]
}
/** Kinds of work by their keys. */
export const kindTable = <const T extends Readonly<Record<string, KindRow>>>(
  t: T,
): { readonly [K in keyof T]: KindRow } => t
