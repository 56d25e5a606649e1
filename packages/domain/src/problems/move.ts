// Refusals of moves of any record: its state, its reason, its maker.
import { problemTable } from './row.ts'

export const moveProblems = problemTable({
  'state.wrong': { code: 1101, http: 200, text: '当前状态为“{state}”，不能{move}' },
  'state.reason': { code: 1102, http: 200, text: '请填写{move}的原因' },
  'maker.checker': { code: 1103, http: 200, text: '不能审核自己提交的单据' },
  'maker.payer': { code: 1104, http: 200, text: '不能支付自己制作或提交的单据，请由另一人支付' },
  'policy.position': { code: 1105, http: 200, text: '按货主企业策略，须由担任“{role}”职位的人员{move}' },
})
