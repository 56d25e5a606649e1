// The columns of a table that a copy of one of its rows is made of.
import { sql } from 'kysely'
import { q, type Tx } from '../../apps/server/src/db/tx.ts'

/** The names of the columns of a table, one after the other; those the database works out itself cannot be written. */
export async function copiedColumns(tx: Tx, table: string): Promise<string> {
  const { names } = await tx.one(
    sql<{ names: string }>`select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = ${table} and is_generated = 'NEVER'`.compile(q),
  )
  return names
}
