// The audit log: who did what to which record, for whom, and what changed.
import { listAudit, type AuditRow } from '@yunshu/contract/audit/audit'
import { auditEntities } from '@yunshu/domain/audit'
import { useCallback, useState } from 'react'
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
  const actions = useCallback(
    (row: AuditRow): readonly RowAction[] => [
      { label: '详情', onClick: () => setShown(row) },
      ...(row.path === undefined ? [] : [{ label: '查看单据', to: row.path }]),
    ],
    [],
  )
  return (
    <>
      <ListPage
        call={listAudit}
        columns={auditColumns}
        rowKey={rowKey}
        rowName={rowName}
        query={query}
        actions={actions}
        actionsWidth={140}
      />
      {shown && <AuditDrawer row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
