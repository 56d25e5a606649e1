// The entries of deposits (押金, E11): money in, on its way back, sent, sent back by the bank, set off against a debt.
import { sumFen, type Fen } from '../figures/money.ts'
import type { DepositMeans } from '../deposit.ts'
import { type JournalLine, credit, debit } from './ledger.ts'
import { entryOf } from './postings.ts'

/** An amount of a carrier. */
interface OfCarrier {
  readonly carrier: string
  readonly amount: Fen
}
const of = ({ carrier }: OfCarrier) => ({ party: carrier })

/** The account the money of a deposit stands on before it is one. */
const cameTo = { CHANNEL: '1002.02', BANK: '1002.01', REMITTANCE: '2241.03' } as const satisfies Readonly<
  Record<DepositMeans, string>
>

/** E11: a carrier leaves money with the branch (收押金). */
export const takeDeposit = (event: OfCarrier & { readonly means: DepositMeans }): JournalLine[] =>
  entryOf(debit(cameTo[event.means], event.amount), credit('2241.02', event.amount, of(event)))

/** E11f: some of it goes back, and is on its way from now on (同意退押金). */
export const agreeDepositBack = (event: OfCarrier): JournalLine[] =>
  entryOf(debit('2241.02', event.amount, of(event)), credit('2202.02', event.amount, of(event)))

/** E11p: the bank sent it (退押金). */
export const payDepositBack = (event: OfCarrier): JournalLine[] =>
  entryOf(debit('2202.02', event.amount, of(event)), credit('1002.02', event.amount))

/** E11t: the bank sent back what it had sent (押金退汇): a movement of its own, so not red. */
export const bounceDepositBack = (event: OfCarrier): JournalLine[] =>
  entryOf(debit('1002.02', event.amount), credit('2241.02', event.amount, of(event)))

/** E11d: it pays what the carrier owes (押金抵欠款). */
export function setOffDeposit(
  carrier: string,
  parts: readonly { readonly account: '1221.01' | '1221.02'; readonly amount: Fen }[],
): JournalLine[] {
  const all = { carrier, amount: sumFen(parts.map(({ amount }) => amount)) }
  return entryOf(
    debit('2241.02', all.amount, of(all)),
    ...parts.map(({ account, amount }) => credit(account, amount, of(all))),
  )
}
