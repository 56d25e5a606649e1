// Verification of papers (证件认证) of companies, vehicles and drivers, and the states of a company.
import { machine } from './states.ts'

export const paperStates = machine({
  name: 'paper',
  start: 'unsubmitted',
  states: {
    unsubmitted: { label: '未提交', tone: 'idle' },
    pending: { label: '待审核', tone: 'warn' },
    approved: { label: '已认证', tone: 'good' },
    rejected: { label: '未通过', tone: 'bad' },
  },
  moves: {
    submit: { from: ['unsubmitted', 'rejected', 'approved'], to: 'pending', label: '提交认证', permit: 'system' },
    approve: { from: ['pending'], to: 'approved', label: '通过', permit: 'system' },
    reject: { from: ['pending'], to: 'rejected', label: '驳回', permit: 'system', ask: 'reason' },
  },
})
export type PaperState = keyof typeof paperStates.states
