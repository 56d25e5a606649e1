// Refusals that concern security: calls without the permit, foreign identities, wrong signs and locked accounts.
import { listSecurityEvents, type SecurityEventRow } from '@yunshu/contract/audit/audit'
import { securityEventKinds } from '@yunshu/domain/audit'
import type { ReactNode } from 'react'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { securityEventColumns } from './auditColumns.tsx'

const query = [
  { range: ['from', 'to'], label: '时间', input: <DateRangeInput /> },
  { name: 'kind', input: <KeySelect table={securityEventKinds} /> },
  { name: 'person', input: <TextInput placeholder="姓名、账号" max={40} /> },
  { name: 'ip', input: <TextInput placeholder="IP 地址" max={40} /> },
  { name: 'text', label: '操作', input: <TextInput placeholder="操作名称、接口" max={40} /> },
  { name: 'requestId', input: <TextInput placeholder="请求编号" max={40} /> },
] satisfies QueryField<typeof listSecurityEvents>[]
const rowKey = (row: SecurityEventRow): string => row.id
const rowName = (row: SecurityEventRow): string => row.title

export function SecurityEventsPane({ head }: { head: ReactNode }) {
  return (
    <ListPage
      head={head}
      call={listSecurityEvents}
      columns={securityEventColumns}
      rowKey={rowKey}
      rowName={rowName}
      empty="没有安全事件：没有人登录失败或越权"
      query={query}
    />
  )
}
