// Payable parts (分期) of a waybill: how its freight falls due in pieces, what a signature leaves to each, and their states.
import { type Fen, ZERO_FEN, negateFen, smallerFen, subtractFen, sumFen } from '../figures/money.ts'
import { machine } from '../states.ts'
import { payParts, splitPayPlan, type PayPart, type PayPlan } from './payPlan.ts'

/**
 * The kinds of parts: those of the pay plan, the fee of a carrier that handed the work down, an adjustment after the
 * signature, and what a carrier owes where what it had was more than it earned.
 */
export const waybillParts = {
  ...payParts,
  fee: { label: '转派服务费' },
  adjust: { label: '调差' },
  debt: { label: '超付抵扣' },
} as const
export type WaybillPart = keyof typeof waybillParts

/** The word the payee reads with the bank's credit of a payment whose lines are all of this part; of any other it is 运费. */
const paymentWords: Partial<Record<WaybillPart, string>> = { pre: '预付运费', fee: '服务费' }
export const paymentWord = (part: WaybillPart | undefined): string =>
  (part === undefined ? undefined : paymentWords[part]) ?? '运费'

/** Parts paid in cash after the signature: a sheet holds a line for each of them. */
export const cashParts = ['arrive', 'receipt', 'debt', 'adjust'] as const satisfies readonly WaybillPart[]
export type CashPart = (typeof cashParts)[number]
/** Parts a carrier has before the signature. */
export const earlyParts = ['pre', 'oil', 'etc'] as const satisfies readonly PayPart[]
export type EarlyPart = (typeof earlyParts)[number]

/** The event a part waits for before it can be settled. */
export const partWaits = {
  accept: { label: '待接单' },
  depart: { label: '待发车' },
  sign: { label: '待签收' },
  receipt: { label: '待回单' },
  none: { label: '可结算' },
} as const
export type PartWait = keyof typeof partWaits

/** The event each kind of part waits for. */
export const waitOfPart = {
  pre: 'accept',
  oil: 'accept',
  etc: 'accept',
  arrive: 'sign',
  receipt: 'receipt',
  fee: 'sign',
  adjust: 'none',
  debt: 'none',
} as const satisfies Readonly<Record<WaybillPart, PartWait>>

export const partStates = machine({
  table: 'waybill_parts',
  column: 'state',
  start: 'planned',
  states: {
    planned: { label: '计划', tone: 'idle' },
    ready: { label: '可结算', tone: 'idle' },
    /** The carrier has it before the signature. */
    issued: { label: '已发放', tone: 'good' },
    onSheet: { label: '在单', tone: 'busy' },
    paid: { label: '已付', tone: 'good' },
    setOff: { label: '已抵', tone: 'good' },
    dropped: { label: '已取消', tone: 'idle' },
  },
  moves: {
    open: { from: ['planned'], to: 'ready', label: '到期可结', permit: 'system' },
    take: { from: ['ready', 'issued'], to: 'onSheet', label: '进入结算', permit: 'system' },
    release: { from: ['onSheet'], to: 'ready', label: '退出结算', permit: 'system' },
    /** An advance has arrived. */
    issue: { from: ['onSheet'], to: 'issued', label: '预付到账', permit: 'system' },
    /** Fuel or tolls are handed out of the stock. */
    handOut: { from: ['planned', 'ready', 'issued'], to: 'issued', label: '发放', permit: 'system' },
    /** Some of it is taken back unused, or all of it. */
    takeIn: { from: ['issued'], to: 'issued', label: '回收', permit: 'system' },
    takeAllIn: { from: ['issued'], to: 'planned', label: '全部回收', permit: 'system' },
    /** An advance goes back from the sheet that was to set it off. */
    keep: { from: ['onSheet'], to: 'issued', label: '退出结算', permit: 'system' },
    pay: { from: ['onSheet'], to: 'paid', label: '付清', permit: 'system' },
    setOff: { from: ['onSheet'], to: 'setOff', label: '抵清', permit: 'system' },
    giveBack: { from: ['issued', 'paid', 'setOff'], to: 'onSheet', label: '退汇', permit: 'system' },
    drop: { from: ['planned', 'ready'], to: 'dropped', label: '取消', permit: 'system' },
    /** The waybill is void: nothing of it is owed, and what was fixed is not fixed any more. */
    cancel: { from: ['planned', 'ready', 'issued'], to: 'dropped', label: '随运单失效', permit: 'system' },
  },
})
export type PartState = keyof typeof partStates.states

