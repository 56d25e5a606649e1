// Sales that are paid or due and have no invoice: their tax is owed at the close of the month all the same.
import { shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'

/**
 * Waybills of a branch signed by the end of a month whose tax waits for an invoice (2221.07) though the shipper has paid or
 * was to pay by then, with that tax: it is owed all the same.
 */
export const uninvoicedTax = (branchId: string, period: string): RawBuilder<{ waybill_id: string; tax: number }> => {
  const end = startOfPeriod(shiftPeriod(period, 1))
  return sql`select l.waybill_id, least(sum(l.credit_fen - l.debit_fen) filter (where l.day < ${end}::bigint),
      sum(l.credit_fen - l.debit_fen))::bigint as tax
    from journal_lines l where l.branch_id = ${branchId}::uuid and l.account = '2221.07' and l.waybill_id is not null
      and exists (select from ar_items a where a.waybill_id = l.waybill_id and a.cancelled_at is null
        and (a.due_at < ${end}::bigint or exists (select from ar_matches m join journal_entries e on e.id = m.entry_id
          where m.waybill_id = a.waybill_id and m.reversed_by is null and e.date < ${end}::bigint)))
    group by 1 having least(sum(l.credit_fen - l.debit_fen) filter (where l.day < ${end}::bigint), sum(l.credit_fen - l.debit_fen)) > 0`
}
