// Counts by state under a list's filter, exact up to a cap, in one statement that never reads more than the cap per
// state.
import { stateKeys, type Machine } from '@yunshu/domain/states'
import { sql, type RawBuilder } from 'kysely'
import { q, type Tx } from './tx.ts'

/** Counts stop here: it reads "1万+" (decision 9 of the studies). */
export const countCap = 10_001

/** Rows looked at before a filter is taken to be a wide one. */
const narrowMost = 30_000

/**
 * The same counts for a filter that most likely finds few rows, by one look at them: the few are found once, by the
 * filter's own index,
 * instead of once for each state. A filter that finds many after all is counted by state.
 */
export async function countNarrow(
  tx: Tx,
  machine: Machine,
  from: { table: string; alias: string; where: RawBuilder<boolean> },
): Promise<Record<string, number>> {
  const { table, alias, where } = from
  const found = await tx.rows<{ state: string; n: number }>(
    sql<{ state: string; n: number }>`
    select x.state, count(*) as n from (select ${sql.ref(`${alias}.state`)} from ${sql.table(table)} as ${sql.ref(alias)} where ${where} limit ${narrowMost}) as x group by x.state`.compile(
      q,
    ),
  )
  if (found.reduce((sum, { n }) => sum + n, 0) >= narrowMost) return countByState(tx, machine, from)
  const counts = new Map(found.map(({ state, n }) => [state, Math.min(n, countCap)]))
  return Object.fromEntries(stateKeys(machine).map(state => [state, counts.get(state) ?? 0]))
}

/**
 * The number of rows of `table` (as `alias`) that meet `where`, by every state of the machine; each at most `countCap`.
 * Each state is a query of its own: rare and common ones are found by different indexes, which a planner that knows the
 * state chooses well.
 */
export async function countByState(
  tx: Tx,
  machine: Machine,
  { table, alias, where }: { table: string; alias: string; where: RawBuilder<boolean> },
): Promise<Record<string, number>> {
  const counts = stateKeys(machine).map(
    state => sql`select ${sql.lit(state)} as state, (select count(*) from (
    select 1 from ${sql.table(table)} as ${sql.ref(alias)} where ${sql.ref(`${alias}.state`)} = ${sql.lit(state)} and ${where} limit ${countCap}) as capped) as n`,
  )
  const found = await tx.rows<{ state: string; n: number }>(
    sql<{ state: string; n: number }>`${sql.join(counts, sql` union all `)}`.compile(q),
  )
  return Object.fromEntries(found.map(({ state, n }) => [state, n]))
}
