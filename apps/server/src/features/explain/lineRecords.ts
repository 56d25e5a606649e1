// The amount the record behind a line of the books holds: of waybills, sheets, payments, money that came, invoices.
import { sql, type RawBuilder } from 'kysely'
import { revenueOfWaybill } from '../../db/waybillRevenue.ts'

// lines `l` of entries `e` on vouchers `v`

const own = sql`l.debit_fen + l.credit_fen`

/** The line it takes back, turned round. */
const taken = sql`(select o.debit_fen + o.credit_fen from journal_lines o where o.entry_id = l.reverses_entry
  and o.n = l.reverses_n)`

const part = (column: string) => sql`(select p.${sql.ref(column)} from waybill_parts p where p.id = l.part_id)`

const ofWaybill = sql`case
  when e.event = 'E2' then (select ${revenueOfWaybill('o')} from waybills o where o.id = e.source_id)
  when e.event = 'E13' then (select o.compensated_fen from waybills o where o.id = e.source_id)
  when e.event like 'E3%' and l.part_id is null then (select o.payable_fen - coalesce((select sum(p.freight_fen)
    from waybill_parts p where p.waybill_id = o.id and p.part = 'adjust'), 0) from waybills o where o.id = e.source_id)
  when e.event like 'E3%' then ${part('freight_fen')}
  when e.event = 'E15c' then coalesce(nullif(${part('issued_fen')}, 0), ${part('fixed_fen')})
  when e.event like 'E4g%' then ${part('fixed_fen')} end`

/** Fuel and tolls handed out before the trip that ride on the line's part. */
const ridden = (of: 'oil' | 'etc') =>
  sql`coalesce((select sum(p.issued_fen) from waybill_parts p where p.rides_on = l.part_id and p.from_stock
    and p.part = ${of}), 0)`
/** Lines of a sheet for the line's part; lines older than parts are about all of their waybill. */
const sheetLine = (amount: RawBuilder<unknown>) =>
  sql`(select sum(${amount}) from settlement_lines s where s.settlement_id = e.source_id
    and (s.part_id = l.part_id or l.part_id is null and s.waybill_id = l.waybill_id))`
/** True for lines of a pair whose other half stands on this account. */
const pairedWith = (account: string) =>
  sql`${account} in (l.account, (select x.account from journal_lines x where x.entry_id = l.entry_id
    and x.n = l.n + 1))`
const lateOf = sql`coalesce((select sum(d.open_fen) from debts d where d.taken_by = e.source_id
  and d.origin = 'DOUBLE'), 0)`
const sheet = (column: string) => sql`(select o.${sql.ref(column)} from settlements o where o.id = e.source_id)`

const ofSettlement = sql`case e.event
  when 'E4b' then ${sheetLine(sql`abs(s.freight_fen - s.deducted_fen + s.penalty_fen)`)}
  when 'E5' then ${sheetLine(sql`s.penalty_fen`)}
  when 'E13c' then ${sheetLine(sql`s.deducted_fen - s.penalty_fen - s.freight_fen`)}
  when 'E6b' then case when ${pairedWith('1123.03')} then ${ridden('oil')}
    else ${sheetLine(sql`s.oil_fen - ${ridden('oil')}`)} end
  when 'E10b' then ${ridden('etc')}
  when 'E15' then ${sheetLine(sql`s.due_fen`)}
  when 'E15b' then ${sheetLine(sql`s.advanced_fen - ${ridden('etc')}`)}
  when 'E4d' then ${sheet('carried_in_fen')} - ${lateOf}
  when 'E7e' then ${lateOf}
  -- a change of the sheet by two people took it back for another debt
  when 'E4c' then case when exists (select from journal_lines r join journal_entries x on x.id = r.entry_id
    and x.source_type = 'sheetChange'
    where r.reverses_entry = l.entry_id) then null else ${sheet('carried_out_fen')} end end`

