// The task an address asks to act on, and the reason against an act that is not open to the reader.
import { listTasks, taskActs, type TaskRow } from '@yunshu/contract/task/task'
import { taskStates } from '@yunshu/domain/task/task'
import { useRowAct } from '../../ui/list/useRowAct.ts'
import { askedActs, type AskedAct } from './TaskAsk.tsx'

const isAct = (act: string): act is keyof typeof taskActs => Object.hasOwn(taskActs, act)

function whyNot(task: TaskRow | undefined, act: string): string {
  if (!isAct(act)) return '链接里的操作不存在，请在列表中选择操作'
  const state = task ? `任务${taskStates.states[task.state].label}` : '没有这个任务，或不属于本公司'
  return `现在不能${taskActs[act]}：${state}${task && task.state === 'sent' ? '，由接到任务的承运商办理' : ''}`
}

const options = {
  call: listTasks,
  find: (number: string) => ({ numbers: [number] }),
  nameOf: (row: TaskRow) => row.taskNo,
  actsOf: (row: TaskRow) => row.acts,
  whyNot,
} as const

/** The task and the act whose dialog stands open; undefined where the address asks for none. */
export function useTaskLink(): { asking: { task: TaskRow; act: AskedAct } | undefined; done: () => void } {
  const { asking, done } = useRowAct(options)
  const asked = askedActs.find(each => each === asking?.act)
  return { asking: asking && asked && { task: asking.row, act: asked }, done }
}
