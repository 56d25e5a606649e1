// The columns of the audit log, of its stream of refusals and of looks at trails.
import { keptNothing, securityEventKinds } from '@yunshu/domain/audit'
import { lookReasons } from '@yunshu/domain/track/evidence'
import type { AuditRow, SecurityEventRow, TrackLookRow } from './audit.ts'
import { besidesColumn, count, label, lines, text, time, type ListColumns } from '../columns.ts'

/** A change as people read it; where there was nothing before, the new value alone. */
export const changeText = ({ field, old, new: next }: AuditRow['changes'][number]): string =>
  `${field}：${old === keptNothing || old === '' ? '' : `${old} → `}${next === keptNothing || next === '' ? '–' : next}`

export const auditListColumns = {
  at: time('时间', row => row.at),
  person: text('操作人', row => row.userName),
  account: besidesColumn(
    'person',
    text('账号', row => row.account, { chars: 22 }),
  ),
  actingFor: text('代谁操作', row => row.actingFor),
  title: text('操作', row => row.title, { chars: 22 }),
  action: besidesColumn(
    'title',
    text('接口', row => row.action, { chars: 36 }),
  ),
  entity: text('对象', row => row.entityLabel),
  recordName: text('对象单号或名称', row => row.recordName, { chars: 24 }),
  entityId: besidesColumn(
    'entity',
    text('对象编号', row => row.entityId, { chars: 38 }),
  ),
  changes: lines('变更内容', row => row.changes.map(changeText)),
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
  action: besidesColumn(
    'title',
    text('接口', row => row.action, { chars: 36 }),
  ),
  entityId: text('对象编号', row => row.entityId, { chars: 38 }),
  company: text('企业', row => row.companyName, { chars: 26 }),
  branch: text('分公司', row => row.branchName, { chars: 26 }),
  ip: text('IP 地址', row => row.ip, { chars: 40 }),
  requestId: text('请求编号', row => row.requestId, { chars: 22 }),
} satisfies ListColumns<SecurityEventRow>

export const trackLookListColumns = {
  at: time('查看时间', row => row.at),
  person: text('查看人', row => row.userName),
  account: text('账号', row => row.account, { chars: 22 }),
  reason: label('来自', lookReasons, row => row.reason),
  vehicle: text('车辆', row => row.plate ?? (row.text === undefined ? '列表中全部车辆' : `含“${row.text}”的车辆`)),
  waybill: text('运单号', row => row.waybillNo, { chars: 22 }),
  from: time('所看时段起', row => row.from),
  to: time('所看时段止', row => row.to),
  company: text('企业', row => row.companyName ?? '平台', { chars: 26 }),
  branch: text('分公司', row => row.branchName, { chars: 26 }),
  ip: text('IP 地址', row => row.ip, { chars: 40 }),
} satisfies ListColumns<TrackLookRow>