const payment = (of: RawBuilder<unknown>) => sql`(select ${of} from payments p where p.id = e.source_id)`
const fee = sql`coalesce((select sum(t.fee_fen) from trades t where t.entry_id = e.id), 0)`
const ofPayment = sql`case
  when e.event = 'E4c' then null
  when e.event = 'E7b' and l.account = '6603.01' then ${fee}
  when e.event = 'E7b' and l.account = '1002.02' then ${payment(sql`p.amount_fen`)} + ${fee}
  else ${payment(sql`p.amount_fen`)} end`

/**
 * The share of a payment that a word of the bank moved: lines that were paid before are the carrier's debt (E7d, E7e), the
 * others are paid by it (E7a, E7b, E7r).
 */
const ofFact = sql`(select sum(s.pay_fen) from channel_facts f
  join payments p on p.idem_key = f.order_key and p.channel = f.channel
  join settlement_lines s on s.payment_id = p.id and coalesce(s.late = 'twice', false) = (e.event in ('E7d', 'E7e'))
  where f.id = e.source_id)`

/** Money of a claim, or of a deposit set off, that pays debts of a carrier; taken back later, it is what it paid. */
const collected = sql`(select sum(m.amount_fen) from debt_moves m join debts d on d.id = m.debt_id
  where m.claim_id = e.source_id and m.kind = 'COLLECT'
  and (l.account in ('2241.02', '2241.03') or (d.origin = 'DOUBLE') = (l.account = '1221.02')))`
/** Money of a claim that paid waybills it named; of a tail what it gave up of them. */
const picked = sql`(select sum(m.amount_fen) from ar_matches m where m.claim_id = e.source_id
  and m.is_tail = (e.event = 'E2e')
  and (l.waybill_id is null or m.waybill_id = l.waybill_id))`
const ofRemittance = sql`case when e.event = 'E4e' then ${collected} when e.event in ('E2c', 'E2e') then ${picked}
  when e.event = 'E1' then (select m.amount_fen from remittance_claims m where m.id = e.source_id) - coalesce(${picked}, 0)
  when e.event = 'E0r' then (select f.amount_fen from remittance_refunds f where f.id = e.source_id)
  else (select o.amount_fen from remittances o where o.id = e.source_id) end`

const issued = (of: RawBuilder<unknown>) => sql`(select ${of} from fuel_issues o where o.id = e.source_id)`
const ofFuelIssue = sql`case when e.event in ('E6i', 'E10i') then ${issued(sql`o.amount_fen`)}
  when e.event in ('E6r', 'E10r') then ${issued(sql`o.recovered_fen`)}
  when e.event = 'E15c' then ${issued(sql`o.amount_fen - o.recovered_fen`)} end`

/** The line of an invoice or its red one that `each` lines of the entry in turn are made of. */
const invoiced = (table: string, key: string, each: number, amount: RawBuilder<unknown>) =>
  sql`(select ${amount} from (select i.*, row_number() over (order by i.n) as k from ${sql.table(table)} i
    where i.${sql.ref(key)} = e.source_id and i.tax_fen > 0) i where i.k = (l.n + ${each - 1}) / ${each})`
const boundShare = (of: RawBuilder<unknown>) => sql`(select ${of} from input_bindings b where b.id = e.source_id)`
/** Fuel and tolls: the tax and the net of a share, and the whole of it out of freight. */
const ofSupply =
  boundShare(sql`case when l.account = '2221.01' then b.tax_fen when l.debit_fen > 0 then b.bound_fen - b.tax_fen
  else b.bound_fen end`)
const ofInvoice = sql`case e.event
  when 'E8' then ${invoiced('invoice_lines', 'invoice_id', 2, sql`i.tax_fen`)}
  when 'E8a' then ${invoiced(
    'red_lines',
    'confirm_id',
    3,
    sql`case l.account when '6001.01'
    then i.gross_fen - i.tax_fen when '2221.05' then i.tax_fen else i.gross_fen end`,
  )}
  when 'E9' then ${boundShare(sql`b.tax_fen`)}
  when 'E6c' then ${ofSupply} when 'E10c' then ${ofSupply} end`

