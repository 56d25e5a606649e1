// The jobs that run beside the requests: what, how often.
import { abnormalJobs } from './features/abnormal/abnormal.jobs.ts'
import { accountJobs } from './features/account/account.jobs.ts'
import { batchJobs } from './features/batch/batch.jobs.ts'
import { companyJobs } from './features/company/permit.jobs.ts'
import { closingJobs } from './features/voucher/closing.jobs.ts'
import { debtJobs } from './features/debt/debt.jobs.ts'
import { driverInviteJobs } from './features/driverInvite/account.commands.ts'
import { exportJobs } from './features/exporting/exporting.jobs.ts'
import { goodsJobs } from './features/goods/goods.jobs.ts'
import { goodsChangeJobs } from './features/goodsChange/goodsChange.jobs.ts'
import { auditJobs } from './features/audit/seal.jobs.ts'
import { invoiceJobs } from './features/invoice/invoice.jobs.ts'
import { importJobs } from './features/importing/importing.jobs.ts'
import { letterJobs } from './features/letter/letter.jobs.ts'
import { paperJobs } from './features/fleet/papers.jobs.ts'
import { relationJobs } from './features/relation/relation.jobs.ts'
import { sealJobs } from './features/sealNotice/seal.jobs.ts'
import { sessionJobs } from './features/session/session.jobs.ts'
import { settlementJobs } from './features/settlement/settlement.jobs.ts'
import { orderJobs } from './features/terminal/order.jobs.ts'
import { intakeJobs } from './features/terminal/intake.jobs.ts'
import { etaJobs } from './features/track/eta.jobs.ts'
import { evidenceJobs } from './features/track/evidence.jobs.ts'
import { taskJobs } from './features/task/task.jobs.ts'
import { payeeJobs } from './features/payee/payee.jobs.ts'
import { arrivalJobs } from './features/waybill/arrival.jobs.ts'
import { waybillJobs } from './features/waybill/life.jobs.ts'
import { receiptJobs } from './features/waybill/receipt.jobs.ts'
import { keyJobs } from './jobs/idempotency.jobs.ts'
import { pushJobs } from './push/push.jobs.ts'
import type { Job } from './jobs/runner.ts'

/** Each job takes a lease, so several servers do not run it at once. */
export const jobs: readonly Job[] = [
  ...goodsJobs,
  ...goodsChangeJobs,
  ...taskJobs,
  ...waybillJobs,
  ...receiptJobs,
  ...paperJobs,
  ...payeeJobs,
  ...driverInviteJobs,
  ...companyJobs,
  ...settlementJobs,
  ...debtJobs,
  ...letterJobs,
  ...closingJobs,
  ...invoiceJobs,
  ...auditJobs,
  ...relationJobs,
  ...sessionJobs,
  ...accountJobs,
  ...pushJobs,
  ...keyJobs,
  ...intakeJobs,
  ...orderJobs,
  ...exportJobs,
  ...importJobs,
  ...batchJobs,
  ...abnormalJobs,
  ...arrivalJobs,
  ...etaJobs,
  ...evidenceJobs,
  ...sealJobs,
]
