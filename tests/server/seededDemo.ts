// The seeded database of the demo's tests: made once per run, copied for each file.
import { createDatabase, ensureTemplate, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { migrate, refreshStatistics } from '../../apps/server/src/db/migrate.ts'
import { openPool } from '../../apps/server/src/db/pool.ts'
import { inTransaction, q, systemReach } from '../../apps/server/src/db/tx.ts'
import { createLocalStore } from '../../apps/server/src/files/localStore.ts'
import { seedDocuments } from '../../apps/server/demo/documents.ts'
import { seedDemo } from '../../apps/server/demo/seed.ts'
import { startOn, type TestServer } from './testServer.ts'

/**
 * The moment the tests of this run seed at (tests/pgSetup.ts): an hour before it began, so that live work comes after
 * the seeded.
 */
export const seededAt = Number(process.env['TEST_SEEDED_AT'])

/** Seeds an empty, migrated database; answers whether it was empty. */
export async function seedAt(appUrl: string, now: number, say: (line: string) => void = () => {}): Promise<boolean> {
  const pool = openPool({ url: appUrl, max: 1, log: () => {} })
  try {
    return await seedDemo(pool, now, say)
  } finally {
    await pool.end()
  }
}

/** A database of its own that holds the demo. */
export async function seededDatabase(): Promise<ScratchDatabase> {
  return createDatabase(
    'seeded',
    await ensureTemplate('yunshu_seeded', async ownerUrl => {
      await migrate(ownerUrl)
      // the time is told, not tested
      await seedAt(ownerUrl, seededAt, line => {
        console.log(line)
      })
      await refreshStatistics(ownerUrl)
    }),
  )
}

/** An empty database with the newest schema. */
export async function emptyDatabase(prefix: string): Promise<ScratchDatabase> {
  const database = await createDatabase(prefix)
  await migrate(database.ownerUrl)
  return database
}

/** Questions to a seeded database, in SQL. */
export interface SeededRows {
  readonly rows: <O>(text: string) => Promise<O[]>
  /** The first of the rows that break a rule: none may. */
  readonly broken: (text: string) => Promise<unknown[]>
  /** The number of rows of a table, or of a table under a condition. */
  readonly count: (from: string) => Promise<number>
}

/** Makes a seeded database before the tests of a file and takes it away after them; they ask it for rows. */
export function askSeeded(): SeededRows {
  let database: ScratchDatabase | undefined
  let pool: pg.Pool | undefined
  beforeAll(async () => {
    database = await seededDatabase()
    pool = openPool({ url: database.appUrl, max: 2, log: () => {} })
  })
  afterAll(async () => {
    await pool?.end()
    await database?.drop()
  })
  const rows = async <O>(text: string): Promise<O[]> => {
    if (!pool) throw new Error('the tests have not begun')
    return inTransaction(pool, systemReach, tx => tx.rows<O>(sql<O>`${sql.raw(text)}`.compile(q)))
  }
  return {
    rows,
    broken: text => rows(`${text} limit 5`),
    count: async from => (await rows<{ n: number }>(`select count(*)::bigint as n from ${from}`))[0]?.n ?? 0,
  }
}

/** A demo server as people meet it, on the demo with its documents, seeded at `seededAt`. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await seededDatabase()
  const demo = { DEMO: '1', SIGN_SECRET: 'yunshu-demo-sign-secret', LOG_LEVEL: 'fatal', ...env }
  return startOn(database, demo, async filesDir => {
    const pool = openPool({ url: database.ownerUrl, max: 1, log: () => {} })
    await inTransaction(pool, systemReach, tx => seedDocuments(tx, createLocalStore(filesDir), seededAt))
    await pool.end()
  })
}
