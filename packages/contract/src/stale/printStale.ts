// Answers that are stale after a paper was printed.
import { getLetter } from '../letter/letter.ts'
import { getStatement } from '../statement/statement.ts'
import { getDeposit } from '../deposit/deposit.ts'
import { getDepositBack } from '../deposit/depositBack.ts'
import { getDebt } from '../debt/debt.ts'
import { getFund } from '../fund/fund.ts'
import { getInvoiceApp } from '../invoice/application.ts'
import { getRemittance } from '../remittance/remittance.ts'
import { getSettlement } from '../settlement/settlement.ts'
import {
  getDeductMoneyVoucher,
  getFuelCardVoucher,
  getOtherVoucher,
  getTentativeVoucher,
} from '../voucher/voucherPages.ts'
import { getVoucher } from '../voucher/voucher.ts'
import { getSpecialLine } from '../specialLine/specialLine.ts'
import { getWaybill } from '../waybill/details.ts'
import { getWriteOff } from '../writeOff/writeOff.ts'

export const printStale = {
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
} as const
