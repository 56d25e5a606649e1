// The audit log: who did what to which record, for whom, and what changed; the refusals that concern security; and who
// looked at whose trail.
import { listAudit, type AuditRow } from '@yunshu/contract/audit/audit'
import { auditEntities } from '@yunshu/domain/audit'
import { useCallback, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { PaneTabs } from '../../ui/list/PaneTabs.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { auditColumns } from './auditColumns.tsx'
import { AuditDrawer } from './AuditDrawer.tsx'
import { SecurityEventsPane } from './SecurityEventsPane.tsx'
import { TrackLooksPane } from './TrackLooksPane.tsx'

const query = [
  { range: ['from', 'to'], label: '时间', input: <DateRangeInput /> },
  { name: 'person', input: <TextInput placeholder="姓名、账号" max={40} /> },
  { name: 'text', label: '操作', input: <TextInput placeholder="操作名称" max={40} /> },
  { name: 'entity', input: <KeySelect table={auditEntities} /> },
  { name: 'requestId', input: <TextInput placeholder="请求编号" max={40} /> },
  { name: 'actingOnly', label: '代操作', input: <TickInput>仅看代他人操作</TickInput> },
] satisfies QueryField<typeof listAudit>[]
const rowKey = (row: AuditRow): string => row.id
const rowName = (row: AuditRow): string => row.title
const drawer = (id: string, onClose: () => void): ReactNode => <AuditDrawer id={id} onClose={onClose} />

function LogPane({ head }: { head: ReactNode }) {
  const isHouse = useSession(({ info }) => sidesOf(info).some(isHouseSide))
  const actions = useCallback(
    (row: AuditRow): readonly RowAction[] =>
      row.path === undefined ? [] : [{ label: '查看单据', isAside: true, to: row.path }],
    [],
  )
  return (
    <ListPage
      head={head}
      call={listAudit}
      columns={isHouse ? auditColumns.house : auditColumns.company}
      rowKey={rowKey}
      rowName={rowName}
      empty="还没有操作记录"
      drawer={drawer}
      query={query}
      actions={actions}
    />
  )
}

const panes = [
  { value: 'log', label: '操作日志' },
  { value: 'events', label: '安全事件' },
  { value: 'looks', label: '轨迹查看' },
] as const

/** Screen AuditLog; which of its lists is shown stands in the address as `pane`. */
export default function AuditLogPage() {
  const [params, setParams] = useSearchParams()
  const shown = panes.find(({ value }) => value === params.get('pane'))?.value ?? 'log'
  // each list has filters of its own
  const turn = (pane: string): void => setParams({ pane })
  const head = <PaneTabs name="日志视图" panes={panes} value={shown} onChange={turn} />
  if (shown === 'events') return <SecurityEventsPane head={head} />
  return shown === 'looks' ? <TrackLooksPane head={head} /> : <LogPane head={head} />
}
