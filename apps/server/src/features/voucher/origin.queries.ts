// The document an entry of the books comes of: its number, and the record its page is opened by.
import { sql, type RawBuilder } from 'kysely'

/** The receipt an entry `e` took in, claimed or sent back. */
export const remittanceNo = sql<string | null>`case e.source_type
  when 'remittance' then (select o.remittance_no from remittances o
    where o.id = coalesce((select m.remittance_id from remittance_claims m where m.id = e.source_id),
      (select f.remittance_id from remittance_refunds f where f.id = e.source_id), e.source_id)) end`

/** A column of the payment an entry `e` is about: its own, or the one a word of the bank is about. */
const ofPayment = (column: string): RawBuilder<string | null> => sql<string | null>`case e.source_type
  when 'payment' then (select ${sql.ref(column)} from payments o join settlements s on s.id = o.settlement_id
    where o.id = e.source_id)
  when 'channelFact' then (select ${sql.ref(column)} from channel_facts f
    join payments o on o.channel = f.channel and o.idem_key = f.order_key join settlements s on s.id = o.settlement_id
    where f.id = e.source_id) end`

/** A column of the input invoice an entry `e` deducts a share of. */
const ofInput = (column: string): RawBuilder<string | null> => sql<string | null>`(select ${sql.ref(column)}
  from input_bindings m join input_invoices o on o.id = m.input_id where m.id = e.source_id)`

/**
 * The number of the document an entry `e` of a voucher `v` comes of; of money set off against arrears the name of the shipper, of
 * a close its month.
 */
export const originNumber = sql<string | null>`case e.source_type
  when 'waybill' then (select o.waybill_no from waybills o where o.id = e.source_id)
  when 'settlement' then (select o.settlement_num from settlements o where o.id = e.source_id)
  when 'sheetChange' then (select o.settlement_num from settlements o where o.id = v.settlement_id)
  when 'payment' then ${ofPayment('o.task_no')}
  when 'channelFact' then ${ofPayment('o.task_no')}
  when 'fund' then (select o.record_no from fund_records o where o.id = e.source_id)
  when 'topUp' then (select o.record_no from fund_records o where o.id = e.source_id)
  when 'refund' then (select o.refund_no from refunds o where o.id = e.source_id)
  when 'debt' then (select o.debt_no from debts o where o.id = e.source_id)
  when 'writeOff' then (select o.write_off_no from write_offs o where o.id = e.source_id)
  when 'estimateEnd' then (select o.waybill_no from estimate_ends r join waybills o on o.id = r.waybill_id where r.id = e.source_id)
  when 'remittance' then ${remittanceNo}
  when 'reconLine' then (select o.serial from recon_lines o where o.id = e.source_id)
  when 'fuelIssue' then (select o.issue_no from fuel_issues o where o.id = e.source_id)
  when 'deposit' then (select o.deposit_no from deposits o where o.id = e.source_id)
  when 'depositBack' then (select o.back_no from deposit_backs o where o.id = e.source_id)
  when 'fuelShift' then (select o.shift_no from fuel_shifts o where o.id = e.source_id)
  when 'invoice' then coalesce((select o.invoice_no from invoices o where o.id = e.source_id),
    (select o.red_no from red_confirms o where o.id = e.source_id), ${ofInput('o.invoice_no')})
  when 'offset' then (select o.name from companies o where o.id = e.shipper_id)
  when 'closing' then (select left(o.period, 4) || '-' || right(o.period, 2) from period_closings o where o.id = e.source_id)
  end`

/** The records by which the page of the document is opened, where its number is not enough. */
export const originRecords = [
  originNumber.as('origin_number'),
  ofPayment('s.settlement_num').as('origin_sheet'),
  sql<
    string | null
  >`case e.source_type when 'invoice' then coalesce((select o.id from invoices o where o.id = e.source_id),
    (select o.invoice_id from red_confirms o where o.id = e.source_id)) end`.as('origin_invoice'),
  sql<string | null>`case e.source_type when 'invoice' then ${ofInput('o.id')} end`.as('origin_input'),
  sql<string | null>`case e.source_type when 'offset' then e.shipper_id end`.as('origin_party'),
] as const

/** Those of one entry. */
export interface OriginRow {
  readonly origin_number: string | null
  readonly origin_sheet: string | null
  readonly origin_invoice: string | null
  readonly origin_input: string | null
  readonly origin_party: string | null
}

/** They as they are told. */
export const shownOrigin = (row: OriginRow) => ({
  ...(row.origin_number === null ? {} : { number: row.origin_number }),
  ...(row.origin_sheet === null ? {} : { settlementNum: row.origin_sheet }),
  ...(row.origin_invoice === null ? {} : { invoiceId: row.origin_invoice }),
  ...(row.origin_input === null ? {} : { inputId: row.origin_input }),
  ...(row.origin_party === null ? {} : { partyId: row.origin_party }),
})
