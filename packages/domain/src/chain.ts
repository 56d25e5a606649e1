// The four flows of a waybill (四流): agreement, goods, money and invoices, judged of facts alone. A fact that is not known never counts as right.
import { negateFen, printMoney, subtractFen, type Fen } from './figures/money.ts'
import type { Permit } from './permits/permits.ts'
import { stateTable } from './states.ts'
import type { ReceiptState } from './waybill/waybill.ts'

export const chainLegs = { contract: '合同', goods: '货物', money: '资金', invoice: '发票' } as const
export type ChainLeg = keyof typeof chainLegs

/** The standing of one leg. */
export const legStates = stateTable({
  start: 'unknown',
  states: {
    whole: { label: '齐', tone: 'good' },
    missing: { label: '缺', tone: 'warn' },
    differs: { label: '不符', tone: 'bad' },
    unknown: { label: '未知', tone: 'idle' },
  },
  moves: {},
})
export type LegState = keyof typeof legStates.states

/** The standing of all four: that of the leg that stands worst. */
export const chainStates = stateTable({
  start: 'unknown',
  states: {
    whole: { label: '四流合一', tone: 'good' },
    missing: { label: '有缺项', tone: 'warn' },
    differs: { label: '有不符', tone: 'bad' },
    unknown: { label: '有未知', tone: 'idle' },
  },
  moves: {},
})

/** The pages a reason leads to, and who may open them. */
export const chainPlaces = {
  agreements: { label: '查看合同', permit: 'agreement.view' },
  waybill: { label: '查看运单', permit: 'waybill.view' },
  trail: { label: '回放轨迹', permit: 'track.replay' },
  parts: { label: '查看结算明细', permit: 'settlement.view' },
  exceptions: { label: '处理支付异常', permit: 'settlement.view' },
  trades: { label: '查看交易流水', permit: 'trade.view' },
  sales: { label: '查看已开发票', permit: 'invoice.view' },
  purchases: { label: '查看进项发票', permit: 'invoice.view' },
} as const satisfies Readonly<Record<string, { label: string; permit: Permit }>>
export type ChainPlace = keyof typeof chainPlaces

interface ReasonRow {
  readonly leg: ChainLeg
  readonly state: Exclude<LegState, 'whole'>
  /** `{a}` and `{b}` are amounts of the side named; `bare` is said to people who may not see them. */
  readonly text: string
  readonly bare?: string
  readonly side?: 'SHIPPER' | 'CARRIER'
  readonly place: ChainPlace
}
const reasonTable = <const T extends Readonly<Record<string, ReasonRow>>>(
  t: T,
): { readonly [K in keyof T]: ReasonRow } => t

