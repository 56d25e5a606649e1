// Open amounts by their age, as sums and as a word for each: receivables, payables, estimates, money nobody claimed, and
// freight without an invoice.
import { dueWithin, type AgeRange } from '@yunshu/domain/figures/ages'
import { sql, type RawBuilder } from 'kysely'
import { between } from './conditions.ts'

/** Ages that open amounts, rows `x`, are told by. */
export interface Ages<A extends string> {
  readonly keys: readonly A[]
  readonly ages: Readonly<Record<A, AgeRange>>
  /** The column of the moment a row's age counts from, ms. */
  readonly since: string
  /** The age of rows without that moment. */
  readonly none?: A
}

/** True for rows of an age at the end of a day. */
function isOfAge<A extends string>({ ages, since, none }: Ages<A>, age: A, at: number): RawBuilder<boolean> {
  const { from, before } = dueWithin(ages[age], at)
  const within = between(since, from, before) ?? sql<boolean>`true`
  return age === none ? sql<boolean>`(${within} or ${sql.ref(since)} is null)` : within
}

/**
 * The open amounts of rows `x` (`open_fen`) summed by their ages at the end of a day, fen, each under the name of its age, with
 * `total` and the number of `items`.
 */
export function agedSums<A extends string>(of: Ages<A>, at: number): RawBuilder<unknown> {
  const sums = of.keys.map(
    age => sql`coalesce(sum(x.open_fen) filter (where ${isOfAge(of, age, at)}), 0)::bigint as ${sql.ref(age)}`,
  )
  return sql`${sql.join(sums)}, coalesce(sum(x.open_fen), 0)::bigint as total, count(*)::int as items`
}

/** The age of a row `x` at the end of a day. */
export const ageOf = <A extends string>(of: Ages<A>, at: number): RawBuilder<string> =>
  sql<string>`case ${sql.join(
    of.keys.map(age => sql`when ${isOfAge(of, age, at)} then ${age}::text`),
    sql` `,
  )} end`
