// The chain of a day of the audit log: what of a row is sealed, and how each seal follows the one before it.
import { createHash } from 'node:crypto'
import { auditText, type AuditRecord } from '@yunshu/domain/audit'
import { sql } from 'kysely'

/** The hash before the first seal of all. */
export const firstHash = Buffer.alloc(32)

/** The columns of a row as they are sealed. */
export const recordColumns = sql<AuditRecord>`a.id, a.at, a.user_id as "userId", a.acting_for as "actingFor",
  a.company_id as "companyId", a.branch_id as "branchId", a.ip, a.action, a.title, a.entity,
  a.entity_id as "entityId", a.diff::text as diff, a.request_id as "requestId"`

/** The seal of a row after another. */
export const sealOf = (before: Buffer, record: AuditRecord): Buffer =>
  createHash('sha256').update(before).update(auditText(record)).digest()
