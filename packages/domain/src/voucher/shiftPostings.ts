// The entries of stock that goes from account to account, or is lost or found (划转与盈亏).
import { type Fen } from '../figures/money.ts'
import { type JournalLine, credit, debit } from './ledger.ts'
import { entryOf, stockAccounts, type StockAmount } from './postings.ts'

/**
 * E6t, E10t: stock goes from one account of a provider to another (账户划转). Both stand on one account of the books, so the
 * entry tells the way and moves no balance.
 */
export function transferStock(event: Pick<StockAmount, 'kind' | 'amount'>): JournalLine[] {
  return entryOf(debit(stockAccounts[event.kind], event.amount), credit(stockAccounts[event.kind], event.amount))
}

/** E6x: fuel the provider used up and nobody was handed out is lost (油卡损耗). */
export const loseFuel = ({ amount }: { readonly amount: Fen }): JournalLine[] =>
  entryOf(debit('6602', amount), credit('1123.01', amount))

/** E6y: fuel on an account that the books do not know lowers the expense losses stand on (盘盈). */
export const gainFuel = ({ amount }: { readonly amount: Fen }): JournalLine[] =>
  entryOf(debit('1123.01', amount), credit('6602', amount))