/** Every reason a leg is not whole. */
export const chainReasons = reasonTable({
  consignOthers: {
    leg: 'contract',
    state: 'differs',
    text: '托运合同的当事方不是本运单的货主与开票方',
    place: 'agreements',
  },
  carryOthers: { leg: 'contract', state: 'differs', text: '承运合同的当事方不是本运单的承运商', place: 'agreements' },
  consignNone: { leg: 'contract', state: 'missing', text: '没有托运合同', place: 'agreements' },
  carryNone: { leg: 'contract', state: 'missing', text: '没有承运合同', place: 'agreements' },
  consignWaits: { leg: 'contract', state: 'missing', text: '托运合同尚未签完', place: 'agreements' },
  carryWaits: { leg: 'contract', state: 'missing', text: '承运合同尚未签完', place: 'agreements' },
  goodsDisputed: { leg: 'goods', state: 'differs', text: '收货有异议，尚未处理', place: 'waybill' },
  goodsGrew: { leg: 'goods', state: 'differs', text: '卸货重量大于装货重量', place: 'waybill' },
  trailElsewhere: { leg: 'goods', state: 'differs', text: '车辆轨迹与运单不符', place: 'trail' },
  notSigned: { leg: 'goods', state: 'missing', text: '运单尚未签收', place: 'waybill' },
  noLoad: { leg: 'goods', state: 'missing', text: '没有装货重量', place: 'waybill' },
  noUnload: { leg: 'goods', state: 'missing', text: '没有卸货重量', place: 'waybill' },
  noReceipt: { leg: 'goods', state: 'missing', text: '回单尚未确认', place: 'waybill' },
  noTrail: { leg: 'goods', state: 'unknown', text: '没有装卸两地的轨迹判定', place: 'trail' },
  payeeOthers: {
    leg: 'money',
    state: 'differs',
    side: 'CARRIER',
    text: '{a} 元付给了合同承运方及其授权收款人以外的人',
    bare: '有运费付给了合同承运方及其授权收款人以外的人',
    place: 'trades',
  },
  moneyApart: {
    leg: 'money',
    state: 'differs',
    side: 'CARRIER',
    text: '运单已付 {a} 元，银行流水 {b} 元',
    bare: '运单已付与银行流水不一致',
    place: 'trades',
  },
  overpaid: {
    leg: 'money',
    state: 'differs',
    side: 'CARRIER',
    text: '已付与已发放比应付多 {a} 元',
    bare: '已付与已发放多于应付',
    place: 'parts',
  },
  moneyException: { leg: 'money', state: 'differs', text: '有支付异常尚未处理', place: 'exceptions' },
  unpaid: {
    leg: 'money',
    state: 'missing',
    side: 'CARRIER',
    text: '还有 {a} 元未付',
    bare: '运费尚未付清',
    place: 'parts',
  },
  moneyAsked: { leg: 'money', state: 'unknown', text: '付款结果银行尚未答复', place: 'parts' },
  soldOthers: {
    leg: 'invoice',
    state: 'differs',
    side: 'SHIPPER',
    text: '{a} 元开给了别的购方或由别的销方开具',
    bare: '发票的购方或销方不是本运单的货主与开票方',
    place: 'sales',
  },
  oversold: {
    leg: 'invoice',
    state: 'differs',
    side: 'SHIPPER',
    text: '开票 {a} 元，多于运费 {b} 元',
    bare: '开票金额多于运费',
    place: 'sales',
  },
  boughtOthers: {
    leg: 'invoice',
    state: 'differs',
    side: 'CARRIER',
    text: '{a} 元进项发票的销方不是本运单的承运商',
    bare: '进项发票的销方不是本运单的承运商',
    place: 'purchases',
  },
  overbought: {
    leg: 'invoice',
    state: 'differs',
    side: 'CARRIER',
    text: '进项 {a} 元，多于成本 {b} 元',
    bare: '进项金额多于成本',
    place: 'purchases',
  },
  unsold: {
    leg: 'invoice',
    state: 'missing',
    side: 'SHIPPER',
    text: '还有 {a} 元未开票',
    bare: '运费尚未全部开票',
    place: 'sales',
  },
  unbought: {
    leg: 'invoice',
    state: 'missing',
    side: 'CARRIER',
    text: '还有 {a} 元没有进项发票',
    bare: '成本尚未全部取得进项发票',
    place: 'purchases',
  },
  inputUnchecked: { leg: 'invoice', state: 'unknown', text: '进项发票尚未查验', place: 'purchases' },
})
export type ChainReason = keyof typeof chainReasons

/** An agreement of a waybill: none that lives, not signed by both, signed, or one of other parties. */
export type PaperFact = 'none' | 'waits' | 'signed' | 'others'
/** The word of the trail about a waybill; absent where there is none. */
export type TrailFact = 'proven' | 'elsewhere'

/** All that is known of a waybill, in fen and grams. */
export interface ChainFacts {
  readonly contract: { readonly consign: PaperFact; readonly carry: PaperFact }
  readonly goods: {
    readonly isSigned: boolean
    readonly isDisputed: boolean
    readonly loadedG: number | undefined
    readonly unloadedG: number | undefined
    readonly receipt: ReceiptState
    readonly trail: TrailFact | undefined
  }
  readonly money: {
    /** Owed to the carrier after deductions; fuel and tolls handed out; and set off. */
    readonly net: Fen
    readonly issued: Fen
    readonly setOff: Fen
    /** Paid as the waybill says, and as the bank's movements say; the part of those to strangers. */
    readonly paid: Fen
    readonly moved: Fen
    readonly strange: Fen
    readonly isSettled: boolean
    readonly isAsked: boolean
    readonly hasException: boolean
  }
  readonly invoice: {
    /** Owed by the shipper after allowances, invoiced to it, and of other buyers or sellers. */
    readonly freight: Fen
    readonly sold: Fen
    readonly soldStrange: Fen
    /** Cost carriers invoice, covered by their checked invoices, by those not checked yet, and by those of other sellers. */
    readonly cost: Fen
    readonly bought: Fen
    readonly unchecked: Fen
    readonly boughtStrange: Fen
  }
}

