// One connection for one piece of work outside the pools: migrations, scratch databases, rigs.
import pg from 'pg'

/** Connects, runs `work` and always hangs up. `as` names the connection in pg_stat_activity. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>, as?: string): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...(as === undefined ? {} : { application_name: as }) })
  // a server that goes away is told by the query under way; without a listener it would end the process
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
