// Answers that are stale after sheets and payments have changed.
import { getPayAnswer } from '../payFile/payAnswer.ts'
import { countPayFiles, getPayFile, listPayFileCandidates, listPayFiles } from '../payFile/payFile.ts'
import { countReconItems, getReconCalendar, getReconItem, getReconStatement, listReconItems } from '../recon/recon.ts'
import { ageDebts, countDebts, getDebt, getDebtLetter, listDebts } from '../debt/debt.ts'
import { listToday } from '../today.ts'
import { countMoneyExceptions, getMoneyException, listMoneyExceptions } from '../settlement/moneyException.ts'
import { countPaymentTasks, listPaymentTasks } from '../settlement/paymentTask.ts'
import { listPayChannels } from '../partner/partner.ts'
import { listSettleableGroups } from '../settlement/settleableGroup.ts'
import { countSettleDetails, getSettleStatement, listSettleDetails } from '../settlement/settleDetail.ts'
import { listSettleable } from '../settlement/settleable.ts'
import { listSheetPapers } from '../settlement/sheetPaper.ts'
import { countSettlements, getSettlement, getSheetMarks, listSettlements } from '../settlement/settlement.ts'
import { listSheetLines } from '../settlement/sheetLines.ts'
import { chains, reports } from './everyStale.ts'

export const payStale = {
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
  payFile: [listPayFiles, countPayFiles, getPayFile, getPayAnswer, listPayFileCandidates, listToday],
  recon: [listReconItems, countReconItems, getReconItem, getReconCalendar, getReconStatement, listToday],
} as const
