// Reads of the audit log and of the stream of refusals beside it: whose rows an actor sees, and the lists.
import type { Input, Output } from '@yunshu/contract/call'
import type { AuditRow, getAudit, listAudit, listSecurityEvents, SecurityEventRow } from '@yunshu/contract/audit/audit'
import { fieldLabel } from '@yunshu/contract/labels'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { auditEntities, securityEventKinds } from '@yunshu/domain/audit'
import { sql, type RawBuilder } from 'kysely'
import { between, contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { shownChange } from '../../work/numbers.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findAuditedNames } from './audited.queries.ts'

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

type Found = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** Rows with the number or name of their record, as they are shown. */
async function shownRows(tx: Tx, rows: readonly Found[]): Promise<AuditRow[]> {
  const names = await findAuditedNames(tx, rows)
  return rows.map(row => toRow(row, row.entity_id === null ? undefined : names.get(row.entity_id)))
}

/** One page. */
export async function findAuditPage(
  ctx: Ctx,
  { limit, cursor, ...filter }: Input<typeof listAudit>,
): Promise<Output<typeof listAudit>> {
  const page = { limit, cursor }
  // names of people outside the actor's company: a company may know the people who acted on its records
  const rows = await ctx.tx.elevated(async () =>
    shownRows(ctx.tx, await ctx.tx.rows(rowsOf(ctx.actor, filter, cursor, rowsToAsk(page)))),
  )
  return toPage(rows, page, row => row)
}

/** One row of the log in the actor's reach; of others there is none. */
export const findAudit = (ctx: Ctx, { id }: Input<typeof getAudit>): Promise<AuditRow> =>
  // names as in the list
  ctx.tx.elevated(async () => {
    const row = await ctx.tx.one(rowsOf(ctx.actor, {}, undefined, 1).where('a.id', '=', id))
    const names = await findAuditedNames(ctx.tx, [row])
    return toRow(row, row.entity_id === null ? undefined : names.get(row.entity_id))
  })

const labelOf = (entity: string): string => Object.entries(auditEntities).find(([key]) => key === entity)?.[1] ?? entity
const systemName = '系统'

function toRow(row: Found, recordName: string | undefined): AuditRow {
  const path = row.entity === null || row.entity_id === null ? undefined : pageOf(row.entity, row.entity_id, recordName)
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
    ...(recordName === undefined ? {} : { recordName }),
    ...(path === undefined ? {} : { path }),
    changes: changesOf(row.diff),
    requestId: row.request_id,
  }
}

/** The page of a record; those that are shown in lists only have none. */
function pageOf(entity: string, id: string, recordName: string | undefined): string | undefined {
  if (entity === 'settlement' && recordName !== undefined)
    return screenUrl('SettlementNormal', { settlementNum: recordName })
  if (entity === 'goods') return screenUrl('GoodsDetails', { id })
  return entity === 'waybill' ? screenUrl('WaybillDetails', { id }) : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Old and new by field, named in Chinese also where the row was written before its field had a name; rows of earlier releases said facts instead. */
function changesOf(diff: unknown): AuditRow['changes'] {
  if (!Array.isArray(diff)) return []
  return diff.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return []
    const [field, old, next]: unknown[] = [
      Reflect.get(each, 'field'),
      Reflect.get(each, 'old'),
      Reflect.get(each, 'new'),
    ]
    return isText(field) && isText(old) && isText(next)
      ? [shownChange({ field: fieldLabel(field), old, new: next })]
      : []
  })
}

type EventsAsked = Input<typeof listSecurityEvents>

/** Events an actor sees: the platform all, a branch and a company those of its own people and of tries at their accounts. */
function eventConditions(
  actor: Actor,
  { from, to, kind, person, ip, text, requestId, cursor }: EventsAsked,
): (RawBuilder<boolean> | undefined)[] {
  return [
    rowsOfSide(actor, { branch: 'e.branch_id', company: 'e.company_id' }),
    // an event lasts from its first to its last
    from === undefined ? undefined : sql<boolean>`e.last_at >= ${from}`,
    to === undefined ? undefined : sql<boolean>`e.first_at <= ${to}`,
    kind && sql<boolean>`e.kind = ${kind}`,
    contains(['u.name', 'e.account'], person),
    contains(['e.ip'], ip),
    contains(['e.title', 'e.action'], text),
    requestId ? sql<boolean>`e.request_id = ${requestId}` : undefined,
    afterCursor({ cursor }, 'e.id'),
  ]
}

type FoundEvent = Awaited<ReturnType<typeof readEvents>>[number]
const readEvents = (tx: Tx, actor: Actor, input: EventsAsked) =>
  // names of people of the house who worked for somebody of the actor's company
  tx.elevated(() =>
    tx.rows(
      q
        .selectFrom('security_events as e')
        .leftJoin('users as u', 'u.id', 'e.user_id')
        .leftJoin('users as f', 'f.id', 'e.acting_for')
        .leftJoin('companies as c', 'c.id', 'e.company_id')
        .leftJoin('companies as b', 'b.id', 'e.branch_id')
        .selectAll('e')
        .select(['u.name as user_name', 'f.name as acting_name', 'c.name as company_name', 'b.name as branch_name'])
        .where(allOf(eventConditions(actor, input)))
        .orderBy('e.id', 'desc')
        .limit(rowsToAsk(input)),
    ),
  )

/** One page, newest first. */
export const findSecurityEvents = async (ctx: Ctx, input: EventsAsked): Promise<Output<typeof listSecurityEvents>> =>
  toPage(await readEvents(ctx.tx, ctx.actor, input), input, toEvent)

const toEvent = (row: FoundEvent): SecurityEventRow => ({
  id: row.id,
  kind: keyOf(securityEventKinds, row.kind),
  firstAt: row.first_at,
  lastAt: row.last_at,
  count: row.count,
  ...(row.user_name === null ? {} : { userName: row.user_name }),
  account: row.account,
  ...(row.acting_name === null ? {} : { actingFor: row.acting_name }),
  ...(row.company_name === null ? {} : { companyName: row.company_name }),
  ...(row.branch_name === null ? {} : { branchName: row.branch_name }),
  ip: row.ip,
  action: row.action,
  title: row.title,
  ...(row.entity_id === null ? {} : { entityId: row.entity_id }),
  requestId: row.request_id,
})
