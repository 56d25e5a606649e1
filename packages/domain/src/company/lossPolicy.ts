// Decisions of the house about money that does not come (坏账与尾差): the tail a claim may give up, and whether bad debts go
// through an allowance.
import { fen, isFen, printMoney, type Fen } from '../figures/money.ts'

export interface LossPolicy {
  /** The most a claim gives up of a waybill; 0 where no tail is given up. */
  readonly tailMost: Fen
  /** Bad debts are an expense at once (6711), as small companies keep their books; else by the allowance (6702, 1231). */
  readonly isDirect: boolean
}

/** The standard, and the bounds of a tail. */
export const lossPolicyBounds = {
  tailMost: { least: fen(0), standard: fen(1_00), most: fen(10_00) },
  isDirect: false,
} as const

export const lossPolicyLabels: Readonly<Record<keyof LossPolicy, string>> = {
  tailMost: '认领时每单可核销的尾差',
  isDirect: '坏账直接记营业外支出',
}
export const lossPolicyHints: Readonly<Record<keyof LossPolicy, string>> = {
  tailMost: '指定运单认领来款时，剩下不超过这个金额的，由认领人一并核销',
  isDirect: '小企业会计准则，记 6711；关闭时按企业会计准则，经坏账准备核销（6702、1231）',
}

/** A figure in words. */
export const lossPolicyInWords = (key: keyof LossPolicy, policy: LossPolicy): string =>
  key === 'tailMost' ? `${printMoney(policy.tailMost)} 元` : policy.isDirect ? '开启' : '关闭'

/** The bounds of a tail in words. */
export const tailBoundsInWords = `${printMoney(lossPolicyBounds.tailMost.least)} 到 ${printMoney(lossPolicyBounds.tailMost.most)} 元`

const isTail = (value: Fen): boolean =>
  value >= lossPolicyBounds.tailMost.least && value <= lossPolicyBounds.tailMost.most

/** True for a policy inside the bounds. */
export const isLossPolicy = ({ tailMost }: LossPolicy): boolean => isTail(tailMost)

/** The policy in force: what the house decided, and the standard where it decided nothing or bounds were drawn closer. */
export function lossPolicyOf(decided: unknown): LossPolicy {
  const kept: unknown = typeof decided === 'object' && decided !== null ? Reflect.get(decided, 'losses') : undefined
  const given: object = typeof kept === 'object' && kept !== null ? kept : {}
  const tail: unknown = Reflect.get(given, 'tailMost')
  const isDirect: unknown = Reflect.get(given, 'isDirect')
  return {
    tailMost: isFen(tail) && isTail(tail) ? tail : lossPolicyBounds.tailMost.standard,
    isDirect: typeof isDirect === 'boolean' ? isDirect : lossPolicyBounds.isDirect,
  }
}
