// The lock of movements of a branch: lines of the bank are laid on them by one at a time.
import { sql } from 'kysely'
import { q, type Tx } from './tx.ts'

/** Holds the movements of a branch until the transaction ends. */
export async function lockMovements(tx: Tx, branchId: string): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`recon ${branchId}`}, 0))`.compile(q))
}
