// Refusals of the books.
import { problemTable } from './row.ts'

export const voucherProblems = problemTable({
  'period.closed': { code: 1801, http: 200, text: '会计期间{period}已结账，请在当前期间冲销' },
  'ledger.unbalanced': { code: 5001, http: 500, text: '记账不平，操作已取消（编号 {requestId}）' },
})
