// Many rows at once: one statement per chunk, the rows travelling as one array per column.
import { sql, type Insertable } from 'kysely'
import type { DB } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'

/** Rows per statement: large enough to save round trips, small enough for the deadline of one statement. */
const chunkRows = 2000

/**
 * Inserts rows of one shape; columns that hold JSON take plain values. Every row must have the columns of the first,
 * because a column left out of some rows would become null instead of its default. Rows that refer to later rows of
 * the same table must go in one chunk.
 */
export async function insertAll<T extends keyof DB>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<DB[T]>[],
  chunk = chunkRows,
): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  const columns = Object.keys(first)
  if (rows.some(row => Object.keys(row).length !== columns.length))
    throw new Error(`rows of ${table} differ in their columns`)
  const types = new Map(
    (
      await tx.rows<{ name: string; type: string }>(
        sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = ${table}::regclass and attnum > 0`.compile(
          q,
        ),
      )
    ).map(({ name, type }) => [name, type]),
  )
  const list = sql.join(columns.map(column => sql.ref(column)))
  let before: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += chunk) {
    const part = rows.slice(from, from + chunk)
    const arrays = columns.map(
      column =>
        sql`${arrayText(part.map((row: object) => Reflect.get(row, column)))}::${sql.raw(types.get(column) ?? 'text')}[]`,
    )
    // the text of a chunk is made while the database takes the one before
    await before
    before = tx.run(sql`insert into ${sql.table(table)} (${list}) select * from unnest(${sql.join(arrays)})`.compile(q))
  }
  await before
  return rows.length
}

/** Values as the text of an array: null, numbers and flags bare, all else quoted, objects as JSON. */
function arrayText(values: readonly unknown[]): string {
  return `{${values
    .map(value => {
      if (value === null || value === undefined) return 'null'
      if (typeof value === 'number' || typeof value === 'boolean') return String(value)
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return /["\\{},\s]|^null$|^$/i.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
    })
    .join()}}`
}

/** The next number of a sequence; `skipNumbers` takes those that follow it. */
export async function firstNumber(tx: Tx, sequence: string): Promise<number> {
  return (await tx.one(sql<{ n: number }>`select nextval(${sequence}::regclass) as n`.compile(q))).n
}

/** Takes `count` numbers of a sequence, so that live numbers go on after those written by hand. */
export async function skipNumbers(tx: Tx, sequence: string, count: number): Promise<void> {
  await tx.run(sql`select count(nextval(${sequence}::regclass)) from generate_series(1, ${count}::int)`.compile(q))
}
