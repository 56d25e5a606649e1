// The vehicles a terminal sat in, and when.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { terminalRoles } from '@yunshu/domain/terminal/terminal'
import { EmptySection, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Binding = TerminalDetail['bindings'][number]

const columns: readonly Column<Binding>[] = [
  {
    key: 'plate',
    title: '车辆',
    width: 120,
    render: row => (
      <a className="ys-link" href={screenUrl('VehicleDetails', { id: row.vehicleId })}>
        {row.plate}
      </a>
    ),
  },
  { key: 'role', title: '角色', width: 100, render: row => terminalRoles[row.role].label },
  { key: 'from', title: '起', width: 160, render: row => <Time value={row.from} whole /> },
  {
    key: 'to',
    title: '止',
    width: 160,
    render: row => (row.to === undefined ? '至今' : <Time value={row.to} whole />),
  },
  { key: 'by', title: '绑定人', width: 110, render: row => row.by },
  { key: 'endedBy', title: '解绑人', width: 110, render: row => row.endedBy ?? '' },
]

export function BindingsSection({ bindings }: { bindings: readonly Binding[] }) {
  if (bindings.length === 0) return <EmptySection title="绑定记录" text="还没有绑定过车辆" />
  return (
    <Section title="绑定记录">
      <SimpleTable title="绑定记录" rows={bindings} columns={columns} rowKey={row => row.id} />
    </Section>
  )
}
