// The takers of goods: tasks of carriers and the waybills made of them.
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { taskListUrl } from '@yunshu/contract/task/task'
import { quantityModes, type QuantityMode } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { isState } from '@yunshu/domain/states'
import { liveTaskStates, taskStates } from '@yunshu/domain/task/task'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { useCan } from '../../lib/can.ts'
import { Section } from '../../ui/Facts.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

type Task = GoodsDetail['tasks'][number]
type Waybill = GoodsDetail['waybills'][number]

/** A quantity of goods, its unit in the heading. */
const quantityColumn = (mode: QuantityMode, title: string, read: (task: Task) => number): Column<Task> => {
  const { unit } = quantityModes[mode]
  return {
    key: title,
    title: `${title}(${unit})`,
    width: 120,
    align: 'right',
    render: task => <span className="ys-figure">{printQuantity(mode, read(task)).replace(unit, '').trim()}</span>,
  }
}
const canDispatch = (task: Task): boolean => liveTaskStates.some(state => state === task.state) && task.remainQty > 0
const taskColumns = (mode: QuantityMode, canAppoint: boolean, canFollow: boolean): readonly Column<Task>[] => [
  {
    key: 'no',
    title: '任务号',
    width: 170,
    card: 'title',
    render: ({ taskNo }) =>
      canFollow ? (
        <a className="ys-link" href={taskListUrl('tasks', { text: taskNo })}>
          {taskNo}
        </a>
      ) : (
        taskNo
      ),
  },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'tag',
    render: ({ state }) => (isState(taskStates, state) ? <StatusTag machine={taskStates} state={state} /> : state),
  },
  textColumn('carrier', '承运商', task => task.carrierName, { width: 200 }),
  { ...quantityColumn(mode, '任务数量', task => task.qty), key: 'qty' },
  { ...quantityColumn(mode, '待派数量', task => task.remainQty), key: 'remain' },
  ...(canAppoint
    ? [
        {
          key: 'appoint',
          title: '操作',
          width: 80,
          render: (task: Task) =>
            canDispatch(task) && (
              <a className="ys-link" href={screenUrl('AppointWaybill', { id: task.id })}>
                指派
              </a>
            ),
        },
      ]
    : []),
]
const waybillColumns: readonly Column<Waybill>[] = [
  {
    key: 'no',
    title: '运单号',
    width: 180,
    card: 'title',
    render: ({ id, waybillNo }) => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id })}>
        {waybillNo}
      </a>
    ),
  },
  textColumn('plate', '车牌号', waybill => waybill.plate, { width: 110 }),
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'tag',
    render: ({ state }) =>
      isState(waybillStates, state) ? <StatusTag machine={waybillStates} state={state} /> : state,
  },
]
const idOf = ({ id }: { id: string }): string => id

export function TakersSection({ goods }: { goods: GoodsDetail }) {
  return (
    <>
      <TasksSection goods={goods} />
      <Section title="运单">
        {goods.waybills.length === 0 ? (
          <p className="ys-weak">还没有派车</p>
        ) : (
          <SimpleTable title="运单" rows={goods.waybills} columns={waybillColumns} rowKey={idOf} />
        )}
      </Section>
    </>
  )
}

/** The carriers that took part of the goods. */
export function TasksSection({ goods: { tasks, quantityMode } }: { goods: GoodsDetail }) {
  const canAppoint = useCan('waybill.appoint')
  const canFollow = useCan('task.view')
  return (
    <Section title="承运商任务">
      {tasks.length === 0 ? (
        <p className="ys-weak">还没有承运商接单</p>
      ) : (
        <SimpleTable
          title="承运商任务"
          rows={tasks}
          columns={taskColumns(quantityMode, canAppoint, canFollow)}
          rowKey={idOf}
        />
      )}
    </Section>
  )
}
