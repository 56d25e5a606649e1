// Calls and shapes of the audit log: who did what to which record, for whom, and what changed; and of the stream of
// refusals and of looks at trails beside it.
import { auditEntities, securityEventKinds } from '@yunshu/domain/audit'
import { lookReasons } from '@yunshu/domain/track/evidence'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zId, zKey, zLooseText, zPage, zTime } from '../fields.ts'

export const AuditRow = z.object({
  id: zId,
  at: zTime,
  userName: z.string(),
  account: z.string(),
  actingFor: z.optional(z.string()),
  companyName: z.optional(z.string()),
  branchName: z.optional(z.string()),
  ip: z.string(),
  action: z.string(),
  title: z.string(),
  entity: z.optional(z.string()),
  entityLabel: z.optional(z.string()),
  entityId: z.optional(zId),
  /** The number of the record, or its name where it has none: YD…, 冀AY1008. */
  recordName: z.optional(z.string()),
  /** Page of the record, where it has one. */
  path: z.optional(z.string()),
  changes: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
  requestId: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

export const listAudit = call({
  method: 'GET',
  path: '/auth/v1/audit/list',
  title: '审计日志',
  permit: 'audit.view',
  heavy: true,
  input: z.strictObject({
    from: z.optional(zTime),
    to: z.optional(zTime),
    person: z.optional(zLooseText(40)),
    text: z.optional(zLooseText(40)),
    entity: z.optional(zKey(auditEntities)),
    entityId: z.optional(zId),
    requestId: z.optional(zLooseText(40)),
    actingOnly: z.optional(zBool),
    ...pageFields,
  }),
  output: zPage(AuditRow),
})

/** One row of the log, by its address. */
export const getAudit = call({
  method: 'GET',
  path: '/auth/v1/audit/details',
  title: '审计日志详情',
  permit: 'audit.view',
  input: z.strictObject({ id: zId }),
  output: AuditRow,
})

export const SecurityEventRow = z.object({
  id: zId,
  kind: zKey(securityEventKinds),
  firstAt: zTime,
  lastAt: zTime,
  /** Times between the two, both included. */
  count: z.number(),
  /** Absent where nobody was signed in: `account` is the name that was tried then. */
  userName: z.optional(z.string()),
  account: z.string(),
  actingFor: z.optional(z.string()),
  companyName: z.optional(z.string()),
  branchName: z.optional(z.string()),
  ip: z.string(),
  /** Empty: the row counts many calls. */
  action: z.string(),
  title: z.string(),
  entityId: z.optional(zId),
  /** Of the first. */
  requestId: z.string(),
})
export type SecurityEventRow = z.output<typeof SecurityEventRow>

export const listSecurityEvents = call({
  method: 'GET',
  path: '/auth/v1/audit/event/list',
  title: '安全事件',
  permit: 'audit.view',
  heavy: true,
  input: z.strictObject({
    from: z.optional(zTime),
    to: z.optional(zTime),
    kind: z.optional(zKey(securityEventKinds)),
    person: z.optional(zLooseText(40)),
    ip: z.optional(zLooseText(40)),
    text: z.optional(zLooseText(40)),
    requestId: z.optional(zLooseText(40)),
    ...pageFields,
  }),
  output: zPage(SecurityEventRow),
})

export const TrackLookRow = z.object({
  id: zId,
  at: zTime,
  userName: z.string(),
  account: z.string(),
  /** Absent for people of the house. */
  companyName: z.optional(z.string()),
  branchName: z.optional(z.string()),
  reason: zKey(lookReasons),
  /** Absent where a list was looked at: of the vehicles that `text` names, or of all. */
  plate: z.optional(z.string()),
  text: z.optional(z.string()),
  waybillNo: z.optional(z.string()),
  waybillId: z.optional(zId),
  /** The time that was looked at. */
  from: zTime,
  to: zTime,
  ip: z.string(),
})
export type TrackLookRow = z.output<typeof TrackLookRow>

/** Positions of a vehicle tell of the person who drives it: each look at them is kept for three years. */
export const listTrackLooks = call({
  method: 'GET',
  path: '/auth/v1/audit/look/list',
  title: '轨迹查看记录',
  permit: 'audit.view',
  heavy: true,
  input: z.strictObject({
    from: z.optional(zTime),
    to: z.optional(zTime),
    person: z.optional(zLooseText(40)),
    plate: z.optional(zLooseText(10)),
    waybillNo: z.optional(zLooseText(40)),
    reason: z.optional(zKey(lookReasons)),
    ...pageFields,
  }),
  output: zPage(TrackLookRow),
})
