// 上线率与完整率: how many of their days vehicles reported on, and how much of their way positions cover.
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { countTrackOnline, listTrackOnline, type TrackOnlineRow } from '@yunshu/contract/track/report'
import { onlineTabs } from '@yunshu/domain/track/report'
import { can } from '../../lib/can.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { onlineColumns } from './reportColumns.tsx'
import { useSeesFleets } from './useSeesFleets.ts'

const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、承运商" max={60} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
] satisfies QueryField<typeof listTrackOnline>[]
const tabs = { field: 'online', machine: onlineTabs, counts: countTrackOnline } as const
const rowKey = ({ id }: TrackOnlineRow): string => id
const rowName = ({ plate }: TrackOnlineRow): string => plate
const open = ({ plate }: TrackOnlineRow): string => listUrl('TrackDays', { text: plate })
/** The page that helps a vehicle that was on no day; of others their mileage by day. */
function actions(row: TrackOnlineRow): readonly RowAction[] {
  if (row.onlineDays > 0) return [{ label: '看里程', isAside: true, to: open(row) }]
  if (!can('terminal.view')) return []
  return row.isBound
    ? [{ label: '看终端', isAside: true, to: listUrl('TerminalList', { text: row.plate }) }]
    : [{ label: '去绑定', isAside: true, to: screenUrl('TerminalList') }]
}
const bulk = [copyAction<TrackOnlineRow>('复制车牌号', ({ plate }) => plate)]

/** Screen TrackOnline. */
export default function TrackOnlinePage() {
  const seesFleets = useSeesFleets()
  return (
    <ListPage
      call={listTrackOnline}
      columns={onlineColumns[seesFleets ? 'fleets' : 'own']}
      rowKey={rowKey}
      rowName={rowName}
      query={query}
      tabs={tabs}
      open={open}
      bulk={bulk}
      actions={actions}

      empty="这段时间没有应上线的车辆。"
    />
  )
}
