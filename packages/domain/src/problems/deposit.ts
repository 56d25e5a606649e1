// Refusals of deposits (押金) and of their ways out.
import { problemTable } from './row.ts'

export const depositProblems = problemTable({
  'deposit.short': { code: 3571, http: 200, text: '押金{depositNo}可退的只有 {left} 元，不能申请 {amount} 元' },
  'deposit.touched': { code: 3572, http: 200, text: '押金已有退还或抵扣，不能冲销；请先撤回或办结退还' },
  'deposit.account': {
    code: 3573,
    http: 200,
    text: '收款账户（尾号 {tail}）已被承运商删除或变更，不能同意，请驳回后重新申请',
  },
  'deposit.kind': { code: 3574, http: 200, text: '退还的申请选“同意退还”，抵欠款的申请选“同意抵扣”' },
  'deposit.gone': { code: 3575, http: 200, text: '来款{remittanceNo}已认领、退回或金额不符，不能作为押金入账' },
  'deposit.claimed': { code: 3576, http: 200, text: '这笔来款已作为押金入账，请在押金页面冲销那笔押金' },
  'deposit.owed': { code: 3577, http: 200, text: '押金 {amount} 元多于该承运商在本分公司的待收欠款 {owed} 元' },
})
