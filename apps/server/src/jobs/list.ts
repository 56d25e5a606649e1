// The jobs that run beside the requests: what, how often.
import { sessionJobs } from '../features/session/session.jobs.ts'
import { settlementJobs } from '../features/settlement/settlement.jobs.ts'
import { pushJobs } from '../push/push.jobs.ts'
import type { Job } from './runner.ts'

/** Filled by the features; each job takes a lock, so several servers do not run it twice. */
export const jobs: readonly Job[] = [...settlementJobs, ...sessionJobs, ...pushJobs]
