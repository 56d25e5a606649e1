// Fuel and tolls before the trip: the house's accounts with providers, cards and coupons handed out to waybills, what is
// left of them, and how much may be handed out.
import {
  fen,
  PPM,
  printMoney,
  smallerFen,
  splitExact,
  subtractFen,
  sumFen,
  ZERO_FEN,
  type Fen,
} from '../figures/money.ts'
import type { EarlyPart } from '../settlement/parts.ts'
import type { FundKind } from '../fund.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom, stateTable } from '../states.ts'

/** Kinds of accounts: the part of a waybill they are handed out for, and the fund record that fills them. */
export const fuelKinds = {
  OIL: { label: '油品', part: 'oil', fund: 'FUEL', unit: '油费' },
  ETC: { label: 'ETC', part: 'etc', fund: 'ETC', unit: '通行费' },
} as const satisfies Readonly<Record<string, { label: string; part: EarlyPart; fund: FundKind; unit: string }>>
export type FuelKind = keyof typeof fuelKinds
/** The kinds as tabs of a list. */
export const fuelKindTabs = stateTable({
  start: 'OIL',
  states: { OIL: { label: fuelKinds.OIL.label, tone: 'idle' }, ETC: { label: fuelKinds.ETC.label, tone: 'idle' } },
  moves: {},
})

/** The ways in which an amount reaches a driver. */
export const fuelMedia = { CARD: '油卡', COUPON: '油券', PASS: 'ETC 通行' } as const
export type FuelMedium = keyof typeof fuelMedia

export const fuelCardStates = machine({
  table: 'fuel_cards',
  column: 'state',
  entity: 'fuelCard',
  start: 'active',
  states: {
    active: { label: '可用', tone: 'good' },
    frozen: { label: '已冻结', tone: 'bad', rests: true },
    closed: { label: '已注销', tone: 'idle', final: true },
  },
  moves: {
    freeze: {
      from: ['active'],
      to: 'frozen',
      label: '冻结',
      permit: 'fuel.issue',
      danger: true,
      ask: 'reason',
    },
    unfreeze: { from: ['frozen'], to: 'active', label: '解冻', permit: 'fuel.issue' },
    close: {
      from: ['active', 'frozen'],
      to: 'closed',
      label: '注销',
      permit: 'fuel.issue',
      danger: true,
      ask: 'reason',
    },
  },
})
export type FuelCardState = keyof typeof fuelCardStates.states
export type FuelCardMove = keyof typeof fuelCardStates.moves

export const fuelIssueStates = machine({
  table: 'fuel_issues',
  column: 'state',
  entity: 'fuelIssue',
  start: 'issued',
  states: {
    issued: { label: '未用完', tone: 'busy' },
    used: { label: '已用完', tone: 'good', final: true },
    recovered: { label: '已回收', tone: 'idle', final: true },
  },
  moves: {
    recover: {
      from: ['issued'],
      to: 'recovered',
      label: '回收未用',
      done: '未用金额已回收',
      permit: 'fuel.recover',
      danger: true,
      ask: 'reason',
    },
    /** All of it was used at stations. */
    useUp: { from: ['issued'], to: 'used', label: '用完', permit: 'system' },
    /** Its waybill came to nothing. */
    takeBack: { from: ['issued'], to: 'recovered', label: '随运单回收', permit: 'system' },
  },
})

/** The amounts of an issue. */
export interface IssueAmounts {
  readonly amount: Fen
  readonly used: Fen
  readonly recovered: Fen
}

/** The amount of an issue that is neither used nor taken back. */
export const leftOf = ({ amount, used, recovered }: IssueAmounts): Fen => subtractFen(amount, sumFen([used, recovered]))

/** The room of a waybill for fuel or tolls. */
export interface IssueRoom {
  /** The share its terms foresee. */
  readonly planned: Fen
  /** Handed out already. */
  readonly issued: Fen
  /** The company's most, of the freight as it is estimated. */
  readonly cap: Fen
}

/**
 * The most fuel of a freight at the company's share in ppm. The fen that cannot be divided is the fuel's, as a plan gives
 * its last part the rest: no plan within the share has more.
 */
export function fuelCapOf(freight: Fen, sharePpm: number): Fen {
  const [, cap = ZERO_FEN] = splitExact(freight, [PPM - sharePpm, sharePpm])
  return cap
}

/** The amount that may still be handed out: within the plan, or up to the company's cap with `fuel.over`. */
export function roomOf({ planned, issued, cap }: IssueRoom, mayPass: boolean): Fen {
  const most = mayPass ? cap : smallerFen(planned, cap)
  return most > issued ? subtractFen(most, issued) : fen(0)
}

/** The fault of handing an amount out for a waybill. */
export function faultOfIssue(
  amount: Fen,
  room: IssueRoom,
  { waybillNo, unit, mayPass }: { readonly waybillNo: string; readonly unit: string; readonly mayPass: boolean },
): Fault<'fuel.over'> | undefined {
  const left = roomOf(room, mayPass)
  if (amount <= left) return undefined
  return {
    problem: 'fuel.over',
    detail: {
      waybillNo,
      unit,
      planned: printMoney(room.planned),
      issued: printMoney(room.issued),
      left: printMoney(left),
    },
  }
}

