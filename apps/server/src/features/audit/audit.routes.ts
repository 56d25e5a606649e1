// Routes of the audit log.
import { exportAudit, listAudit } from '@yunshu/contract/audit'
import { on, onFile, type Route } from '../../http/serve.ts'
import { exportRows, findAuditPage } from './audit.queries.ts'

export const auditRoutes: Route[] = [
  on(listAudit, findAuditPage),
  onFile(exportAudit, exportRows),
]
