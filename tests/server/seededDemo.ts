// The seeded database of the demo's tests: made once per run, copied for each file.
import { createDatabase, ensureTemplate, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { openPool } from '../../apps/server/src/db/pool.ts'
import { seedDemo } from '../../apps/server/demo/seed.ts'

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
    }),
  )
}
