// The task an address asks to act on: the list is filtered by its number, and the dialog of the act opens over it.
import { actField } from '@yunshu/contract/actLink'
import { listTasks, taskActs, type TaskRow } from '@yunshu/contract/task/task'
import { taskStates } from '@yunshu/domain/task/task'
import { useSearchParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { askedActs, type AskedAct } from './TaskAsk.tsx'

const isAct = (act: string): act is keyof typeof taskActs => Object.hasOwn(taskActs, act)

function whyNot(task: TaskRow | undefined, act: string): string {
  if (!isAct(act)) return '链接里的操作不存在，请在列表中选择操作'
  const state = task ? `任务${taskStates.states[task.state].label}` : '没有这个任务，或不属于本公司'
  return `现在不能${taskActs[act]}：${state}${task && task.state === 'sent' ? '，由接到任务的承运商办理' : ''}`
}

/** The task and the act whose dialog stands open; undefined where the address asks for none. */
export function useTaskLink(): { asking: { task: TaskRow; act: AskedAct } | undefined; done: () => void } {
  const [params] = useSearchParams()
  const number = params.get('text') ?? ''
  const { data } = useCall(
    listTasks,
    { numbers: [number], limit: 1 },
    { enabled: params.has(actField) && number !== '', quiet: true },
  )
  const task = data?.rows[0]
  const { act, done } = useAddressAct(data && (task?.acts ?? []), asked => whyNot(task, asked))
  const asked = askedActs.find(each => each === act)
  return { asking: task && asked && { task, act: asked }, done }
}
