// The question before a task is refused, given back or taken back.
import { listTasks, refuseTask, returnTask, withdrawTask, type TaskRow } from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { useState } from 'react'
import { refreshCalls } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

export type AskedAct = 'refuse' | 'giveBack' | 'withdraw'

const texts = {
  refuse: {
    verb: '拒绝任务',
    done: '已拒绝，派单方会收到通知',
    say: (task: TaskRow) => `拒绝后 ${printQuantity(task.quantityMode, task.qty)} 退回${task.giverName}，不能再接。`,
  },
  giveBack: {
    verb: '退回剩余',
    done: '剩余已退回',
    say: (task: TaskRow) =>
      `未派车的 ${printQuantity(task.quantityMode, task.remainQty)} 退回${task.giverName}，任务关闭，已派出的运单不受影响。`,
  },
  withdraw: {
    verb: '撤回任务',
    done: '任务已撤回',
    say: (task: TaskRow) =>
      `${task.carrierName}还没有答复。撤回后 ${printQuantity(task.quantityMode, task.qty)} 回到货源，可另行派单。`,
  },
} as const

/** The dialog stays with what was typed until the server said yes. */
export function TaskAsk({ task, act, onClose }: { task: TaskRow; act: AskedAct; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { verb, done, say } = texts[act]
  const options = { quiet: true, invalidates: staleAfter('task', 'goods'), done: () => toast.success(done) }
  const refuse = useSend(refuseTask, options),
    giveBack = useSend(returnTask, options),
    withdraw = useSend(withdrawTask, options)
  const seen = { id: task.id, version: task.version }
  const needsReason = act !== 'withdraw'
  const send = (): Promise<unknown> => {
    const why = reason.trim()
    return act === 'refuse'
      ? refuse.submit({ ...seen, reason: why })
      : act === 'giveBack'
        ? giveBack.submit({ ...seen, reason: why })
        : withdraw.submit(seen)
  }
  return (
    <WriteDialog
      title={`${verb} ${task.taskNo}`}
      okText={verb}
      danger
      isReady={!needsReason || reason.trim() !== ''}
      onSend={send}
      onClose={onClose}
      onReload={() => {
        void refreshCalls([listTasks.path])
        onClose()
      }}
    >
      <p>{say(task)}</p>
      {needsReason && <ReasonField value={reason} onChange={setReason} placeholder="必填，对方可见" />}
    </WriteDialog>
  )
}
