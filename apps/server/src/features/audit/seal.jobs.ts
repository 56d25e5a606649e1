// The job that seals the audit log, every second.
import { inTransaction, systemReach } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'
import { sealBatch, sealBatchMax } from './seal.commands.ts'

export const auditJobs: readonly Job[] = [
  {
    name: 'audit.seal',
    everyMs: 1000,
    run: async ({ pool }, signal) => {
      while (
        !signal.aborted &&
        (await inTransaction(pool, systemReach, tx => sealBatch(tx, Date.now()))) === sealBatchMax
      );
    },
  },
]
