// The standing of a vehicle, driver or payee: its verification, and whether it is on the blacklist or out of use.
import { paperStandings, type PaperStanding } from '@yunshu/domain/fleet/certificates'
import type { Drawing } from '../../ui/list/drawColumns.tsx'
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

/** The drawing of the standing in a list. */
export const standingDrawing = {
  width: 150,
  render: (row: Standing) => <FleetTags record={row} />,
} satisfies Drawing<Standing>
