// An entry of the books: the event of the business it takes down, its lines and its voucher.
import type { Fen } from '@yunshu/domain/figures/money'
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import type { VoucherKind } from '@yunshu/domain/voucher/voucher'
import type { VoucherSource } from '@yunshu/domain/voucher/voucherPages'
import { startOfDay } from '@yunshu/domain/figures/time'

/** The voucher that carries an entry. */
export interface VoucherOf {
  readonly kind: VoucherKind
  readonly counterparty: string
  readonly waybillId?: string | undefined
  readonly settlementId?: string | undefined
  /** The draft that becomes this voucher, where a person made it. */
  readonly draftId?: string | undefined
  /** The preparer when it is not the actor; the actor is then the checker. */
  readonly maker?: { readonly id: string; readonly name: string } | undefined
}

/** An event of the business, as it goes into the books. */
export interface Entry {
  /** `source` and `event` together happen once: a repeat is not posted again. */
  readonly source: { readonly type: VoucherSource; readonly id: string }
  readonly event: string
  readonly summary: string
  readonly lines: readonly JournalLine[]
  /** The companies that may see the entry, besides the branch. */
  readonly shipperId?: string | undefined
  readonly carrierId?: string | undefined
  /** The moment of the event, ms, when it is not the moment of the request: it decides the month of the books. */
  readonly happenedAt?: number | undefined
  /** Of opening balances: the first month of the books, before which the entry stands whatever is closed. */
  readonly opens?: string | undefined
  /** Of a close: the month on whose last day the entry stands, which the close holds. */
  readonly closes?: string | undefined
  readonly voucher: VoucherOf
}

/** An entry with its place in the books. */
export interface BookedEntry extends Entry {
  readonly id: string
  readonly entryNo: string
  readonly branchId: string
  readonly date: number
  readonly period: string
}

/** A shipper's money that arrived on the channel account; `id` names the arrival. */
export interface BookedTopUp {
  readonly id: string
  readonly shipperId: string
  readonly branchId: string
  readonly amount: Fen
  /** The day of the money, ms, when it is not the moment of the request. */
  readonly happenedAt?: number | undefined
  readonly maker?: VoucherOf['maker']
}

/** The lines of an entry as the journal keeps them, in their order. */
export const journalRows = ({
  id,
  branchId,
  period,
  date,
  lines,
}: Pick<BookedEntry, 'id' | 'branchId' | 'period' | 'date' | 'lines'>) =>
  lines.map((line, index) => ({
    entry_id: id,
    n: index + 1,
    branch_id: branchId,
    period,
    day: startOfDay(date),
    account: line.account,
    party_id: line.party ?? null,
    waybill_id: line.waybillId ?? null,
    part_id: line.partId ?? null,
    debit_fen: line.debitFen,
    credit_fen: line.creditFen,
    reverses_entry: line.reverses?.entryId ?? null,
    reverses_n: line.reverses?.n ?? null,
  }))
