// Notices a pooler that gives every transaction another connection. The reach set on a connection for one person would
// then serve another, locks would hold nobody back, and notifications would reach nobody.
import pg from 'pg'

const rounds = 4

/** The line for the operator whose database address leads to such a pooler. */
export const poolerLine =
  '设置 DATABASE_URL 指向按事务共用连接的连接池（如 PgBouncer 的 transaction 模式）：一人会读到他人的数据，已拒绝运行；请改为数据库的直连地址，或把连接池改为 session 模式'

/**
 * True if two connections that stand at the same time are served by the same process of the database, or one by several.
 * Asks on both in turn, several times. @throws when the database cannot be reached
 */
export async function sharesConnections(url: string): Promise<boolean> {
  const clients = [0, 1].map(
    () => new pg.Client({ connectionString: url, application_name: 'yunshu pooler', connectionTimeoutMillis: 5000 }),
  )
  try {
    const seen = clients.map(() => new Set<number>())
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
    }
    for (let round = 0; round < rounds; round++)
      for (const [i, client] of clients.entries()) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        for (const { pid } of rows) seen[i]?.add(pid)
      }
    const [first, second] = seen
    return seen.some(pids => pids.size > 1) || [...(first ?? [])].some(pid => second?.has(pid))
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})))
  }
}

/** A repeated look for a pooler: somebody may put one in front while the product runs. */
interface PoolerWatch {
  /** Resolves when one is found. */
  readonly found: Promise<void>
  readonly stop: () => void
}

/** Looks each minute, or each `everyMs`. A database that cannot be reached is looked at again the next time. */
export function watchPooler(url: string, everyMs = 60_000): PoolerWatch {
  let timer: NodeJS.Timeout | undefined
  const found = new Promise<void>(resolve => {
    timer = setInterval(() => {
      sharesConnections(url).then(
        isShared => {
          if (isShared) resolve()
        },
        () => {},
      )
    }, everyMs)
    timer.unref()
  })
  return { found, stop: () => clearInterval(timer) }
}
