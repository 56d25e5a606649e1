// The cost of a waybill to its branch, as an expression of its row: one for invoices, vouchers and the four flows.
import type { InputClass, SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { carrierClasses, type BindClass } from '@yunshu/domain/voucher/binding'
import { sql, type RawBuilder } from 'kysely'
import { isUnapproved } from './unapprovedSheet.ts'
import { isEvidence } from './voucherRoom.ts'

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

const columnOf = (alias: string) => (column: string) => sql.ref(`${alias}.${column}`)

/**
 * The cost of a waybill that carriers issue invoices for: without the fuel and tolls they were handed, which have invoices of
 * their own, unless their invoices bear those too. Waybills signed before that was held bear tolls. Fen.
 */
export const invoicedCost = (alias: string): RawBuilder<number> => {
  const of = columnOf(alias)
  return sql<number>`greatest(${costOfWaybill(alias)} - case when ${of('input_base')} = 'GROSS' then 0
    when ${of('input_base')} = 'CASH_ONLY' then ${of('oil_fen')} + ${of('toll_fen')} else ${of('oil_fen')} end, 0)`
}
/** The part of a class of it that input invoices are bound to. Fen. */
export const inputBound = (alias: string, of: InputClass = 'FREIGHT'): RawBuilder<number> =>
  sql<number>`coalesce((select sum(n.bound_fen) from input_bindings n where n.waybill_id = ${sql.ref(`${alias}.id`)}
    and n.unbound_at is null and n.class = ${of}), 0)::bigint`

/** The part of it that invoices whose tax is deducted are bound to. Fen. */
export const inputDeducted = (alias: string, of: InputClass = 'FREIGHT'): RawBuilder<number> =>
  sql<number>`coalesce((select sum(n.bound_fen) from input_bindings n join input_invoices i on i.id = n.input_id
    where n.waybill_id = ${sql.ref(`${alias}.id`)} and n.unbound_at is null and n.class = ${of}
      and i.state = 'ticked'), 0)::bigint`

/** True for a voucher `v` that has input tax in the books. */
export const hasInputTax = sql<boolean>`exists (select from journal_lines l where l.entry_id = v.entry_id
  and l.account = '2221.01' and l.debit_fen > 0)`

/** The part that vouchers of these classes bear which were made by hand and have input tax in the books. Fen. */
const byHandOf = (alias: string, classes: readonly BindClass[]): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(b.amount_fen), 0) from voucher_waybills b join vouchers v on v.id = b.voucher_id
    where b.waybill_id = ${sql.ref(`${alias}.id`)} and b.class = any(${[...classes]}::text[]) and b.unbound_at is null
      and v.draft_lines is not null and v.state in ('posted', 'partly') and ${isEvidence('b')} and ${hasInputTax})::bigint`

/** The tolls on the carrier's account of a waybill, which are freight of it. Fen. */
export const tollCharges = (alias: string): RawBuilder<number> =>
  sql<number>`coalesce((select sum(k.amount_fen) from charges k where k.waybill_id = ${sql.ref(`${alias}.id`)}
    and k.side = 'CARRIER' and k.code = 'TOLL'), 0)`

/** Freight and fees that vouchers by hand with input tax bear, and tolls, be they of the carrier's account or the house's own. Fen. */
export const freightByHand = (alias: string): RawBuilder<number> => byHandOf(alias, ['FREIGHT', 'OTHER'])
export const tollsByHand = (alias: string): RawBuilder<number> => byHandOf(alias, ['TOLL'])

/**
 * Vouchers by hand with input tax that bear a class of what the house bought itself: no voucher says whose tolls it bears,
 * so those above the tolls of the carrier's account. Fen.
 */
export const suppliedByHand = (alias: string, of: SupplyClass): RawBuilder<number> => {
  const column = columnOf(alias)
  return of === 'FUEL'
    ? byHandOf(alias, ['FUEL'])
    : sql<number>`case when ${column('input_base')} = 'CASH_ONLY' and ${column('toll_fen')} > 0
        then greatest(${tollsByHand(alias)} - greatest(${tollCharges(alias)}, 0), 0) else 0 end`
}

/**
 * The part of it that carriers' invoices booked by hand are bound to, of freight, their tolls or fees: vouchers of the
 * branch with input tax in the books. Fen.
 */
export const invoicedByHand = (alias: string): RawBuilder<number> =>
  sql<number>`(${byHandOf(alias, carrierClasses)} - ${suppliedByHand(alias, 'TOLL')})::bigint`

/**
 * The part of it on invoices. One whose tax is deducted is in the books by the product: a voucher by hand is another paper.
 * One that is bound and not deducted yet may be the paper that was booked by hand. Fen.
 */
const onInvoices = (alias: string, of: InputClass, byHand: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(b.bound_fen) filter (where b.is_ticked), 0)
    + greatest(coalesce(sum(b.bound_fen) filter (where not b.is_ticked), 0), ${byHand})
    from (select n.bound_fen, (select i.state = 'ticked' from input_invoices i where i.id = n.input_id) as is_ticked
      from input_bindings n where n.waybill_id = ${sql.ref(`${alias}.id`)} and n.unbound_at is null
        and n.class = ${of} offset 0) as b)`

