// The columns of the audit log and of its stream of refusals.
import { securityEventKinds } from '@yunshu/domain/audit'
import type { AuditRow, SecurityEventRow } from './audit.ts'
import { besides, count, label, lines, text, time, type ListColumns } from '../columns.ts'

export const auditListColumns = {
  at: time('时间', row => row.at),
  person: text('操作人', row => row.userName),
  account: besides(
    'person',
    text('账号', row => row.account, { chars: 22 }),
  ),
  actingFor: text('代谁操作', row => row.actingFor),
  title: text('操作', row => row.title, { chars: 22 }),
  action: besides(
    'title',
    text('接口', row => row.action, { chars: 36 }),
  ),
  entity: text('对象', row => row.entityLabel),
  entityId: besides(
    'entity',
    text('对象编号', row => row.entityId, { chars: 38 }),
  ),
  changes: lines('变更内容', row => row.changes.map(change => `${change.field}：${change.old} → ${change.new}`)),
  company: text('企业', row => row.companyName, { chars: 26 }),
  branch: text('分公司', row => row.branchName, { chars: 26 }),
  ip: text('IP 地址', row => row.ip),
  requestId: text('请求编号', row => row.requestId, { chars: 22 }),
} satisfies ListColumns<AuditRow>

export const securityEventListColumns = {
  firstAt: time('首次时间', row => row.firstAt),
  lastAt: time('最近时间', row => row.lastAt),
  kind: label('类型', securityEventKinds, row => row.kind),
  count: count('次数', row => row.count),
  person: text('操作人', row => row.userName),
  account: text('账号', row => row.account, { chars: 22 }),
  actingFor: text('代谁操作', row => row.actingFor),
  title: text('操作', row => row.title || '多个操作', { chars: 22 }),
  action: besides(
    'title',
    text('接口', row => row.action, { chars: 36 }),
  ),
  entityId: text('对象编号', row => row.entityId, { chars: 38 }),
  company: text('企业', row => row.companyName, { chars: 26 }),
  branch: text('分公司', row => row.branchName, { chars: 26 }),
  ip: text('IP 地址', row => row.ip, { chars: 40 }),
  requestId: text('请求编号', row => row.requestId, { chars: 22 }),
} satisfies ListColumns<SecurityEventRow>
