// The calls of the books bound to what serves them.
import { getTrialBalance, getVoucher, listLedger, listVouchers, sumLedger, sumVouchers } from '@yunshu/contract/voucher'
import { on, type Route } from '../../http/serve.ts'
import { findLedgerPage, findLedgerSums, findTrialBalance } from './ledger.queries.ts'
import { findVoucher, findVouchersPage, findVoucherSums } from './voucher.queries.ts'

export const voucherRoutes: Route[] = [
  on(listVouchers, findVouchersPage),
  on(sumVouchers, findVoucherSums),
  on(getVoucher, findVoucher),
  on(getTrialBalance, findTrialBalance),
  on(listLedger, findLedgerPage),
  on(sumLedger, findLedgerSums),
]
