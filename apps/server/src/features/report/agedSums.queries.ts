// Sums of open amounts by their age.
import { dueWithin } from '@yunshu/domain/report/aging'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../work/scope.ts'

/**
 * The open amounts of rows `x` (`open_fen`) summed by the ages of `keys` at the end of a day, fen, each under its own name,
 * with `total` and the number of `items`; `since` is the moment a row's age counts from, ms.
 */
export function agedSums<A extends string>(
  keys: readonly A[],
  ages: Readonly<Record<A, Parameters<typeof dueWithin>[0]>>,
  since: RawBuilder<number>,
  at: number,
): RawBuilder<unknown> {
  const sums = keys.map(age => {
    const { from, before } = dueWithin(ages[age], at)
    const where = allOf([
      from === undefined ? undefined : sql<boolean>`${since} >= ${from}::bigint`,
      before === undefined ? undefined : sql<boolean>`${since} < ${before}::bigint`,
    ])
    return sql`coalesce(sum(x.open_fen) filter (where ${where}), 0)::bigint as ${sql.ref(age)}`
  })
  return sql`${sql.join(sums)}, coalesce(sum(x.open_fen), 0)::bigint as total, count(*)::int as items`
}
