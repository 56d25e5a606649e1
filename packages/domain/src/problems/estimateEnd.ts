// Refusals of estimates that are to end without a bill (暂估核销).
import { problemTable } from './row.ts'

export const estimateEndProblems = problemTable({
  'estimate.kept': { code: 3600, http: 200, text: '运单{waybillNo}的暂估不能核销：{why}' },
  'estimate.asked': { code: 3601, http: 200, text: '运单{waybillNo}的暂估核销已有人申请，请先确认、驳回或撤回' },
  'estimate.changed': {
    code: 3602,
    http: 200,
    text: '运单{waybillNo}的暂估现在是 {now} 元，与申请的 {asked} 元不同，请驳回后重新申请',
  },
})
