// The partners of the installation: real, simulated or off, with what was last heard of each.
import { listPartners, type PartnerRow } from '@yunshu/contract/partner/partner'
import { partnerListColumns } from '@yunshu/contract/partner/partnerColumns'
import { partners } from '@yunshu/domain/partner'
import { nothing, Time } from '../../ui/Figures.tsx'
import type { Fact } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { BarTerms } from '../../ui/list/BarTerms.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'

const singles = drawColumns(partnerListColumns, {
  partner: { width: 150, card: 'title' },
  use: { width: 180, card: 'hide' },
  state: { width: 90 },
  remark: { width: 320 },
  succeededAt: {},
  failedAt: {},
  fault: { width: 300 },
})
/** The last answer, whichever way it went. */
const last: Fact<PartnerRow> = {
  title: '最近一次',
  render: ({ succeededAt, failedAt }) => {
    if (succeededAt === undefined && failedAt === undefined) return nothing
    return (failedAt ?? 0) > (succeededAt ?? 0) ? (
      <>
        <b className="ys-minus">故障</b> <Time value={failedAt} />
      </>
    ) : (
      <>
        成功 <Time value={succeededAt} />
      </>
    )
  },
  holds: ['succeededAt', 'failedAt'],
}
const pair = pairing(singles)
const columns = withDefaults(
  [
    pair('partner', ['partner', 'use'], { width: 190, fixed: 'start', card: 'title' }),
    'state',
    'remark',
    pair('last', [last, 'fault'], { width: 200 }),
  ],
  singles,
)
const rowKey = (row: PartnerRow): string => row.key
const rowName = (row: PartnerRow): string => partners[row.key].label

/** Screen PartnerList. */
export default function PartnerListPage() {
  return (
    <ListPage
      call={listPartners}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      empty="没有外部接口"
      extra={<BarTerms of={['怎么接入']} />}
    />
  )
}
