// The columns of tasks.
import type { TaskRow } from '@yunshu/contract/task/task'
import { taskSources, taskStates } from '@yunshu/domain/task/task'
import { Countdown } from '../../ui/Countdown.tsx'
import { leftTotals, stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { goodsUrl, left, Price, releaseUrl, route } from './offerColumns.tsx'

const answer = ({ state, answerBy }: TaskRow) =>
  state === 'sent' && answerBy !== undefined ? <Countdown until={answerBy} /> : '--'
const parts = ({ id, partCount }: TaskRow) =>
  partCount === 0 ? (
    '--'
  ) : (
    <a className="ys-link" href={releaseUrl(id)}>
      {partCount} 份
    </a>
  )

type TaskColumn = Column<TaskRow>
const giver: TaskColumn = textColumn('giver', '派单方', row => row.giverName, { width: 140 })
const carrier: TaskColumn = textColumn('carrierName', '承运商', row => row.carrierName, { width: 200 })
const head: readonly TaskColumn[] = [
  textColumn('taskNo', '任务号', row => row.taskNo, { width: 172, fixed: 'start', card: 'title' }),
  stateColumn('state', '状态', taskStates, row => row.state, { width: 90 }),
  { key: 'answer', title: '答复倒计时', width: 96, render: answer },
]
const middle: readonly TaskColumn[] = [
  { key: 'route', title: '路线', width: 200, render: route },
  {
    key: 'qty',
    title: '待派 / 任务数量',
    width: 160,
    align: 'right',
    render: row => <span className="ys-figure">{left(row, row.qty)}</span>,
    totals: leftTotals('待派'),
  },
]
const tail: readonly TaskColumn[] = [
  {
    key: 'price',
    title: '承运单价',
    width: 120,
    align: 'right',
    permit: 'price.carrier',
    render: row => <Price price={row.carrierUnitPrice} pricing={row.pricing} />,
  },
  textColumn('itemNames', '货物', row => row.itemNames, { width: 130 }),
  textColumn('source', '来源', row => taskSources[row.source], { width: 110, card: 'hide' }),
]
const end: readonly TaskColumn[] = [
  {
    key: 'goodsNo',
    title: '货源号',
    width: 180,
    card: 'hide',
    render: row => (
      <a className="ys-link" href={goodsUrl(row.goodsId)}>
        {row.goodsNo}
      </a>
    ),
  },
  textColumn('remark', '备注', row => row.remark, { width: 180, card: 'hide' }),
  timeColumn('answerBy', '答复截止', row => row.answerBy, { card: 'hide' }),
  timeColumn('createdAt', '任务时间', row => row.createdAt, { card: 'hide' }),
]
const released: TaskColumn = { key: 'parts', title: '已转派', width: 80, card: 'hide', render: parts }
const shipper: TaskColumn = textColumn('shipperName', '货主', row => row.shipperName, { width: 200, card: 'hide' })

/** The columns of each side: whom it deals with stands before the route. */
export const taskColumns = {
  carrier: [...head, giver, ...middle, ...tail, released, shipper, ...end],
  shipper: [...head, carrier, ...middle, ...tail, ...end],
  house: [...head, carrier, ...middle, giver, ...tail, released, shipper, ...end],
} as const satisfies Readonly<Record<string, readonly TaskColumn[]>>
