// Reads of the audit log: whose rows an actor sees, and the list.
import type { Input, Output } from '@yunshu/contract/call'
import type { AuditRow, listAudit } from '@yunshu/contract/audit/audit'
import { screenUrl } from '@yunshu/contract/screens'
import { auditEntities } from '@yunshu/domain/audit'
import { sql, type RawBuilder } from 'kysely'
import { between, contains } from '../../db/conditions.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'

type Filter = Omit<Input<typeof listAudit>, 'limit' | 'cursor'>

/**
 * Audit rows an actor sees: the platform all, a branch those in its own name, a company those in its own name, also of
 * people of the house who acted for it.
 */
const auditedRows = (actor: Actor): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: 'a.branch_id', company: 'a.company_id' })

function conditions(
  actor: Actor,
  { from, to, person, text, entity, entityId, requestId, actingOnly }: Filter,
): (RawBuilder<boolean> | undefined)[] {
  return [
    auditedRows(actor),
    between('a.at', from, to),
    contains(['u.name', 'u.account'], person),
    contains(['a.title', 'a.action'], text),
    entity && sql<boolean>`a.entity = ${entity}`,
    entityId === undefined ? undefined : sql<boolean>`a.entity_id = ${entityId}::uuid`,
    requestId ? sql<boolean>`a.request_id = ${requestId}` : undefined,
    actingOnly ? sql<boolean>`a.acting_for is not null` : undefined,
  ]
}

/** Rows under a filter, newest first. */
const rowsOf = (actor: Actor, filter: Filter, cursor: string | undefined, limit: number) =>
  q
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('users as f', 'f.id', 'a.acting_for')
    .leftJoin('companies as c', 'c.id', 'a.company_id')
    .leftJoin('companies as b', 'b.id', 'a.branch_id')
    .select([
      'a.id',
      'a.at',
      'a.ip',
      'a.action',
      'a.title',
      'a.entity',
      'a.entity_id',
      'a.diff',
      'a.request_id',
      'a.acting_for',
      'u.name as user_name',
      'u.account',
      'f.name as acting_name',
      'c.name as company_name',
      'b.name as branch_name',
    ])
    .where(allOf([...conditions(actor, filter), afterCursor({ cursor }, 'a.id')]))
    .orderBy('a.id', 'desc')
    .limit(limit)

type Found = Awaited<ReturnType<typeof readRows>>[number]
const readRows = (tx: Tx, actor: Actor, filter: Filter, cursor: string | undefined, limit: number) =>
  // names of people outside the actor's company: a company may know the people who acted on its records
  tx.elevated(() => tx.rows(rowsOf(actor, filter, cursor, limit)))

/** One page. */
export async function findAuditPage(
  ctx: Ctx,
  { limit, cursor, ...filter }: Input<typeof listAudit>,
): Promise<Output<typeof listAudit>> {
  const page = { limit, cursor }
  return toPage(await readRows(ctx.tx, ctx.actor, filter, cursor, rowsToAsk(page)), page, toRow)
}

const labelOf = (entity: string): string => Object.entries(auditEntities).find(([key]) => key === entity)?.[1] ?? entity
const systemName = '系统'

function toRow(row: Found): AuditRow {
  const path = row.entity === null || row.entity_id === null ? undefined : pageOf(row.entity, row.entity_id)
  return {
    id: row.id,
    at: row.at,
    userName: row.user_name ?? systemName,
    account: row.account ?? '',
    ...(row.acting_for === null ? {} : { actingFor: row.acting_name ?? '' }),
    ...(row.company_name === null ? {} : { companyName: row.company_name }),
    ...(row.branch_name === null ? {} : { branchName: row.branch_name }),
    ip: row.ip,
    action: row.action,
    title: row.title,
    ...(row.entity === null ? {} : { entity: row.entity, entityLabel: labelOf(row.entity) }),
    ...(row.entity_id === null ? {} : { entityId: row.entity_id }),
    ...(path === undefined ? {} : { path }),
    changes: changesOf(row.diff),
    requestId: row.request_id,
  }
}

/** The page of a record; those that are shown in lists only have none. */
function pageOf(entity: string, id: string): string | undefined {
  if (entity === 'goods') return screenUrl('GoodsDetails', { id })
  return entity === 'waybill' ? screenUrl('WaybillDetails', { id }) : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Old and new by field; rows of earlier releases said facts instead. */
function changesOf(diff: unknown): AuditRow['changes'] {
  if (!Array.isArray(diff)) return []
  return diff.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return []
    const [field, old, next]: unknown[] = [
      Reflect.get(each, 'field'),
      Reflect.get(each, 'old'),
      Reflect.get(each, 'new'),
    ]
    return isText(field) && isText(old) && isText(next) ? [{ field, old, new: next }] : []
  })
}
