// Sums of waybills that wait for invoices, by the days since their signature.
import { fen } from '@yunshu/domain/figures/money'
import { expectedAgeKeys, signedWithin, type ExpectedAge } from '@yunshu/domain/invoice/expected'
import { sql, type RawBuilder } from 'kysely'

/** The sums of waybills without an invoice. */
export type Sums = Readonly<Record<ExpectedAge | 'total' | 'waybills', number>>

const sumOfAge = (age: ExpectedAge, now: number): RawBuilder<number> => {
  const { from, before } = signedWithin(age, now)
  return sql<number>`coalesce(sum(x.open_fen) filter (where x.signed_at >= ${from}::bigint
    and x.signed_at < ${before}::bigint), 0)::bigint`
}

/** The sums of rows `x`, waybills with what is open of each, as columns. */
export const sumsOfAges = (now: number): RawBuilder<unknown> => sql`count(*)::int as waybills,
  min(x.signed_at) as oldest_at, sum(x.open_fen)::bigint as total,
  ${sql.join(expectedAgeKeys.map(age => sql`${sumOfAge(age, now)} as ${sql.ref(age)}`))}`

/** The sums as they are told. */
export const shownSums = (row: Sums) => ({
  d30: fen(row.d30),
  d90: fen(row.d90),
  older: fen(row.older),
  total: fen(row.total),
})
