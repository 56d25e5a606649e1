// 行程记录: the ways of vehicles between their stops, each with its trail.
import { playbackUrl } from '@yunshu/contract/track/playbackAddress'
import { listTrackTrips, type TrackTripRow } from '@yunshu/contract/track/report'
import { usualDays } from '@yunshu/domain/track/report'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { tripColumns } from './tripColumns.tsx'

const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、运单号" max={60} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
] satisfies QueryField<typeof listTrackTrips>[]
const rowKey = ({ id }: TrackTripRow): string => id
const rowName = ({ plate }: TrackTripRow): string => plate
const actions = ({ vehicleId, fromAt, toAt }: TrackTripRow): readonly RowAction[] => [
  { label: '轨迹', isAside: true, to: playbackUrl(vehicleId, { fromAt, toAt }) },
]
const bulk = [copyAction<TrackTripRow>('复制车牌号', ({ plate }) => plate)]

/** Screen TrackTrips. */
export default function TrackTripsPage() {
  return (
    <ListPage
      call={listTrackTrips}
      columns={tripColumns}
      rowKey={rowKey}
      rowName={rowName}
      query={query}
      actions={actions}
      bulk={bulk}
      head={<span className="ys-weak">{`停满 15 分钟为两段行程；不选日期为最近 ${usualDays} 天；跨零点按天分开`}</span>}
      empty="这段时间没有行程：货主只能看到整段都在本企业运单期间的行程。"
    />
  )
}
