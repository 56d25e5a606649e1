// The journal of the demo: entries with their lines, balances and vouchers, as features/voucher/ledger.commands.ts
// posts them.
import { entryFault, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { periodOf, voucherNo, voucherStates, type VoucherKind, type VoucherState } from '@yunshu/domain/voucher/voucher'
import type { Insertable } from 'kysely'
import type { AccountBalances, JournalEntries, JournalLines, Periods, Vouchers } from '../src/db/tables.gen.ts'
import { nilId } from '../src/db/tx.ts'
import type { Someone } from './history.ts'
import { idMaker, type MakeId } from './ids.ts'

/** The voucher of an entry; `maker` is who prepared it when not the one who acts. */
export interface VoucherPlan {
  kind: VoucherKind
  counterparty: string
  waybillId?: string
  settlementId?: string
  maker?: Someone
  reverses?: Posted
}
/** An entry to be posted. */
export interface Entry {
  source: { type: string; id: string }
  event: string
  summary: string
  lines: readonly JournalLine[]
  shipperId?: string
  carrierId?: string
  reversalOf?: Posted
  voucher?: VoucherPlan
}
/** A posted entry. */
export interface Posted {
  readonly entry: Insertable<JournalEntries>
  readonly lines: readonly JournalLine[]
  readonly voucher: (Insertable<Vouchers> & { state: VoucherState; version: number }) | undefined
}

/** All rows of the books. */
export interface Books {
  readonly entries: readonly Insertable<JournalEntries>[]
  readonly lines: readonly Insertable<JournalLines>[]
  readonly vouchers: readonly Insertable<Vouchers>[]
  readonly balances: readonly Insertable<AccountBalances>[]
  readonly periods: readonly Insertable<Periods>[]
}

export interface Journal {
  /** Posts an entry; one without lines is nothing. */
  post(branchId: string, at: number, by: Someone, entry: Entry): Posted | undefined
  books(): Books
}

/** An empty journal; entries must come in order of time. `entryNo` is the n-th number on a day. */
export function openJournal(entryNo: (n: number, at: number) => string): Journal {
  const entryId = idMaker(10)
  const numbering: Numbering = { periods: new Map(), voucherId: idMaker(11) }
  const posted: Posted[] = []
  const turnover: Turnover = new Map()

  return {
    post: (branchId, at, by, entry) => {
      const { lines, voucher } = entry
      if (lines.length === 0) return undefined
      const fault = entryFault(lines, entry.reversalOf !== undefined)
      if (fault !== undefined) throw new Error(`demo: ${entry.event} is ${fault}`)
      const period = periodOf(at)
      const row = {
        id: entryId(at),
        entry_no: entryNo(posted.length, at),
        branch_id: branchId,
        period,
        date: at,
        summary: entry.summary,
        source_type: entry.source.type,
        source_id: entry.source.id,
        event: entry.event,
        shipper_id: entry.shipperId ?? null,
        carrier_id: entry.carrierId ?? null,
        reversal_of: entry.reversalOf?.entry.id ?? null,
        created_by: by.id,
        created_at: at,
      }
      for (const line of lines) weigh(turnover, branchId, period, line)
      const done: Posted = { entry: row, lines, voucher: voucher && voucherRow(numbering, row, voucher, by, lines) }
      posted.push(done)
      return done
    },
    books: () => ({
      entries: posted.map(({ entry }) => entry),
      balances: [...turnover.values()],
      periods: [...numbering.periods.values()],
      vouchers: posted.flatMap(({ voucher }) => voucher ?? []),
      lines: posted.flatMap(({ entry, lines }) =>
        lines.map((line, index) => ({
          entry_id: entry.id,
          n: index + 1,
          branch_id: entry.branch_id,
          period: entry.period,
          account: line.account,
          party_id: line.party ?? null,
          waybill_id: line.waybillId ?? null,
          debit_fen: line.debitFen,
          credit_fen: line.creditFen,
        })),
      ),
    }),
  }
}

/** The last voucher number of each period, and ids. */
interface Numbering {
  readonly periods: Map<string, Insertable<Periods> & { last_voucher: number }>
  readonly voucherId: MakeId
}

/** The voucher of an entry, with the next number of its period; one it reverses learns of it. */
function voucherRow(
  { periods, voucherId }: Numbering,
  row: Insertable<JournalEntries>,
  voucher: VoucherPlan,
  by: Someone,
  lines: readonly JournalLine[],
): NonNullable<Posted['voucher']> {
  const { branch_id: branchId, period, date: at } = row
  const book = periods.get(branchId + period) ?? { branch_id: branchId, period, closed_at: null, last_voucher: 0 }
  book.last_voucher += 1
  periods.set(branchId + period, book)
  const made = {
    id: voucherId(at),
    voucher_no: voucherNo(period, book.last_voucher),
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
    reversal_of: voucher.reverses?.voucher?.id ?? null,
    reversed_by: null,
    maker_id: voucher.maker?.id ?? by.id,
    maker_name: voucher.maker?.name ?? by.name,
    auditor_name: voucher.maker === undefined ? null : by.name,
    poster_name: '系统',
    version: 1,
    created_at: at,
    updated_at: at,
  }
  const old = voucher.reverses?.voucher
  if (old !== undefined)
    Object.assign(old, {
      state: voucherStates.moves.reverse.to,
      reversed_by: made.id,
      version: old.version + 1,
      updated_at: at,
    })
  return made
}

type Turnover = Map<string, Insertable<AccountBalances> & { debit_fen: number; credit_fen: number }>

function weigh(
  turnover: Turnover,
  branchId: string,
  period: string,
  { account, party = nilId, debitFen, creditFen }: JournalLine,
): void {
  const key = `${branchId}${period}${account}${party}`
  const row = turnover.get(key) ?? {
    branch_id: branchId,
    period,
    account,
    party_id: party,
    debit_fen: 0,
    credit_fen: 0,
  }
  row.debit_fen = fen(row.debit_fen + debitFen)
  row.credit_fen = fen(row.credit_fen + creditFen)
  turnover.set(key, row)
}
