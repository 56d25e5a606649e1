// Calls and shapes of exports (导出): a list under its filter as an Excel file, made in the background, kept in the
// download centre.
import { exportStates } from '@yunshu/domain/exporting'
import * as z from 'zod/mini'
import { listAudit, listSecurityEvents } from '../audit/audit.ts'
import { call, type Call } from '../call.ts'
import { listChains } from '../chain/chain.ts'
import { listCompanyBranches } from '../company/branch.ts'
import { listCompanies } from '../company/company.ts'
import { listCredits } from '../credit/credit.ts'
import { listDebts } from '../debt/debt.ts'
import { listDrivers } from '../fleet/driver.ts'
import { listFences } from '../fence/fence.ts'
import { pageFields, zChanged, zDone, zId, zKey, zLooseText, zPage, zTime, zVersion } from '../fields.ts'
import { listFuelAccounts, listFuelCards } from '../fuel/fuel.ts'
import { listFuelIssues } from '../fuel/issue.ts'
import { listTollPasses } from '../fuel/toll.ts'
import { listFuelUses } from '../fuel/use.ts'
import { listFunds } from '../fund/fund.ts'
import { listInvoiceApps } from '../invoice/application.ts'
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
import { listTrackArea, listTrackDays, listTrackOnline, listTrackStops, listTrackTrips } from '../track/report.ts'
import { listTerminals } from '../terminal/terminal.ts'
import { listAgreements } from '../agreement/agreement.ts'
import { listPayFiles } from '../payFile/payFile.ts'
import { listReconItems } from '../recon/recon.ts'
import { listRefunds } from '../refund/refund.ts'
import { listPostingVersions } from '../voucher/posting.ts'
import { listLetters } from '../letter/letter.ts'
import { listStatementLines, listStatements } from '../statement/statement.ts'
import { listRemittances } from '../remittance/remittance.ts'
import { listMoneyExceptions } from '../settlement/moneyException.ts'
import { listAging } from '../report/aging.ts'
import { listPayables } from '../report/payable.ts'
import { listProfit } from '../report/profit.ts'
import { listSettleDetails } from '../settlement/settleDetail.ts'
import { listSettlements } from '../settlement/settlement.ts'
import { listSpecialTickets } from '../specialLine/specialLine.ts'
import { listStaff } from '../staff/staff.ts'
import { listTasks } from '../task/task.ts'
import { listVehicles } from '../fleet/vehicle.ts'
import { listTrades } from '../trade/trade.ts'
import { listFlow } from '../voucher/flow.ts'
import { listLedger, listVouchers } from '../voucher/voucher.ts'
import { listWaybills } from '../waybill/waybill.ts'

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
  moneyExceptions: { label: '支付异常', call: listMoneyExceptions },
  settleDetails: { label: '结算明细', call: listSettleDetails },
  paymentTasks: { label: '付款待办', call: listPaymentTasks },
  vouchers: { label: '凭证', call: listVouchers },
  invoiceApps: { label: '开票申请', call: listInvoiceApps },
  invoices: { label: '销项发票', call: listInvoices },
  abnormal: { label: '异常定位', call: listAbnormal },
  trackStops: { label: '停车记录', call: listTrackStops },
  trackTrips: { label: '行程记录', call: listTrackTrips },
  trackArea: { label: '区域查车', call: listTrackArea },
  trackDays: { label: '里程报表', call: listTrackDays },
  trackOnline: { label: '上线率与完整率', call: listTrackOnline },
  reds: { label: '红字确认单', call: listReds },
  inputInvoices: { label: '进项发票', call: listInputInvoices },
  agreements: { label: '合同', call: listAgreements },
  remittances: { label: '来款', call: listRemittances },
  credits: { label: '信用额度', call: listCredits },
  payFiles: { label: '付款文件', call: listPayFiles },
  reconItems: { label: '对账差异', call: listReconItems },
  refunds: { label: '退款', call: listRefunds },
  statements: { label: '货主对账单', call: listStatements },
  statementLines: { label: '对账明细', call: listStatementLines },
  letters: { label: '对账函', call: listLetters },
  postingVersions: { label: '记账规则版本', call: listPostingVersions },
  debts: { label: '欠款台账', call: listDebts },
  funds: { label: '资金登记', call: listFunds },
  fuelAccounts: { label: '油品账户', call: listFuelAccounts },
  fuelCards: { label: '油卡', call: listFuelCards },
  fuelIssues: { label: '油费发放记录', call: listFuelIssues },
  fuelUses: { label: '用油记录', call: listFuelUses },
  tollPasses: { label: '通行记录', call: listTollPasses },
  ledger: { label: '明细账', call: listLedger },
  chains: { label: '四流核对', call: listChains },
  profit: { label: '毛利分析', call: listProfit },
  aging: { label: '应收账龄', call: listAging },
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
const exportKeys = Object.keys(exportLists) as ExportList[]

/** The export of a list's call; undefined when it has none. */
export const exportListOf = (list: Call): ExportList | undefined =>
  exportKeys.find(key => exportLists[key].call.path === list.path)

/** One file of the download centre. */
export const ExportRow = z.object({
  id: zId,
  list: zKey({ ...exportLists, ...exportPacks }),
  title: z.string(),
  /** The filter in words. */
  note: z.string(),
  state: zKey(exportStates.states),
  fileName: z.string(),
  /** Absent until they are counted; not every list is counted beforehand. */
  rowsTotal: z.optional(z.number()),
  rowsDone: z.number(),
  /** Bytes. */
  size: z.optional(z.number()),
  /** The reason of its failure, in words. */
  fault: z.optional(z.string()),
  /** For whom the person worked when asking. */
  actingFor: z.optional(z.string()),
  createdAt: zTime,
  doneAt: z.optional(zTime),
  /** When the file is thrown away. */
  expiresAt: z.optional(zTime),
  version: zVersion,
})
export type ExportRow = z.output<typeof ExportRow>

/**
 * Asks for a file. `filter` is the input of the list's call in wire form, without paging; `columns` are keys of the
 * list's columns, none: all.
 * The file is made with the rights the person has when it is made.
 */
export const startExport = call({
  method: 'POST',
  path: '/auth/v1/export/start',
  title: '导出',
  permit: 'export.run',
  heavy: true,
  input: z.strictObject({
    list: zKey(exportLists),
    filter: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(100_000))),
    columns: z.optional(z.array(zLooseText(40)).check(z.maxLength(100))),
    note: z.optional(zLooseText(400)),
  }),
  output: z.object({ id: zId }),
})
/** One's own files, newest first. */
export const listExports = call({
  method: 'GET',
  path: '/auth/v1/export/list',
  title: '下载中心',
  permit: 'export.run',
  input: z.strictObject({ state: z.optional(zKey(exportStates.states)), ...pageFields }),
  output: zPage(ExportRow),
})
/** An address of the bytes of a finished file, valid for a quarter of an hour. */
export const getExportAddress = call({
  method: 'GET',
  path: '/auth/v1/export/address',
  title: '下载文件',
  permit: 'export.run',
  input: z.strictObject({ id: zId }),
  output: z.object({ url: z.string(), fileName: z.string() }),
})
/** Calls off a file that is not finished, or tries again. */
export const moveExport = call({
  method: 'POST',
  path: '/auth/v1/export/move',
  title: '变更导出任务',
  permit: 'export.run',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['cancel', 'retry']) }),
  output: zChanged,
})
/** Takes a file out of the download centre; one that is being made is called off. */
export const removeExport = call({
  method: 'POST',
  path: '/auth/v1/export/del',
  title: '删除导出文件',
  permit: 'export.run',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zDone,
})
