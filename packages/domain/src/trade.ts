// Trades (交易流水): the kinds and directions of real movements of money, by the event of the books that moved it.
import type { WaybillPart } from './settlement/parts.ts'
import { stateTable } from './states.ts'
import type { AccountCode } from './voucher/chart.ts'

export const tradeDirections = { IN: '收入', OUT: '支出' } as const

/** Kinds of movements; the house's own money is no company's to read. */
export const tradeKinds = {
  TOP_UP: '充值',
  RECEIPT: '来款',
  RECEIPT_BACK: '来款退回',
  FREIGHT: '付运费',
  ADVANCE: '付预付款',
  FEE: '付服务费',
  DOUBLE: '重复支付',
  RETURN: '退汇',
  FUEL: '购油',
  TOLL: '充值通行费',
  OWN: '自有资金划转',
  BANK_FEE: '银行手续费',
  INTEREST: '利息',
  REFUND: '退款',
  DEPOSIT: '押金',
  OTHER: '其他收付',
} as const
export type TradeKind = keyof typeof tradeKinds

/** Kinds a company can meet; the house's own money is not among them. */
export const companyTradeKinds = [
  'TOP_UP',
  'RECEIPT',
  'RECEIPT_BACK',
  'FREIGHT',
  'ADVANCE',
  'FEE',
  'DOUBLE',
  'RETURN',
  'REFUND',
  'DEPOSIT',
  'OTHER',
] as const satisfies readonly TradeKind[]

/** Kinds as a carrier reads them, to whom most of it comes. */
export const carrierTradeKinds = {
  ...tradeKinds,
  RECEIPT: '汇款',
  RECEIPT_BACK: '汇款退回',
  FREIGHT: '收运费',
  ADVANCE: '收预付款',
  FEE: '收服务费',
  DOUBLE: '重复收款',
} as const satisfies Record<TradeKind, string>

/** A movement as one reader has it before them. */
interface ReadTrade {
  readonly kind: TradeKind
  /** The reader is the carrier of the movement (decision 210). */
  readonly isCarriers: boolean
}
/** The kind of a movement in the words of its reader. */
export const tradeKindName = ({ kind, isCarriers }: ReadTrade): string =>
  (isCarriers ? carrierTradeKinds : tradeKinds)[kind]

/** The kind of a payment whose waybills all stand on it with this part; of any other it is 付运费. */
export const tradeKindOfPart = { pre: 'ADVANCE', fee: 'FEE' } as const satisfies Partial<Record<WaybillPart, TradeKind>>

/** Kinds that pay for waybills; money sent twice is none of them. */
export const paidTradeKinds = ['FREIGHT', 'ADVANCE', 'FEE'] as const satisfies readonly TradeKind[]

/** Kinds of money the bank took or gave by itself, by a line of its file; it is no transfer of the house. */
export const tradeKindOfBank = { OUT: 'BANK_FEE', IN: 'INTEREST' } as const satisfies Record<
  keyof typeof tradeDirections,
  TradeKind
>

/** The records a movement can be of, beside sheets: their word, and what they are called in `trades.record`. */
export const tradeRecords = {
  fund: '资金登记',
  remittance: '来款',
  refund: '预收退款',
  deposit: '押金',
  depositBack: '押金退还',
} as const
export type TradeRecord = keyof typeof tradeRecords

/** The uses of a part of money that came. */
export const tradeUses = {
  SHIPPER: '认领给货主',
  DEBT: '收回欠款',
  DEPOSIT: '押金',
  NOBODY: '未认领',
  BACK: '已退回付款方',
} as const
export type TradeUse = keyof typeof tradeUses

/** The directions as tabs of a list. */
export const tradeDirectionTabs = stateTable({
  start: 'IN',
  states: { IN: { label: tradeDirections.IN, tone: 'idle' }, OUT: { label: tradeDirections.OUT, tone: 'idle' } },
  moves: {},
})

/** The standing of a movement: money that was paid and came back is a movement of its own, and marks the first. */
export const tradeMarks = { done: '成功', returned: '已退汇' } as const

/** Whether a movement on a channel stands in the file of its bank: until then nobody has compared it. */
export const tradeRecons = { open: '未对账', matched: '已对账' } as const

/** Whether the bank's slip of a movement is kept with it. */
export const tradeSlips = { kept: '有', missing: '无' } as const

/** Accounts of the books on which real money lies: a line on one of them is a trade. */
export const tradeAccounts = ['1002.01', '1002.02'] as const satisfies readonly AccountCode[]

/** The account of the books that a channel's file is about. */
export const channelAccount = '1002.02' satisfies (typeof tradeAccounts)[number]

const kinds: Readonly<Partial<Record<string, TradeKind>>> = {
  E0: 'RECEIPT',
  E0r: 'RECEIPT_BACK',
  E1: 'TOP_UP',
  E1p: 'REFUND',
  E7b: 'FREIGHT',
  E7d: 'DOUBLE',
  E7r: 'RETURN',
  E7e: 'RETURN',
  E7g: 'RETURN',
  E6a: 'FUEL',
  E10: 'TOLL',
  E18: 'OWN',
  E6t: 'OWN',
  E11: 'DEPOSIT',
  E11r: 'DEPOSIT',
  E11p: 'DEPOSIT',
  E11t: 'RETURN',
}

/** The event that takes a movement out which stood twice: its line is none of the bank. */
export const repeatEvent = 'E7g'

/** The kind of the movement an event of the books makes, where neither its payment nor the bank's file says more. */
export const tradeKindOf = (event: string): TradeKind => kinds[event] ?? 'OTHER'
