// The columns of the audit log.
import type { AuditRow } from '@yunshu/contract/audit'
import { textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'

const changesOf = (row: AuditRow): string =>
  row.changes.map(change => `${change.field}：${change.old} → ${change.new}`).join('；')

export const auditColumns: readonly Column<AuditRow>[] = [
  timeColumn('at', '时间', row => row.at, { fixed: 'start' }),
  textColumn('person', '操作人', row => `${row.userName}${row.account === '' ? '' : `（${row.account}）`}`, {
    width: 200,
  }),
  textColumn('actingFor', '代何人', row => row.actingFor, { width: 90 }),
  textColumn('title', '操作', row => row.title, { width: 150, card: 'title' }),
  textColumn('entity', '对象', row => row.entityLabel, { width: 100 }),
  {
    key: 'changes',
    title: '变更内容',
    width: 420,
    render: row => (row.changes.length === 0 ? '--' : <span title={changesOf(row)}>{changesOf(row)}</span>),
  },
  textColumn('company', '企业', row => row.companyName, { width: 220, card: 'hide' }),
  textColumn('branch', '分公司', row => row.branchName, { width: 220, card: 'hide', isHidden: true }),
  textColumn('ip', 'IP 地址', row => row.ip, { width: 130, card: 'hide' }),
  textColumn('requestId', '请求编号', row => row.requestId, { width: 170, card: 'hide' }),
]
