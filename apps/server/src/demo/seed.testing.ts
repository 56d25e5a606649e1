// The seeded database of the demo's tests: made once per run, copied for each file.
import { createDatabase, ensureTemplate, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { migrate } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import { seedDemo } from './seed.ts'

/** The afternoon the tests seed at: before any clock that runs them, so that live work comes after the seeded. */
export const seededAt = Date.parse('2026-11-19T15:30:00+08:00')

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
  return createDatabase('seeded', await ensureTemplate('yunshu_seeded', async (ownerUrl) => {
    await migrate(ownerUrl)
    // the time is told, not tested
    await seedAt(ownerUrl, seededAt, (line) => { console.log(line) })
  }))
}
