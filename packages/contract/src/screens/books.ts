// Screens of vouchers, ledger, accounts and money that moves.
import { screensOf } from './screen.ts'

export const booksScreens = screensOf({
  VoucherList: { path: 'voucher/list', title: '凭证列表', permit: 'voucher.view', cache: true, group: 'books' },
  AccountingVoucher: {
    path: 'manage/AccountingVoucher/:id/:branchCompanyId',
    title: '记账凭证',
    permit: 'voucher.view',
    cache: true,
    within: 'books',
  },
  Ledger: {
    path: 'ledger/trial',
    title: '科目余额表',
    permit: 'ledger.view',
    cache: true,
    group: 'books',
    sides: ['platform'],
  },
  TradeWater: {
    path: 'manage/TradeWater',
    title: '交易流水',
    permit: 'trade.view',
    cache: true,
    group: 'books',
    sides: ['platform', 'shipper', 'carrier'],
  },
  FlowingWater: {
    path: 'manage/flowingWater',
    title: '账户流水',
    permit: 'session',
    anyOf: ['ledger.view', 'account.view'],
    cache: true,
    group: 'books',
    sides: ['platform', 'shipper', 'carrier'],
  },
  RemittanceList: {
    path: 'money/receipts',
    title: '来款认领',
    permit: 'remittance.view',
    cache: true,
    group: 'books',
    sides: ['platform'],
  },
  FundList: {
    path: 'fund/list',
    title: '资金登记',
    permit: 'fund.view',
    cache: true,
    group: 'books',
    sides: ['platform'],
  },
})
