// Answers that are stale after money in, deposits, debts, credit, statements and letters of balances have changed.
import { getCredit, getOwnCredit, listCredits } from '../credit/credit.ts'
import { countLetters, getLetter, listLetterRuns, listLetters } from '../letter/letter.ts'
import {
  countStatements,
  getStatement,
  getStatementPaper,
  listStatementLines,
  listStatements,
} from '../statement/statement.ts'
import { countDeposits, getDeposit, listDeposits } from '../deposit/deposit.ts'
import { countDepositBacks, getDepositBack, getDepositWays, listDepositBacks } from '../deposit/depositBack.ts'
import { countRefunds, getRefund, getRefundable, listRefunds } from '../refund/refund.ts'
import { ageDebts, countDebts, getDebt, getDebtLetter, listDebts } from '../debt/debt.ts'
import { countFuelAccounts, listFuelAccounts } from '../fuel/fuel.ts'
import { countFunds, getFund, listFunds } from '../fund/fund.ts'
import { countRemittances, getRemittance, listReceivables, listRemittances } from '../remittance/remittance.ts'
import { listToday } from '../today.ts'
import { countWriteOffs, getWriteOff, listOwed, listWriteOffs } from '../writeOff/writeOff.ts'
import { reports } from './everyStale.ts'

export const owedStale = {
  remittance: [listRemittances, countRemittances, getRemittance, listReceivables, listToday],
  fund: [listFunds, countFunds, getFund, listFuelAccounts, countFuelAccounts, listToday],
  deposit: [
    listDeposits,
    countDeposits,
    getDeposit,
    listDepositBacks,
    countDepositBacks,
    getDepositBack,
    getDepositWays,
    listToday,
  ],
  refund: [listRefunds, countRefunds, getRefund, getRefundable, listToday],
  credit: [listCredits, getCredit, getOwnCredit],
  debt: [listDebts, countDebts, ageDebts, getDebt, getDebtLetter, listToday],
  writeOff: [
    ...reports,
    listWriteOffs,
    countWriteOffs,
    getWriteOff,
    listOwed,
    listCredits,
    getCredit,
    listReceivables,
    listToday,
  ],
  statement: [listStatements, countStatements, getStatement, listStatementLines, getStatementPaper, listToday],
  letter: [listLetters, countLetters, getLetter, listLetterRuns, listToday],
} as const
