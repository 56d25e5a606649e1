// Reads of the audit log: whose rows an actor sees, the list, and the same rows for an Excel file.
import type { Input, Output } from '@yunshu/contract/call'
import type { AuditRow, exportAudit, listAudit } from '@yunshu/contract/audit'
import { screenUrl } from '@yunshu/contract/screens'
import { auditEntities } from '@yunshu/domain/audit'
import { Problem } from '@yunshu/domain/problems'
import { formatDate, formatDateTime } from '@yunshu/domain/time'
import { sql, type RawBuilder } from 'kysely'
import { between, contains } from '../../db/conditions.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../db/scope.ts'
import { nilId, q, reading, type Tx } from '../../db/tx.ts'
import { xlsxMime, xlsxStream, type Cell, type SheetColumn } from '../../exports/xlsx.ts'
import { reachOf, type Actor, type Ctx } from '../../http/ctx.ts'
import type { FileAnswer } from '../../http/serve.ts'

type Filter = Input<typeof exportAudit>

/** The most rows of one file, and how many are read at a time. */
const exportMax = 100_000
const exportBatch = 1000

/** The platform sees everything, a branch what was done in its name, a company what was done in its own, also by people of the house who acted for it. */
function ownRows({ side, companyId, branchId }: Actor): RawBuilder<boolean> | undefined {
  if (side === 'platform') return undefined
  if (side === 'branch') return sql<boolean>`a.branch_id = ${branchId ?? nilId}::uuid`
  return sql<boolean>`a.company_id = ${companyId ?? nilId}::uuid`
}

function conditions(actor: Actor, { from, to, person, text, entity, entityId, requestId, actingOnly }: Filter): (RawBuilder<boolean> | undefined)[] {
  return [
    ownRows(actor), between('a.at', from, to), contains(['u.name', 'u.account'], person), contains(['a.title', 'a.action'], text),
    entity && sql<boolean>`a.entity = ${entity}`, entityId === undefined ? undefined : sql<boolean>`a.entity_id = ${entityId}::uuid`,
    requestId ? sql<boolean>`a.request_id = ${requestId}` : undefined, actingOnly ? sql<boolean>`a.acting_for is not null` : undefined,
  ]
}

/** Rows under a filter, newest first. */
const rowsOf = (actor: Actor, filter: Filter, cursor: string | undefined, limit: number) =>
  q.selectFrom('audit_log as a').leftJoin('users as u', 'u.id', 'a.user_id').leftJoin('users as f', 'f.id', 'a.acting_for').leftJoin('companies as c', 'c.id', 'a.company_id').leftJoin('companies as b', 'b.id', 'a.branch_id')
    .select(['a.id', 'a.at', 'a.ip', 'a.action', 'a.title', 'a.entity', 'a.entity_id', 'a.diff', 'a.request_id', 'a.acting_for', 'u.name as user_name', 'u.account', 'f.name as acting_name', 'c.name as company_name', 'b.name as branch_name'])
    .where(allOf([...conditions(actor, filter), afterCursor({ cursor }, 'a.id')])).orderBy('a.id', 'desc').limit(limit)

type Found = Awaited<ReturnType<typeof readRows>>[number]
const readRows = (tx: Tx, actor: Actor, filter: Filter, cursor: string | undefined, limit: number) =>
  // names of people outside the actor's company: who acted for it is no secret to it
  tx.elevated(() => tx.rows(rowsOf(actor, filter, cursor, limit)))

/** One page. */
export async function findAuditPage(ctx: Ctx, { limit, cursor, ...filter }: Input<typeof listAudit>): Promise<Output<typeof listAudit>> {
  const page = { limit, cursor }
  return toPage(await readRows(ctx.tx, ctx.actor, filter, cursor, rowsToAsk(page)), page, toRow)
}

const labelOf = (entity: string): string => Object.entries(auditEntities).find(([key]) => key === entity)?.[1] ?? entity
const systemName = '系统'

function toRow(row: Found): AuditRow {
  const path = row.entity === null || row.entity_id === null ? undefined : pageOf(row.entity, row.entity_id)
  return {
    id: row.id, at: row.at, userName: row.user_name ?? systemName, account: row.account ?? '', ...(row.acting_for === null ? {} : { actingFor: row.acting_name ?? '' }),
    ...(row.company_name === null ? {} : { companyName: row.company_name }), ...(row.branch_name === null ? {} : { branchName: row.branch_name }),
    ip: row.ip, action: row.action, title: row.title, ...(row.entity === null ? {} : { entity: row.entity, entityLabel: labelOf(row.entity) }), ...(row.entity_id === null ? {} : { entityId: row.entity_id }),
    ...(path === undefined ? {} : { path }), changes: changesOf(row.diff), requestId: row.request_id,
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
    const [field, old, next]: unknown[] = [Reflect.get(each, 'field'), Reflect.get(each, 'old'), Reflect.get(each, 'new')]
    return isText(field) && isText(old) && isText(next) ? [{ field, old, new: next }] : []
  })
}

const columns: readonly SheetColumn[] = [
  { title: '时间', width: 20 }, { title: '操作人', width: 14 }, { title: '账号', width: 20 }, { title: '代何人操作', width: 14 }, { title: '企业', width: 30 }, { title: '分公司', width: 30 }, { title: 'IP', width: 16 },
  { title: '操作', width: 20 }, { title: '对象', width: 12 }, { title: '对象编号', width: 38 }, { title: '变更内容', width: 60 }, { title: '接口', width: 40 }, { title: '请求编号', width: 20 },
]
const cellsOf = (row: AuditRow): Cell[] => [
  formatDateTime(row.at), row.userName, row.account, row.actingFor, row.companyName, row.branchName, row.ip, row.title, row.entityLabel, row.entityId,
  row.changes.map((change) => `${change.field}：${change.old} → ${change.new}`).join('\n'), row.action, row.requestId,
]

/** The rows of the list as an Excel file, read in batches while it is sent. Refuses more than fit. */
export async function exportRows(ctx: Ctx, filter: Filter): Promise<FileAnswer> {
  const some = q.selectFrom('audit_log as a').leftJoin('users as u', 'u.id', 'a.user_id').select('a.id').where(allOf(conditions(ctx.actor, filter))).limit(exportMax + 1)
  const { n } = await ctx.tx.elevated(() => ctx.tx.one(q.selectFrom(some.as('some')).select((e) => e.fn.countAll<number>().as('n'))))
  if (n > exportMax) throw new Problem('export.tooMany', { most: exportMax })
  ctx.touched('audit', ctx.actor.userId, { 导出行数: String(n) })
  const { actor, deps } = ctx
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (let cursor: string | undefined; ;) {
      const after: string | undefined = cursor
      const rows = await reading(deps.reads, reachOf(actor), (tx) => readRows(tx, actor, filter, after, exportBatch))
      yield rows.map((row) => cellsOf(toRow(row)))
      cursor = rows.at(-1)?.id
      if (rows.length < exportBatch) return
    }
  }
  return { name: `审计日志${formatDate(ctx.now).replaceAll('-', '')}.xlsx`, mime: xlsxMime, body: xlsxStream('审计日志', columns, batches()) }
}
