// Answers that are stale after vouchers, trades and months have changed.
import { countPostingVersions, getPostingVersion, listPostingVersions, tryPostings } from '../voucher/posting.ts'
import { listAttachments } from '../settlement/attachment.ts'
import { getTrade, listTrades, sumTrades } from '../trade/trade.ts'
import { listFlow, listFlowAccounts, sumFlow } from '../voucher/flow.ts'
import { getPeriod, listPeriods } from '../voucher/closing.ts'
import { getAccountMap } from '../voucher/accountMap.ts'
import { listVoucherPatterns } from '../voucher/pattern.ts'
import { listUnmapped } from '../voucher/handOver.ts'
import { getOpening } from '../voucher/opening.ts'
import { getBinding, listBindCandidates } from '../voucher/bind.ts'
import {
  getDeductMoneyVoucher,
  getFuelCardVoucher,
  getOtherVoucher,
  getTentativeVoucher,
} from '../voucher/voucherPages.ts'
import { listEstimateEnds } from '../voucher/estimateEnd.ts'
import {
  getTrialBalance,
  getVoucher,
  listLedger,
  listVoucherPapers,
  listVouchers,
  sumLedger,
  sumVouchers,
} from '../voucher/voucher.ts'
import { chains, reports } from './everyStale.ts'
import { listToday } from '../today.ts'

export const booksStale = {
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
    listEstimateEnds,
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
    listToday,
  ],
  period: [listPeriods, getPeriod, listToday],
  trade: [...chains, listTrades, getTrade, listAttachments],
  posting: [listPostingVersions, countPostingVersions, getPostingVersion, tryPostings, listToday],
} as const
