// Classes of input invoices (进项类别): the supply an invoice is for, and the costs fuel and tolls are taken out of.
import { smallerFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import type { CostAccount, CostLine } from '../voucher/shares.ts'

/** Freight is invoiced by carriers; fuel and tolls by those the house bought them from. */
export const inputClasses = { FREIGHT: '运费', FUEL: '油费', TOLL: '通行费' } as const
export type InputClass = keyof typeof inputClasses
/** The classes of what the house bought itself and handed out. */
export type SupplyClass = Exclude<InputClass, 'FREIGHT'>

/** Whether an invoice is for what the house bought itself. */
export const isSupply = (of: InputClass): of is SupplyClass => of !== 'FREIGHT'

/** What carriers invoice: the freight without the fuel and tolls they were handed, or all of it. */
export const inputBases = { CASH_ONLY: '不含油费、通行费', GROSS: '含油费、通行费' } as const
export type InputBase = keyof typeof inputBases

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
