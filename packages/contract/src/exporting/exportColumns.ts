// The columns of every list that can be exported.
import { auditListColumns, securityEventListColumns, trackLookListColumns } from '../audit/auditColumns.ts'
import { chainListColumns } from '../chain/chainColumns.ts'
import { agingListColumns } from '../report/agingColumns.ts'
import { openAgeListColumns } from '../report/openAgeColumns.ts'
import { payableListColumns } from '../report/payableColumns.ts'
import { profitListColumns } from '../report/profitColumns.ts'
import { branchListColumns } from '../company/branchColumns.ts'
import type { Output } from '../call.ts'
import type { ListColumns } from '../columns.ts'
import { companyListColumns } from '../company/companyColumns.ts'
import type { ExportList, exportLists } from './exportLists.ts'
import { fenceListColumns } from '../fence/fenceColumns.ts'
import { driverListColumns } from '../fleet/driverColumns.ts'
import { payeeListColumns } from '../fleet/payeeColumns.ts'
import { vehicleListColumns } from '../fleet/vehicleColumns.ts'
import {
  fuelAccountListColumns,
  fuelCardListColumns,
  fuelIssueListColumns,
  fuelShiftListColumns,
  fuelUseListColumns,
  tollPassListColumns,
} from '../fuel/fuelColumns.ts'
import { fundListColumns } from '../fund/fundColumns.ts'
import { invoiceAppListColumns, invoiceListColumns } from '../invoice/invoiceColumns.ts'
import { abnormalListColumns } from '../abnormal/abnormalColumns.ts'
import { expectedListColumns } from '../invoice/expectedColumns.ts'
import { inputListColumns, redListColumns } from '../invoice/redColumns.ts'
import {
  areaListColumns,
  onlineListColumns,
  stopListColumns,
  trackDayListColumns,
  tripListColumns,
  alarmListColumns,
} from '../track/reportColumns.ts'
import { terminalListColumns } from '../terminal/terminalColumns.ts'
import { agreementListColumns } from '../agreement/agreementColumns.ts'
import { creditListColumns } from '../credit/creditColumns.ts'
import { postingListColumns } from '../voucher/postingColumns.ts'
import { letterListColumns } from '../letter/letterColumns.ts'
import { statementLineListColumns, statementListColumns } from '../statement/statementColumns.ts'
import { payFileListColumns } from '../payFile/payFileColumns.ts'
import { reconItemListColumns } from '../recon/reconColumns.ts'
import { depositBackListColumns, depositListColumns } from '../deposit/depositColumns.ts'
import { refundListColumns } from '../refund/refundColumns.ts'
import { debtListColumns } from '../debt/debtColumns.ts'
import { remittanceListColumns } from '../remittance/remittanceColumns.ts'
import { changeListColumns } from '../goods/changeColumns.ts'
import { goodsListColumns } from '../goods/goodsColumns.ts'
import { offerListColumns } from '../goods/offerColumns.ts'
import { flowListColumns } from '../voucher/flowColumns.ts'
import { ledgerListColumns } from '../voucher/ledgerColumns.ts'
import { periodListColumns } from '../voucher/periodColumns.ts'
import { trialListColumns } from '../voucher/trialColumns.ts'
import { messageListColumns } from '../message/messageColumns.ts'
import { partnerListColumns } from '../relation/partnerColumns.ts'
import { paymentTaskListColumns } from '../settlement/paymentTaskColumns.ts'
import { settleableListColumns } from '../settlement/settleableColumns.ts'
import { settlementListColumns } from '../settlement/settlementColumns.ts'
import { specialTicketListColumns } from '../specialLine/specialTicketColumns.ts'
import { staffListColumns } from '../staff/staffColumns.ts'
import { taskListColumns } from '../task/taskColumns.ts'
import { moneyExceptionListColumns } from '../settlement/moneyExceptionColumns.ts'
import { settleDetailListColumns } from '../settlement/settleDetailColumns.ts'
import { tradeListColumns } from '../trade/tradeColumns.ts'
import { voucherListColumns } from '../voucher/voucherColumns.ts'
import { waybillListColumns } from '../waybill/waybillColumns.ts'
import { writeOffListColumns } from '../writeOff/writeOffColumns.ts'

type Row<L extends ExportList> = Output<(typeof exportLists)[L]['call']>['rows'][number]

/** By the key of the list; a file holds all of them that its person may see. */
export const exportColumns: { readonly [L in ExportList]: ListColumns<Row<L>> } = {
  waybills: waybillListColumns,
  goods: goodsListColumns,
  offers: offerListColumns,
  goodsChanges: changeListColumns,
  tasks: taskListColumns,
  vehicles: vehicleListColumns,
  terminals: terminalListColumns,
  drivers: driverListColumns,
  payees: payeeListColumns,
  fences: fenceListColumns,
  settlements: settlementListColumns,
  settleables: settleableListColumns,
  paymentTasks: paymentTaskListColumns,
  chains: chainListColumns,
  profit: profitListColumns,
  aging: agingListColumns,
  openAges: openAgeListColumns,
  payables: payableListColumns,
  vouchers: voucherListColumns,
  invoiceApps: invoiceAppListColumns,
  invoices: invoiceListColumns,
  abnormal: abnormalListColumns,
  trackStops: stopListColumns,
  trackTrips: tripListColumns,
  trackAlarms: alarmListColumns,
  trackArea: areaListColumns,
  trackDays: trackDayListColumns,
  trackOnline: onlineListColumns,
  reds: redListColumns,
  expectedInvoices: expectedListColumns,
  inputInvoices: inputListColumns,
  agreements: agreementListColumns,
  remittances: remittanceListColumns,
  credits: creditListColumns,
  payFiles: payFileListColumns,
  reconItems: reconItemListColumns,
  refunds: refundListColumns,
  deposits: depositListColumns,
  depositBacks: depositBackListColumns,
  statements: statementListColumns,
  statementLines: statementLineListColumns,
  letters: letterListColumns,
  postingVersions: postingListColumns,
  debts: debtListColumns,
  writeOffs: writeOffListColumns,
  funds: fundListColumns,
  fuelAccounts: fuelAccountListColumns,
  fuelCards: fuelCardListColumns,
  fuelIssues: fuelIssueListColumns,
  fuelShifts: fuelShiftListColumns,
  fuelUses: fuelUseListColumns,
  tollPasses: tollPassListColumns,
  ledger: ledgerListColumns,
  trial: trialListColumns,
  periods: periodListColumns,
  moneyExceptions: moneyExceptionListColumns,
  settleDetails: settleDetailListColumns,
  trades: tradeListColumns,
  flow: flowListColumns,
  carriers: partnerListColumns,
  shippers: partnerListColumns,
  companies: companyListColumns,
  branches: branchListColumns,
  staff: staffListColumns,
  audit: auditListColumns,
  securityEvents: securityEventListColumns,
  trackLooks: trackLookListColumns,
  specialTickets: specialTicketListColumns,
  messages: messageListColumns,
}
