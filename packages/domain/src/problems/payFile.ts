// Refusals of payment files and the bank's answers to them (付款文件).
import { problemTable } from './row.ts'

export const payFileProblems = problemTable({
  'payFile.taken': { code: 3551, http: 409, text: '支付任务{taskNo}已在付款文件中或状态已变化，请刷新后重新选择' },
  'payFile.notOut': { code: 3552, http: 200, text: '付款文件放行后才能下载文件、读取结果' },
  'payFile.inFile': { code: 3553, http: 200, text: '支付任务{taskNo}已在付款文件{fileNo}中，请先撤回该文件' },
  'payFile.answerTwice': { code: 3554, http: 200, text: '这份结果文件已经读取过（付款文件{fileNo}，{name}）' },
  'payFile.answerBroken': { code: 3555, http: 200, text: '{fault}' },
  'payFile.answerRows': { code: 3556, http: 409, text: '可入账的行是 {count} 行，请重新核对' },
})
