// How a vehicle, driver or payee stands: its verification, and whether it is on the blacklist or out of use.
import { paperStandings, type PaperStanding } from '@yunshu/domain/fleet/certificates'
import type { Column } from '../../ui/list/column.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'
import './fleet.css'

interface Standing {
  paper: PaperStanding
  isBlacklisted: boolean
  isRetired: boolean
}

export function FleetTags({ record }: { record: Standing }) {
  return (
    <span className="ys-fleet-tags">
      {record.isRetired ? <Tag tone="idle">已停用</Tag> : <StatusTag machine={paperStandings} state={record.paper} />}
      {record.isBlacklisted && <Tag tone="bad">黑名单</Tag>}
    </span>
  )
}

export const standingColumn = <Row extends Standing>(): Column<Row> => ({
  key: 'paper',
  title: '认证状态',
  width: 150,
  card: 'tag',
  render: row => <FleetTags record={row} />,
})
