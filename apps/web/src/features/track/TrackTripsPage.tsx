// 行程记录: the ways of vehicles between their stops, each with its trail.
import { listTrackTrips, type TrackTripRow } from '@yunshu/contract/track/report'
import { usualDays } from '@yunshu/domain/track/report'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { tripColumns, tripTrail } from './tripColumns.tsx'
import { useSeesFleets } from './useSeesFleets.ts'

const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、运单号" max={60} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
] satisfies QueryField<typeof listTrackTrips>[]
const rowKey = ({ id }: TrackTripRow): string => id
const rowName = ({ plate }: TrackTripRow): string => plate
const open = (row: TrackTripRow): string => tripTrail(row)
const actions = (row: TrackTripRow): readonly RowAction[] => [{ label: '回放', isAside: true, to: open(row) }]
const bulk = [copyAction<TrackTripRow>('复制车牌号', ({ plate }) => plate)]

/** Screen TrackTrips. */
export default function TrackTripsPage() {
  const seesFleets = useSeesFleets()
  return (
    <ListPage
      call={listTrackTrips}
      columns={tripColumns[seesFleets ? 'fleets' : 'own']}
      rowKey={rowKey}
      rowName={rowName}
      query={query}
      open={open}
      bulk={bulk}
      actions={actions}
      head={<span className="ys-weak">{`最近 ${usualDays} 天`}</span>}
      empty="这段时间没有行程：货主只能看到整段都在本企业运单期间的行程。"
    />
  )
}
