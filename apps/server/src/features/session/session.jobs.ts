// The hourly end of sessions and login failures that no longer matter.
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { inTransaction, systemReach } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'
import { purgeSessions } from './session.commands.ts'

export const sessionJobs: readonly Job[] = [
  {
    name: 'sessions.purge',
    everyMs: HOUR_MS,
    run: async ({ pool }) => {
      await inTransaction(pool, systemReach, tx => purgeSessions(tx, Date.now()))
    },
  },
]
