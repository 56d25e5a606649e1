// Charges (费用) of a waybill: the codes of their lines, and claims (费用扣款) that one side asks for and another agrees to.
import { type Fen, ZERO_FEN, addFen, fen, negateFen } from '../figures/money.ts'
import { type RoleSide, isHouseSide } from '../permits/permits.ts'
import { machine } from '../states.ts'
import { DAY_MS } from '../figures/time.ts'

/** Kinds of lines on the account of a waybill; `sign` −1 lowers it. */
export const chargeCodes = {
  FREIGHT: { label: '运费', sign: 1 },
  LOAD: { label: '装卸费', sign: 1 },
  TOLL: { label: '路桥费', sign: 1 },
  WAIT: { label: '压车费', sign: 1 },
  INSURE: { label: '保险费', sign: 1 },
  DISPATCH: { label: '调度费', sign: 1 },
  INFO: { label: '信息费', sign: 1 },
  SUBSIDY: { label: '补贴', sign: 1 },
  SERVICE: { label: '服务费', sign: 1 },
  OTHER: { label: '其他费用', sign: 1 },
  LOSS: { label: '亏吨扣款', sign: -1 },
  DAMAGE: { label: '货损扣款', sign: -1 },
  LATE: { label: '超时扣款', sign: -1 },
  FINE: { label: '违约罚款', sign: -1 },
  CUT: { label: '其他扣款', sign: -1 },
  ROUND: { label: '抹零', sign: -1 },
} as const
export type ChargeCode = keyof typeof chargeCodes

/** Kinds that may be claimed; freight, loss and rounding follow from the weights. */
export const claimCodes = [
  'LOAD',
  'TOLL',
  'WAIT',
  'INSURE',
  'DISPATCH',
  'INFO',
  'SUBSIDY',
  'SERVICE',
  'OTHER',
  'DAMAGE',
  'LATE',
  'FINE',
  'CUT',
] as const satisfies readonly ChargeCode[]
export type ClaimCode = (typeof claimCodes)[number]
/** Those that take from an account. */
export const cutCodes = ['DAMAGE', 'LATE', 'FINE', 'CUT'] as const satisfies readonly ClaimCode[]

/** A charge line: freight is estimated when the waybill is made; everything else is written as confirmed. */
export const chargeStates = machine({
  table: 'charges',
  column: 'state',
  start: 'estimated',
  states: {
    estimated: { label: '预估', tone: 'idle' },
    confirmed: { label: '已确认', tone: 'good', final: true },
  },
  moves: { confirm: { from: ['estimated'], to: 'confirmed', label: '签收确认', permit: 'system' } },
})
export type ChargeState = keyof typeof chargeStates.states

/** The account a claim changes. */
export const claimSides = { SHIPPER: '托运方应付', CARRIER: '承运方应得' } as const
export type ClaimSide = keyof typeof claimSides

