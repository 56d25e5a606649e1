// The table of what a change makes stale. The portal's build puts a finished one here: browsers need addresses alone.
import type { Call } from './call.ts'
import { countAbnormal, getAbnormal, judgeAbnormals, listAbnormal, listAbnormalRules } from './abnormal/abnormal.ts'
import { countAgreements, getAgreement, listAgreements } from './agreement/agreement.ts'
import { getRealName } from './agreement/realName.ts'
import { listAgreementTemplates } from './agreement/template.ts'
import { getAccount, listLogins, listSessions } from './session/account.ts'
import { getCredit, getOwnCredit, listCredits } from './credit/credit.ts'
import { countPostingVersions, getPostingVersion, listPostingVersions, tryPostings } from './voucher/posting.ts'
import { countLetters, getLetter, listLetterRuns, listLetters } from './letter/letter.ts'
import {
  countStatements,
  getStatement,
  getStatementPaper,
  listStatementLines,
  listStatements,
} from './statement/statement.ts'
import { getPayAnswer } from './payFile/payAnswer.ts'
import { countPayFiles, getPayFile, listPayFileCandidates, listPayFiles } from './payFile/payFile.ts'
import { countReconItems, getReconCalendar, getReconItem, getReconStatement, listReconItems } from './recon/recon.ts'
import { countDeposits, getDeposit, listDeposits } from './deposit/deposit.ts'
import { countDepositBacks, getDepositBack, getDepositWays, listDepositBacks } from './deposit/depositBack.ts'
import { countRefunds, getRefund, getRefundable, listRefunds } from './refund/refund.ts'
import { ageDebts, countDebts, getDebt, getDebtLetter, listDebts } from './debt/debt.ts'
import { countChains, getChain, listChains, rateChains } from './chain/chain.ts'
import { countCompanyBranches, listCompanyBranches } from './company/branch.ts'
import { countCompanies, getCompany, getCompanyDetails, listCompanies } from './company/company.ts'
import { countFences, getFences, listFences, listFenceVehicles } from './fence/fence.ts'
import { countFuelAccounts, countFuelCards, listFuelAccounts, listFuelCards } from './fuel/fuel.ts'
import { countFuelIssues, getFuelRoom, listFuelIssues, listFuelReady } from './fuel/issue.ts'
import { countTollPasses, listTollPasses } from './fuel/toll.ts'
import { countFuelShifts, getFuelShift, listFuelShifts } from './fuel/shift.ts'
import { countFuelUses, listFuelUses } from './fuel/use.ts'
import { countFunds, getFund, listFunds } from './fund/fund.ts'
import { countGoods, getGoods, listGoods, listOffers } from './goods/goods.ts'
import { getBook, getTemplate, listTemplates } from './goods/book.ts'
import { getPriceHint } from './goods/priceHint.ts'
import { countGoodsChanges, getGoodsChange, getGoodsSaid, getRepublish, listGoodsChanges } from './goods/change.ts'
import {
  getInvoiceApp,
  getInvoiceLimits,
  listInvoiceApps,
  countInvoiceApps,
  listInvoiceCandidates,
  sumInvoiceCandidates,
} from './invoice/application.ts'
import { listExpectedInvoices, sumExpectedInvoices } from './invoice/expected.ts'
import { getWaybillBase } from './invoice/baseChange.ts'
import { countInputInvoices, getInputInvoice, listInputCandidates, listInputInvoices } from './invoice/input.ts'
import { countInvoices, getInvoice, listInvoices } from './invoice/invoice.ts'
import { countReds, getRed, listReds } from './invoice/red.ts'
import { listInvoiceTitles } from './invoice/title.ts'
import { listTerminalCommands, listTerminalPhotos } from './terminal/command.ts'
import { countTerminals, getTerminal, listClaims, listTerminalMessages, listTerminals } from './terminal/terminal.ts'
import { countRemittances, getRemittance, listReceivables, listRemittances } from './remittance/remittance.ts'
import { listExports } from './exporting/exporting.ts'
import { getImport, listImports } from './importing.ts'
import { countMessages, getPreferences, getUnread, listMessages } from './message/message.ts'
import { getHomeDays } from './home.ts'
import { listToday } from './today.ts'
import { listAttachments } from './settlement/attachment.ts'
import { countMoneyExceptions, getMoneyException, listMoneyExceptions } from './settlement/moneyException.ts'
import { countPaymentTasks, listPaymentTasks } from './settlement/paymentTask.ts'
import { listPayChannels } from './partner/partner.ts'
import { getPolicies } from './policy.ts'
import {
  countCarriers,
  countShippers,
  findCompanies,
  getRelation,
  listCarriers,
  listShippers,
} from './relation/relation.ts'
import { listAging, sumAging } from './report/aging.ts'
import { listPayables, sumPayables } from './report/payable.ts'
import { chartProfit, listProfit, sumProfit } from './report/profit.ts'
import { listBranches } from './session/session.ts'
import { listSettleableGroups } from './settlement/settleableGroup.ts'
import { countSettleDetails, getSettleStatement, listSettleDetails } from './settlement/settleDetail.ts'
import { listSettleable } from './settlement/settleable.ts'
import { listSheetPapers } from './settlement/sheetPaper.ts'
import { countSettlements, getSettlement, getSheetMarks, listSettlements } from './settlement/settlement.ts'
import { listSheetLines } from './settlement/sheetLines.ts'
import { listShares } from './share.ts'
import { countStaff, explainStaff, listMembers, listRoles, listStaff } from './staff/staff.ts'
import {
  countTasks,
  getAppointView,
  listDriverChoices,
  listSendable,
  listTasks,
  listVehicleChoices,
} from './task/task.ts'
import { getReleaseView } from './task/release.ts'
import { listTracked } from './track/map.ts'
import { listDriverInvites } from './fleet/driverInvite.ts'
import { countDrivers, getDriver, listDrivers } from './fleet/driver.ts'
import { countPayees, getPayee, listDriverPayees, listPayees } from './fleet/payee.ts'
import { countVehicles, getVehicle, listVehicles } from './fleet/vehicle.ts'
import { getTrade, listTrades, sumTrades } from './trade/trade.ts'
import { listFlow, listFlowAccounts, sumFlow } from './voucher/flow.ts'
import { getPeriod, listPeriods } from './voucher/closing.ts'
import { getAccountMap } from './voucher/accountMap.ts'
import { listVoucherPatterns } from './voucher/pattern.ts'
import { listUnmapped } from './voucher/handOver.ts'
import { getOpening } from './voucher/opening.ts'
import { getBinding, listBindCandidates } from './voucher/bind.ts'
import {
  getDeductMoneyVoucher,
  getFuelCardVoucher,
  getOtherVoucher,
  getTentativeVoucher,
} from './voucher/voucherPages.ts'
import {
  getTrialBalance,
  getVoucher,
  listLedger,
  listVoucherPapers,
  listVouchers,
  sumLedger,
  sumVouchers,
} from './voucher/voucher.ts'
import { getSpecialLine, listSpecialTickets } from './specialLine/specialLine.ts'
import { countWaybills, countWaybillStates, listWaybills } from './waybill/waybill.ts'
import { getWaybill } from './waybill/details.ts'
import { getPaperDesk } from './waybill/paper.ts'
import { getSwapView } from './waybill/life.ts'
import { countWriteOffs, getWriteOff, listOwed, listWriteOffs } from './writeOff/writeOff.ts'

