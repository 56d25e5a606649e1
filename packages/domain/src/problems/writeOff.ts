// Refusals of receivables that are given up (坏账核销).
import { problemTable } from './row.ts'

export const writeOffProblems = problemTable({
  'writeOff.less': {
    code: 3541,
    http: 200,
    text: '运单{waybillNo}现在未收 {open} 元，不能核销 {amount} 元，请核对后重新申请',
  },
  'writeOff.asker': { code: 3542, http: 200, text: '只有申请人可以撤回，其他人请选择驳回' },
  'writeOff.gone': { code: 3543, http: 200, text: '核销已随运单作废或红冲退回，没有可冲销的金额' },
})
