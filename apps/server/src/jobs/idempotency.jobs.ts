// The hourly end of idempotency keys nobody will send again.
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { inTransaction, q, systemReach } from '../db/tx.ts'
import type { Job } from './runner.ts'

/** The time a repeated key still gets the first answer, ms. */
const keptMs = 72 * HOUR_MS

export const keyJobs: readonly Job[] = [
  {
    name: 'keys.purge',
    everyMs: HOUR_MS,
    run: async ({ pool }) => {
      await inTransaction(pool, systemReach, tx =>
        tx.run(q.deleteFrom('idempotency').where('created_at', '<', Date.now() - keptMs)),
      )
    },
  },
]
