// The providers of the fuel and tolls of waybills: the share of each, and the part of it invoices are bound to.
import type { SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { sql, type RawBuilder } from 'kysely'

/**
 * Rows `provider`, `fen`: what waybill `w` had of each provider, of fuel as far as it was used, of tolls those its signature
 * counted. None where sheets handed the fuel out.
 */
export const sharesOf = (of: SupplyClass): RawBuilder<unknown> => {
  const [kind, amount] = of === 'FUEL' ? ['OIL', sql`i.used_fen`] : ['ETC', sql`i.amount_fen - i.recovered_fen`]
  return sql`(select a.provider, sum(${amount})::bigint as fen from fuel_issues i join fuel_accounts a on a.id = i.account_id
    where i.waybill_id = w.id and i.kind = ${kind} ${of === 'TOLL' ? sql`and i.part_id is not null` : sql``}
    group by a.provider having sum(${amount}) > 0)`
}

/** The part of a provider's share that invoices are bound to, of waybill `w`. Fen. */
export const boundOf = (of: SupplyClass, provider: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select sum(n.bound_fen) from input_bindings n where n.waybill_id = w.id
    and n.unbound_at is null and n.class = ${of} and n.provider = ${provider}), 0)::bigint`
