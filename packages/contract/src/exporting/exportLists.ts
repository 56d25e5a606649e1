// The lists that can be exported, and packs of papers. The build of the portal puts the finished tables in this file's
// place: browsers need the addresses of these calls, not the calls.
import { listAudit, listSecurityEvents, listTrackLooks } from '../audit/audit.ts'
import { listChains } from '../chain/chain.ts'
import { listCompanyBranches } from '../company/branch.ts'
import { listCompanies } from '../company/company.ts'
import { listCredits } from '../credit/credit.ts'
import { listDebts } from '../debt/debt.ts'
import { listDrivers } from '../fleet/driver.ts'
import { listFences } from '../fence/fence.ts'
import { listFuelAccounts, listFuelCards } from '../fuel/fuel.ts'
import { listFuelIssues } from '../fuel/issue.ts'
import { listTollPasses } from '../fuel/toll.ts'
import { listFuelShifts } from '../fuel/shift.ts'
import { listFuelUses } from '../fuel/use.ts'
import { listFunds } from '../fund/fund.ts'
import { listInvoiceApps } from '../invoice/application.ts'
import { listExpectedInvoices } from '../invoice/expected.ts'
import { listInputInvoices } from '../invoice/input.ts'
import { listInvoices } from '../invoice/invoice.ts'
import { listReds } from '../invoice/red.ts'
import { listGoods, listOffers } from '../goods/goods.ts'
import { listGoodsChanges } from '../goods/change.ts'
import { listMessages } from '../message/message.ts'
import { listPayees } from '../fleet/payee.ts'
import { listPaymentTasks } from '../settlement/paymentTask.ts'
import { listCarriers, listShippers } from '../relation/relation.ts'
import { listAbnormal } from '../abnormal/abnormal.ts'
import {
  listTrackAlarms,
  listTrackArea,
  listTrackDays,
  listTrackOnline,
  listTrackStops,
  listTrackTrips,
} from '../track/report.ts'
import { listTerminals } from '../terminal/terminal.ts'
import { listAgreements } from '../agreement/agreement.ts'
import { listPayFiles } from '../payFile/payFile.ts'
import { listReconItems } from '../recon/recon.ts'
import { listDeposits } from '../deposit/deposit.ts'
import { listDepositBacks } from '../deposit/depositBack.ts'
import { listRefunds } from '../refund/refund.ts'
import { listPostingVersions } from '../voucher/posting.ts'
import { listLetters } from '../letter/letter.ts'
import { listStatementLines, listStatements } from '../statement/statement.ts'
import { listRemittances } from '../remittance/remittance.ts'
import { listMoneyExceptions } from '../settlement/moneyException.ts'
import { listAging } from '../report/aging.ts'
import { listOpenAges } from '../report/openAge.ts'
import { listPayables } from '../report/payable.ts'
import { listProfit } from '../report/profit.ts'
import { listSettleDetails } from '../settlement/settleDetail.ts'
import { listSettleable } from '../settlement/settleable.ts'
import { listSettlements } from '../settlement/settlement.ts'
import { listSpecialTickets } from '../specialLine/specialLine.ts'
import { listStaff } from '../staff/staff.ts'
import { listTasks } from '../task/task.ts'
import { listVehicles } from '../fleet/vehicle.ts'
import { listTrades } from '../trade/trade.ts'
import { listFlow } from '../voucher/flow.ts'
import { listPeriods } from '../voucher/closing.ts'
import { listTrialBalance } from '../voucher/trial.ts'
import { listLedger, listVouchers } from '../voucher/voucher.ts'
import { listWaybills } from '../waybill/waybill.ts'
import { listWriteOffs } from '../writeOff/writeOff.ts'