/** Amounts a signature leaves open, beside what the carrier has already. */
export interface FixedParts {
  readonly arrive: Fen
  readonly receipt: Fen
  /** The excess of early parts and penalties over what was earned, above zero. */
  readonly debt: Fen
  /** The part a penalty is taken off with: the last one with cash, else those handed out before. */
  readonly penaltyOn: 'arrive' | 'receipt' | 'issued'
}

/** Amounts known at a signature. */
export interface SignedAmounts {
  /** Earned after cuts; below zero where cuts pass the freight. */
  readonly net: Fen
  /** Agreed penalties, above zero: they lower what is paid and not what is earned. */
  readonly penalties: Fen
  /** The amount the carrier has of each early part. */
  readonly issued: Readonly<Record<EarlyPart, Fen>>
  /** The goods want a receipt back. */
  readonly receiptWanted: boolean
}

/**
 * Fixes the cash parts of a signed waybill: what is left after penalties and early parts falls due on arrival up to its
 * planned share, and the rest with the receipt. The last cash part in use takes the remainder, so that all parts
 * together are the net amount to the fen; without a receipt share, or where no receipt is wanted, that is arrival.
 *
 * 10,000 estimated at 预付 20 %, 油卡 30 %, ETC 5 %, 到付 30 %, 回单付 15 %, all early parts handed out and 9,380 net:
 * 3,000 on arrival and 880 with the receipt.
 */
export function fixParts(plan: PayPlan, estimate: Fen, amounts: SignedAmounts): FixedParts {
  const { net, penalties, issued, receiptWanted } = amounts
  if (penalties < 0 || Object.values(issued).some(amount => amount < 0))
    throw new RangeError('penalties and what was handed out are amounts from 0')
  const given = sumFen(Object.values(issued))
  const rest = subtractFen(subtractFen(net, penalties), given)
  const cash = rest > 0 ? rest : ZERO_FEN
  const waits = receiptWanted && plan.receiptPpm > 0
  const arrive = waits ? smallerFen(splitPayPlan(plan, estimate, estimate).arrive, cash) : cash
  const receipt = subtractFen(cash, arrive)
  return {
    arrive,
    receipt,
    debt: rest < 0 ? negateFen(rest) : ZERO_FEN,
    penaltyOn: receipt > 0 ? 'receipt' : arrive > 0 ? 'arrive' : 'issued',
  }
}

/**
 * A cash part with its share of what the books hold of a waybill: cash = freight − deducted − oil − advanced, and `penalty`
 * is the share of `deducted` that does not lower the freight.
 */
export interface CashShare {
  readonly part: CashPart
  readonly cash: Fen
  readonly freight: Fen
  readonly deducted: Fen
  readonly penalty: Fen
  readonly oil: Fen
  readonly advanced: Fen
}

/** Freight and deductions of a signed waybill, and what was handed out. */
export interface SharedAmounts {
  readonly freight: Fen
  readonly deducted: Fen
  /** The share of `deducted` that is penalties. */
  readonly penalty: Fen
  readonly oil: Fen
  readonly advanced: Fen
}

/**
 * The lines a signed waybill comes to: a share for each part with cash, one at least. The first takes along what was
 * handed out, the last the deductions, so that the shares of each figure are the figure of the waybill.
 */
