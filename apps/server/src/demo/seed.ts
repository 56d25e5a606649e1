// Fills an empty database with the demo set, once, however many servers start.
import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction, q, systemReach } from '../db/tx.ts'
import { hashPassword } from '../features/session/password.ts'
import { demoPassword } from './accounts.ts'
import { seedPeople } from './people.ts'

/** Writes the demo data if no company is there; answers whether it did. */
export async function seedDemo(pool: pg.Pool, now: number, log: (line: string) => void): Promise<boolean> {
  const hash = await hashPassword(demoPassword)
  return inTransaction(pool, systemReach, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7210591)`.compile(q))
    if (await tx.first(q.selectFrom('companies').select('id').limit(1))) return false
    await seedPeople(tx, hash, now)
    log('demo data written')
    return true
  })
}
