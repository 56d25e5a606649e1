// Refusals of tasks and of work handed down.
import { problemTable } from './row.ts'

export const taskProblems = problemTable({
  'task.remain': { code: 1301, http: 200, text: '任务剩余数量不足（剩余 {remain}）' },
  'task.late': { code: 1302, http: 200, text: '已过答复截止时间，不能接单' },
  'task.children': {
    code: 1303,
    http: 200,
    text: '还有 {count} 个转派任务未派完，不能退回剩余，请等待对方完成或先撤回',
  },
  'task.kept': { code: 1304, http: 200, text: '派单方不允许转派该任务' },
  'task.depth': { code: 1305, http: 200, text: '该任务已转派两级，不能再转派' },
  'task.noRelation': { code: 1306, http: 200, text: '{name}与货主没有合作关系，不能派单' },
  'task.moved': { code: 1307, http: 409, text: '任务已被{who}修改，现剩余 {remain}，请核对后再提交' },
})
