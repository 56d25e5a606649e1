// Entries of money that came back: paid twice and made good before, or booked twice because the bank had named it already.
import { addFen, type Fen } from '../figures/money.ts'
import { credit, debit, type JournalLine } from './ledger.ts'
import { entryOf } from './postings.ts'

/**
 * E7f, after E7e: what had been paid of the debt by a sheet or by money is the carrier's (2241.03), what had been given up is
 * no loss any more.
 */
export const keepTwiceReturned = (event: {
  readonly carrier: string
  readonly paid: Fen
  readonly written: Fen
}): JournalLine[] =>
  entryOf(
    debit('1221.02', addFen(event.paid, event.written), { party: event.carrier }),
    credit('2241.03', event.paid),
    credit('6702', event.written),
  )

/** E7g: money that came (E0) is that of a return the bank had named before (E7r, E7e), and stood on the account twice. */
export const countReturnOnce = ({ amount }: { readonly amount: Fen }): JournalLine[] =>
  entryOf(debit('2241.03', amount), credit('1002.02', amount))
