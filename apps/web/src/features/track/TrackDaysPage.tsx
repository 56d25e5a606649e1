// 里程报表: the way of each vehicle and day, by its trail and by its own counter.
import { playbackUrl } from '@yunshu/contract/track/playbackAddress'
import { listTrackDays, sumTrackDays, type TrackDayRow } from '@yunshu/contract/track/report'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { usualDays } from '@yunshu/domain/track/report'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { trackDayColumns } from './reportColumns.tsx'
import { useSeesFleets } from './useSeesFleets.ts'

const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、承运商" max={60} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
  { name: 'differs', input: <TickInput>仅看与车载里程相差超过 5%</TickInput> },
] satisfies QueryField<typeof listTrackDays>[]
const rowKey = ({ id }: TrackDayRow): string => id
const rowName = ({ plate }: TrackDayRow): string => plate
const open = ({ vehicleId, dayAt, firstAt }: TrackDayRow): string =>
  playbackUrl(vehicleId, { fromAt: dayAt, toAt: dayAt + DAY_MS - 1000, at: firstAt })
const actions = (row: TrackDayRow): readonly RowAction[] => [{ label: '回放', isAside: true, to: open(row) }]
const bulk = [copyAction<TrackDayRow>('复制车牌号', ({ plate }) => plate)]

/** Screen TrackDays. */
export default function TrackDaysPage() {
  const seesFleets = useSeesFleets()
  return (
    <ListPage
      call={listTrackDays}
      columns={trackDayColumns[seesFleets ? 'fleets' : 'own']}
      rowKey={rowKey}
      rowName={rowName}
      query={query}
      open={open}
      bulk={bulk}
      sums={sumTrackDays}
      actions={actions}
      head={<span className="ys-weak">{`最近 ${usualDays} 天`}</span>}
      empty="这段时间没有可查看的里程：货主只能看到整天都在本企业运单期间的车辆。"
    />
  )
}
