// Inserting any number of rows in one statement with one parameter: lists of values end at 65,535 parameters.
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { DB } from './tables.gen.ts'
import { q, type Tx } from './tx.ts'

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

/** Rows of one statement: more would hold everybody else up while they are put into words. */
const rowsAtOnce = 1000

/** Rows some at a time, in their order. */
export function* inPieces<Row>(rows: readonly Row[], most = rowsAtOnce): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += most) yield rows.slice(at, at + most)
}

/** Inserts rows that may be thousands, some at a time; other requests go on between them. */
export async function insertMany<T extends keyof DB>(
  tx: Pick<Tx, 'run'>,
  table: T,
  rows: readonly Insertable<DB[T]>[],
): Promise<void> {
  for (const some of inPieces(rows)) await tx.run(sql`${insertRows(table, some)}`.compile(q))
}

/** Rows as JSON; halves of signs, which a text column cannot hold, become the sign for what cannot be read. */
function textOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  if (!/\\ud[89a-f]/i.test(text)) return text
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}
