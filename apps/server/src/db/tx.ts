// One transaction on behalf of one actor: sets whom row-level security serves, runs queries, commits or rolls back.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely'
import type pg from 'pg'
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import { isDatabaseAway } from './pool.ts'
import { askSteady, type Steady } from './prepared.ts'
import type { DB } from './tables.gen.ts'

/**
 * Query builder without a connection: queries are built here and run by a `Tx`, so each has a transaction and a reach.
 */
export const q = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The rows a transaction may touch (row-level security, 004_walls.sql). */
export interface Reach {
  readonly reach: 'platform' | 'branch' | 'company' | 'system'
  readonly userId: string
  readonly companyId?: string | undefined
  readonly branchId?: string | undefined
}

export const nilId = '00000000-0000-0000-0000-000000000000'
/** The product itself: migrations, login, jobs. */
export const systemReach: Reach = { reach: 'system', userId: nilId }

type Runnable<O> = { compile(): CompiledQuery<O> } | CompiledQuery<O> | Steady<O>

export interface Tx {
  rows<O>(query: Runnable<O>): Promise<O[]>
  /** The first row or undefined. */
  first<O>(query: Runnable<O>): Promise<O | undefined>
  /** The only row; throws `row.none` when there is none, so foreign rows are simply not found. */
  one<O>(query: Runnable<O>): Promise<O>
  /** Runs a write; answers how many rows it touched. */
  run(query: Runnable<unknown>): Promise<number>
  /**
   * Runs `work` with the reach of the product itself (books, counters of the other party), then restores the actor's.
   */
  elevated<T>(work: () => Promise<T>): Promise<T>
}

/** The time a reach is set for: until the transaction ends, or until the next reader of the connection sets its own. */
type Hold = 'transaction' | 'connection'

function settings({ reach, userId, companyId = nilId, branchId = nilId }: Reach, hold: Hold): string {
  for (const id of [userId, companyId, branchId]) if (!isUuid(id)) throw new Error('reach must be made of ids')
  const local = hold === 'transaction'
  return `select set_config('app.reach', '${reach}', ${local}), set_config('app.user', '${userId}', ${local}), set_config('app.company', '${companyId}', ${local}), set_config('app.branch', '${branchId}', ${local})`
}

function compiled<O>(query: Runnable<O>): CompiledQuery<O> {
  return 'compile' in query ? query.compile() : query
}

function bind(client: pg.PoolClient, who: Reach, hold: Hold): Tx {
  let reach = who
  const result = async (query: Runnable<unknown>) => {
    const { sql, parameters } = compiled(query)
    return hold === 'connection' && 'isSteady' in query
      ? askSteady(client, sql, [...parameters])
      : client.query(sql, [...parameters])
  }
  const rows = async <O>(query: Runnable<O>): Promise<O[]> => {
    const { rows: found }: { rows: O[] } = await result(query)
    return found
  }
  return {
    rows,
    first: async query => (await rows(query))[0],
    one: async query => {
      const [row] = await rows(query)
      if (row === undefined) throw new Problem('row.none')
      return row
    },
    run: async query => (await result(query)).rowCount ?? 0,
    elevated: async work => {
      const before = reach
      if (before.reach === 'system') return work()
      reach = { ...who, reach: 'system' }
      await client.query(settings(reach, hold))
      const value = await work()
      // a failure rolls the whole transaction back, settings included; a reader's connection forgets its reach
      await client.query(settings(before, hold))
      reach = before
      return value
    },
  }
}

/** Connections whose rollback failed: nobody knows what they hold. */
const unfit = new WeakSet<pg.PoolClient>()

/** Takes back what failed; a connection that cannot is thrown away, and the fault that led here is the one that is told. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
  } catch {
    unfit.add(client)
  }
}

/**
 * Runs `work` in one transaction for `who`. Begin and the reach travel in one round trip. On failure everything is
 * rolled back; a connection that did not answer in time is thrown away instead (a rollback would wait as long again).
 */
export async function inTransaction<T>(pool: pg.Pool, who: Reach, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withClient(pool, async client => {
    try {
      await client.query(`begin; ${settings(who, 'transaction')}`)
      const value = await work(bind(client, who, 'transaction'))
      await client.query('commit')
      return value
    } catch (error) {
      if (!isCutOff(error)) await rollBack(client)
      throw error
    }
  })
}

/**
 * Runs reads for `who` that all see the database as it was at the first of them, however long they take. The
 * connection may wait for what the reads are sent to.
 */
export async function inSnapshot<T>(pool: pg.Pool, who: Reach, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withClient(pool, async client => {
    try {
      await client.query(
        `begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = '5min'; ${settings(who, 'transaction')}`,
      )
      const value = await work(bind(client, who, 'transaction'))
      // nothing was written: the end of the reads is the end of the transaction
      await client.query('rollback')
      return value
    } catch (error) {
      if (!isCutOff(error)) await rollBack(client)
      throw error
    }
  })
}

/** The reach each reader's connection has at the moment. */
const serving = new WeakMap<pg.PoolClient, Reach>()

const isSameReach = (a: Reach, b: Reach): boolean =>
  a.userId === b.userId && a.reach === b.reach && a.companyId === b.companyId && a.branchId === b.branchId

/**
 * Runs reads for `who` on a connection of the read-only pool. No transaction is opened, so a read costs one round trip,
 * and none for the reach when the connection served the same person last (decision 009).
 */
export async function reading<T>(pool: pg.Pool, who: Reach, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withClient(pool, async client => {
    const served = serving.get(client)
    if (served === undefined || !isSameReach(served, who)) {
      serving.delete(client)
      await client.query(settings(who, 'connection'))
      serving.set(client, who)
    }
    try {
      return await work(bind(client, who, 'connection'))
    } catch (error) {
      // the work may have ended while elevated
      serving.delete(client)
      throw error
    }
  })
}

/** True if the connection is gone or still busy: nothing more can be asked of it. */
const isCutOff = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Error && /timeout|terminated|ECONN|EPIPE/i.test(error.message))

const holding = new AsyncLocalStorage<true>()

/** True in work that holds a connection, and in a transaction its locks: others wait for whatever it waits for. */
export const holdsConnection = (): boolean => holding.getStore() === true

/** A connection for the time of `work`; one that was cut off or did not answer in time is thrown away. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await holding.run(true, () => work(client))
  } catch (error) {
    if (error instanceof Error && isCutOff(error)) broken = error
    throw error
  } finally {
    client.release(broken ?? unfit.has(client))
  }
}
