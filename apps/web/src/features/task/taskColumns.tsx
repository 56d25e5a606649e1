// The list of tasks as it is drawn for each side.
import type { ListedKey } from '@yunshu/contract/columns'
import type { TaskRow } from '@yunshu/contract/task/task'
import { taskListColumns } from '@yunshu/contract/task/taskColumns'
import { Countdown } from '../../ui/Countdown.tsx'
import { leftTotals, type Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { goodsUrl, left, Price, releaseUrl, route } from './offerColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'

const answer = ({ state, answerBy }: TaskRow) =>
  state === 'sent' && answerBy !== undefined ? <Countdown until={answerBy} /> : nothing
const parts = ({ id, partCount }: TaskRow) =>
  partCount === 0 ? (
    nothing
  ) : (
    <a className="ys-link" href={releaseUrl(id)}>
      {partCount} 份
    </a>
  )

const goodsLink = ({ goodsId, goodsNo }: TaskRow) => (
  <a className="ys-link" href={goodsUrl(goodsId)}>
    {goodsNo}
  </a>
)

const house = drawColumns(taskListColumns, {
  taskNo: { width: 172, fixed: 'start', card: 'title' },
  state: { width: 90 },
  answer: { width: 96, render: answer },
  carrierName: { width: 200 },
  route: { width: 200, render: route },
  qty: {
    width: 160,
    align: 'right',
    render: row => <span className="ys-figure">{left(row, row.qty)}</span>,
    totals: leftTotals('待派'),
  },
  giver: { width: 140 },
  price: { width: 120, render: row => <Price price={row.carrierUnitPrice} pricing={row.pricing} /> },
  itemNames: { width: 130 },
  source: { width: 110, card: 'hide' },
  parts: { width: 80, card: 'hide', render: parts },
  shipperName: { width: 200, card: 'hide' },
  goodsNo: { width: 180, card: 'hide', render: goodsLink },
  remark: { width: 180, card: 'hide' },
  answerBy: { card: 'hide' },
  createdAt: { card: 'hide' },
})
type TaskColumn = ListedKey<typeof taskListColumns>
const own = (...keys: readonly TaskColumn[]): readonly Column<TaskRow>[] =>
  keys.flatMap(key => house.filter(column => column.key === key))
const head = ['taskNo', 'state', 'answer'] as const
const price = ['price', 'itemNames', 'source'] as const
const end = ['goodsNo', 'remark', 'answerBy', 'createdAt'] as const

/** The columns of each side: the company it deals with stands before the route. */
export const taskColumns = {
  carrier: own(...head, 'giver', 'route', 'qty', ...price, 'parts', 'shipperName', ...end),
  shipper: own(...head, 'carrierName', 'route', 'qty', ...price, ...end),
  house,
} as const
