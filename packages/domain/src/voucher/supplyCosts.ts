// Costs of waybills as invoices for fuel and tolls are taken out of them, and as carriers invoice the rest.
import { smallerFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import type { CostAccount, CostLine } from './shares.ts'

/** Accounts of cost in the order in which fuel and tolls leave them: all freight first. */
const takenFrom: readonly CostAccount[] = ['6401.01', '6401.05', '6401.09', '6401.03']

/** The first `amount` of the costs, in the order in which fuel and tolls leave them; the rest is freight where they have less. */
export function takenCosts(amount: Fen, costs: readonly CostLine[]): CostLine[] {
  let rest = amount
  const taken = takenFrom.map(account => {
    const stands = sumFen(costs.filter(each => each.account === account).map(each => each.amount))
    const share = stands > 0 ? smallerFen(stands, rest) : ZERO_FEN
    rest = subtractFen(rest, share)
    return { account, amount: share }
  })
  return taken.map(each => (each.account === '6401.01' ? { ...each, amount: sumFen([each.amount, rest]) } : each))
}

/** The costs less what was taken out of them. */
const costsLess = (costs: readonly CostLine[], taken: readonly CostLine[]): CostLine[] =>
  costs.map(each => ({
    ...each,
    amount: subtractFen(
      each.amount,
      sumFen(taken.filter(({ account }) => account === each.account).map(({ amount }) => amount)),
    ),
  }))

/** The accounts the next `amount` of fuel or tolls is taken out of, where those of `taken` were before. */
export const nextTaken = (amount: Fen, costs: readonly CostLine[], taken: readonly CostLine[] = []): CostLine[] =>
  takenCosts(amount, costsLess(costs, taken)).filter(each => each.amount > 0)

/** The costs that carriers invoice: without the fuel and tolls of `handed`, whether their invoices came or not. */
export const carrierCosts = (costs: readonly CostLine[], handed: Fen): CostLine[] =>
  costsLess(costs, takenCosts(handed, costs))
