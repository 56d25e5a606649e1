// Decisions of the house about money that does not come (坏账与尾差): the tail a claim may give up, whether bad debts go
// through an allowance, and the debt of a carrier from which its trucks are appointed with a second look.
import { fen, isFen, printMoney, type Fen } from '../figures/money.ts'

export interface LossPolicy {
  /** The most a claim gives up of a waybill; 0 where no tail is given up. */
  readonly tailMost: Fen
  /** Bad debts are an expense at once (6711), as small companies keep their books; else by the allowance (6702, 1231). */
  readonly isDirect: boolean
  /** Debts of a carrier with a branch above this are confirmed by whoever appoints its trucks; nothing is stopped. */
  readonly debtMost: Fen
}

/** The standard, and the bounds of amounts. */
export const lossPolicyBounds = {
  tailMost: { least: fen(0), standard: fen(1_00), most: fen(10_00) },
  isDirect: false,
  debtMost: { least: fen(0), standard: fen(10_000_00), most: fen(10_000_000_00) },
} as const

export const lossPolicyLabels: Readonly<Record<keyof LossPolicy, string>> = {
  tailMost: '认领时每单可核销的尾差',
  isDirect: '坏账直接记营业外支出',
  debtMost: '派车时提醒的承运商欠款上限',
}
export const lossPolicyHints: Readonly<Record<keyof LossPolicy, string>> = {
  tailMost: '指定运单认领来款时，剩下不超过这个金额的，由认领人一并核销',
  isDirect: '小企业会计准则，记 6711；关闭时按企业会计准则，经坏账准备核销（6702、1231）',
  debtMost: '承运商在一家分公司的欠款超过这个金额时，派车的人看过金额并确认后才能派车',
}

/** The decisions that are an amount. */
export type LossAmount = Exclude<keyof LossPolicy, 'isDirect'>

/** A figure in words. */
export const lossPolicyInWords = (key: keyof LossPolicy, policy: LossPolicy): string =>
  key === 'isDirect' ? (policy.isDirect ? '开启' : '关闭') : `${printMoney(policy[key])} 元`

/** The bounds of an amount in words. */
export const lossBoundsInWords = (key: LossAmount): string =>
  `${printMoney(lossPolicyBounds[key].least)} 到 ${printMoney(lossPolicyBounds[key].most)} 元`

/** True for an amount inside its bounds. */
export const isLossAmount = (key: LossAmount, value: Fen): boolean =>
  value >= lossPolicyBounds[key].least && value <= lossPolicyBounds[key].most

/** True for a policy inside the bounds. */
export const isLossPolicy = ({ tailMost, debtMost }: LossPolicy): boolean =>
  isLossAmount('tailMost', tailMost) && isLossAmount('debtMost', debtMost)

/** The policy in force: what the house decided, and the standard where it decided nothing or bounds were drawn closer. */
export function lossPolicyOf(decided: unknown): LossPolicy {
  const kept: unknown = typeof decided === 'object' && decided !== null ? Reflect.get(decided, 'losses') : undefined
  const given: object = typeof kept === 'object' && kept !== null ? kept : {}
  const amount = (key: LossAmount): Fen => {
    const value: unknown = Reflect.get(given, key)
    return isFen(value) && isLossAmount(key, value) ? value : lossPolicyBounds[key].standard
  }
  const isDirect: unknown = Reflect.get(given, 'isDirect')
  return {
    tailMost: amount('tailMost'),
    isDirect: typeof isDirect === 'boolean' ? isDirect : lossPolicyBounds.isDirect,
    debtMost: amount('debtMost'),
  }
}
