// Tasks of the carrier: what was taken, how much of it still waits for vehicles, and giving the rest back.
import { countTasks, listTasks, returnTask, type TaskRow } from '@yunshu/contract/task'
import { staleAfter } from '@yunshu/contract/topics'
import { printQuantity } from '@yunshu/domain/quantity'
import { movesFrom } from '@yunshu/domain/states'
import { liveTaskStates, taskStates } from '@yunshu/domain/task'
import { useCallback, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { appointUrl, goodsUrl, taskColumns } from './offerColumns.tsx'

const query = [{ name: 'text', input: <TextInput placeholder="任务号、货源号、货物、地点" max={200} /> }] satisfies QueryField<typeof listTasks>[]
// tasks reach the other states only with calls that do not exist yet
const shown = ['accepted', 'dispatching', 'done', 'closed'] as const
const tabs = { field: 'state', machine: taskStates, counts: countTasks, states: shown } as const
const rowKey = (row: TaskRow): string => row.id
const rowName = (row: TaskRow): string => row.taskNo
const open = (row: TaskRow): string => goodsUrl(row.goodsId)

/** `isOwn`: the person's company carries them; the platform only looks on. */
export function TasksPane({ head, isOwn }: { head: ReactNode; isOwn: boolean }) {
  const canAppoint = useCan('waybill.appoint')
  const canReturn = useCan('task.return') && isOwn
  const [returning, setReturning] = useState<TaskRow>()
  const { run, isBusy } = useSend(returnTask, { invalidates: staleAfter('task', 'goods'), done: () => toast.success('剩余已退回货源') })
  const actions = useCallback((row: TaskRow): readonly RowAction[] => [
    ...(canAppoint && row.remainQty > 0 && liveTaskStates.some((state) => state === row.state) ? [{ label: '派车', to: appointUrl(row.id) }] : []),
    { label: '货源', to: goodsUrl(row.goodsId) },
    ...(canReturn && row.remainQty > 0 && movesFrom(taskStates, row.state).includes('giveBack') ? [{ label: '退回剩余', danger: true, onClick: () => setReturning(row) }] : []),
  ], [canAppoint, canReturn])
  const confirm = (task: TaskRow, reason: string): void => {
    setReturning(undefined)
    void run({ id: task.id, version: task.version, reason })
  }
  return (
    <>
      <ListPage call={listTasks} columns={taskColumns} rowKey={rowKey} rowName={rowName} open={open} query={query} tabs={tabs} actions={actions} actionsWidth={170} head={head} />
      {returning && (
        <ReasonDialog open title={`退回剩余 ${returning.taskNo}`} text={`未派车的 ${printQuantity(returning.quantityMode, returning.remainQty)} 将退回货源，任务关闭，已派出的运单不受影响。`} needsReason busy={isBusy}
          onConfirm={(reason) => confirm(returning, reason)} onClose={() => setReturning(undefined)} />
      )}
    </>
  )
}
