// Posting rules (记账规则): the revenue account of each kind of charge, in versions that count from a day on; made by one
// person, confirmed by another, and tried on an example before.
import { compensationCodes } from '../settlement/treatment.ts'
import { negateFen, sumFen, type Fen } from '../figures/money.ts'
import type { Permit } from '../permits/permits.ts'
import { chargeCodes, type ChargeCode } from '../settlement/charges.ts'
import { machine, offeredFrom } from '../states.ts'
import { transportVat } from './postings.ts'
import { costAccounts, type CostAccount, type CostWeight } from './shares.ts'

export const postingVersionStates = machine({
  table: 'posting_versions',
  column: 'state',
  entity: 'postingVersion',
  start: 'asked',
  states: {
    asked: { label: '待复核', tone: 'busy', awaits: { permit: 'voucher.audit', sides: ['platform', 'branch'] } },
    active: { label: '已生效', tone: 'good', final: true },
    refused: { label: '已退回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['asked'], to: 'active', label: '复核通过', permit: 'voucher.audit' },
    refuse: { from: ['asked'], to: 'refused', label: '退回', permit: 'voucher.audit', danger: true, ask: 'reason' },
    withdraw: { from: ['asked'], to: 'withdrawn', label: '撤回', permit: 'voucher.make' },
  },
})
export type PostingVersionState = keyof typeof postingVersionStates.states
export type PostingVersionMove = keyof typeof postingVersionStates.moves

/** The moves a person can make now: the maker takes it back, another judges it. */
export const postingMovesOf = (
  { state, isMaker }: { readonly state: PostingVersionState; readonly isMaker: boolean },
  can: (permit: Permit) => boolean,
): PostingVersionMove[] =>
  offeredFrom(postingVersionStates, state, can).filter(name => (name === 'withdraw') === isMaker)

/** Charges of shippers that have a rule; deductions go with the freight. */
export const ruleCodes = [
  'FREIGHT',
  'LOAD',
  'TOLL',
  'WAIT',
  'INSURE',
  'DISPATCH',
  'INFO',
  'SUBSIDY',
  'SERVICE',
  'OTHER',
] as const satisfies readonly ChargeCode[]
export type RuleCode = (typeof ruleCodes)[number]

/** The revenue accounts a rule names. */
export type RuleAccount = '6001.01' | '6051.01'
/** Rates of VAT a rule names, in basis points. */
export const vatRates = [900, 600, 300, 0] as const
export type VatRate = (typeof vatRates)[number]

/** Charges whose revenue is that of services (6051.01); that of all others is freight (6001.01). */
export type ServiceCodes = readonly RuleCode[]

/** A version: what it leaves out is as an installation begins, freight at the rate of transport. */
export interface PostingRules {
  readonly services: ServiceCodes
  /** Charges of carriers whose cost is not that of freight (6401.01). */
  readonly costs: Readonly<Partial<Record<RuleCode, CostAccount>>>
  /** Charges of shippers whose rate is not that of transport. */
  readonly rates: Readonly<Partial<Record<RuleCode, VatRate>>>
}
export const plainRules: PostingRules = { services: [], costs: {}, rates: {} }

/** The rule of a code; deductions go with the freight. */
const ruled = (code: ChargeCode): RuleCode => ruleCodes.find(each => each === code) ?? 'FREIGHT'
export const accountOfCode = ({ services }: PostingRules, code: ChargeCode): RuleAccount =>
  services.includes(ruled(code)) ? '6051.01' : '6001.01'
export const rateOfCode = ({ rates }: PostingRules, code: ChargeCode): VatRate => rates[ruled(code)] ?? transportVat
export const costOfCode = ({ costs }: PostingRules, code: ChargeCode): CostAccount => costs[ruled(code)] ?? '6401.01'

/** A share of the revenue of a waybill, by the amounts of its charges. */
export interface RevenueShare {
  readonly account: RuleAccount
  readonly vatBp: VatRate
  readonly weight: number
}
export interface ChargeAmount {
  readonly code: ChargeCode
  readonly amount: Fen
}

/** Charges that make revenue: all but those that compensate the shipper. */
export const earningCharges = (charges: readonly ChargeAmount[]): ChargeAmount[] =>
  charges.filter(({ code }) => !compensationCodes.includes(code))

/**
 * The accounts and rates the revenue of a waybill stands on. Deductions lower the freight; where they pass it, or the
 * charges do not come to the total, all of it is freight. Signatures before compensation was told apart had it lower the
 * revenue: then the total is that of all charges.
 */
export function revenueShares(rules: PostingRules, charges: readonly ChargeAmount[], total: Fen): RevenueShare[] {
  const whole: RevenueShare[] = [{ account: '6001.01', vatBp: rateOfCode(rules, 'FREIGHT'), weight: 1 }]
  const own = [earningCharges(charges), charges].find(each => totalOf(each) === total)
  if (own === undefined) return whole
  const signed = own.map(({ code, amount }) => ({
    account: accountOfCode(rules, code),
    vatBp: rateOfCode(rules, code),
    amount: chargeCodes[code].sign < 0 && amount > 0 ? negateFen(amount) : amount,
  }))
  const of = (account: RuleAccount, vatBp: VatRate): Fen =>
    sumFen(signed.filter(each => each.account === account && each.vatBp === vatBp).map(({ amount }) => amount))
  const shares = (['6001.01', '6051.01'] as const).flatMap(account =>
    vatRates.map(vatBp => ({ account, vatBp, weight: of(account, vatBp) })),
  )
  return shares.some(({ weight }) => weight < 0) || shares.every(({ weight }) => weight === 0)
    ? whole
    : shares.filter(({ weight }) => weight > 0)
}

/** The accounts the cost of a waybill is estimated on, by what its carrier earns; deductions come later, off the freight. */
export function costShares(rules: PostingRules, charges: readonly ChargeAmount[]): CostWeight[] {
  const earned = charges.filter(({ code, amount }) => chargeCodes[code].sign > 0 && amount > 0)
  const shares = costAccounts.map(account => ({
    account,
    weight: sumFen(earned.filter(({ code }) => costOfCode(rules, code) === account).map(({ amount }) => amount)),
  }))
  const used = shares.filter(({ weight }) => weight > 0)
  return used.length === 0 ? [{ account: '6401.01', weight: 1 }] : used
}

/** The total of the shipper's charges, deductions taken off. */
export const totalOf = (charges: readonly ChargeAmount[]): Fen =>
  sumFen(charges.map(({ code, amount }) => (chargeCodes[code].sign < 0 && amount > 0 ? negateFen(amount) : amount)))
