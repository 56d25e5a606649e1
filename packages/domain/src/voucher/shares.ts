// Shares of an entry by account: revenue by rate of VAT and account, cost by the accounts of its estimate, each to the fen.
import { splitExact, splitTax, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import type { AccountCode } from './chart.ts'
import type { JournalLine } from './ledger.ts'

/** A share of revenue: its account, its rate where it has one of its own, and its weight. */
export interface RevenueWeight {
  readonly account: '6001.01' | '6051.01'
  readonly vatBp?: number | undefined
  readonly weight: number
}
export interface RevenueOf {
  readonly vatBasisPoints: number
  /** Revenue accounts by posting rules, with the weight of each; absent: freight alone. */
  readonly shares?: readonly RevenueWeight[] | undefined
}

/** Revenue of one rate of VAT: its total, the tax in it, and the net of each account. */
export interface RatedRevenue {
  readonly vatBp: number
  readonly gross: Fen
  readonly tax: Fen
  readonly nets: readonly { readonly account: '6001.01' | '6051.01'; readonly net: Fen }[]
}

/** An amount of revenue by its rates of VAT, rounded once for each; together they come to the amount to the fen. */
export function ratedRevenue(event: { readonly amount: Fen } & RevenueOf): RatedRevenue[] {
  const shares = event.shares ?? [{ account: '6001.01' as const, weight: 1 }]
  const rates = [...Map.groupBy(shares, ({ vatBp }) => vatBp ?? event.vatBasisPoints)]
  const totals = splitExact(
    event.amount,
    rates.map(([, own]) => own.reduce((sum, { weight }) => sum + weight, 0)),
  )
  return rates.map(([vatBp, own], at) => {
    const gross = totals[at] ?? ZERO_FEN
    const { net, tax } = splitTax(gross, vatBp)
    const nets = splitExact(
      net,
      own.map(({ weight }) => weight),
    )
    return { vatBp, gross, tax, nets: own.map(({ account }, n) => ({ account, net: nets[n] ?? ZERO_FEN })) }
  })
}

/** Accounts of cost that posting rules name: freight, tolls, loading and other cost. */
export const costAccounts = ['6401.01', '6401.03', '6401.05', '6401.09'] as const satisfies readonly AccountCode[]
export type CostAccount = (typeof costAccounts)[number]

/** A share of the cost of a waybill. */
export interface CostWeight {
  readonly account: CostAccount
  readonly weight: number
}
/** Accounts of cost that input tax lowers: fees of carriers that handed work down have invoices of their own. */
export const loweredAccounts = [...costAccounts, '6401.02'] as const satisfies readonly AccountCode[]

/** A cost as it was estimated, or stands in the books. */
export interface CostLine {
  readonly account: (typeof loweredAccounts)[number]
  readonly amount: Fen
}

/** The costs of an estimate: those that posting rules name. */
export const costLinesOf = (estimate: readonly JournalLine[]): CostLine[] =>
  estimate.flatMap(({ account, debitFen }) => {
    const code = costAccounts.find(each => each === account)
    return code === undefined ? [] : [{ account: code, amount: debitFen }]
  })

/** The accounts of a payable: those of its estimate, with the freight bearing whatever was deducted or added since. */
export function actualCosts(amount: Fen, estimated: readonly CostLine[]): CostLine[] {
  const others = costAccounts
    .filter(code => code !== '6401.01')
    .map(account => ({
      account,
      amount: sumFen(estimated.filter(each => each.account === account).map(each => each.amount)),
    }))
    .filter(each => each.amount > 0)
  const rest = subtractFen(amount, sumFen(others.map(each => each.amount)))
  if (rest >= 0) return [{ account: '6401.01', amount: rest }, ...others]
  const lowered = splitExact(
    amount,
    others.map(each => each.amount),
  )
  return others.map(({ account }, n) => ({ account, amount: lowered[n] ?? ZERO_FEN }))
}

/**
 * An amount taken off a cost, by the accounts it stands on: each bears its share, to the fen. All of it is freight where
 * nothing stands.
 */
export function loweredCosts(amount: Fen, costs: readonly CostLine[]): CostLine[] {
  const own = costs.filter(each => each.amount > 0)
  if (own.length === 0) return [{ account: '6401.01', amount }]
  const shares = splitExact(
    amount,
    own.map(each => each.amount),
  )
  return own.map(({ account }, n) => ({ account, amount: shares[n] ?? ZERO_FEN }))
}
