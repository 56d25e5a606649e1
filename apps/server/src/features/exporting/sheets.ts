// Every list that can be a file, by its key in the contract: its columns stand beside its call, here is the function
// that answers its pages.
import type { Input, Output } from '@yunshu/contract/call'
import { exportColumns } from '@yunshu/contract/exporting/exportColumns'
import { exportLists, type ExportList } from '@yunshu/contract/exporting/exportLists'
import type { Ctx } from '../../work/ctx.ts'
import { findAgreementsPage } from '../agreement/agreement.queries.ts'
import { findAuditPage, findSecurityEvents } from '../audit/audit.queries.ts'
import { findTrackLooks } from '../audit/looks.queries.ts'
import { findBranchPage } from '../company/branch.queries.ts'
import { findChains } from '../chain/chain.queries.ts'
import { findCompanyPage } from '../company/company.queries.ts'
import { findDriversPage } from '../driver/driver.queries.ts'
import { findFenceList } from '../fence/fence.queries.ts'
import { findFuelAccounts } from '../fuel/account.queries.ts'
import { findFuelCards } from '../fuel/card.queries.ts'
import { findFuelIssues } from '../fuel/issue.queries.ts'
import { findTollPasses } from '../fuel/pass.queries.ts'
import { findFuelShifts } from '../fuel/shift.queries.ts'
import { findFuelUses } from '../fuel/use.queries.ts'
import { findFundsPage } from '../fund/fund.queries.ts'
import { findGoodsPage, findOffers } from '../goods/goods.queries.ts'
import { findChangesPage } from '../goodsChange/change.queries.ts'
import { findInvoiceApps } from '../invoice/application.queries.ts'
import { findExpectedInvoices } from '../invoice/expected.queries.ts'
import { findInputInvoices } from '../invoice/input.queries.ts'
import { findInvoices } from '../invoice/invoice.queries.ts'
import { findReds } from '../invoice/red.queries.ts'
import { findMessages } from '../message/message.queries.ts'
import { findPayeesPage } from '../payee/payeeRows.queries.ts'
import { findPaymentTasks } from '../paymentTask/paymentTask.queries.ts'
import { findPartners } from '../relation/relation.queries.ts'
import { findAbnormalPage } from '../abnormal/abnormal.queries.ts'
import { findCredits } from '../credit/credit.queries.ts'
import { findPostingVersions } from '../voucher/posting.queries.ts'
import { findLetters } from '../letter/letter.queries.ts'
import { findStatementLines, findStatements } from '../statement/statement.queries.ts'
import { findPayFiles } from '../payFile/payFile.queries.ts'
import { findReconItems } from '../recon/recon.queries.ts'
import { findDepositBacks } from '../deposit/back.queries.ts'
import { findDeposits } from '../deposit/deposit.queries.ts'
import { findRefunds } from '../refund/refund.queries.ts'
import { findDebts } from '../debt/debt.queries.ts'
import { findWriteOffs } from '../writeOff/writeOff.queries.ts'
import { dayOf, findAging } from '../report/aging.queries.ts'
import { findOpenAges } from '../report/openAge.queries.ts'
import { findPayables } from '../report/payable.queries.ts'
import { findProfit } from '../report/profit.queries.ts'
import { spanOf as profitSpanOf } from '../report/profitSpan.queries.ts'
import { findRemittancesPage } from '../remittance/remittance.queries.ts'
import { findSettleablePage } from '../settlement/settleable.queries.ts'
import { findSettlementsPage } from '../settlement/settlement.queries.ts'
import { findTicketPage } from '../specialLine/specialLine.queries.ts'
import { findStaffPage } from '../staff/staff.queries.ts'
import { findTasksPage } from '../task/task.queries.ts'
import { findMoneyExceptions } from '../settlement/moneyException.queries.ts'
import { findSettleDetails } from '../settlement/settleDetail.queries.ts'
import { areaSpanOf, findTrackArea } from '../track/area.queries.ts'
import { findTrackOnline } from '../track/online.queries.ts'
import { findTrackDays, findTrackStops, spanOf } from '../track/report.queries.ts'
import { checkAlarms, findTrackAlarms } from '../track/alarms.queries.ts'
import { findTrackTrips } from '../track/trips.queries.ts'
import { findTerminalsPage } from '../terminal/terminal.queries.ts'
import { findTradesPage } from '../trade/trade.queries.ts'
import { findVehiclesPage } from '../vehicle/vehicle.queries.ts'
import { findFlowPage } from '../voucher/flow.queries.ts'
import { findPeriods } from '../voucher/closing.queries.ts'
import { findLedgerPage, findTrialPage } from '../voucher/ledger.queries.ts'
import { findVouchersPage } from '../voucher/voucher.queries.ts'
import { findWaybillsPage } from '../waybill/waybill.queries.ts'
import { countWaybillRows } from '../waybill/waybillCount.queries.ts'
import { exportableList, type Exportable } from './exportable.ts'

type CallOf<L extends ExportList> = (typeof exportLists)[L]['call']

