// The returns of money that came: each with its amount, the bank's number, and how it ended.
import type { RemittanceRefund } from '@yunshu/contract/remittance/remittance'
import { remittanceRefundStages } from '@yunshu/domain/remittance'
import { Section } from '../../ui/Facts.tsx'
import { nothing, Time } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

export const RemittanceRefunds = ({ rows }: { rows: readonly RemittanceRefund[] }) =>
  rows.length === 0 ? null : (
    <Section title="退回记录">
      <SimpleTable title="退回记录" rows={rows} columns={columns} rowKey={({ id }) => id} />
    </Section>
  )

const columns: readonly Column<RemittanceRefund>[] = [
  {
    key: 'stage',
    title: '状态',
    width: 80,
    card: 'tag',
    render: ({ stage }) => <Tag tone={remittanceRefundStages[stage].tone}>{remittanceRefundStages[stage].label}</Tag>,
  },
  moneyColumn('amount', '金额', row => row.amount, { width: 95, card: 'figure' }),
  {
    key: 'serial',
    title: '退回流水号',
    width: 125,
    render: ({ serial, date }) => (serial === undefined ? nothing : <Beside what={serial} at={date} dayOnly />),
  },
  {
    key: 'people',
    title: '申请 / 办理',
    width: 130,
    card: 'title',
    render: ({ asker, askedAt, by }) => <Beside what={by === undefined ? asker : `${asker} / ${by}`} at={askedAt} />,
  },
  textColumn('reason', '原因', ({ reason }) => reason, { width: 95 }),
]

interface BesideProps {
  what: string
  at: number | undefined
  dayOnly?: boolean
}

/** A word with its moment below it. */
const Beside = ({ what, at, dayOnly = false }: BesideProps) => (
  <>
    <div>{what}</div>
    {at !== undefined && (
      <div className="ys-weak">
        <Time value={at} dayOnly={dayOnly} whole={dayOnly} />
      </div>
    )}
  </>
)
