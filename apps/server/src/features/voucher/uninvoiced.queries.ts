// Sales that are paid or due and have no invoice at the end of a month: their tax is owed at its close all the same.
import { shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'

/** A waybill whose tax a close declares. */
export interface Uninvoiced {
  readonly waybill_id: string
  /** The tax that waited at the end of the month, fen. */
  readonly tax: number
  /** The month of the invoice that came after it and before the close. */
  readonly invoiced_in: string | null
}

/** True as long as a month can still be closed. */
export const isUnclosed = (branchId: string, period: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from periods p where p.branch_id = ${branchId}::uuid and p.period = ${period}
    and p.closed_at is not null)`

/**
 * Waybills of a branch whose tax waited for an invoice (2221.07) at the end of a month though the shipper had paid or was
 * to pay by then. Those that wait now have an index of their own; those that were invoiced since (where they are asked
 * for: of a month that is closed, nobody declares them any more) are among the lines booked after the month.
 */
export const uninvoicedTax = (
  branchId: string,
  period: string,
  withInvoiced: RawBuilder<boolean>,
): RawBuilder<Uninvoiced> => {
  const end = startOfPeriod(shiftPeriod(period, 1))
  const isBefore = sql<boolean>`l.day < ${end}::bigint`
  // an invoice, or an E8u of a month opened again: in red of its own month it left no tax there, in red of a later one its
  // month owes it all the same
  const isTaken = sql<boolean>`l.day >= ${end}::bigint and l.debit_fen > 0
    and not exists (select from journal_lines r where r.reverses_entry = l.entry_id and r.reverses_n = l.n
      and r.period = l.period)`
  return sql`select c.waybill_id, w.tax, w.invoiced_in
    from (select t.waybill_id from waiting_tax t where t.branch_id = ${branchId}::uuid and t.tax_fen > 0
      union select n.waybill_id from journal_lines n where n.account = '2221.07' and n.branch_id = ${branchId}::uuid
        and n.day >= ${end}::bigint and n.debit_fen > 0 and n.waybill_id is not null and ${withInvoiced}) c
    join ar_items a on a.waybill_id = c.waybill_id and a.cancelled_at is null
      and (a.due_at < ${end}::bigint or exists (select from ar_matches m join journal_entries e on e.id = m.entry_id
        where m.waybill_id = a.waybill_id and m.reversed_by is null and e.date < ${end}::bigint))
    cross join lateral (select min(l.period) filter (where ${isTaken}) as invoiced_in,
        case when count(*) filter (where ${isTaken}) = 0
          then least(sum(l.credit_fen - l.debit_fen) filter (where ${isBefore}), sum(l.credit_fen - l.debit_fen))
          else sum(l.credit_fen - l.debit_fen) filter (where ${isBefore}) end::bigint as tax
      from journal_lines l where l.waybill_id = c.waybill_id and l.account = '2221.07') w
    where w.tax > 0`
}
