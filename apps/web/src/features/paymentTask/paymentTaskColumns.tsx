// The list of payment tasks as it is drawn: how late a sheet is, and how long it waits.
import { listPaymentTasks, type PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { paymentTaskListColumns } from '@yunshu/contract/settlement/paymentTaskColumns'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { paymentTaskKinds } from '@yunshu/domain/settlement/paymentTask'
import { printCount } from '@yunshu/domain/figures/decimal'
import { serverNow } from '../../lib/clock.ts'
import { nothing, Time } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { OpenLink } from '../../ui/list/OpenLink.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const due = ({ dueAt, isOverdue }: PaymentTask) => (
  <span>
    <Time value={dueAt} dayOnly />{' '}
    {isOverdue && dueAt !== undefined && <Tag tone="bad">{`逾期 ${daysOverdue(dueAt, serverNow())} 天`}</Tag>}
  </span>
)

/** Whole days since the sheet came to stand where it stands. */
const waited = (since: number): string => {
  const days = Math.round((startOfDay(serverNow()) - startOfDay(since)) / DAY_MS)
  return days <= 0 ? '今天' : `${days} 天`
}

const singles = drawColumns(paymentTaskListColumns, {
  settlementNum: { width: 180, fixed: 'start', card: 'title' },
  kind: {},
  carrierName: { width: 210 },
  due: { width: 130 },
  dueAt: { width: 190, render: due },
  waits: { width: 90, align: 'right', render: row => <span className="ys-figure">{waited(row.waitsSince)}</span> },
  hint: { width: 260 },
  lineCount: { width: 80, card: 'hide' },
  shipperName: { width: 210, card: 'hide' },
  maker: { width: 100, card: 'hide' },
})

const pair = pairing(singles)

/** The kind, and how late it is; the day it falls due where it is not late. */
const standing = ({ kind, dueAt, isOverdue }: PaymentTask) => (
  <>
    <span>{paymentTaskKinds[kind].label}</span>
    {dueAt !== undefined && ' · '}
    {isOverdue && dueAt !== undefined ? (
      <span className="ys-fault">逾期 {daysOverdue(dueAt, serverNow())} 天</span>
    ) : (
      dueAt !== undefined && <Time value={dueAt} dayOnly />
    )}
  </>
)

const numbered = ({ id, path, settlementNum, lineCount }: PaymentTask) => (
  <>
    <OpenLink id={id} to={path} listKey={listPaymentTasks.path}>
      {settlementNum}
    </OpenLink>{' '}
    · {printCount(lineCount)} 单
  </>
)

/** The narrow list beside the sheet in view. */
export const inboxColumns = [
  pair(
    'inboxWho',
    [
      factOf(singles, 'carrierName', { render: ({ carrierName }) => <strong>{carrierName}</strong> }),
      factOf(singles, 'settlementNum', { render: numbered }),
    ],
    { width: 200 },
  ),
  pair('inboxDue', ['due', factOf(singles, 'kind', { render: standing })], { width: 140, align: 'right' }),
]

/** The days it is late, in red; the day it falls due where it is not late. */
const lateOrDue = factOf(singles, 'dueAt', {
  title: '到期',
  render: ({ dueAt, isOverdue }) => {
    if (dueAt === undefined) return nothing
    return isOverdue ? (
      <b className="ys-minus">逾期 {daysOverdue(dueAt, serverNow())} 天</b>
    ) : (
      <>
        <Time value={dueAt} dayOnly /> 到期
      </>
    )
  },
})
const waybills = factOf(singles, 'lineCount', { title: '运单', render: ({ lineCount }) => `${lineCount} 单` })

const columnsFor = (isOwn: boolean) =>
  withDefaults(
    [
      pair('number', ['settlementNum', lateOrDue], {
        width: 170,
        fixed: 'start',
        card: 'title',
      }),
      'kind',
      pair('parties', ['carrierName', isOwn ? waybills : 'shipperName'], { width: 200, card: 'line' }),
      pair('due', isOwn ? ['due'] : ['due', waybills], {
        width: 130,
        align: 'right',
        card: 'figure',
      }),
      pair('waits', [factOf(singles, 'waits', { title: '已等' })], { width: 90, align: 'right', card: 'hide' }),
      pair('hint', ['hint'], { width: 210 }),
      pair('maker', ['maker'], { width: 90, card: 'hide' }),
    ],
    singles,
  )

export const paymentTaskColumns = columnsFor(false)
/** For a company that ships alone: it stands in no row itself. */
export const ownPaymentTaskColumns = columnsFor(true)
