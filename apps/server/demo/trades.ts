// Trades of the demo, made of its books as the product makes them.
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import type { Insertable } from 'kysely'
import type { JournalEntries, JournalLines, Vouchers } from '../src/db/tables.gen.ts'
import type { Tx } from '../src/db/tx.ts'
import { writeTrades } from '../src/features/trade/trade.commands.ts'

/** The rows of the books that trades are made of. */
interface BookRows {
  readonly journal_entries: readonly Insertable<JournalEntries>[]
  readonly journal_lines: readonly Insertable<JournalLines>[]
  readonly vouchers: readonly Insertable<Vouchers>[]
}

/** Makes a trade of each line on which money moved; answers how many. */
export async function seedTrades(tx: Tx, rows: BookRows): Promise<number> {
  const eventOf = new Map(rows.journal_entries.map(({ id, event }) => [id, event]))
  const counterpartyOf = new Map(rows.vouchers.map(voucher => [voucher.entry_id, voucher.counterparty]))
  return writeTrades(
    tx,
    rows.journal_lines.map(line => ({
      entryId: line.entry_id,
      n: line.n,
      account: line.account as AccountCode,
      event: eventOf.get(line.entry_id) ?? '',
      counterparty: counterpartyOf.get(line.entry_id) ?? '',
    })),
  )
}
