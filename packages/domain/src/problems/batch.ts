// Refusals of acts on many records at once.
import { problemTable } from './row.ts'

export const batchProblems = problemTable({
  'batch.tooMany': { code: 2601, http: 200, text: '一次最多选择 {most} 条，请缩小查询范围后再选择' },
  'batch.none': { code: 2602, http: 200, text: '所选记录中没有可以办理的' },
  'batch.late': { code: 2603, http: 200, text: '选择已超过 24 小时，请重新选择' },
  'batch.changed': { code: 2604, http: 409, text: '所选记录或金额与确认时不一致，请重新核对' },
  'batch.limit': { code: 2605, http: 200, text: '一次最多办理 {rows} 张、{yuan} 元，超出的请逐张办理' },
  'batch.acting': { code: 2606, http: 200, text: '代他人操作时不能批量办理' },
})
