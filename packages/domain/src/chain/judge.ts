// The judgement of the four flows of a waybill, of facts alone. A fact that is not known never counts as right.
import { negateFen, printMoney, subtractFen, type Fen } from '../figures/money.ts'
import type { ReceiptState } from '../waybill/waybill.ts'
import { chainReasons, type ChainLeg, type ChainReason, type ChainTab, type LegState } from './chain.ts'

/** An agreement of a waybill: none that lives, not sent yet, not signed by both, refused, too late, signed, or one of other parties. */
export type PaperFact = 'none' | 'draft' | 'waits' | 'refused' | 'expired' | 'signed' | 'others'
/** The word of the trail about a waybill; absent where there is none. */
export type TrailFact = 'proven' | 'elsewhere'

interface SupplyFacts {
  readonly cost: Fen
  readonly bought: Fen
}

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
    /** Fuel and tolls handed out that have invoices of their own, and what those bear. */
    readonly fuel: SupplyFacts
    readonly toll: SupplyFacts
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
    consign === 'draft' && { key: 'consignDraft' },
    consign === 'waits' && { key: 'consignWaits' },
    consign === 'refused' && { key: 'consignRefused' },
    consign === 'expired' && { key: 'consignExpired' },
    carry === 'none' && { key: 'carryNone' },
    carry === 'draft' && { key: 'carryDraft' },
    carry === 'waits' && { key: 'carryWaits' },
    carry === 'refused' && { key: 'carryRefused' },
    carry === 'expired' && { key: 'carryExpired' },
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
    of.fuel.bought < of.fuel.cost && { key: 'fuelUnbought', a: subtractFen(of.fuel.cost, of.fuel.bought) },
    of.toll.bought < of.toll.cost && { key: 'tollUnbought', a: subtractFen(of.toll.cost, of.toll.bought) },
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

/** True where a waybill stands under a tab. */
export const isUnderTab = ({ state, legs }: JudgedChain, tab: ChainTab): boolean =>
  tab === 'differs' || tab === 'unknown' || tab === 'whole' ? state === tab : legs[tab].state === 'missing'

type Sight = { readonly shipper: boolean; readonly carrier: boolean }

const maySee = (key: ChainReason, sight: Sight): boolean => {
  const { side } = chainReasons[key]
  return side === undefined || (side === 'SHIPPER' ? sight.shipper : sight.carrier)
}

/** The worst of a leg in a few words; both agreements in one. */
export function sayShort({ state, reasons }: JudgedLeg, sight: Sight): string {
  const [first] = reasons.filter(({ key }) => chainReasons[key].state === state)
  if (!first) return ''
  const has = (key: ChainReason): boolean => reasons.some(reason => reason.key === key)
  if (has('consignNone') && has('carryNone') && state === 'missing') return '缺 2 份合同'
  if (has('consignWaits') && has('carryWaits') && state === 'missing') return '2 份合同未签完'
  const amount = first.a === undefined || !maySee(first.key, sight) ? '' : printMoney(first.a)
  return chainReasons[first.key].short.replace('{a}', amount).trim()
}

/** A reason in words; amounts of a side only for people who may see its price. */
export function sayReason({ key, a, b }: FoundReason, sight: Sight): string {
  const { text, bare = text } = chainReasons[key]
  if (!maySee(key, sight)) return bare
  return text.replace('{a}', a === undefined ? '' : printMoney(a)).replace('{b}', b === undefined ? '' : printMoney(b))
}
