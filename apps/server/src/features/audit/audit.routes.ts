// Routes of the audit log.
import * as calls from '@yunshu/contract/audit/audit'
import { on, type Route } from '../../http/serve.ts'
import { findAudit, findAuditPage, findSecurityEvents } from './audit.queries.ts'
import { findTrackLooks } from './looks.queries.ts'

export const auditRoutes: Route[] = [
  on(calls.listAudit, findAuditPage),
  on(calls.getAudit, findAudit),
  on(calls.listSecurityEvents, findSecurityEvents),
  on(calls.listTrackLooks, findTrackLooks),
]
