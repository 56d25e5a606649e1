// The calls of the books bound to what serves them.
import * as calls from '@yunshu/contract/voucher/voucher'
import * as flow from '@yunshu/contract/voucher/flow'
import * as bind from '@yunshu/contract/voucher/bind'
import * as closing from '@yunshu/contract/voucher/closing'
import * as manual from '@yunshu/contract/voucher/manual'
import * as pages from '@yunshu/contract/voucher/voucherPages'
import { listTrialBalance } from '@yunshu/contract/voucher/trial'
import * as zip from '@yunshu/contract/voucher/zip'
import { on, onAfter, onFile, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { findFlowAccounts, findFlowPage, findFlowParties, findFlowSums } from './flow.queries.ts'
import { findLedgerPage, findLedgerSums, findTrialBalance, findTrialPage } from './ledger.queries.ts'
import { bindWaybills, fillVoucher, unbindWaybill } from './binding.commands.ts'
import { findBinding, findCandidates } from './binding.queries.ts'
import { askClose, movePeriod } from './closing.commands.ts'
import { findPeriod, findPeriods } from './closing.queries.ts'
import { moveVoucher, saveVoucher } from './manual.commands.ts'
import { findTentativeVoucher } from './tentative.queries.ts'
import { findVoucher, findVouchersPage, findVoucherSums } from './voucher.queries.ts'
import { findVoucherPapers } from './voucherPapers.queries.ts'
import { uploadVoucherFile } from './voucherFile.commands.ts'
import { bundleVouchers } from './zip.commands.ts'
import { findDeductMoneyVoucher, findFuelCardVoucher, findOtherVoucher } from './voucherPages.queries.ts'

export const voucherRoutes: Route[] = [
  on(calls.listVouchers, findVouchersPage),
  on(calls.sumVouchers, findVoucherSums),
  on(calls.getVoucher, findVoucher),
  on(calls.listVoucherPapers, findVoucherPapers),
  on(pages.getTentativeVoucher, findTentativeVoucher),
  on(pages.getFuelCardVoucher, findFuelCardVoucher),
  on(pages.getDeductMoneyVoucher, findDeductMoneyVoucher),
  on(pages.getOtherVoucher, findOtherVoucher),
  onAfter(pages.uploadVoucherFile, storeUploads, uploadVoucherFile),
  on(closing.listPeriods, findPeriods),
  on(closing.getPeriod, findPeriod),
  on(closing.askClose, askClose),
  on(closing.movePeriod, movePeriod),
  on(manual.saveVoucher, saveVoucher),
  on(manual.moveVoucher, moveVoucher),
  on(bind.getBinding, findBinding),
  on(bind.listBindCandidates, findCandidates),
  on(bind.bindWaybills, bindWaybills),
  on(bind.fillVoucher, fillVoucher),
  on(bind.unbindWaybill, unbindWaybill),
  onFile(zip.downloadVouchers, bundleVouchers),
  on(calls.getTrialBalance, findTrialBalance),
  on(listTrialBalance, findTrialPage),
  on(calls.listLedger, findLedgerPage),
  on(calls.sumLedger, findLedgerSums),
  on(flow.listFlowAccounts, findFlowAccounts),
  on(flow.listFlow, findFlowPage),
  on(flow.sumFlow, findFlowSums),
  on(flow.listFlowParties, findFlowParties),
]
