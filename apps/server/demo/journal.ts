// The journal of the demo: entries with their lines, balances and vouchers, as features/voucher/ledger.commands.ts
// posts them.
import { entryFault, type JournalLine, type PostedLine } from '@yunshu/domain/voucher/ledger'
import { sumFen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { periodOf, voucherNo, voucherStates, type VoucherKind, type VoucherState } from '@yunshu/domain/voucher/voucher'
import type { Insertable } from 'kysely'
import type {
  AccountBalances,
  AccountDays,
  JournalEntries,
  JournalLines,
  Periods,
  VoucherNumbers,
  Vouchers,
} from '../src/db/tables.gen.ts'
import { nilId } from '../src/db/tx.ts'
import type { Someone } from './history.ts'
import { idMaker, type MakeId } from './ids.ts'
import { journalRows } from '../src/features/voucher/entry.ts'

/** The voucher of an entry; `maker` is who prepared it when not the one who acts. */
export interface VoucherPlan {
  kind: VoucherKind
  counterparty: string
  waybillId?: string
  settlementId?: string
  maker?: Someone
  /** Lines as a person typed them, where the voucher was made by hand. */
  typed?: string
}
/** An entry to be posted. */
export interface Entry {
  source: { type: string; id: string }
  event: string
  summary: string
  lines: readonly JournalLine[]
  shipperId?: string
  carrierId?: string
  voucher: VoucherPlan
}
/** A posted entry. */
export interface Posted {
  readonly entry: Insertable<JournalEntries>
  readonly lines: readonly PostedLine[]
  readonly voucher: Insertable<Vouchers> & {
    state: VoucherState
    version: number
    amount_fen: number
    reversed_fen: number
  }
}

/** All rows of the books. */
export interface Books {
  readonly entries: readonly Insertable<JournalEntries>[]
  readonly lines: readonly Insertable<JournalLines>[]
  readonly vouchers: readonly Insertable<Vouchers>[]
  readonly balances: readonly Insertable<AccountBalances>[]
  readonly days: readonly Insertable<AccountDays>[]
  readonly periods: readonly Insertable<Periods>[]
  readonly numbers: readonly Insertable<VoucherNumbers>[]
}

export interface Journal {
  /** Posts an entry; one without lines is nothing. */
  post(branchId: string, at: number, by: Someone, entry: Entry): Posted | undefined
  books(): Books
}

/** An empty journal; entries must come in order of time. `entryNo` is the n-th number on a day. */
export function openJournal(entryNo: (n: number, at: number) => string): Journal {
  const entryId = idMaker(10)
  const numbering: Numbering = { numbers: new Map(), voucherId: idMaker(11) }
  const posted = new Map<string, Posted>()

  return {
    post: (branchId, at, by, entry) => {
      const { lines, voucher } = entry
      if (lines.length === 0) return undefined
      const fault = entryFault(lines)
      if (fault !== undefined) throw new Error(`demo: ${entry.event} is ${fault}`)
      const period = periodOf(at)
      const row = {
        id: entryId(at),
        entry_no: entryNo(posted.size, at),
        branch_id: branchId,
        period,
        date: at,
        happened_at: at,
        summary: entry.summary,
        source_type: entry.source.type,
        source_id: entry.source.id,
        event: entry.event,
        shipper_id: entry.shipperId ?? null,
        carrier_id: entry.carrierId ?? null,
        created_by: by.id,
        created_at: at,
      }
      for (const line of lines) takeBack(posted, line, at)
      const done: Posted = {
        entry: row,
        lines: lines.map((line, index) => ({ ...line, at: { entryId: row.id, n: index + 1 } })),
        voucher: voucherRow(numbering, row, voucher, by, lines),
      }
      posted.set(row.id, done)
      return done
    },
    books: () => ({
      entries: [...posted.values()].map(({ entry }) => entry),
      balances: turnoverOf(
        posted.values(),
        at => ({ period: periodOf(at) }),
        party => [party ?? nilId],
      ),
      days: turnoverOf(
        posted.values(),
        at => ({ day: startOfDay(at) }),
        party => [...(party === undefined ? [] : [party]), nilId],
      ),
      periods: [...numbering.numbers.values()].map(({ branch_id, period }) => ({ branch_id, period, closed_at: null })),
      numbers: [...numbering.numbers.values()],
      vouchers: [...posted.values()].map(({ voucher }) => voucher),
      lines: [...posted.values()].flatMap(({ entry, lines }) =>
        journalRows({
          id: entry.id,
          branchId: entry.branch_id,
          period: entry.period,
          date: Number(entry.date),
          lines,
        }),
      ),
    }),
  }
}

/** A line that takes another back: the voucher of that one learns of it. */
function takeBack(posted: ReadonlyMap<string, Posted>, { reverses, debitFen }: JournalLine, at: number): void {
  if (reverses === undefined) return
  const old = posted.get(reverses.entryId)?.voucher
  if (old === undefined) throw new Error('demo: nothing is there to take back')
  if (old.updated_at !== at || old.version === 1) old.version += 1
  old.reversed_fen -= debitFen
  old.updated_at = at
  old.state = voucherStates.moves[old.reversed_fen === old.amount_fen ? 'reverse' : 'reversePart'].to
}

/** The last voucher number of each period, and ids. */
interface Numbering {
  readonly numbers: Map<string, VoucherNumbers>
  readonly voucherId: MakeId
}

/** The voucher of an entry, with the next number of its period; one it reverses learns of it. */
function voucherRow(
  { numbers, voucherId }: Numbering,
  row: Insertable<JournalEntries>,
  voucher: VoucherPlan,
  by: Someone,
  lines: readonly JournalLine[],
): NonNullable<Posted['voucher']> {
  const { branch_id: branchId, period, date: at } = row
  const book = numbers.get(branchId + period) ?? { branch_id: branchId, period, last: 0 }
  book.last += 1
  numbers.set(branchId + period, book)
  return {
    id: voucherId(at),
    voucher_no: voucherNo(period, book.last),
    kind: voucher.kind,
    state: voucherStates.moves.post.to,
    branch_id: branchId,
    period,
    date: at,
    summary: row.summary,
    counterparty: voucher.counterparty,
    amount_fen: sumFen(lines.map(line => line.debitFen)),
    shipper_id: row.shipper_id ?? null,
    carrier_id: row.carrier_id ?? null,
    waybill_id: voucher.waybillId ?? null,
    settlement_id: voucher.settlementId ?? null,
    entry_id: row.id,
    reversed_fen: 0,
    maker_id: voucher.maker?.id ?? by.id,
    maker_name: voucher.maker?.name ?? by.name,
    auditor_name: voucher.maker === undefined ? null : by.name,
    poster_name: voucher.typed === undefined ? '系统' : by.name,
    draft_lines: voucher.typed ?? null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

/**
 * The turnover of each account of a branch, apart for each `when` of its entries (its month or its day), for the parties
 * a line counts for.
 */
function turnoverOf<W extends { period: string } | { day: number }>(
  posted: Iterable<Posted>,
  whenOf: (at: number) => W,
  partiesOf: (party: string | undefined) => readonly string[],
): (W & { branch_id: string; account: string; party_id: string; debit_fen: number; credit_fen: number })[] {
  const turnover = new Map<string, ReturnType<typeof turnoverOf<W>>[number]>()
  for (const { entry, lines } of posted) {
    const when = whenOf(Number(entry.date))
    for (const { account, party: own, debitFen, creditFen } of lines)
      for (const party of partiesOf(own)) {
        const key = `${entry.branch_id} ${account} ${party} ${Object.values(when).join()}`
        const row = turnover.get(key) ?? {
          ...when,
          branch_id: entry.branch_id,
          account,
          party_id: party,
          debit_fen: 0,
          credit_fen: 0,
        }
        row.debit_fen += debitFen
        row.credit_fen += creditFen
        turnover.set(key, row)
      }
  }
  return [...turnover.values()]
}
