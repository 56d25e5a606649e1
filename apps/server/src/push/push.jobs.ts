// The hourly end of push frames and tickets nobody will ask for any more, a part at a time.
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { inTransaction, systemReach } from '../db/tx.ts'
import { purgeTickets } from '../features/session/tickets.ts'
import type { Job } from '../jobs/runner.ts'
import { purgeInbox } from './inbox.ts'

export const pushJobs: readonly Job[] = [
  {
    name: 'inbox.purge',
    everyMs: HOUR_MS,
    run: async ({ pool }, signal) => {
      await inTransaction(pool, systemReach, tx => purgeTickets(tx, Date.now()))
      while (!signal.aborted && (await inTransaction(pool, systemReach, tx => purgeInbox(tx, Date.now()))) > 0);
    },
  },
]
