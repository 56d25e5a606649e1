// Refusals of debts (欠款).
import { problemTable } from './row.ts'

export const debtProblems = problemTable({
  'debt.over': { code: 3521, http: 200, text: '欠款已抵扣、收回或退汇，没有可核销的金额' },
  'debt.asker': { code: 3522, http: 200, text: '只有申请人可以撤回，其他人请选择不同意' },
  'debt.tooMuch': { code: 3523, http: 200, text: '来款 {amount} 元多于该承运商在本分公司的待收欠款 {owed} 元' },
  'debt.held': { code: 3524, http: 200, text: '欠款{debtNo}{why}，请先办结后再操作' },
  'debt.changed': { code: 3525, http: 409, text: '欠款{debtNo}余额已变为 {open} 元，请核对后再办理' },
})
