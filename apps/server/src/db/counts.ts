// Counts by state and sums under a list's filter, exact up to a cap, in one statement that never reads more than the
// cap, of each state or of all.
import type { Fen } from '@yunshu/domain/figures/money'
import { stateKeys, type Machine } from '@yunshu/domain/states'
import { sql, type Expression, type RawBuilder } from 'kysely'
import { q, type Tx } from './tx.ts'

/** Counts stop here: it reads "1万+". */
export const countCap = 10_001

/** The rows counted: all of `table` (as `alias`) that meet `where`. */
interface Counted {
  readonly table: string
  readonly alias: string
  readonly where: RawBuilder<boolean>
  /** The state of a row; its column `state` unless told. */
  readonly state?: RawBuilder<string>
}

const stateOf = ({ alias, state }: Counted): RawBuilder<unknown> => state ?? sql.ref(`${alias}.state`)

/**
 * Rows looked at once, whatever their state, before each state is asked for by itself: the planner works once instead
 * of once for each state, which takes longer than the counting where a company has few rows.
 */
export const firstLook = {
  /** A list of any size: a wide filter has lost little when it comes to these. */
  any: 1000,
  /** A filter that most likely finds few rows: they are found once, by its own index. */
  narrow: 30_000,
  /** Rows of somebody who has no more than this: the look finds all. */
  all: countCap,
} as const

/**
 * The number of rows by every state of the machine; each at most `countCap`. At most `look` of them are looked at first;
 * where there are more, each state is asked for by itself.
 */
export async function countByState(
  tx: Tx,
  machine: Machine,
  from: Counted,
  look: number = firstLook.any,
): Promise<Record<string, number>> {
  const { table, alias, where } = from
  const found = await tx.rows<{ state: string; n: number }>(
    sql<{ state: string; n: number }>`
    select x.state, count(*) as n from (select ${stateOf(from)} as state from ${sql.table(table)} as ${sql.ref(alias)} where ${where} limit ${look}) as x group by x.state`.compile(
      q,
    ),
  )
  if (found.reduce((sum, { n }) => sum + n, 0) >= look) return countEachState(tx, machine, from)
  const counts = new Map(found.map(({ state, n }) => [state, Math.min(n, countCap)]))
  return Object.fromEntries(stateKeys(machine).map(state => [state, counts.get(state) ?? 0]))
}

/** Columns of the people whose hand the next step of a row must not be, or the rows that leave it to others, by state. */
type FirstHands = Readonly<Record<string, readonly string[] | RawBuilder<boolean>>>

/** The counts by state, and of these the rows whose next step one of the people in their columns leaves to another. */
export async function countWithOwn(
  tx: Tx,
  machine: Machine,
  { alias, where, ...from }: Counted,
  { person, hands }: { readonly person: string; readonly hands: FirstHands },
): Promise<{ state: Record<string, number>; own: Record<string, number> }> {
  const ofOwn = (by: readonly string[] | RawBuilder<boolean>): RawBuilder<unknown> =>
    'toOperationNode' in by
      ? sql`(${by})`
      : sql`${person}::uuid in (${sql.join(by.map(column => sql.ref(`${alias}.${column}`)))})`
  const isOwn = sql`case ${sql.ref(`${alias}.state`)} ${sql.join(
    Object.entries(hands).map(([state, by]) => sql`when ${state} then ${ofOwn(by)}`),
    sql` `,
  )} end`
  return {
    state: await countByState(tx, machine, { ...from, alias, where }),
    own: await countByState(tx, machine, { ...from, alias, where: sql<boolean>`(${where}) and ${isOwn}` }),
  }
}

/**
 * The same numbers, each state by a query of its own in one statement: rare and common ones are found by different
 * indexes, which a planner that knows the state chooses well, and none reads more than `countCap` rows.
 */
export async function countEachState(tx: Tx, machine: Machine, from: Counted): Promise<Record<string, number>> {
  const { table, alias, where } = from
  const counts = stateKeys(machine).map(
    state => sql`select ${sql.lit(state)} as state, (select count(*) from (
    select 1 from ${sql.table(table)} as ${sql.ref(alias)} where ${stateOf(from)} = ${sql.lit(state)} and ${where}
      limit ${countCap}) as capped) as n`,
  )
  const found = await tx.rows<{ state: string; n: number }>(
    sql<{ state: string; n: number }>`${sql.join(counts, sql` union all `)}`.compile(q),
  )
  return Object.fromEntries(found.map(({ state, n }) => [state, n]))
}

/**
 * The sums of columns of money over the rows a list shows, each by its name, and `n`, the number of these rows: those that
 * `rows` selects in the order of the list, at most `countCap`.
 */
export async function sumListed<N extends string>(
  tx: Tx,
  rows: Expression<unknown>,
  columns: Readonly<Record<N, string>>,
): Promise<Readonly<Record<N, Fen>> & { readonly n: number }> {
  const sums = Object.entries<string>(columns).map(
    ([name, column]) => sql`coalesce(sum(${sql.ref(`x.${column}`)}), 0)::bigint as ${sql.ref(name)}`,
  )
  return tx.one(
    sql<Record<N, Fen> & { n: number }>`
    select count(*) as n, ${sql.join(sums)} from (${rows}) as x`.compile(q),
  )
}
