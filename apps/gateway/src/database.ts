// Connections of the gateway to the database: few, in the role that sees terminals and the log alone.
import pg from 'pg'

/** Settings of every connection of the gateway, the one that writes the log included. */
export const gatewayOptions = '-c role=yunshu_gateway'

/** Opens the pool. A lost connection is told and replaced. */
export function openGatewayPool(url: string, log: (line: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 2000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'yunshu-gateway',
    options: gatewayOptions,
  })
  pool.on('error', error => log(`gateway: database connection lost: ${error.message}`))
  return pool
}

/** Runs `work` in a transaction. */
export async function inGatewayTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}