const ofOffset = sql`(select sum(m.amount_fen) from ar_matches m where m.waybill_id = l.waybill_id
  and e.id = case when e.event = 'E2cb' then m.reversed_by else m.entry_id end)`

/** A debt given up, or of money that came back, in advance or twice: the whole of it, what was paid or given up before, and the rest. */
const keptOfDebt = sql`coalesce((select r.amount_fen from remittances r where r.debt_id = o.id), 0)`
const ofDebt = sql`(select case when e.event = 'E4f' or l.account = '6702' then o.written_off_fen
  when l.account = '1221.02' then o.written_off_fen + ${keptOfDebt} when l.account = '2202.01' then o.amount_fen when l.account = '2241.03' then ${keptOfDebt}
  else o.amount_fen - o.written_off_fen - ${keptOfDebt} end from debts o where o.id = e.source_id)`

/** A line a person typed. */
const typed = sql`(select (d.line ->> 'debit')::bigint + (d.line ->> 'credit')::bigint
  from jsonb_array_elements(v.draft_lines) with ordinality as d (line, k) where d.k = l.n)`

/** The amount the record holds; null where none is at hand. Below zero it stays: a line in red says so. */
export const recordedAmount = sql<number | null>`(case
  when l.reverses_entry is not null then ${taken}
  when e.source_type = 'waybill' then ${ofWaybill}
  when e.source_type = 'settlement' then ${ofSettlement}
  when e.source_type = 'payment' then ${ofPayment}
  when e.source_type = 'channelFact' then ${ofFact}
  when e.source_type = 'remittance' then ${ofRemittance}
  when e.source_type in ('topUp', 'fund') then (select o.amount_fen from fund_records o where o.id = e.source_id)
  when e.source_type = 'refund' then (select o.amount_fen from refunds o where o.id = e.source_id)
  when e.source_type = 'debt' then ${ofDebt}
  when e.event = 'E2d' then (select o.amount_fen from write_off_items o where o.write_off_id = e.source_id
    and o.waybill_id = l.waybill_id)
  when e.source_type = 'reconLine' then (select o.amount_fen from recon_lines o where o.id = e.source_id)
  when e.source_type = 'fuelIssue' then ${ofFuelIssue}
  when e.source_type = 'deposit' then (select o.amount_fen from deposits o where o.id = e.source_id)
  when e.event = 'E11d' then ${collected}
  when e.source_type = 'depositBack' then (select o.amount_fen from deposit_backs o where o.id = e.source_id)
  when e.source_type = 'fuelShift' then (select o.amount_fen from fuel_shifts o where o.id = e.source_id)
  when e.source_type = 'invoice' then ${ofInvoice}
  when e.source_type = 'offset' then ${ofOffset}
  when e.source_type = 'manual' then ${typed} end)::bigint`

/** The amount of a line, whichever side it stands on. */
export const lineAmount = sql<number>`(${own})::bigint`

/** Amounts of the other lines of revenue, of cost for one part, or of cost that input tax lowers, of its entry, where it is one. */
export const otherRevenue = sql<number>`case
  when e.event = 'E2' and l.account in ('6001.01', '6051.01') then
    (select coalesce(sum(x.credit_fen), 0) from journal_lines x where x.entry_id = l.entry_id and x.n <> l.n
      and x.account in ('6001.01', '6051.01'))
  when e.event in ('E3', 'E4b') and l.account like '6401.%' and l.debit_fen > 0 then
    (select coalesce(sum(x.debit_fen), 0) from journal_lines x where x.entry_id = l.entry_id and x.n <> l.n
      and x.account like '6401.%'
      and x.waybill_id = l.waybill_id and x.part_id is not distinct from l.part_id)
  when e.event in ('E9', 'E6c', 'E10c') and l.account like '6401.%' and l.credit_fen > 0 then
    (select coalesce(sum(x.credit_fen), 0) from journal_lines x where x.entry_id = l.entry_id and x.n <> l.n
      and x.account like '6401.%')
  else 0 end::bigint`