/** A card and what hangs on it. */
export interface FuelCardOn {
  readonly state: FuelCardState
  readonly balance: Fen
}

/** The fault of a move of a card beside state and permit: a card with money on it is not closed. */
export function faultOfCardMove(name: FuelCardMove, { balance }: Pick<FuelCardOn, 'balance'>): Fault | undefined {
  return name === 'close' && balance > 0
    ? { problem: 'fuel.cardHolds', detail: { left: printMoney(balance) } }
    : undefined
}

/** The moves of a card a person can make now. */
export const fuelCardMovesOf = ({ state, balance }: FuelCardOn, can: (permit: Permit) => boolean): FuelCardMove[] =>
  offeredFrom(fuelCardStates, state, can).filter(name => !faultOfCardMove(name, { balance }))

/** The one spelling of a card's number: digits and letters alone. */
export const plainCardNo = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

/** Reasons for which a line of a provider's file is none of what was handed out. */
export const fuelUseFaults = {
  NO_CARD: '卡号不在册',
  NO_COUPON: '没有这张油券',
  NO_ISSUE: '卡上没有未用的发放',
  OVER: '超过卡上未用金额',
  FROZEN: '卡已冻结或注销',
  COUPON_AMOUNT: '与券面金额不符',
  COUPON_SPENT: '油券已核销或已回收',
  OTHER_ACCOUNT: '不是该账户的卡或券',
} as const
export type FuelUseFault = keyof typeof fuelUseFaults

export const fuelUseStates = machine({
  table: 'fuel_uses',
  column: 'state',
  entity: 'fuelUse',
  start: 'differs',
  states: {
    differs: { label: '有差异', tone: 'bad' },
    matched: { label: '已匹配', tone: 'good', final: true },
    explained: { label: '已说明', tone: 'idle' },
  },
  moves: {
    /** It is looked at again: meanwhile the card was registered, or fuel was handed out. */
    match: { from: ['differs'], to: 'matched', label: '重新匹配', done: '已匹配', permit: 'fuel.issue' },
    explain: {
      from: ['differs'],
      to: 'explained',
      label: '说明差异',
      done: '差异已说明',
      permit: 'fuel.issue',
      danger: true,
      ask: 'reason',
    },
    /** A loss that two people agreed on accounts for it; taken back, it is a difference again. */
    lose: { from: ['differs'], to: 'explained', label: '记为损耗', permit: 'system' },
    reopen: { from: ['explained'], to: 'differs', label: '损耗已冲销', permit: 'system' },
  },
})

/** True for a line that lies on nothing: it can be recorded as a loss, whole. */
export const takesLoss = (state: keyof typeof fuelUseStates.states): boolean => state === 'differs'

/** The steps people take on a difference; the others come of losses. */
export const fuelUseSteps = ['match', 'explain'] as const satisfies readonly (keyof typeof fuelUseStates.moves)[]
export type FuelUseStep = (typeof fuelUseSteps)[number]
/** The steps a person can take now. */
export const fuelUseStepsOf = (
  state: keyof typeof fuelUseStates.states,
  can: (permit: Permit) => boolean,
): FuelUseStep[] => {
  const offered: readonly string[] = offeredFrom(fuelUseStates, state, can)
  return fuelUseSteps.filter(step => offered.includes(step))
}

/** An issue on a card as a use is matched with it; in the order in which they were handed out. */
export interface OpenIssue {
  readonly id: string
  readonly left: Fen
  readonly issuedAt: number
  /** The trip of its waybill: since its acceptance, until its signature or longer. */
  readonly from: number
  readonly to: number | undefined
}

/** Time before the issue by which the clock of a station may be off. */
const clockSlackMs = 600_000

/**
 * Lays a use on the issues of its card: first on those whose trip covers its moment, then on the others, each in the
 * order in which they were handed out. The fault where they do not hold it.
 */
export function layUse(
  use: { readonly at: number; readonly amount: Fen },
  issues: readonly OpenIssue[],
): { readonly shares: readonly { readonly id: string; readonly amount: Fen }[] } | { readonly fault: FuelUseFault } {
  const open = issues.filter(({ left, issuedAt }) => left > 0 && issuedAt - clockSlackMs <= use.at)
  if (open.length === 0) return { fault: 'NO_ISSUE' }
  const covers = ({ from, to }: OpenIssue): boolean => from <= use.at && (to === undefined || use.at <= to)
  const order = [...open.filter(covers), ...open.filter(issue => !covers(issue))]
  let rest = use.amount
  const shares = order.flatMap(({ id, left }) => {
    const amount = smallerFen(left, rest)
    if (amount === 0) return []
    rest = subtractFen(rest, amount)
    return [{ id, amount }]
  })
  return rest > 0 ? { fault: 'OVER' } : { shares }
}

/** The fault of a line whose litres, in hundredths, at its price, in 10⁻⁴ yuan, do not come to its amount. */
export function faultOfLitres(litres: number, unitPrice: number, amount: Fen): string | undefined {
  // hundredths of a litre × 10⁻⁴ yuan = 10⁻⁶ yuan, 10⁻⁴ fen
  const due = Math.round((litres * unitPrice) / 10_000)
  return Math.abs(due - amount) <= 1 ? undefined : `升数 × 单价为 ${printMoney(fen(due))} 元，与金额不符`
}
