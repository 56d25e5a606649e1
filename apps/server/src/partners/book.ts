// The book of a simulated partner, which it keeps in the database of the product.
import type pg from 'pg'

/** Asks the book: it stands behind a wall, and is in nobody's reach but the product's own. */
export async function askBook<O extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<O[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query("begin; select set_config('app.reach', 'system', true)")
    const { rows } = await client.query<O>(text, [...values])
    await client.query('commit')
    return rows
  } catch (error) {
    // a connection that is thrown away takes its transaction with it
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}