/** A call whose answers are stale, told by its address: in a browser it is not the call itself. */
export type StaleCall = Pick<Call, 'path'>

const table = <const T extends string>(
  calls: Readonly<Record<T, readonly Call[]>>,
): Readonly<Record<T, readonly StaleCall[]>> => calls

const reports = [listProfit, sumProfit, chartProfit, listAging, sumAging, listPayables, sumPayables] as const
const chains = [listChains, countChains, rateChains, getChain] as const

/** The calls whose answers are stale once a thing has changed. */
export const topics = table({
  goods: [
    listSendable,
    listGoods,
    countGoods,
    getGoods,
    listOffers,
    getGoodsSaid,
    getRepublish,
    listGoodsChanges,
    countGoodsChanges,
    getGoodsChange,
    getBook,
    getPriceHint,
    listTemplates,
    getTemplate,
    listToday,
  ],
  // goods name their tasks and waybills; candidates for an appointment are judged by their open waybills
  task: [
    listTasks,
    countTasks,
    getAppointView,
    listVehicleChoices,
    listDriverChoices,
    listSendable,
    getReleaseView,
    getGoods,
    getGoodsSaid,
    listToday,
  ],
  waybill: [
    ...chains,
    ...reports,
    listExpectedInvoices,
    sumExpectedInvoices,
    listWaybills,
    countWaybills,
    countWaybillStates,
    getWaybill,
    getPaperDesk,
    getSpecialLine,
    listSpecialTickets,
    getSwapView,
    getGoods,
    getAppointView,
    listVehicleChoices,
    listDriverChoices,
    getReleaseView,
    listSettleable,
    listSettleableGroups,
    listSettleDetails,
    countSettleDetails,
    getSettleStatement,
    getSheetMarks,
    listPaymentTasks,
    countPaymentTasks,
    listToday,
    getHomeDays,
  ],
  settlement: [
    ...chains,
    ...reports,
    listSettlements,
    countSettlements,
    listSettleDetails,
    countSettleDetails,
    getSettleStatement,
    getSettlement,
    listSheetLines,
    listSheetPapers,
    getSheetMarks,
    listPayFileCandidates,
    getPayFile,
    listMoneyExceptions,
    countMoneyExceptions,
    getMoneyException,
    listSettleable,
    listSettleableGroups,
    listPaymentTasks,
    countPaymentTasks,
    listPayChannels,
    listToday,
    listDebts,
    countDebts,
    ageDebts,
    getDebt,
    getDebtLetter,
  ],
  message: [listMessages, countMessages, getUnread, getPreferences],
  period: [listPeriods, getPeriod],
  voucher: [
    ...chains,
    ...reports,
    listVouchers,
    sumVouchers,
    getVoucher,
    listVoucherPapers,
    getOpening,
    getAccountMap,
    listVoucherPatterns,
    listUnmapped,
    getTentativeVoucher,
    getFuelCardVoucher,
    getDeductMoneyVoucher,
    getOtherVoucher,
    getBinding,
    listBindCandidates,
    getTrialBalance,
    listLedger,
    sumLedger,
    listFlow,
    sumFlow,
    listFlowAccounts,
    listTrades,
    sumTrades,
    getTrade,
  ],
  trade: [...chains, listTrades, getTrade, listAttachments],
  // a print is a line in the history of the record's page, and changes nothing else
  printed: [
    getWaybill,
    getSpecialLine,
    getSettlement,
    getVoucher,
    getTentativeVoucher,
    getFuelCardVoucher,
    getDeductMoneyVoucher,
    getOtherVoucher,
    getFund,
    getRemittance,
    getDeposit,
    getDepositBack,
    getInvoiceApp,
    getStatement,
    getLetter,
    getDebt,
    getWriteOff,
  ],
  invoice: [
    ...chains,
    listInvoiceTitles,
    listInvoiceCandidates,
    sumInvoiceCandidates,
    listInvoiceApps,
    countInvoiceApps,
    getInvoiceApp,
    getInvoiceLimits,
    listInvoices,
    countInvoices,
    getInvoice,
    listReds,
    countReds,
    getRed,
    listExpectedInvoices,
    sumExpectedInvoices,
    listInputInvoices,
    countInputInvoices,
    getInputInvoice,
    listInputCandidates,
    getWaybillBase,
    getWaybill,
  ],
  agreement: [...chains, listAgreements, countAgreements, getAgreement, listAgreementTemplates],
  realName: [getRealName],
  remittance: [listRemittances, countRemittances, getRemittance, listReceivables],
  credit: [listCredits, getCredit, getOwnCredit],
  payFile: [listPayFiles, countPayFiles, getPayFile, getPayAnswer, listPayFileCandidates],
  recon: [listReconItems, countReconItems, getReconItem, getReconCalendar, getReconStatement],
  deposit: [
    listDeposits,
    countDeposits,
    getDeposit,
    listDepositBacks,
    countDepositBacks,
    getDepositBack,
    getDepositWays,
  ],
  refund: [listRefunds, countRefunds, getRefund, getRefundable],
  posting: [listPostingVersions, countPostingVersions, getPostingVersion, tryPostings],
  letter: [listLetters, countLetters, getLetter, listLetterRuns, listToday],
  statement: [listStatements, countStatements, getStatement, listStatementLines, getStatementPaper, listToday],
  debt: [listDebts, countDebts, ageDebts, getDebt, getDebtLetter],
  writeOff: [...reports, listWriteOffs, countWriteOffs, getWriteOff, listOwed, listCredits, getCredit, listReceivables],
  abnormal: [listAbnormal, countAbnormal, getAbnormal, judgeAbnormals, listAbnormalRules, getWaybill, listTracked],
  fund: [listFunds, countFunds, getFund, listFuelAccounts, countFuelAccounts],
  fuel: [
    listFuelAccounts,
    countFuelAccounts,
    listFuelCards,
    countFuelCards,
    listFuelIssues,
    countFuelIssues,
    listFuelUses,
    countFuelUses,
    listTollPasses,
    countTollPasses,
    listFuelShifts,
    countFuelShifts,
    getFuelShift,
    getFuelRoom,
    listFuelReady,
    getWaybill,
  ],
  terminal: [
    listTerminalPhotos,
    listTerminals,
    countTerminals,
    getTerminal,
    listTerminalMessages,
    listTerminalCommands,
    listClaims,
    getVehicle,
    getAbnormal,
  ],
  vehicle: [listVehicles, countVehicles, getVehicle, listVehicleChoices, listDriverChoices, listToday],
  payee: [listPayees, countPayees, getPayee, listDriverPayees, listDriverChoices, listToday],
  relation: [listCarriers, listShippers, countCarriers, countShippers, findCompanies, getRelation, listToday],
  company: [
    getCompany,
    listCompanies,
    countCompanies,
    getCompanyDetails,
    listCompanyBranches,
    countCompanyBranches,
    listBranches,
    listToday,
  ],
  staff: [listStaff, countStaff, listRoles, listMembers, explainStaff],
  account: [getAccount, listSessions, listLogins],
  // both stand in the history of the goods
  share: [listShares, getGoods],
  fence: [getFences, listFences, countFences, listFenceVehicles, getGoods],
  exporting: [listExports],
  importing: [listImports, getImport],
  driver: [
    listDriverInvites,
    listDrivers,
    countDrivers,
    getDriver,
    listDriverPayees,
    listVehicleChoices,
    listDriverChoices,
    listToday,
  ],
  // policies say who may take a step, whether a receipt must be there and what may be loaded
  policy: [
    getPolicies,
    getSettlement,
    listSettleable,
    listSettleableGroups,
    listPaymentTasks,
    countPaymentTasks,
    getAppointView,
    listVehicleChoices,
    listToday,
  ],
})

export type Topic = keyof typeof topics
