// Work of which people do many at a time: one piece for each branch, which opens the list of exactly those rows.
import { sql, type RawBuilder } from 'kysely'
import { dayTextInSql } from '../../db/conditions.ts'
import type { FoundWork } from './work.ts'

/** The most rows that are counted into the piles of a kind. */
const pileMost = 5000

interface PileOf {
  /** The rest of a statement over rows of the alias, which have branch_id, version and id. */
  readonly from: RawBuilder<unknown>
  readonly alias: string
  /** fen of a row; none unless told. */
  readonly amount?: RawBuilder<number>
  /** The time a row waits since. */
  readonly since: RawBuilder<number>
  /** The word a row is counted with: 张, 笔. */
  readonly unit: string
  /** Words beside the count, of rows `x`. */
  readonly beside?: RawBuilder<string>
}

/** One piece for each branch; its version changes whenever a row comes, goes or changes. */
export const pileByBranch = ({
  from,
  alias,
  amount,
  since,
  unit,
  beside = sql<string>`null`,
}: PileOf): RawBuilder<FoundWork> =>
  sql<FoundWork>`select x.branch_id as id, ((count(*) + sum(x.version)) % 2000000000)::int as version,
    count(*) || ' ' || ${unit} as no, ${beside} as beside, '最早 ' || ${dayTextInSql(sql`min(x.since)`, 'MM-DD')} as about,
    (select o.name from companies o where o.id = x.branch_id) as whose, null::bigint as deadline,
    ${amount === undefined ? sql`null::bigint` : sql`sum(x.amount_fen)::bigint`} as amount, min(x.since) as since,
    x.branch_id::text as link
    from (select ${sql.ref(`${alias}.branch_id`)} as branch_id, ${sql.ref(`${alias}.version`)} as version,
      ${amount ?? sql`null::bigint`} as amount_fen, ${since} as since, ${sql.ref(`${alias}.id`)} as id
      ${from} order by ${sql.ref(`${alias}.id`)} limit ${sql.lit(pileMost)}) x group by x.branch_id`
