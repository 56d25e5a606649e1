// The cost of a waybill to its branch, as an expression of its row: one for invoices, vouchers and the four flows.
import { bindAccounts, carrierClasses } from '@yunshu/domain/voucher/binding'
import { eventsOfCategory } from '@yunshu/domain/voucher/voucherPages'
import { sql, type RawBuilder } from 'kysely'

/**
 * Freight less cuts; penalties are income beside it (decision 146), cuts after the signature compensation (decision 128):
 * neither is off it. Fen.
 */
export const costOfWaybill = (alias: string): RawBuilder<number> => {
  const [payable, deducted, penalty, lateCut] = ['payable_fen', 'deducted_fen', 'penalty_fen', 'late_cut_fen'].map(
    column => sql.ref(`${alias}.${column}`),
  )
  return sql<number>`(${payable} - ${deducted} + ${penalty} + ${lateCut})`
}

/** The cost of a waybill that carriers issue invoices for: without the fuel handed out, which has invoices of its own. Fen. */
export const invoicedCost = (alias: string): RawBuilder<number> =>
  sql<number>`greatest(${costOfWaybill(alias)} - ${sql.ref(`${alias}.oil_fen`)}, 0)`
/** The part of it that input invoices are bound to. Fen. */
export const inputBound = (alias: string): RawBuilder<number> =>
  sql<number>`coalesce((select sum(n.bound_fen) from input_bindings n where n.waybill_id = ${sql.ref(`${alias}.id`)}
    and n.unbound_at is null), 0)::bigint`

/** True for a voucher `v` that is evidence of cost, as `bindClassOf` says: bindings of others, made before, count for nothing. */
export const isEvidence = sql<boolean>`(v.kind = 'FUEL'
  or v.kind = 'OTHER' and (v.category = 'TOLL' or v.category is null and exists (select from journal_entries e
    where e.id = v.entry_id and split_part(e.event, ' ', 1) = any(${eventsOfCategory('TOLL')}::text[])))
  or v.draft_lines is not null and v.category is distinct from 'OPENING' and (v.kind = 'OTHER' or exists (
    select from journal_lines l where l.entry_id = v.entry_id and l.debit_fen > 0
      and l.account = any(${bindAccounts}::text[]))))`

/** The part of it that invoices whose tax is deducted are bound to. Fen. */
export const inputDeducted = (alias: string): RawBuilder<number> =>
  sql<number>`coalesce((select sum(n.bound_fen) from input_bindings n join input_invoices i on i.id = n.input_id
    where n.waybill_id = ${sql.ref(`${alias}.id`)} and n.unbound_at is null and i.state = 'ticked'), 0)::bigint`

/**
 * The part of it that carriers' invoices booked by hand are bound to, of freight, tolls or fees: vouchers of the branch
 * with input tax in the books. Fen.
 */
export const invoicedByHand = (alias: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(b.amount_fen), 0) from voucher_waybills b join vouchers v on v.id = b.voucher_id
    where b.waybill_id = ${sql.ref(`${alias}.id`)} and b.class = any(${[...carrierClasses]}::text[]) and b.unbound_at is null
      and v.draft_lines is not null and v.state in ('posted', 'partly') and ${isEvidence}
      and exists (select from journal_lines l where l.entry_id = v.entry_id and l.account = '2221.01'
        and l.debit_fen > 0))::bigint`

/**
 * The part of it on invoices. One whose tax is deducted is in the books by the product: a voucher by hand is another paper.
 * One that is bound and not deducted yet may be the paper that was booked by hand. Fen.
 */
const onInvoices = (alias: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(b.bound_fen) filter (where b.is_ticked), 0)
    + greatest(coalesce(sum(b.bound_fen) filter (where not b.is_ticked), 0), ${invoicedByHand(alias)})
    from (select n.bound_fen, (select i.state = 'ticked' from input_invoices i where i.id = n.input_id) as is_ticked
      from input_bindings n where n.waybill_id = ${sql.ref(`${alias}.id`)} and n.unbound_at is null offset 0) as b)`

/** Paid of the cost of a waybill, also by setting off, and on no invoice yet. Fen. */
export const paidWithoutInvoice = (alias: string): RawBuilder<number> => {
  const [paid, advanced, setOff] = ['paid_fen', 'advanced_fen', 'set_off_fen'].map(column =>
    sql.ref(`${alias}.${column}`),
  )
  return sql<number>`greatest(least(${invoicedCost(alias)}, ${paid} + ${advanced} + ${setOff})
    - ${onInvoices(alias)}, 0)::bigint`
}
