// Refusals of the books.
import { problemTable } from './row.ts'

export const voucherProblems = problemTable({
  'ledger.unbalanced': { code: 5001, http: 500, text: '记账不平，操作已取消（编号 {requestId}）' },
})