/** Lists that can be exported: the name of the file, and the call whose rows it holds. */
export const exportLists = {
  waybills: { label: '运单', call: listWaybills },
  goods: { label: '货源', call: listGoods },
  offers: { label: '可接货源', call: listOffers },
  goodsChanges: { label: '货源变更', call: listGoodsChanges },
  tasks: { label: '任务', call: listTasks },
  vehicles: { label: '车辆', call: listVehicles },
  terminals: { label: '终端', call: listTerminals },
  drivers: { label: '司机', call: listDrivers },
  payees: { label: '收款人', call: listPayees },
  fences: { label: '围栏车辆', call: listFences },
  settlements: { label: '结算单', call: listSettlements },
  settleables: { label: '待结算运单', call: listSettleable },
  moneyExceptions: { label: '支付异常', call: listMoneyExceptions },
  settleDetails: { label: '结算明细', call: listSettleDetails },
  paymentTasks: { label: '付款待办', call: listPaymentTasks },
  vouchers: { label: '凭证', call: listVouchers },
  invoiceApps: { label: '开票申请', call: listInvoiceApps },
  invoices: { label: '销项发票', call: listInvoices },
  abnormal: { label: '异常定位', call: listAbnormal },
  trackStops: { label: '停车记录', call: listTrackStops },
  trackTrips: { label: '行程记录', call: listTrackTrips },
  trackAlarms: { label: '报警记录', call: listTrackAlarms },
  trackArea: { label: '区域查车', call: listTrackArea },
  trackDays: { label: '里程报表', call: listTrackDays },
  trackOnline: { label: '上线率与完整率', call: listTrackOnline },
  reds: { label: '红字确认单', call: listReds },
  expectedInvoices: { label: '待收发票', call: listExpectedInvoices },
  inputInvoices: { label: '进项发票', call: listInputInvoices },
  agreements: { label: '合同', call: listAgreements },
  remittances: { label: '来款', call: listRemittances },
  credits: { label: '信用额度', call: listCredits },
  payFiles: { label: '付款文件', call: listPayFiles },
  reconItems: { label: '对账差异', call: listReconItems },
  refunds: { label: '退款', call: listRefunds },
  deposits: { label: '押金', call: listDeposits },
  depositBacks: { label: '押金退还', call: listDepositBacks },
  statements: { label: '货主对账单', call: listStatements },
  statementLines: { label: '对账明细', call: listStatementLines },
  letters: { label: '对账函', call: listLetters },
  postingVersions: { label: '记账规则版本', call: listPostingVersions },
  debts: { label: '欠款台账', call: listDebts },
  writeOffs: { label: '应收坏账', call: listWriteOffs },
  funds: { label: '资金登记', call: listFunds },
  fuelAccounts: { label: '油品账户', call: listFuelAccounts },
  fuelCards: { label: '油卡', call: listFuelCards },
  fuelIssues: { label: '油费发放记录', call: listFuelIssues },
  fuelShifts: { label: '油品调整', call: listFuelShifts },
  fuelUses: { label: '用油记录', call: listFuelUses },
  tollPasses: { label: '通行记录', call: listTollPasses },
  ledger: { label: '明细账', call: listLedger },
  trial: { label: '科目余额表', call: listTrialBalance },
  periods: { label: '期间结账', call: listPeriods },
  chains: { label: '四流核对', call: listChains },
  profit: { label: '毛利分析', call: listProfit },
  aging: { label: '应收账龄', call: listAging },
  openAges: { label: '暂估与来款账龄', call: listOpenAges },
  payables: { label: '应付账龄', call: listPayables },
  trades: { label: '交易流水', call: listTrades },
  flow: { label: '账户流水', call: listFlow },
  carriers: { label: '合作承运商', call: listCarriers },
  shippers: { label: '合作货主', call: listShippers },
  companies: { label: '企业', call: listCompanies },
  branches: { label: '分公司', call: listCompanyBranches },
  staff: { label: '员工', call: listStaff },
  audit: { label: '审计日志', call: listAudit },
  securityEvents: { label: '安全事件', call: listSecurityEvents },
  trackLooks: { label: '轨迹查看记录', call: listTrackLooks },
  specialTickets: { label: '专线票据', call: listSpecialTickets },
  messages: { label: '消息', call: listMessages },
} as const
export type ExportList = keyof typeof exportLists
/** Files that are no sheet of a list but a pack of papers, made and kept in the same way. */
export const exportPacks = {
  voucherZip: { label: '凭证包', call: listVouchers },
  chainZip: { label: '四流核查包', call: listChains },
} as const
export type ExportPack = keyof typeof exportPacks
