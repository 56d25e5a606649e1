// Numbers pasted into the search of a list: as lists look them up, and those that lead to no row of it.
import type { MissingNumbers } from '@yunshu/contract/fields'
import { plainSerial } from '@yunshu/domain/fund'
import { sql, type RawBuilder } from 'kysely'
import { capitalsOf, spellingsOf } from './bankSerials.ts'
import type { PageInput } from './page.ts'
import { q, type Tx } from './tx.ts'

/** Numbers as arrays of SQL. */
export interface PastedNumbers {
  /** As they were typed. */
  readonly typed: RawBuilder<unknown>
  /** Of our own records, as they may have been typed (`spellingsOf`). */
  readonly own: RawBuilder<unknown>
  /** Of banks (`capitalsOf`). */
  readonly bank: RawBuilder<unknown>
}

export const pastedNumbers = (numbers: readonly string[]): PastedNumbers => ({
  typed: sql`${numbers}::text[]`,
  own: sql`${spellingsOf(numbers)}::text[]`,
  bank: sql`${capitalsOf(numbers)}::text[]`,
})

interface NumberedList {
  readonly table: string
  readonly alias: string
  /** Rows in the reader's reach, whatever else was asked for. */
  readonly reach: RawBuilder<boolean>
  /** All conditions of the list but its numbers. */
  readonly others: RawBuilder<boolean>
  /** `rowsOf` of the numbers: see `isNumbered`. */
  readonly rowsOf: (numbers: PastedNumbers) => RawBuilder<unknown>
}

/**
 * True for the rows some numbers lead to, found first: how many there are would mislead the planner. `rows` selects the id of each
 * with the number it was found by, in one look by an index for each place a number may stand.
 */
export const isNumbered = (alias: string, rows: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.id`)} = any(array(select f.id from (${rows}) as f (id, number)))`

/**
 * Numbers the first page of a list lacks of those it was searched by; nothing on later pages and without numbers. A number out of
 * the reader's reach is told as one that does not exist.
 */
export async function findMissing(
  tx: Tx,
  { numbers = [], cursor }: PageInput & { numbers?: readonly string[] | undefined },
  list: NumberedList,
): Promise<{ missing?: MissingNumbers }> {
  if (numbers.length === 0 || cursor !== undefined) return {}
  const missed = await tx.rows(missingQuery(numbers, list))
  const numbersOf = (isThere: boolean) => missed.filter(row => row.is_there === isThere).map(({ number }) => number)
  return { missing: { unfound: numbersOf(false), hidden: numbersOf(true) } }
}

/** The query of `findMissing`: the rows of all numbers first, then each row once against the conditions. */
export function missingQuery(numbers: readonly string[], { table, alias, reach, others, rowsOf }: NumberedList) {
  const each = [...new Set(numbers)]
  const plain = each.map(number => plainSerial(number).toUpperCase())
  const capitals = each.map(number => number.toUpperCase())
  return sql<{ number: string; is_there: boolean }>`with
    n as materialized (select * from unnest(${each}::text[], ${plain}::text[], ${capitals}::text[])
      with ordinality as n (number, plain, capitals, at)),
    spelled as materialized (select distinct n.at, s.number from n cross join lateral unnest(array[number, plain, capitals]) as s (number)),
    found as materialized (select s.at, f.id from (${rowsOf(pastedNumbers(each))}) as f (id, number)
      join spelled s on s.number = f.number),
    held as materialized (select ${sql.ref(`${alias}.id`)} as id, ${others} as fits
      from ${sql.table(table)} as ${sql.ref(alias)}
      where ${sql.ref(`${alias}.id`)} = any(array(select id from found)) and ${reach})
    select n.number, coalesce(bool_or(held.id is not null), false) as is_there
      from n left join found using (at) left join held on held.id = found.id
      group by n.at, n.number having not coalesce(bool_or(held.fits), false) order by n.at`.compile(q)
}
