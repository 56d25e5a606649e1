// The jobs that run beside the requests: what, how often.
import { MINUTE_MS } from '@yunshu/domain/time'
import { accountJobs } from '../features/account/account.jobs.ts'
import { companyJobs } from '../features/company/permit.jobs.ts'
import { expireGoods } from '../features/goods/goods.jobs.ts'
import { auditJobs } from '../features/audit/seal.jobs.ts'
import { relationJobs } from '../features/relation/relation.jobs.ts'
import { sessionJobs } from '../features/session/session.jobs.ts'
import { settlementJobs } from '../features/settlement/settlement.jobs.ts'
import { paperJobs } from '../features/vehicle/papers.jobs.ts'
import { receiptJobs } from '../features/waybill/receipt.jobs.ts'
import { keyJobs } from '../http/idempotency.jobs.ts'
import { pushJobs } from '../push/push.jobs.ts'
import type { Job } from './runner.ts'

/** Each job takes a lock, so several servers do not run it at once. */
export const jobs: readonly Job[] = [
  { name: 'goods.expire', everyMs: MINUTE_MS, run: async (deps) => { await expireGoods(deps) } },
  ...receiptJobs, ...paperJobs, ...companyJobs, ...settlementJobs, ...auditJobs, ...relationJobs, ...sessionJobs, ...accountJobs, ...pushJobs, ...keyJobs,
]