export const claimStates = machine({
  table: 'waybill_claims',
  column: 'state',
  entity: 'claim',
  start: 'proposed',
  states: {
    // both sides read the histories; a page says whose answer it is (`claimWaits`)
    proposed: { label: '待确认', tone: 'busy' },
    agreed: { label: '已确认', tone: 'good' },
    refused: { label: '已拒绝', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    agree: { from: ['proposed'], to: 'agreed', label: '确认费用', permit: 'waybill.charge' },
    refuse: {
      from: ['proposed'],
      to: 'refused',
      label: '拒绝费用',
      permit: 'waybill.charge',
      danger: true,
      ask: 'reason',
    },
    withdraw: {
      from: ['proposed', 'agreed'],
      to: 'withdrawn',
      label: '撤回费用',
      permit: 'waybill.charge',
      danger: true,
    },
    assume: { from: ['proposed'], to: 'agreed', label: '逾期视为确认', permit: 'system' },
    giveUp: { from: ['proposed'], to: 'withdrawn', label: '随异议撤回', permit: 'system' },
    drop: { from: ['proposed', 'agreed'], to: 'withdrawn', label: '随运单失效', permit: 'system' },
  },
})
export type ClaimState = keyof typeof claimStates.states
export type ClaimAnswer = 'agree' | 'refuse' | 'withdraw'

/** Silence for this long agrees to a claim. */
export const claimSilenceMs = 3 * DAY_MS

/**
 * The sides that deal about an account: carriers never see what shippers pay. The platform and its branches count as
 * one, the house.
 */
export const claimParties = { house: '平台方', shipper: '货主', carrier: '承运商' } as const
export type ClaimParty = keyof typeof claimParties
const parties: Readonly<Record<ClaimSide, readonly ClaimParty[]>> = {
  SHIPPER: ['house', 'shipper'],
  CARRIER: ['house', 'shipper', 'carrier'],
}

/** The party a person of this side belongs to. */
export const partyOf = (side: RoleSide): ClaimParty => (isHouseSide(side) ? 'house' : side)

/** Whether people of a side see, and may ask for, claims on an account. */
export const dealsWith = (account: ClaimSide, side: RoleSide): boolean => parties[account].includes(partyOf(side))

/**
 * Whether a side answers a claim: on the carrier's account the carrier answers shipper and house, and either of them
 * answers the carrier; on the shipper's account house and shipper answer each other.
 */
export function answersClaim(account: ClaimSide, asked: ClaimParty, side: RoleSide): boolean {
  const party = partyOf(side)
  if (!dealsWith(account, side) || party === asked) return false
  return account === 'SHIPPER' || (asked === 'carrier') !== (party === 'carrier')
}

/** A claim as the people who deal about it see whose answer it waits for. */
interface AskedClaim {
  readonly side: ClaimSide
  readonly state: ClaimState
  /** The party that asked for it. */
  readonly asked: ClaimParty
}

/** Words of a claim that waits, for the side that answers it and for everybody else. */
export const claimWaits = { own: '待我方确认', other: '待对方确认' } as const

/** The state of a claim in words, for people of a side. */
export function claimText({ side: account, state, asked }: AskedClaim, side: RoleSide): string {
  if (state !== 'proposed') return claimStates.states[state].label
  return claimWaits[answersClaim(account, asked, side) ? 'own' : 'other']
}

/** Claims that wait for an answer: those this side gives, and those of others. */
export interface OpenClaims {
  readonly own: number
  readonly other: number
}

/** Counts the claims that wait for an answer, as people of a side see them. */
export function openClaimsOf(claims: readonly AskedClaim[], side: RoleSide): OpenClaims {
  const open = claims.filter(({ state }) => state === 'proposed')
  const own = open.filter(({ side: account, asked }) => answersClaim(account, asked, side)).length
  return { own, other: open.length - own }
}

/** The parties whose answers the open claims among these wait for; the shipper answers a carrier before the house does. */
export function answerersOf(claims: readonly AskedClaim[]): readonly ClaimParty[] {
  return claims
    .filter(({ state }) => state === 'proposed')
    .map(({ side: account, asked }) => {
      if (account === 'SHIPPER') return asked === 'house' ? 'shipper' : 'house'
      return asked === 'carrier' ? 'shipper' : 'carrier'
    })
}

/** A claim as its sums need it; the amount carries its sign. */
export interface ClaimAmount {
  readonly side: ClaimSide
  readonly amount: Fen
}

/** The amount of a claim with the sign of its code; amounts are typed above zero. */
export const signedClaim = (code: ClaimCode, amount: Fen): Fen =>
  chargeCodes[code].sign < 0 ? negateFen(amount) : amount

/** Sums of claims that raise an account and of those that lower it, both from zero. */
export function claimSums(claims: readonly ClaimAmount[], side: ClaimSide): { extra: Fen; cut: Fen } {
  return claims.reduce(
    (sums, claim) => {
      if (claim.side !== side) return sums
      return claim.amount < 0
        ? { ...sums, cut: addFen(sums.cut, negateFen(claim.amount)) }
        : { ...sums, extra: addFen(sums.extra, claim.amount) }
    },
    { extra: ZERO_FEN, cut: ZERO_FEN },
  )
}

/**
 * The amount that may still be deducted from an account: deductions never pass its freight.
 */
export function deductibleAmount(freight: Fen, claims: readonly ClaimAmount[], side: ClaimSide): Fen {
  return fen(Math.max(0, freight - claimSums(claims, side).cut))
}
