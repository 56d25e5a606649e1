// Many rows at once: one statement per chunk, the rows travelling as one JSON text.
import { sql, type Insertable } from 'kysely'
import type { DB } from '../db/tables.gen.ts'
import { q, type Tx } from '../db/tx.ts'

/** Rows per statement: large enough to save round trips, small enough for the deadline of one statement. */
const chunkRows = 2000

/**
 * Inserts rows of one shape; columns that hold JSON take plain values. Every row must have the columns of the first,
 * because a column left out of some rows would become null instead of its default.
 */
export async function insertAll<T extends keyof DB & string>(tx: Tx, table: T, rows: readonly Insertable<DB[T]>[]): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  const columns = Object.keys(first)
  if (rows.some((row) => Object.keys(row).length !== columns.length)) throw new Error(`rows of ${table} differ in their columns`)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  for (let from = 0; from < rows.length; from += chunkRows)
    await tx.run(sql`insert into ${sql.table(table)} (${list}) select ${list} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(from, from + chunkRows))}::json)`.compile(q))
  return rows.length
}

/** Draws `count` numbers of a sequence and answers the first; the others follow it without a gap. */
export async function drawNumbers(tx: Tx, sequence: string, count: number): Promise<number> {
  const { first } = await tx.one(sql<{ first: number }>`select min(n) as first from (select nextval(${sequence}::regclass) as n from generate_series(1, ${count}::int)) as drawn`.compile(q))
  return first
}
