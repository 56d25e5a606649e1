// Tasks: for a carrier what it was sent and took, for a shipper what it sent, for the house all; with what each can do.
import { listSorts } from '@yunshu/domain/sorting'
import { acceptTask, countTasks, listTasks, taskActs, type TaskAct, type TaskRow } from '@yunshu/contract/task/task'
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { staleAfter } from '@yunshu/contract/topics'
import { taskSources, taskStates } from '@yunshu/domain/task/task'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { appointUrl, goodsUrl, releaseUrl } from './offerColumns.tsx'
import { TaskAsk, type AskedAct } from './TaskAsk.tsx'
import { taskColumns } from './taskColumns.tsx'
import { tasksBulk } from './tasksBulk.ts'
import { useTaskLink } from './useTaskLink.ts'

type Field = QueryField<typeof listTasks>
type Companies = { rows: readonly { companyId: string; name: string }[] }
const byText = (text: string) => (text === '' ? {} : { text })
const companies = ({ rows }: Companies) => rows.map(({ companyId, name }) => ({ value: companyId, label: name }))
const usual: readonly Field[] = [
  { name: 'text', input: <TextInput placeholder="任务号、货源号、货物、地点" max={200} /> },
  { name: 'numbers', input: <NumbersInput /> },
  { range: ['from', 'to'], label: '任务时间', input: <DateRangeInput /> },
  { name: 'loadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'unloadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'source', label: '来源', input: <KeySelect table={taskSources} /> },
]
const shipper: Field = {
  name: 'shipperId',
  input: <CallSelect call={listShippers} input={byText} options={companies} placeholder="全部" />,
}
const carrier: Field = {
  name: 'carrierId',
  input: <CallSelect call={listCarriers} input={byText} options={companies} placeholder="全部" />,
}
const tabs = { field: 'state', machine: taskStates, counts: countTasks, hasSums: true } as const
const rowKey = (row: TaskRow): string => row.id
const rowName = (row: TaskRow): string => row.taskNo
const open = (row: TaskRow): string => goodsUrl(row.goodsId)

/** The owner of the tasks shown; the house sees everybody's. */
export type TaskSide = 'carrier' | 'shipper' | 'house'

export function TasksPane({ head, side }: { head: ReactNode; side: TaskSide }) {
  const canSeeRelations = useCan('relation.view')
  const query = useMemo(
    () => [
      ...usual,
      ...(canSeeRelations && side !== 'shipper' ? [shipper] : []),
      ...(canSeeRelations && side !== 'carrier' ? [carrier] : []),
    ],
    [canSeeRelations, side],
  )
  const [asking, setAsking] = useState<{ task: TaskRow; act: AskedAct }>()
  const link = useTaskLink()
  const asked = asking ?? link.asking
  const { run } = useSend(acceptTask, {
    invalidates: staleAfter('task', 'goods'),
    done: () => toast.success('已接单，可以派车了'),
  })
  const actions = useCallback(
    (row: TaskRow): readonly RowAction[] => {
      const action: Readonly<Record<TaskAct, RowAction>> = {
        accept: { label: taskActs.accept, onClick: () => void run({ id: row.id, version: row.version }) },
        refuse: { label: taskActs.refuse, isAside: true, onClick: () => setAsking({ task: row, act: 'refuse' }) },
        dispatch: { label: taskActs.dispatch, to: appointUrl(row.id) },
        release: { label: taskActs.release, to: releaseUrl(row.id) },
        giveBack: { label: taskActs.giveBack, danger: true, onClick: () => setAsking({ task: row, act: 'giveBack' }) },
        withdraw: { label: taskActs.withdraw, danger: true, onClick: () => setAsking({ task: row, act: 'withdraw' }) },
      }
      const parts =
        row.partCount > 0 && !row.acts.includes('release')
          ? [{ label: '转派情况', isAside: true, to: releaseUrl(row.id) }]
          : []
      return [...row.acts.map(act => action[act]), ...parts]
    },
    [run],
  )
  return (
    <>
      <ListPage
        call={listTasks}
        columns={taskColumns[side]}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有任务"
        open={open}
        query={query}
        tabs={tabs}
        sorts={listSorts.tasks}
        actions={actions}
        bulk={tasksBulk}
        head={head}
      />
      {asked && (
        <TaskAsk
          key={`${asked.act} ${asked.task.id}`}
          {...asked}
          onClose={() => {
            setAsking(undefined)
            link.done()
          }}
        />
      )}
    </>
  )
}
