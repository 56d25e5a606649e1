// The pages vouchers have by their kind: ages of estimates, kinds of fuel movements, categories of other vouchers, and
// the documents an entry comes of.
import { DAY_MS } from '../figures/time.ts'

/** Ages of estimates, as accountants ask for them. */
export const estimateAges = { month: '30 天内', quarter: '31–90 天', old: '超过 90 天' } as const
export type EstimateAge = keyof typeof estimateAges

/** Whole days something has stood since. */
export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY_MS))

/** The age of an estimate that has stood for these days. */
export function estimateAgeOf(days: number): EstimateAge {
  if (days <= 30) return 'month'
  return days <= 90 ? 'quarter' : 'old'
}

/** The end of an estimate: it stands, a sheet replaced it in whole or in part, it was taken back with the waybill, or two people let it go. */
export const estimateEnds = {
  open: '未冲回',
  partly: '部分冲回',
  replaced: '已由结算替换',
  cancelled: '随运单作废',
  ended: '已核销',
} as const
export type EstimateEnd = keyof typeof estimateEnds

/** Movements of the stock of fuel. */
export const fuelMoves = {
  BUY: '购入',
  FREIGHT: '抵运费',
  ISSUE: '发放',
  BACK: '冲回',
  TRANSFER: '账户划转',
  LOSS: '损耗',
  SURPLUS: '盘盈',
} as const
export type FuelMove = keyof typeof fuelMoves

const moveOfEvent: Readonly<Record<string, FuelMove>> = {
  E6a: 'BUY',
  E6i: 'ISSUE',
  E6t: 'TRANSFER',
  E6x: 'LOSS',
  E6y: 'SURPLUS',
}

/** The movement of fuel an event of the books is; red gives back. */
export function fuelMoveOf(event: string, isRed: boolean): FuelMove {
  if (isRed || event === 'E6r' || event === 'E6tr') return 'BACK'
  return moveOfEvent[event] ?? 'FREIGHT'
}

/** The categories of other vouchers. */
export const otherCategories = {
  OPENING: '期初余额',
  OWN: '自有资金划转',
  COMPENSATION: '赔付货主',
  GIVEN_UP: '坏账与尾差',
  FAILED: '支付失败冲回',
  RETURN: '退汇',
  DOUBLE: '重复支付',
  REFUND: '来款退回',
  TOLL: 'ETC 与通行费',
  LOAD: '装卸',
  INSURE: '保险',
  DEPOSIT: '押金',
  ADJUST: '调整',
  OTHER: '其他',
} as const
export type OtherCategory = keyof typeof otherCategories

/**
 * The categories a person gives a voucher: opening balances have a page of their own, compensation comes of signatures, what
 * is given up of its own records.
 */
const { OPENING: _opening, COMPENSATION: _compensation, GIVEN_UP: _givenUp, ...given } = otherCategories
export const manualCategories = given
export type ManualCategory = keyof typeof manualCategories

const categoryOfEvent: Readonly<Record<string, OtherCategory>> = {
  OB: 'OPENING',
  OBr: 'OPENING',
  E18: 'OWN',
  E13: 'COMPENSATION',
  E13r: 'COMPENSATION',
  E13b: 'COMPENSATION',
  E2d: 'GIVEN_UP',
  E2dr: 'GIVEN_UP',
  E2e: 'GIVEN_UP',
  E2er: 'GIVEN_UP',
  E7c: 'FAILED',
  E7r: 'RETURN',
  E7g: 'RETURN',
  E7d: 'DOUBLE',
  E7e: 'DOUBLE',
  E0r: 'REFUND',
  E1r: 'REFUND',
  E10: 'TOLL',
  E10i: 'TOLL',
  E10b: 'TOLL',
  E10c: 'TOLL',
  E10t: 'TOLL',
  E10tr: 'TOLL',
  E11: 'DEPOSIT',
  E11r: 'DEPOSIT',
  E11f: 'DEPOSIT',
  E11fr: 'DEPOSIT',
  E11p: 'DEPOSIT',
  E11t: 'DEPOSIT',
  E11d: 'DEPOSIT',
  E11dr: 'DEPOSIT',
  E8u: 'ADJUST',
  E8ur: 'ADJUST',
  E8v: 'ADJUST',
}

/** The category of an event of the books; of one the table does not know, 其他. */
export const otherCategoryOf = (event: string): OtherCategory => categoryOfEvent[event.split(' ')[0] ?? ''] ?? 'OTHER'

/** The reasons money is taken from a carrier, by the event that takes it. */
export const deductWays = {
  E4c: '扣款超过运费，转为欠款',
  E4d: '从本单运费中抵扣欠款',
  E4g: '服务费已付而运单作废，转为欠款',
  E7e: '从本单运费中抵扣重复支付',
  E5: '超时、违约罚款',
  E5a: '违约金（申诉中）',
  E5b: '申诉结果',
  E13c: '扣减超过运费，由承运商赔偿',
  E15c: '运单作废，预付或已用油费转为欠款',
  E15d: '运单作废后预付退汇，冲销欠款',
  E7f: '重复支付退汇，已收回或已核销的部分转出',
} as const

/** The documents entries come of. */
export const voucherSources = {
  waybill: '运单',
  settlement: '结算单',
  sheetChange: '结算单变更',
  payment: '支付任务',
  topUp: '资金登记',
  fund: '资金登记',
  channelFact: '银行通知',
  offset: '预收冲应收',
  remittance: '来款',
  fuelIssue: '油费发放',
  fuelShift: '油品调整',
  debt: '欠款',
  writeOff: '应收坏账',
  estimateEnd: '暂估核销',
  refund: '退款',
  deposit: '押金',
  depositBack: '押金退还',
  manual: '手工制单',
  invoice: '发票',
  reconLine: '银行对账单',
  closing: '期间结账',
} as const
export type VoucherSource = keyof typeof voucherSources
