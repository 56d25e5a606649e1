// The question before a task is refused, given back or taken back; and before it is taken, where an address asks for it.
import { actUrl } from '@yunshu/contract/actLink'
import {
  acceptTask,
  listTasks,
  refuseTask,
  returnTask,
  taskListUrl,
  withdrawTask,
  type TaskRow,
} from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { pricings } from '@yunshu/domain/goods/goods'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { refreshCalls } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { shortPlace } from '../../ui/placeText.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

export const askedActs = ['accept', 'refuse', 'giveBack', 'withdraw'] as const
export type AskedAct = (typeof askedActs)[number]

const priceText = ({ carrierUnitPrice: price, pricing }: TaskRow): string =>
  price === undefined ? '' : `，${printUnitPrice(price)} ${pricings[pricing].label}`

const texts = {
  accept: {
    verb: '接单',
    done: '已接单，可以派车了',
    say: (task: TaskRow) =>
      `${shortPlace(task.loadPlace)} → ${shortPlace(task.unloadPlace)}，${task.itemNames} ${printQuantity(task.quantityMode, task.qty)}${priceText(task)}，${task.giverName}派单。接单后由本公司派车。`,
  },
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

const calls = { accept: acceptTask, refuse: refuseTask, giveBack: returnTask, withdraw: withdrawTask } as const

/** The dialog stays with what was typed until the server said yes. */
export function TaskAsk({ task, act, onClose }: { task: TaskRow; act: AskedAct; onClose: () => void }) {
  const { verb, done, say } = texts[act]
  const options = { quiet: true, invalidates: staleAfter('task', 'goods'), done: () => toast.success(done) }
  const accept = useSend(acceptTask, options),
    refuse = useSend(refuseTask, options),
    giveBack = useSend(returnTask, options),
    withdraw = useSend(withdrawTask, options)
  const seen = { id: task.id, version: task.version }
  const title = `${verb} ${task.taskNo}`
  const { typed, type, draft } = useTyped(
    { call: calls[act], fixed: seen, title, url: actUrl(taskListUrl('tasks', { text: task.taskNo }), act) },
    { reason: '' },
  )
  const needsReason = act === 'refuse' || act === 'giveBack'
  const send = (): Promise<unknown> => {
    const why = typed.reason.trim()
    if (act === 'accept') return accept.submit(seen)
    return act === 'refuse'
      ? refuse.submit({ ...seen, reason: why })
      : act === 'giveBack'
        ? giveBack.submit({ ...seen, reason: why })
        : withdraw.submit(seen)
  }
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={verb}
      danger={act !== 'accept'}
      takesEnter={act === 'accept'}
      isOffered={task.acts.includes(act)}
      isReady={!needsReason || typed.reason.trim() !== ''}
      onSend={send}
      onClose={onClose}
      onReload={() => {
        void refreshCalls([listTasks.path])
        onClose()
      }}
    >
      <p>{say(task)}</p>
      {needsReason && (
        <ReasonField
          value={typed.reason}
          onChange={reason => type({ reason })}
          placeholder="必填，对方可见"
          takesFocus
        />
      )}
    </WriteDialog>
  )
}
