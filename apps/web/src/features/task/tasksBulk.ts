// Actions on many tasks at once: accepting those that were sent; each by its own call.
import { acceptTask, taskActs, type TaskRow } from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import { taskStates } from '@yunshu/domain/task/task'
import { send } from '../../lib/send.ts'
import { copyAction, quietWrite } from '../../ui/list/bulkActions.ts'
import type { BulkAction } from '../../ui/list/column.tsx'

const accept: BulkAction<TaskRow> = {
  label: '批量接单',
  permit: 'goods.take',
  each: {
    call: acceptTask,
    fits: ({ acts, state }) =>
      acts.includes('accept') ? undefined : `当前状态为“${taskStates.states[state].label}”，不能${taskActs.accept}`,
    text: '接单后请尽快派车。',
    send: ({ id, version }, { key }) => send(acceptTask, { id, version }, quietWrite(key)),
    invalidates: staleAfter('task', 'goods'),
  },
}

export const tasksBulk: readonly BulkAction<TaskRow>[] = [accept, copyAction('复制任务号', ({ taskNo }) => taskNo)]
