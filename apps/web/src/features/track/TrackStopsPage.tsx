// 停车记录: where and how long vehicles stood, each with its trail at that moment.
import { listTrackStops, type TrackStopRow } from '@yunshu/contract/track/report'
import { stopKinds, stopLengths, usualDays } from '@yunshu/domain/track/report'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { stopColumns, stopTrail } from './reportColumns.tsx'
import { useSeesFleets } from './useSeesFleets.ts'

const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、运单号" max={60} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
  { name: 'kind', input: <KeySelect table={stopKinds} /> },
  { name: 'stay', input: <KeySelect table={stopLengths} /> },
] satisfies QueryField<typeof listTrackStops>[]
const rowKey = ({ id }: TrackStopRow): string => id
const rowName = ({ plate }: TrackStopRow): string => plate
const actions = (row: TrackStopRow): readonly RowAction[] => [{ label: '回放', isAside: true, to: stopTrail(row) }]
const bulk = [copyAction<TrackStopRow>('复制车牌号', ({ plate }) => plate)]

/** Screen TrackStops. */
export default function TrackStopsPage() {
  const seesFleets = useSeesFleets()
  return (
    <ListPage
      call={listTrackStops}
      columns={stopColumns[seesFleets ? 'fleets' : 'own']}
      rowKey={rowKey}
      rowName={rowName}
      query={query}
      open={stopTrail}
      bulk={bulk}
      actions={actions}
      head={<span className="ys-weak">{`最近 ${usualDays} 天`}</span>}
      empty="这段时间没有停车记录：停满 5 分钟，或熄火 3 分钟才算停车；没有信号不算停车。"
    />
  )
}
