// The calls of the books bound to what serves them.
import { getTrialBalance, getVoucher, listLedger, listVouchers } from '@yunshu/contract/voucher'
import { on, type Route } from '../../http/serve.ts'
import { findLedgerPage, findTrialBalance } from './ledger.queries.ts'
import { findVoucher, findVouchersPage } from './voucher.queries.ts'

export const voucherRoutes: Route[] = [
  on(listVouchers, findVouchersPage),
  on(getVoucher, findVoucher),
  on(getTrialBalance, findTrialBalance),
  on(listLedger, findLedgerPage),
]