/**
 * The fuel of a waybill that was handed out, or used: what is on cards and coupons as their issues say, the rest once the
 * sheet that hands it out is approved, for as long as it is. Fen.
 */
const fuelOf = (alias: string, what: 'handedOut' | 'used'): RawBuilder<number> =>
  sql<number>`(select case when coalesce(sum(i.amount_fen - i.recovered_fen), 0) > 0
      then ${what === 'used' ? sql`sum(i.used_fen)` : sql`sum(i.amount_fen - i.recovered_fen)`}
      else (select coalesce(sum(p.oil_fen), 0) from waybill_parts p join settlements s on s.id = p.settlement_id
        where p.waybill_id = ${sql.ref(`${alias}.id`)} and p.oil_fen > 0 and s.state <> 'void' and not ${isUnapproved}) end
    from fuel_issues i where i.waybill_id = ${sql.ref(`${alias}.id`)} and i.kind = 'OIL')::bigint`

/**
 * Paid of the cost of a waybill that its carrier invoices, also by setting off, and on no invoice yet: tolls count as paid
 * where its invoices bear them, fuel that was handed out where they bear that. Fen.
 */
export const paidWithoutInvoice = (alias: string): RawBuilder<number> => {
  const of = columnOf(alias)
  return sql<number>`greatest(least(${invoicedCost(alias)}, ${of('paid_fen')} + ${of('advanced_fen')} + ${of('set_off_fen')}
    + case ${of('input_base')} when 'CASH_ONLY' then -${of('toll_fen')} when 'GROSS' then ${fuelOf(alias, 'handedOut')}
      else 0 end)
    - ${onInvoices(alias, 'FREIGHT', invoicedByHand(alias))}, 0)::bigint`
}

/** True while not all of the cost its carrier invoices is on invoices, be it paid or not. */
export const isUninvoiced = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${invoicedCost(alias)} > ${onInvoices(alias, 'FREIGHT', invoicedByHand(alias))})`

/**
 * The fuel or tolls the signature of a waybill counted, as far as they are its cost: of more than that the rest is owed by
 * the carrier. Nothing where the carrier's invoice bears them, and of waybills signed before that was asked. Fen.
 */
export const suppliedCost = (alias: string, of: SupplyClass): RawBuilder<number> => {
  const column = columnOf(alias)
  const [cost, oil] = [costOfWaybill(alias), column('oil_fen')]
  return of === 'FUEL'
    ? sql<number>`case when ${column('input_base')} = 'CASH_ONLY' then greatest(least(${oil}, ${cost}), 0) else 0 end`
    : sql<number>`case when ${column('input_base')} = 'CASH_ONLY'
        then greatest(least(${column('toll_fen')}, ${cost} - ${oil}), 0) else 0 end`
}

/** The part of it that was handed out; tolls are passed. Fen. */
export const handedSupply = (alias: string, of: SupplyClass): RawBuilder<number> =>
  of === 'TOLL'
    ? suppliedCost(alias, of)
    : sql<number>`least(${suppliedCost(alias, of)}, ${fuelOf(alias, 'handedOut')})`

/**
 * The part of it that an invoice can be for: fuel that was used, where it was handed out on cards and coupons; tolls are
 * passed. Fen.
 */
export const invoicedSupply = (alias: string, of: SupplyClass): RawBuilder<number> =>
  of === 'TOLL' ? suppliedCost(alias, of) : sql<number>`least(${suppliedCost(alias, of)}, ${fuelOf(alias, 'used')})`

/** The part of it on invoices. Fen. */
export const onSupplyInvoices = (alias: string, of: SupplyClass): RawBuilder<number> =>
  onInvoices(alias, of, suppliedByHand(alias, of))

/** The part an invoice can be for that is on none yet. Fen. */
export const supplyWithoutInvoice = (alias: string, of: SupplyClass): RawBuilder<number> =>
  sql<number>`greatest(${invoicedSupply(alias, of)} - ${onSupplyInvoices(alias, of)}, 0)::bigint`