const sheet = <L extends ExportList>(
  list: L,
  page: (ctx: Ctx, input: Input<CallOf<L>>) => Promise<Output<CallOf<L>>>,
  {
    count,
    check,
  }: {
    readonly count?: (ctx: Ctx, input: Input<CallOf<L>>, most: number) => Promise<number>
    /** Of lists that refuse times by what the clock says. */
    readonly check?: (ctx: Ctx, input: Input<CallOf<L>>) => void
  } = {},
): Exportable =>
  exportableList<CallOf<L>>({
    call: exportLists[list].call,
    columns: exportColumns[list],
    page,
    ...(count ? { count } : {}),
    ...(check ? { check } : {}),
  })

type Reader = Pick<Ctx, 'actor' | 'now'>
/** Days of a report, and the day at whose end the books are read, by the clock. */
const inDays = {
  check: ({ now }: Reader, input: { from?: number | undefined; to?: number | undefined }) => void spanOf(input, now),
}
const ofDay = { check: (ctx: Reader, input: { at?: number | undefined }) => void dayOf(ctx, input) }

/** By the key of the contract. */
export const sheets: Readonly<Record<ExportList, Exportable>> = {
  waybills: sheet('waybills', findWaybillsPage, { count: countWaybillRows }),
  goods: sheet('goods', findGoodsPage),
  offers: sheet('offers', findOffers),
  goodsChanges: sheet('goodsChanges', findChangesPage),
  fences: sheet('fences', findFenceList),
  tasks: sheet('tasks', findTasksPage),
  terminals: sheet('terminals', findTerminalsPage),
  vehicles: sheet('vehicles', findVehiclesPage),
  drivers: sheet('drivers', findDriversPage),
  payees: sheet('payees', findPayeesPage),
  settlements: sheet('settlements', findSettlementsPage),
  settleables: sheet('settleables', findSettleablePage),
  paymentTasks: sheet('paymentTasks', findPaymentTasks),
  chains: sheet('chains', findChains),
  profit: sheet('profit', findProfit, { check: (ctx, input) => void profitSpanOf(ctx, input) }),
  aging: sheet('aging', findAging, ofDay),
  openAges: sheet('openAges', findOpenAges, ofDay),
  payables: sheet('payables', findPayables, ofDay),
  vouchers: sheet('vouchers', findVouchersPage),
  invoiceApps: sheet('invoiceApps', findInvoiceApps),
  invoices: sheet('invoices', findInvoices),
  abnormal: sheet('abnormal', findAbnormalPage),
  trackStops: sheet('trackStops', findTrackStops, inDays),
  trackTrips: sheet('trackTrips', findTrackTrips, inDays),
  trackAlarms: sheet('trackAlarms', findTrackAlarms, { check: checkAlarms }),
  trackArea: sheet('trackArea', findTrackArea, { check: (ctx, input) => void areaSpanOf(input, ctx.now) }),
  trackDays: sheet('trackDays', findTrackDays, inDays),
  trackOnline: sheet('trackOnline', findTrackOnline, inDays),
  reds: sheet('reds', findReds),
  expectedInvoices: sheet('expectedInvoices', findExpectedInvoices),
  inputInvoices: sheet('inputInvoices', findInputInvoices),
  agreements: sheet('agreements', findAgreementsPage),
  credits: sheet('credits', findCredits),
  payFiles: sheet('payFiles', findPayFiles),
  reconItems: sheet('reconItems', findReconItems),
  refunds: sheet('refunds', findRefunds),
  deposits: sheet('deposits', findDeposits),
  depositBacks: sheet('depositBacks', findDepositBacks),
  statements: sheet('statements', findStatements),
  statementLines: sheet('statementLines', findStatementLines),
  letters: sheet('letters', findLetters),
  postingVersions: sheet('postingVersions', findPostingVersions),
  debts: sheet('debts', findDebts),
  writeOffs: sheet('writeOffs', findWriteOffs),
  remittances: sheet('remittances', findRemittancesPage),
  funds: sheet('funds', findFundsPage),
  fuelAccounts: sheet('fuelAccounts', findFuelAccounts),
  fuelCards: sheet('fuelCards', findFuelCards),
  fuelIssues: sheet('fuelIssues', findFuelIssues),
  fuelShifts: sheet('fuelShifts', findFuelShifts),
  fuelUses: sheet('fuelUses', findFuelUses),
  tollPasses: sheet('tollPasses', findTollPasses),
  ledger: sheet('ledger', findLedgerPage),
  trial: sheet('trial', findTrialPage),
  periods: sheet('periods', findPeriods),
  moneyExceptions: sheet('moneyExceptions', findMoneyExceptions),
  settleDetails: sheet('settleDetails', findSettleDetails),
  trades: sheet('trades', findTradesPage),
  flow: sheet('flow', findFlowPage),
  carriers: sheet('carriers', (ctx, input) => findPartners(ctx, 'carrier', input)),
  shippers: sheet('shippers', (ctx, input) => findPartners(ctx, 'shipper', input)),
  companies: sheet('companies', findCompanyPage),
  branches: sheet('branches', findBranchPage),
  staff: sheet('staff', findStaffPage),
  audit: sheet('audit', findAuditPage),
  securityEvents: sheet('securityEvents', findSecurityEvents),
  trackLooks: sheet('trackLooks', findTrackLooks),
  specialTickets: sheet('specialTickets', findTicketPage),
  messages: sheet('messages', findMessages),
}
