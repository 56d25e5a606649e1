// The seeded database of the demo's tests: made once per run, copied for each file.
import { createDatabase, ensureTemplate, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { migrate, refreshStatistics } from '../../apps/server/src/db/migrate.ts'
import { openPool } from '../../apps/server/src/db/pool.ts'
import { inTransaction, systemReach } from '../../apps/server/src/db/tx.ts'
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
  process.env['YUNSHU_EPHEMERAL_DATABASE'] = '1'
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
