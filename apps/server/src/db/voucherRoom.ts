// Vouchers `v` as evidence of the cost of waybills, as expressions of their row: their class and their room. One rule for
// binding, the four flows, invoices that are waited for and the check of a close.
import { bindClasses, borneAccounts, classAccounts, purchaseClasses } from '@yunshu/domain/voucher/binding'
import { sql, type RawBuilder } from 'kysely'

const inputTax = '2221.01'

/** Pairs of an account and a class, with the order of the class, as rows of a table. */
const pairsOf = (accounts: Readonly<Record<string, readonly string[]>>): RawBuilder<unknown> =>
  sql.join(
    Object.keys(bindClasses).flatMap((of, n) =>
      (accounts[of] ?? []).map(account => sql`(${account}::text, ${of}::text, ${n}::int)`),
    ),
  )

/**
 * The class of cost a voucher is evidence of, null for one that is none: by hand that of the cost its lines book, whatever its
 * kind or category; of the product's own the purchases alone.
 */
export const evidenceClass = sql<string | null>`(case when v.draft_lines is null then (select p.class
    from journal_entries e join (values ${sql.join(
      Object.entries(purchaseClasses).map(([event, of]) => sql`(${event}::text, ${of}::text)`),
    )}) as p (event, class) on p.event = split_part(e.event, ' ', 1) where e.id = v.entry_id)
  when v.category is distinct from 'OPENING' then (select k.class from journal_lines l
      join (values ${pairsOf(classAccounts)}) as k (account, class, n) on k.account = l.account
    where l.entry_id = v.entry_id group by k.class, k.n having sum(l.debit_fen - l.credit_fen) > 0
    order by k.n limit 1) end)`

/** The cost of its class that a voucher by hand books, with the share of its input tax that falls on it, rounded down. Fen. */
const bookedCost = sql<number>`(select greatest(s.cost, 0)
      + coalesce(trunc(s.tax::numeric * greatest(s.cost, 0) / nullif(s.others, 0)), 0)
    from (select sum(l.debit_fen - l.credit_fen) filter (where k.account is not null) as cost,
        coalesce(sum(l.debit_fen) filter (where l.account = ${inputTax}), 0) as tax,
        sum(l.debit_fen) filter (where l.account <> ${inputTax}) as others
      from (select ${evidenceClass} as class offset 0) as c join journal_lines l on l.entry_id = v.entry_id
        left join (values ${pairsOf(borneAccounts)}) as k (account, class, n) on k.account = l.account
          and k.class = c.class) as s)`

/**
 * The room of a voucher for waybills: never more than stands of it, of a purchase all of that, by hand the cost of its class with
 * its share of the tax. Rent booked beside freight is room for nothing. Fen.
 */
export const evidenceRoom = sql<number>`greatest(least(v.amount_fen - v.reversed_fen,
  case when v.draft_lines is not null then coalesce(${bookedCost}, 0)
    when ${evidenceClass} is not null then v.amount_fen else 0 end), 0)::bigint`

/** True for a binding of a voucher `v` that is evidence of its class: others, made before that was said, count for nothing. */
export const isEvidence = (binding: 'b' | 'x'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${binding}.class`)} = ${evidenceClass})`
