// The hourly end of login history older than the law wants kept.
import { loginLogDays } from '@yunshu/domain/account/loginLog'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { inTransaction, q, systemReach, type Tx } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'

/** Removes lines of login history that are old enough; answers how many. */
export function purgeLogins(tx: Tx, now: number): Promise<number> {
  return tx.run(q.deleteFrom('login_log').where('at', '<', now - loginLogDays.kept * DAY_MS))
}

export const accountJobs: readonly Job[] = [
  {
    name: 'logins.purge',
    everyMs: HOUR_MS,
    run: async ({ pool }) => {
      await inTransaction(pool, systemReach, tx => purgeLogins(tx, Date.now()))
    },
  },
]
