// Sums of waybills that wait for invoices, by the days since their signature.
import { fen } from '@yunshu/domain/figures/money'
import { expectedAgeKeys, expectedAges, type ExpectedAge } from '@yunshu/domain/invoice/expected'
import { sql, type RawBuilder } from 'kysely'
import { agedSums, type Ages } from '../../db/ages.ts'

/** The sums of waybills without an invoice. */
export type Sums = Readonly<Record<ExpectedAge | 'total' | 'items', number>>

const freightByAge: Ages<ExpectedAge> = { keys: expectedAgeKeys, ages: expectedAges, since: 'x.signed_at' }

/** The sums of rows `x`, waybills with what is open of each, as columns. */
export const sumsOfAges = (now: number): RawBuilder<unknown> =>
  sql`min(x.signed_at) as oldest_at, ${agedSums(freightByAge, now)}`

/** The sums as they are told. */
export const shownSums = (row: Sums) => ({
  d30: fen(row.d30),
  d90: fen(row.d90),
  older: fen(row.older),
  total: fen(row.total),
})
