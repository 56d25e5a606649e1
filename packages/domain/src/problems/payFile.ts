// Refusals of payment files with the bank's answers (付款文件), and of reconciliation (渠道对账).
import { problemTable } from './row.ts'

export const payFileProblems = problemTable({
  'payFile.taken': { code: 3551, http: 409, text: '支付任务{taskNo}已在付款文件中或状态已变化，请刷新后重新选择' },
  'payFile.notOut': { code: 3552, http: 200, text: '付款文件放行后才能下载文件、读取结果' },
  'payFile.inFile': { code: 3553, http: 200, text: '支付任务{taskNo}已在付款文件{fileNo}中，请先撤回该文件' },
  'payFile.answerTwice': { code: 3554, http: 200, text: '这份结果文件已经读取过（付款文件{fileNo}，{name}）' },
  'payFile.answerBroken': { code: 3555, http: 200, text: '{fault}' },
  'payFile.answerRows': { code: 3556, http: 409, text: '可入账的行是 {count} 行，请重新核对' },
  'recon.fileTwice': { code: 3561, http: 200, text: '{day}的对账文件已经读取过（{name}），要换文件请先放弃它' },
  'recon.notOpen': { code: 3562, http: 200, text: '这条差异已对平，或不是银行多出的流水' },
  'recon.noSuggestion': { code: 3563, http: 200, text: '没有可采纳的建议，请刷新后再看' },
  'recon.recorded': { code: 3564, http: 200, text: '已补记{made}，办结后会自动对平' },
  'recon.laying': { code: 3565, http: 200, text: '所选差异中有的已申请合并对平，请先确认或退回' },
  'recon.line': {
    code: 3592,
    http: 200,
    text: '流水号{serial}是 {day} 对账文件的第 {n} 笔，还未对平，请在渠道对账中补记或登记退汇',
  },
})
