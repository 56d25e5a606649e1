// Looks at trails: who looked at whose positions, from which page, and at which time of theirs.
import { listTrackLooks, type TrackLookRow } from '@yunshu/contract/audit/audit'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { lookReasons } from '@yunshu/domain/track/evidence'
import { useCallback, type ReactNode } from 'react'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { trackLookColumns } from './auditColumns.tsx'

const query = [
  { range: ['from', 'to'], label: '查看时间', input: <DateRangeInput /> },
  { name: 'person', label: '查看人', input: <TextInput placeholder="姓名、账号" max={40} /> },
  { name: 'plate', input: <TextInput max={10} /> },
  { name: 'waybillNo', label: '运单号', input: <TextInput max={40} /> },
  { name: 'reason', label: '来自', input: <KeySelect table={lookReasons} /> },
] satisfies QueryField<typeof listTrackLooks>[]
const rowKey = (row: TrackLookRow): string => row.id
const rowName = (row: TrackLookRow): string => `${row.userName} ${row.plate ?? ''}`.trim()

export function TrackLooksPane({ head }: { head: ReactNode }) {
  const actions = useCallback(
    ({ waybillId }: TrackLookRow): readonly RowAction[] =>
      waybillId === undefined
        ? []
        : [{ label: '查看运单', isAside: true, to: screenUrl('WaybillDetails', { id: waybillId }) }],
    [],
  )
  return (
    <ListPage
      head={head}
      call={listTrackLooks}
      columns={trackLookColumns}
      rowKey={rowKey}
      rowName={rowName}
      empty="还没有人查看过轨迹"
      query={query}
      actions={actions}
    />
  )
}
