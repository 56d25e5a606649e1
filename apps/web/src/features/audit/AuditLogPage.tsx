// The audit log: who did what to which record, for whom, and what changed.
import { exportAudit, listAudit, type AuditRow } from '@yunshu/contract/audit'
import { auditEntities } from '@yunshu/domain/audit'
import { formatDateTime } from '@yunshu/domain/time'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { saveFile } from '../../lib/saveFile.ts'
import { toast } from '../../lib/toast.ts'
import { useSend, type Filter } from '../../lib/useCall.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { auditColumns } from './auditColumns.tsx'
import { AuditDrawer } from './AuditDrawer.tsx'

const query = [
  { range: ['from', 'to'], label: '时间', input: <DateRangeInput /> },
  { name: 'person', input: <TextInput placeholder="姓名、账号" max={40} /> },
  { name: 'text', label: '操作', input: <TextInput placeholder="操作名称、接口" max={40} /> },
  { name: 'entity', input: <KeySelect table={auditEntities} /> },
  { name: 'requestId', input: <TextInput placeholder="请求编号" max={40} /> },
  { name: 'actingOnly', label: '代操作', input: <TickInput>仅看代他人操作</TickInput> },
] satisfies QueryField<typeof listAudit>[]
const rowKey = (row: AuditRow): string => row.id
const rowName = (row: AuditRow): string => row.title

/** Screen AuditLog. */
export default function AuditLogPage() {
  const [shown, setShown] = useState<AuditRow>()
  const actions = useCallback((row: AuditRow): readonly RowAction[] => [{ label: '详情', onClick: () => setShown(row) }, ...(row.path === undefined ? [] : [{ label: '查看单据', to: row.path }])], [])
  return (
    <>
      <ListPage call={listAudit} columns={auditColumns} rowKey={rowKey} rowName={rowName} query={query} actions={actions} actionsWidth={140} exporter={({ filter }) => <Export filter={filter} />} />
      {shown && <AuditDrawer row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** The rows of the list under its filter, as an Excel file. */
function Export({ filter }: { filter: Partial<Filter<typeof listAudit>> }) {
  const { run, isBusy } = useSend(exportAudit, { done: (file) => { saveFile(file, `审计日志${formatDateTime(Date.now()).replaceAll(/\D/g, '')}.xlsx`); toast.success('已导出') } })
  return <Button icon={<DownloadOutlined />} loading={isBusy} onClick={() => { void run(filter) }}>导出</Button>
}
