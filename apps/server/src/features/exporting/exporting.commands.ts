// Asking for files, calling them off, trying again, and taking them out of the download centre.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/exporting/exporting'
import { exportLists, type ExportList, type ExportPack } from '@yunshu/contract/exporting/exportLists'
import { exportLimits, exportStates, isExportRemovable } from '@yunshu/domain/exporting'
import { Problem } from '@yunshu/domain/problems/problems'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { mayCall } from '../../work/makeCtx.ts'
import { companyUse, countUnfinished, lockExport } from './exporting.queries.ts'
import { sheets } from './sheets.ts'

/**
 * Refuses what would pass the limits of the person or the company; requests of a company are taken in turn, so that two
 * at once cannot pass them together.
 */
async function assertRoom(ctx: Ctx): Promise<void> {
  const { company, unfinished } = exportLimits
  await ctx.tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`export ${ctx.actor.companyId ?? 'house'}`}, 0))`.compile(q),
  )
  if ((await countUnfinished(ctx)) >= unfinished) throw new Problem('export.busy', { most: unfinished })
  const used = await companyUse(ctx)
  if (used.unfinished >= company.unfinished) throw new Problem('export.companyBusy', { most: company.unfinished })
  if (used.bytes >= company.bytes) throw new Problem('export.full', { most: company.bytes / 1024 ** 3 })
}

/** Puts a file on the list of what is to be made. The permit of the list is asked for now and again when it is made. */
export async function startExport(
  ctx: Ctx,
  { list, filter, columns = [], note = '' }: Input<typeof calls.startExport>,
): Promise<Output<typeof calls.startExport>> {
  const { call, faults, check, open } = sheets[list]
  if (!mayCall(ctx.actor, call)) throw new Problem('permit.missing')
  const fault = fieldFault(faults(filter, columns))
  if (fault) throw fault
  check(ctx, filter)
  const most = ctx.deps.config.exportRows
  // lists with a cheap count are refused at once; the run refuses the others, and lists that grew meanwhile
  const rows = await open(filter, [], permit => ctx.can(permit)).count?.(ctx, most + 1)
  if (rows !== undefined && rows > most) throw new Problem('export.tooMany', { most })
  return putExport(ctx, { list, title: exportLists[list].label, ending: 'xlsx', note, columns, filter })
}

interface Wanted {
  readonly list: ExportList | ExportPack
  readonly title: string
  /** Of the name of the file. */
  readonly ending: 'xlsx' | 'zip'
  readonly note?: string
  readonly columns?: readonly string[]
  /** The input of the call in wire form. */
  readonly filter: Readonly<Record<string, string>>
}

/** Puts a file on the list of what is to be made, where person and company have room for one more. */
export async function putExport(
  ctx: Ctx,
  { list, title, ending, note = '', columns = [], filter }: Wanted,
): Promise<{ id: string }> {
  await assertRoom(ctx)
  const id = v7()
  await ctx.tx.run(
    q.insertInto('exports').values({
      id,
      user_id: ctx.actor.userId,
      acting_for: ctx.actor.actingFor?.userId ?? null,
      company_id: ctx.actor.companyId ?? null,
      branch_id: ctx.actor.side === 'branch' ? (ctx.actor.branchId ?? null) : null,
      list,
      title,
      note,
      filter: JSON.stringify(filter),
      columns: [...columns],
      state: exportStates.start,
      file_name: `${title}${formatDateTime(ctx.now).replaceAll(/\D/g, '')}.${ending}`,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, { entity: 'export', entityId: id, action: '申请导出', to: exportStates.start })
  ctx.touched('export', id, { 列表: title, ...(note === '' ? {} : { 条件: note }) })
  return { id }
}

/** Calls off a file that is not finished (its run notices at its next sign of life), or tries again. */
export async function moveExport(
  ctx: Ctx,
  { id, version, move: name }: Input<typeof calls.moveExport>,
): Promise<Output<typeof calls.moveExport>> {
  const row = await lockExport(ctx, id)
  if (name === 'retry') await assertRoom(ctx)
  const moved = await move(ctx, exportStates, row, name, {
    version,
    set: name === 'retry' ? { attempts: 0, fault: null, rows_done: 0, rows_total: null } : {},
  })
  ctx.touched('export', id)
  return { id, version: moved.version }
}

/** Forgets a file and its bytes. */
export async function removeExport(
  ctx: Ctx,
  { id, version }: Input<typeof calls.removeExport>,
): Promise<Output<typeof calls.removeExport>> {
  const row = await lockExport(ctx, id)
  if (row.version !== version) throw await stale(ctx, id)
  if (!isExportRemovable(row.state))
    throw new Problem('state.wrong', { state: exportStates.states[row.state].label, move: '删除' })
  await ctx.tx.run(q.deleteFrom('exports').where('id', '=', id))
  const { storage_key: key } = row
  if (key !== null) ctx.afterCommit(() => ctx.deps.store.remove(key))
  ctx.touched('export', id, { 文件: row.file_name })
  return {}
}
