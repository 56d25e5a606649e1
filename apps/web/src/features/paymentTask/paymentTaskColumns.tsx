// The list of payment tasks as it is drawn: how late a sheet is, and how long it waits.
import { listPaymentTasks, type PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { paymentTaskListColumns } from '@yunshu/contract/settlement/paymentTaskColumns'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { paymentTaskKinds } from '@yunshu/domain/settlement/paymentTask'
import { serverNow } from '../../lib/clock.ts'
import { Time } from '../../ui/Figures.tsx'
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
    · {lineCount} 张
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

export const paymentTaskColumns = withDefaults(
  [
    pair('number', ['settlementNum', factOf(singles, 'waits', { title: '已等' })], {
      width: 170,
      fixed: 'start',
      card: 'title',
    }),
    'kind',
    pair('parties', ['carrierName', 'shipperName'], { width: 200, card: 'line' }),
    pair('due', ['due', factOf(singles, 'lineCount', { render: ({ lineCount }) => `${lineCount} 单` })], {
      width: 130,
      align: 'right',
      card: 'figure',
    }),
    pair('end', ['dueAt'], { width: 180 }),
    pair('hint', ['hint'], { width: 210 }),
    pair('maker', ['maker'], { width: 90, card: 'hide' }),
  ],
  singles,
)
