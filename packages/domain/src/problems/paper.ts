// Refusals of papers of waybills, their links, and their check.
import { problemTable } from './row.ts'

export const paperProblems = problemTable({
  'check.wrong': { code: 3101, http: 200, text: '运单号与校验码不符，请核对后重试' },
  'check.full': { code: 3102, http: 200, text: '该运单今天收到的核验意见过多，请明天再提交' },
  'paper.many': { code: 3103, http: 200, text: '一张运单最多同时有 {most} 个有效链接，请先作废不用的链接' },
})
