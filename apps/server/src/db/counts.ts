// Counts by state under a list's filter, exact up to a cap, in one statement that never reads more than the cap per state.
import { stateKeys, type Machine } from '@yunshu/domain/states'
import { sql, type RawBuilder } from 'kysely'
import { q, type Tx } from './tx.ts'

/** Counts stop here: it reads "1万+" (decision 9 of the studies). */
export const countCap = 10_001

/** How many rows of `table` (as `alias`) hold `where`, by every state of the machine; each at most `countCap`. */
export async function countByState(tx: Tx, machine: Machine, { table, alias, where }: { table: string; alias: string; where: RawBuilder<boolean> }): Promise<Record<string, number>> {
  const found = await tx.rows<{ state: string; n: number }>(sql<{ state: string; n: number }>`
    select s.state, (select count(*) from (
      select 1 from ${sql.table(table)} as ${sql.ref(alias)} where ${sql.ref(`${alias}.state`)} = s.state and ${where} limit ${countCap}) as capped) as n
    from unnest(${stateKeys(machine)}::text[]) as s (state)`.compile(q))
  return Object.fromEntries(found.map(({ state, n }) => [state, n]))
}
