// Refusals of acts on many records at once.
import { problemTable } from './row.ts'

export const batchProblems = problemTable({
  'batch.tooMany': { code: 2601, http: 200, text: '一次最多选择 {most} 条，请缩小查询范围后再选择' },
  'batch.none': { code: 2602, http: 200, text: '所选记录中没有可以办理的' },
  'batch.late': { code: 2603, http: 200, text: '选择已超过 24 小时，请重新选择' },
  'batch.changed': { code: 2604, http: 409, text: '所选记录或金额与确认时不一致，请重新核对' },
  'batch.limit': { code: 2605, http: 200, text: '一次最多办理 {rows} 张、{yuan} 元，超出的请逐张办理' },
  'batch.acting': { code: 2606, http: 200, text: '代他人操作时不能批量办理' },
  'batch.disputed': { code: 2607, http: 200, text: '有签收异议，请逐单处理' },
  'batch.lossOver': { code: 2608, http: 200, text: '亏吨超出约定 {kg} 公斤，请逐单签收' },
  'batch.noPhoto': { code: 2609, http: 200, text: '还没有回单照片，请逐单签收' },
  'batch.notLooked': { code: 2610, http: 200, text: '没有在回单审核中打开过，或打开以后回单、重量有变化' },
})
