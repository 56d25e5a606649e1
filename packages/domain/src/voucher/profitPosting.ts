// The entry that ends a year: income and expense go to its profit.
import { type Fen, fen } from '../figures/money.ts'
import type { AccountCode } from './chart.ts'
import { type JournalLine, credit, debit } from './ledger.ts'
import { entryOf } from './postings.ts'

/** E16: balances of income and expense, credit less debit, go to the profit of the year (结转损益): each ends at 0. */
export function carryProfit(
  balances: readonly { readonly account: AccountCode; readonly balance: number }[],
): JournalLine[] {
  const [income, expense] = [
    balances.filter(({ balance }) => balance > 0),
    balances.filter(({ balance }) => balance < 0),
  ]
  const total = (of: typeof balances): Fen => fen(of.reduce((sum, { balance }) => sum + Math.abs(balance), 0))
  return entryOf(
    ...income.map(({ account, balance }) => debit(account, fen(balance))),
    credit('4103', total(income)),
    debit('4103', total(expense)),
    ...expense.map(({ account, balance }) => credit(account, fen(-balance))),
  )
}
