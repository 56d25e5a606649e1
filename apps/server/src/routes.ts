// Every call the server mounts, in one list: a call that is not here does not exist.
import { accountRoutes } from './features/account/account.routes.ts'
import { reportRoutes } from './features/report/report.routes.ts'
import { relationRoutes } from './features/relation/relation.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { backfillRoutes } from './features/backfill/backfill.routes.ts'
import { chainRoutes } from './features/chain/chain.routes.ts'
import { companyRoutes } from './features/company/company.routes.ts'
import { trackRoutes } from './features/track/track.routes.ts'
import { fenceRoutes } from './features/fence/fence.routes.ts'
import { driverInviteRoutes } from './features/driverInvite/invite.routes.ts'
import { driverRoutes } from './features/driver/driver.routes.ts'
import { batchRoutes } from './features/batch/batch.routes.ts'
import { exportingRoutes } from './features/exporting/exporting.routes.ts'
import { fuelRoutes } from './features/fuel/fuel.routes.ts'
import { fundRoutes } from './features/fund/fund.routes.ts'
import { invoiceRoutes } from './features/invoice/invoice.routes.ts'
import { abnormalRoutes } from './features/abnormal/abnormal.routes.ts'
import { terminalRoutes } from './features/terminal/terminal.routes.ts'
import { agreementRoutes } from './features/agreement/agreement.routes.ts'
import { realNameRoutes } from './features/realName/realName.routes.ts'
import { creditRoutes } from './features/credit/credit.routes.ts'
import { handOverRoutes } from './features/voucher/handOver.routes.ts'
import { patternRoutes } from './features/voucher/pattern.routes.ts'
import { postingRoutes } from './features/voucher/posting.routes.ts'
import { letterRoutes } from './features/letter/letter.routes.ts'
import { statementRoutes } from './features/statement/statement.routes.ts'
import { explainRoutes } from './features/explain/explain.routes.ts'
import { payFileRoutes } from './features/payFile/payFile.routes.ts'
import { reconRoutes } from './features/recon/recon.routes.ts'
import { depositRoutes } from './features/deposit/deposit.routes.ts'
import { refundRoutes } from './features/refund/refund.routes.ts'
import { debtRoutes } from './features/debt/debt.routes.ts'
import { estimateEndRoutes } from './features/estimateEnd/estimateEnd.routes.ts'
import { writeOffRoutes } from './features/writeOff/writeOff.routes.ts'
import { paymentBackRoutes } from './features/settlement/paymentBack.routes.ts'
import { remittanceRoutes } from './features/remittance/remittance.routes.ts'
import { goodsRoutes } from './features/goods/goods.routes.ts'
import { homeRoutes } from './features/home/home.routes.ts'
import { importingRoutes } from './features/importing/importing.routes.ts'
import { messageRoutes } from './features/message/message.routes.ts'
import { partnerRoutes } from './features/partner/partner.routes.ts'
import { paperRoutes } from './features/paper/paper.routes.ts'
import { paymentReturnRoutes } from './features/paymentReturn/paymentReturn.routes.ts'
import { paymentTaskRoutes } from './features/paymentTask/paymentTask.routes.ts'
import { payeeRoutes } from './features/payee/payee.routes.ts'
import { printRoutes } from './features/print/print.routes.ts'
import { policyRoutes } from './features/policy/policy.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { secretNumberRoutes } from './features/secretNumber/secretNumber.routes.ts'
import { settlementRoutes } from './features/settlement/settlement.routes.ts'
import { setupRoutes } from './features/setup/setup.routes.ts'
import { shareRoutes } from './features/share/share.routes.ts'
import { specialLineRoutes } from './features/specialLine/specialLine.routes.ts'
import { staffRoutes } from './features/staff/staff.routes.ts'
import { appointRoutes } from './features/appoint/appoint.routes.ts'
import { goodsChangeRoutes } from './features/goodsChange/goodsChange.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { taskRoutes } from './features/task/task.routes.ts'
import { todayRoutes } from './features/today/today.routes.ts'
import { tradeRoutes } from './features/trade/trade.routes.ts'
import { vehicleRoutes } from './features/vehicle/vehicle.routes.ts'
import { voucherRoutes } from './features/voucher/voucher.routes.ts'
import { receiptLinkRoutes } from './features/receiptLink/receiptLink.routes.ts'
import { waybillRoutes } from './features/waybill/waybill.routes.ts'
import type { Route } from './http/serve.ts'

/** All routes; jurisdiction derives each account's interfaces from them. */
export const routes: readonly Route[] = [
  ...sessionRoutes(() => routes.map(route => route.call)),
  ...searchRoutes,
  ...auditRoutes,
  ...staffRoutes(() => routes.map(route => route.call)),
  ...accountRoutes,
  ...setupRoutes,
  ...messageRoutes,
  ...homeRoutes,
  ...todayRoutes,
  ...companyRoutes,
  ...chainRoutes,
  ...reportRoutes,
  ...relationRoutes,
  ...agreementRoutes,
  ...realNameRoutes,
  ...policyRoutes,
  ...shareRoutes,
  ...fenceRoutes,
  ...trackRoutes,
  ...goodsRoutes,
  ...goodsChangeRoutes,
  ...taskRoutes,
  ...appointRoutes,
  ...vehicleRoutes,
  ...driverRoutes,
  ...driverInviteRoutes,
  ...payeeRoutes,
  ...secretNumberRoutes,
  ...waybillRoutes,
  ...receiptLinkRoutes,
  ...paperRoutes,
  ...specialLineRoutes,
  ...settlementRoutes,
  ...paymentTaskRoutes,
  ...paymentReturnRoutes,
  ...partnerRoutes,
  ...voucherRoutes,
  ...tradeRoutes,
  ...fundRoutes,
  ...fuelRoutes,
  ...abnormalRoutes,
  ...remittanceRoutes,
  ...paymentBackRoutes,
  ...debtRoutes,
  ...writeOffRoutes,
  ...estimateEndRoutes,
  ...creditRoutes,
  ...explainRoutes,
  ...printRoutes,
  ...payFileRoutes,
  ...reconRoutes,
  ...depositRoutes,
  ...refundRoutes,
  ...statementRoutes,
  ...letterRoutes,
  ...postingRoutes,
  ...handOverRoutes,
  ...patternRoutes,
  ...invoiceRoutes,
  ...terminalRoutes,
  ...exportingRoutes,
  ...importingRoutes,
  ...backfillRoutes,
  ...batchRoutes,
]
