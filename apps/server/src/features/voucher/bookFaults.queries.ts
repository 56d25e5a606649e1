// Rows that stand against a close: one condition for the check that counts them and for the list that shows them.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql, type RawBuilder } from 'kysely'
import { evidenceRoom } from '../../db/voucherRoom.ts'
import { isUnclosed, uninvoicedTax } from './uninvoiced.queries.ts'

type Condition = RawBuilder<boolean>
const ref = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/** Vouchers that are not in the books yet. */
export const isUnposted = (v: string): Condition => sql<boolean>`${ref(v, 'state')} in ('draft', 'audited')`

/** Vouchers in the books that were not taken back, older than so many days. */
export const isOpenOver = (v: string, days: number, now: number): Condition =>
  sql<boolean>`(${ref(v, 'state')} in ('posted', 'partly') and ${ref(v, 'amount_fen')} > 0
    and ${ref(v, 'date')} < ${now - days * DAY_MS}::bigint)`

/** Vouchers `v` of freight made by hand that are evidence for less than their room. */
export const isUnbound: Condition = sql<boolean>`(v.state = 'posted' and v.draft_lines is not null
    and exists (select from journal_lines l where l.entry_id = v.entry_id
      and l.account = '6401.01' and l.debit_fen > 0)
    and ${evidenceRoom} > coalesce((select sum(b.amount_fen) from voucher_waybills b
      where b.voucher_id = v.id and b.unbound_at is null), 0))`

/** Vouchers of tails given up by a claim (E2e) that stand. */
export const isTail = (v: string): Condition =>
  sql<boolean>`(${ref(v, 'state')} <> 'reversed' and exists (select from journal_entries e
    where e.id = ${ref(v, 'entry_id')} and e.event = 'E2e'))`

/** Signed waybills without revenue in the books. */
export const isUnbooked = (w: string): Condition =>
  sql<boolean>`(${ref(w, 'signed_at')} is not null and ${ref(w, 'state')} not in ('void', 'cancelled')
    and ${ref(w, 'shipper_freight_fen')} + ${ref(w, 'compensated_fen')} > 0
    and not exists (select from journal_entries e where e.source_type = 'waybill' and e.source_id = ${ref(w, 'id')}
      and e.event = 'E2'))`

/** Waybills of a branch whose tax a close of the month declares; of no branch there are none. */
export const isUninvoiced = (w: string, period: string, branchId: string | undefined): Condition =>
  branchId === undefined
    ? sql<boolean>`false`
    : sql<boolean>`${ref(w, 'id')} in (select u.waybill_id
        from (${uninvoicedTax(branchId, period, isUnclosed(branchId, period))}) u)`

/** Exceptions of money nobody has ended. */
export const isUnresolved = (x: string): Condition => sql<boolean>`${ref(x, 'state')} <> 'resolved'`

/** Differences nobody has explained, or agreed to the explanation of. */
export const isUnexplained = (i: string): Condition => sql<boolean>`${ref(i, 'state')} in ('open', 'asked')`
