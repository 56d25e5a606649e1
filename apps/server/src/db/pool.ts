// Connections to PostgreSQL: one pool, safe against lost backends, every connection in the non-owner role.
import pg from 'pg'

// int8 arrives as text by default; our integers (fen, grams, ms) are all below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, text => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
})

/** The role the product works in: not the owner, so that row-level security holds. */
export const appRole = 'yunshu_app'
/** The role the gateway of terminals works in. */
export const gatewayRole = 'yunshu_gateway'

/**
 * SQLSTATE classes and socket errors that mean the database is away, not that the query is wrong. One that takes no
 * writes (25006) has become a copy of another, which has its place now.
 */
const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
])

/** True if an error says that the database cannot be reached or is restarting: the caller answers 503. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    awayCodes.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|connection error|not queryable/i.test(error.message)
  )
}

/**
 * True if the machine of the database has no disk, memory or connection left (53…), or its disk fails (58…): what was
 * refused is right, and is taken once that is mended.
 */
export const isDatabaseShort = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^5[38]/.test(error.code)

/** True if a write was refused because somebody has this value already (a unique index). */
export const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505'

export interface PoolOptions {
  url: string
  max?: number
  log: (line: string) => void
  /** Settings of every connection, as `-c name=value`. */
  options?: string
}

/** For the pool that serves GET calls: a handler of a read cannot write, whatever it tries. */
export const readOnly = '-c default_transaction_read_only=on'

/**
 * The planner's cost of reading a page by an index, against reading the next one: disks have no arms any more, and the
 * rows a company works on lie in memory. With the planner's default of 4 a list over millions of rows is often walked
 * or sorted whole.
 */
const nearRandom = '-c random_page_cost=1.1'

/** Opens the pool. Deadlines: 2 s to get a connection, 30 s per statement, 10 s idle inside a transaction. */
export function openPool({ url, max = 20, log, options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 31_000,
    application_name: 'yunshu',
    options: `-c role=${appRole} ${nearRandom} ${options ?? ''}`,
  })
  // a lost backend raises 'error' on idle and on checked-out clients; unheard it would end the process
  pool.on('error', error => log(`idle database connection lost: ${error.message}`))
  pool.on('connect', client => {
    client.on('error', (error: Error) => log(`database connection lost: ${error.message}`))
  })
  return pool
}