export function sharesOf(
  { arrive, receipt, debt }: Pick<FixedParts, 'arrive' | 'receipt' | 'debt'>,
  { freight, deducted, penalty, oil, advanced }: SharedAmounts,
): CashShare[] {
  const due: { part: CashPart; cash: Fen }[] =
    debt > 0
      ? [{ part: 'debt', cash: negateFen(debt) }]
      : arrive > 0 && receipt > 0
        ? [
            { part: 'arrive', cash: arrive },
            { part: 'receipt', cash: receipt },
          ]
        : [receipt > 0 ? { part: 'receipt', cash: receipt } : { part: 'arrive', cash: arrive }]
  const shares = due.map(({ part, cash }, n): CashShare => {
    const own = {
      deducted: n === due.length - 1 ? deducted : ZERO_FEN,
      penalty: n === due.length - 1 ? penalty : ZERO_FEN,
      oil: n === 0 ? oil : ZERO_FEN,
      advanced: n === 0 ? advanced : ZERO_FEN,
    }
    return { part, cash, ...own, freight: sumFen([cash, own.deducted, own.oil, own.advanced]) }
  })
  if (sumFen(shares.map(share => share.freight)) !== freight)
    throw new RangeError('the parts of a waybill do not add up to its freight')
  return shares
}

/** A cash part as the settle state of its waybill is told by it. */
export interface StandingPart {
  readonly part: WaybillPart
  readonly state: PartState
}

/** The settle state of a waybill, by its cash parts. */
export function settleStateOf(parts: readonly StandingPart[]): 'unsettled' | 'settling' | 'partly' | 'settled' {
  const cash = parts.filter(({ part, state }) => isCashPart(part) && state !== 'dropped')
  // estimates nobody will ever bill were let go, and nothing else was owed
  if (cash.length === 0 && parts.some(({ part }) => isCashPart(part))) return 'settled'
  if (cash.some(({ state }) => state === 'onSheet')) return 'settling'
  const done = cash.filter(({ state }) => state === 'paid' || state === 'setOff').length
  if (done === 0) return 'unsettled'
  return done === cash.length ? 'settled' : 'partly'
}

/** Whether a part is paid in cash after the signature. */
export const isCashPart = (part: WaybillPart): part is CashPart => cashParts.some(each => each === part)

/** True for the fee of a carrier that handed the work down: the house pays it, and the waybill does not wait for it. */
export const isFeePart = (part: WaybillPart): boolean => part === 'fee'

/** The words of the part a line is about. */
export const partLabel = (part: WaybillPart): string => waybillParts[part].label

/** The part with its place among those of its waybill: 到付 1/2; alone it needs none. */
export const partOfWaybill = ({
  part,
  nth,
}: {
  part: WaybillPart
  nth?: { n: number; of: number } | undefined
}): string => (nth !== undefined && nth.of > 1 ? `${partLabel(part)} ${nth.n}/${nth.of}` : partLabel(part))

/** Sums of what a plan foresees for each part, none where it foresees nothing. */
export function plannedParts(plan: PayPlan, estimate: Fen, agreedOil?: Fen): { part: PayPart; planned: Fen }[] {
  const planned = splitPayPlan(plan, estimate, estimate)
  const all: [PayPart, number, Fen][] = [
    ['pre', plan.prePpm, planned.pre],
    ['oil', agreedOil === undefined ? plan.oilPpm : agreedOil, agreedOil ?? planned.oil],
    ['etc', plan.etcPpm, planned.etc],
    // something is always left to pay or to set off, whatever the plan says
    ['arrive', 1, planned.arrive],
    ['receipt', plan.receiptPpm, planned.receipt],
  ]
  return all.flatMap(([part, share, amount]) => (share > 0 ? [{ part, planned: amount }] : []))
}

/** Reasons a waybill somebody asks for is none of those that can be settled. */
export const barredReasons = {
  receipt: { label: '待回单' },
  policy: { label: '待回单确认' },
  held: { label: '支付异常待处理' },
  paused: { label: '已暂缓' },
  notSigned: { label: '尚未签收' },
  onSheet: { label: '已在结算单中' },
  settled: { label: '已结清' },
  ended: { label: '已取消或作废' },
  ready: { label: '可以结算' },
  notFound: { label: '没有这个单号，或不在您的范围内' },
} as const
export type BarredReason = keyof typeof barredReasons
