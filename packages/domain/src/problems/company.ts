// Refusals of companies and their branches.
import { problemTable } from './row.ts'

export const companyProblems = problemTable({
  'company.duplicate': { code: 2101, http: 200, text: '该统一社会信用代码已注册' },
  'branch.used': { code: 2102, http: 200, text: '分公司还有{what}，不能撤销' },
})
