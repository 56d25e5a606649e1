// The entry of money paid twice that the bank sent back after the carrier had made it good, or the house had given it up.
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
