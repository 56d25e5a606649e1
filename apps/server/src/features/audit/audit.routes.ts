// Routes of the audit log.
import { listAudit } from '@yunshu/contract/audit'
import { on, type Route } from '../../http/serve.ts'
import { findAuditPage } from './audit.queries.ts'

export const auditRoutes: Route[] = [on(listAudit, findAuditPage)]