/** A reason with its amounts. */
export interface FoundReason {
  readonly key: ChainReason
  readonly a?: Fen
  readonly b?: Fen
}
export interface JudgedLeg {
  readonly state: LegState
  readonly reasons: readonly FoundReason[]
}
export interface JudgedChain {
  readonly state: LegState
  readonly legs: Readonly<Record<ChainLeg, JudgedLeg>>
}

/** From the worst to the best: what differs was seen, what is missing can be brought, what is unknown may be either. */
const severity = ['differs', 'missing', 'unknown'] as const

const worst = (states: Iterable<LegState>): LegState => {
  const seen = new Set(states)
  return severity.find(state => seen.has(state)) ?? 'whole'
}

type Finding = FoundReason | false

function contractReasons({ consign, carry }: ChainFacts['contract']): Finding[] {
  return [
    consign === 'others' && { key: 'consignOthers' },
    carry === 'others' && { key: 'carryOthers' },
    consign === 'none' && { key: 'consignNone' },
    consign === 'waits' && { key: 'consignWaits' },
    carry === 'none' && { key: 'carryNone' },
    carry === 'waits' && { key: 'carryWaits' },
  ]
}

function goodsReasons(of: ChainFacts['goods']): Finding[] {
  const { loadedG, unloadedG } = of
  return [
    of.isDisputed && { key: 'goodsDisputed' },
    loadedG !== undefined && unloadedG !== undefined && unloadedG > loadedG && { key: 'goodsGrew' },
    of.trail === 'elsewhere' && { key: 'trailElsewhere' },
    !of.isSigned && { key: 'notSigned' },
    loadedG === undefined && { key: 'noLoad' },
    unloadedG === undefined && { key: 'noUnload' },
    of.receipt !== 'none' && of.receipt !== 'confirmed' && { key: 'noReceipt' },
    of.trail === undefined && { key: 'noTrail' },
  ]
}

function moneyReasons(of: ChainFacts['money']): Finding[] {
  const open = subtractFen(subtractFen(subtractFen(of.net, of.issued), of.setOff), of.moved)
  return [
    of.strange > 0 && { key: 'payeeOthers', a: of.strange },
    of.moved !== of.paid && { key: 'moneyApart', a: of.paid, b: of.moved },
    // a settled one that ends below nothing left a debt, which has a ledger of its own
    open < 0 && !of.isSettled && { key: 'overpaid', a: negateFen(open) },
    of.hasException && { key: 'moneyException' },
    open > 0 && { key: 'unpaid', a: open },
    of.isAsked && { key: 'moneyAsked' },
  ]
}

function invoiceReasons(of: ChainFacts['invoice']): Finding[] {
  const unbought = subtractFen(subtractFen(of.cost, of.bought), of.unchecked)
  return [
    of.soldStrange > 0 && { key: 'soldOthers', a: of.soldStrange },
    of.sold > of.freight && { key: 'oversold', a: of.sold, b: of.freight },
    of.boughtStrange > 0 && { key: 'boughtOthers', a: of.boughtStrange },
    of.bought > of.cost && { key: 'overbought', a: of.bought, b: of.cost },
    of.sold < of.freight && { key: 'unsold', a: subtractFen(of.freight, of.sold) },
    unbought > 0 && { key: 'unbought', a: unbought },
    of.unchecked > 0 && { key: 'inputUnchecked' },
  ]
}

const judge = (findings: readonly Finding[]): JudgedLeg => {
  const reasons = findings.filter(found => found !== false)
  return { state: worst(reasons.map(({ key }) => chainReasons[key].state)), reasons }
}

/** The four flows of a waybill as its facts have them. */
export function judgeChain(facts: ChainFacts): JudgedChain {
  const legs = {
    contract: judge(contractReasons(facts.contract)),
    goods: judge(goodsReasons(facts.goods)),
    money: judge(moneyReasons(facts.money)),
    invoice: judge(invoiceReasons(facts.invoice)),
  }
  return { state: worst(Object.values(legs).map(leg => leg.state)), legs }
}

/** A reason in words; amounts of a side only for people who may see its price. */
export function sayReason(
  { key, a, b }: FoundReason,
  sight: { readonly shipper: boolean; readonly carrier: boolean },
): string {
  const { text, bare = text, side } = chainReasons[key]
  const maySee = side === undefined || (side === 'SHIPPER' ? sight.shipper : sight.carrier)
  if (!maySee) return bare
  return text.replace('{a}', a === undefined ? '' : printMoney(a)).replace('{b}', b === undefined ? '' : printMoney(b))
}
