// Inserting any number of rows in one statement with one parameter: lists of values end at 65,535 parameters.
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { DB } from './tables.gen.ts'

/**
 * The head of a statement that inserts these rows, to be ended with `on conflict …` or `returning …` as needed. All rows
 * name the same columns; columns not named take their defaults. Rows are inserted in the order of `orderBy`, columns of
 * the table, where many writers meet on them.
 */
export function insertRows<T extends keyof DB>(
  table: T,
  rows: readonly Insertable<DB[T]>[],
  orderBy: readonly (keyof Insertable<DB[T]> & string)[] = [],
): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map(name => sql.ref(name)))
  const order = orderBy.length === 0 ? sql`` : sql`order by ${sql.join(orderBy.map(name => sql.ref(name)))}`
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${textOf(rows)}::json) ${order}`
}

/** Rows as JSON; halves of signs, which a text column cannot hold, become the sign for what cannot be read. */
function textOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  if (!/\\ud[89a-f]/i.test(text)) return text
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}
