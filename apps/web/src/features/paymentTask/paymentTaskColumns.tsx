// The list of payment tasks as it is drawn: how late a sheet is, and how long it waits.
import type { PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { paymentTaskListColumns } from '@yunshu/contract/settlement/paymentTaskColumns'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { serverNow } from '../../lib/clock.ts'
import { Time } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
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

export const paymentTaskColumns = drawColumns(paymentTaskListColumns, {
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
