// 报警记录: alarms that terminals told, by vehicle, kind and time, each with its trail at that moment.
import { listTrackAlarms, type TrackAlarmRow } from '@yunshu/contract/track/report'
import { usualDays } from '@yunshu/domain/track/report'
import { reportedAlarms, toldAlarms } from '@yunshu/jt808/safety'
import { useCan } from '../../lib/can.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { alarmColumns, alarmTrail } from './alarmColumns.tsx'
import { useSeesFleets } from './useSeesFleets.ts'

const kinds = reportedAlarms.map(value => ({ value, label: toldAlarms[value].label }))
const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、运单号" max={60} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
  { name: 'kind', input: <ChoiceSelect options={kinds} placeholder="全部" /> },
] satisfies QueryField<typeof listTrackAlarms>[]
const rowKey = ({ id }: TrackAlarmRow): string => id
const rowName = ({ plate, alarm }: TrackAlarmRow): string => `${plate} ${alarm}`
const actions = (row: TrackAlarmRow): readonly RowAction[] => [{ label: '回放', isAside: true, to: alarmTrail(row) }]
const none = (): readonly RowAction[] => []
const bulk = [copyAction<TrackAlarmRow>('复制车牌号', ({ plate }) => plate)]

/** Screen TrackAlarms. */
export default function TrackAlarmsPage() {
  const seesFleets = useSeesFleets()
  const canReplay = useCan('track.replay')
  return (
    <ListPage
      call={listTrackAlarms}
      columns={alarmColumns[seesFleets ? 'fleets' : 'own']}
      rowKey={rowKey}
      rowName={rowName}
      query={query}
      {...(canReplay ? { open: alarmTrail } : {})}
      bulk={bulk}
      actions={canReplay ? actions : none}
      head={<span className="ys-weak">{`最近 ${usualDays} 天`}</span>}
      empty="这段时间终端没有报警。"
    />
  )
}
