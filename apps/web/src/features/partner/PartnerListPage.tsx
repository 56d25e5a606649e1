// The partners of the installation: real, simulated or off, with what was last heard of each.
import { listPartners, type PartnerRow } from '@yunshu/contract/partner/partner'
import { partnerListColumns } from '@yunshu/contract/partner/partnerColumns'
import { partners } from '@yunshu/domain/partner'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'

const columns = drawColumns(partnerListColumns, {
  partner: { width: 150, card: 'title' },
  use: { width: 180, card: 'hide' },
  state: { width: 90 },
  remark: { width: 200 },
  succeededAt: {},
  failedAt: {},
  fault: { width: 300 },
})
const rowKey = (row: PartnerRow): string => row.key
const rowName = (row: PartnerRow): string => partners[row.key].label

/** Screen PartnerList. */
export default function PartnerListPage() {
  return <ListPage call={listPartners} columns={columns} rowKey={rowKey} rowName={rowName} />
}
