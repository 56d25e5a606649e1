// The jobs that run beside the requests: what, how often.
import { MINUTE_MS } from '@yunshu/domain/time'
import { expireGoods } from '../features/goods/goods.jobs.ts'
import { sessionJobs } from '../features/session/session.jobs.ts'
import { settlementJobs } from '../features/settlement/settlement.jobs.ts'
import { keyJobs } from '../http/idempotency.jobs.ts'
import { pushJobs } from '../push/push.jobs.ts'
import type { Job } from './runner.ts'

/** Each job takes a lock, so several servers do not run it at once. */
export const jobs: readonly Job[] = [
  { name: 'goods.expire', everyMs: MINUTE_MS, run: async (deps) => { await expireGoods(deps) } },
  ...settlementJobs, ...sessionJobs, ...pushJobs, ...keyJobs,
]
