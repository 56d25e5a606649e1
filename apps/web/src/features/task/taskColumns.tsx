// The list of tasks as it is drawn for each side.
import type { ListedKey } from '@yunshu/contract/columns'
import type { TaskRow } from '@yunshu/contract/task/task'
import { taskListColumns } from '@yunshu/contract/task/taskColumns'
import { Countdown } from '../../ui/Countdown.tsx'
import { leftTotals, type Column, type Fact } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { SiteText } from '../../ui/list/EndText.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { goodsUrl, restOfTotal, Price, releaseUrl, drawOfferRoute } from './offerColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'

const answer = ({ state, answerBy }: TaskRow) =>
  state === 'sent' && answerBy !== undefined ? (
    <>
      <span className="ys-card-word">答复还剩 </span>
      <Countdown until={answerBy} />
    </>
  ) : (
    nothing
  )
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
  route: { width: 200, render: drawOfferRoute },
  qty: {
    width: 160,
    align: 'right',
    render: row => (
      <span className="ys-figure">
        <span className="ys-card-word">待派 </span>
        {restOfTotal(row, row.qty)}
      </span>
    ),
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

/** The giver of a task is a column of its table, the others are facts of its row. */
const companyOf = (row: TaskRow, company: 'shipperName' | 'giver' | 'carrierName'): string | undefined =>
  company === 'giver' ? taskListColumns.giver.read(row) : row[company]

/** A company without the words of its legal form, for room is scarce. */
const Company = ({ name }: { name: string | undefined }) =>
  name === undefined || name === '' ? nothing : <span title={name}>{shortCompany(name)}</span>

const pair = pairing(house)
const load = factOf(house, 'route', { title: '装货地', render: row => <SiteText place={row.loadPlace} /> })
const unload = factOf(house, 'route', { title: '卸货地', render: row => <SiteText place={row.unloadPlace} /> })
const numberOf = (company: 'shipperName' | 'giver' | 'carrierName') =>
  pair('number', ['taskNo', factOf(house, company, { render: row => <Company name={companyOf(row, company)} /> })], {
    width: 155,
    fixed: 'start',
    card: 'title',
  })
/** Tasks that ended before a truck was sent: nothing is left of them, yet nothing was done. */
const neverSent: readonly string[] = ['refused', 'expired', 'withdrawn'] satisfies TaskRow['state'][]
/** The part of it that vehicles were sent for. */
const sentBar: Fact<TaskRow> = {
  title: '已派',
  holds: [],
  render: ({ state, qty, remainQty }) =>
    qty > remainQty && !neverSent.includes(state) ? (
      <span className="tk-sent ys-table-fact" aria-hidden="true">
        <span style={{ width: `${Math.round(((qty - remainQty) / qty) * 100)}%` }} />
      </span>
    ) : (
      nothing
    ),
}
const rest = [
  pair('state', ['state', 'answer'], {
    title: '状态 / 答复',
    width: 102,
    card: 'tag',
    orders: ['dueAt', 'stateSince'],
  }),
  pair('route', [load, unload], { title: '装货地 → 卸货地', width: 190, card: 'route' }),
  pair('left', ['qty', sentBar], { title: '待派 / 任务数量', width: 150, align: 'right' }),
  pair('cargo', ['itemNames'], { width: 120 }),
] as const
const priced = pair('price', ['price'], { width: 122, align: 'right', card: 'figure' })
const handed = pair('parts', ['source', 'parts'], { title: '来源 / 转派', width: 90, card: 'hide' })
const at = pair('end', ['createdAt', 'goodsNo'], { width: 125, card: 'hide' })

/** The columns of each side: the company it deals with stands below the number. */
export const taskColumns = {
  carrier: withDefaults(
    [numberOf('giver'), ...rest, priced, handed, at],
    own(...head, 'giver', 'route', 'qty', ...price, 'parts', 'shipperName', ...end),
  ),
  shipper: withDefaults(
    [numberOf('carrierName'), ...rest, at],
    own(...head, 'carrierName', 'route', 'qty', ...price, ...end),
  ),
  house: withDefaults(
    [
      pair('number', ['taskNo', 'shipperName'], { width: 165, fixed: 'start', card: 'title' }),
      ...rest.slice(0, 1),
      pair('carrier', ['carrierName', 'giver'], { width: 124 }),
      ...rest.slice(1),
      priced,
      at,
    ],
    house,
  ),
} as const
