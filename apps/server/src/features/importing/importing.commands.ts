// Imports: a file is read and judged without writing; then written once, whole or exactly its good rows, or given up.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/importing'
import { importKinds, type ImportDetail, type ImportKey } from '@yunshu/contract/importing'
import type { RowFault } from '@yunshu/domain/importing/cells'
import { importLimits, importModes, importStates } from '@yunshu/domain/importing/importing'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { inTransaction, q, systemReach } from '../../db/tx.ts'
import { xlsxMime, xlsxStream } from '../../exports/xlsx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { may } from '../../work/makeCtx.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { ImportKind } from '../../imports/importKind.ts'
import { faultTitle, layOut, type LaidOut } from '../../imports/layOut.ts'
import { readSheet, unreadableFile } from '../../imports/readSheet.ts'
import { templateOf } from '../../imports/template.ts'
import { assertOwn, countWaiting, findImport, readImport, type ImportContent } from './importing.queries.ts'
import { kindOf } from './kinds.ts'

/** Time between reports of progress of a run, ms. */
const signEveryMs = 500

/** The kind; refuses people who may not import it. */
function permitted(ctx: Ctx, key: ImportKey): ImportKind {
  const kind = kindOf(key)
  if (!ctx.can(kind.permit)) throw new Problem('permit.missing')
  return kind
}

/** The kind, opened for the target; refuses people who may not import it, and targets that take nothing now. */
async function openKind(ctx: Ctx, key: ImportKey, targetId: string | undefined): Promise<ImportKind> {
  const kind = permitted(ctx, key)
  await kind.open(ctx, targetId)
  return kind
}

/** The file people fill in. */
export async function makeTemplate(
  ctx: Ctx,
  { kind: key, targetId }: Input<typeof calls.getImportTemplate>,
): Promise<FileAnswer> {
  const { columns } = await openKind(ctx, key, targetId)
  const { label } = importKinds[key]
  return { name: `${label}导入模板.xlsx`, mime: xlsxMime, body: await templateOf(label, columns) }
}

const badRows = (faults: readonly RowFault[]): Set<number> => new Set(faults.map(({ row }) => row))
const inOrder = (faults: readonly RowFault[]): RowFault[] => faults.toSorted((a, b) => a.row - b.row)

/**
 * The uploaded file, read before the transaction, which must not wait for it. People who may not import are refused
 * before anything is read.
 */
export async function readFile(
  { actor, files }: Pick<Ctx, 'actor' | 'files'>,
  { kind: key }: Input<typeof calls.checkImport>,
): Promise<{ name: string; laid: LaidOut }> {
  const kind = kindOf(key)
  if (!may(actor, kind.permit)) throw new Problem('permit.missing')
  const [file, ...more] = files
  if (!file) throw new Problem('file.missing', {}, { fields: { files: '请选择要上传的文件' } })
  if (more.length > 0) throw unreadableFile('一次只能上传一个文件')
  if (file.size > importLimits.bytes)
    throw new Problem(
      'file.large',
      { name: file.name, limit: importLimits.bytes / 1_048_576 },
      { fields: { files: `不能超过 ${importLimits.bytes / 1_048_576} MB` } },
    )
  return { name: file.name, laid: layOut(kind.columns, await readSheet(file, actor.companyId ?? actor.userId)) }
}

/** Judges the rows of a file and keeps them until they are written or given up. */
export async function checkImport(
  ctx: Ctx,
  { kind: key, targetId }: Input<typeof calls.checkImport>,
  { name, laid }: Awaited<ReturnType<typeof readFile>>,
): Promise<Output<typeof calls.checkImport>> {
  const kind = await openKind(ctx, key, targetId)
  if ((await countWaiting(ctx)) >= importLimits.waiting)
    throw new Problem('import.many', { most: importLimits.waiting })
  const judged = await kind.judge(ctx, laid.rows, { targetId, isWriting: false, progress: () => {} })
  const faults = inOrder([...laid.faults, ...judged.faults])
  const id = v7()
  await ctx.tx.run(
    q.insertInto('imports').values({
      id,
      user_id: ctx.actor.userId,
      acting_for: ctx.actor.actingFor?.userId ?? null,
      company_id: ctx.actor.companyId ?? null,
      kind: key,
      target_id: targetId ?? null,
      file_name: name,
      state: importStates.start,
      rows_total: laid.rows.length,
      rows_bad: badRows(faults).size,
      content: JSON.stringify({ rows: laid.rows, faults: laid.faults } satisfies ImportContent),
      notes: JSON.stringify(laid.notes),
      faults: JSON.stringify(faults),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, { entity: 'import', entityId: id, action: '检查导入文件', to: importStates.start })
  ctx.touched('import', id, {
    导入: importKinds[key].label,
    文件: name,
    行数: String(laid.rows.length),
    错误行: String(badRows(faults).size),
  })
  return findImport(ctx, { id })
}

/**
 * Refuses (`import.running`) while the file is being written, instead of waiting for minutes; people who do not own it
 * are told that it does not exist.
 */
async function alone(ctx: Ctx, id: string): Promise<void> {
  await assertOwn(ctx, id)
  const { free } = await ctx.tx.one(
    sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`import ${id}`}, 0)) as free`.compile(q),
  )
  if (!free) throw new Problem('import.running')
}

/** Writes a checked file in one transaction, rows judged again under its locks. */
export async function runImport(ctx: Ctx, { id, version, mode }: Input<typeof calls.runImport>): Promise<ImportDetail> {
  await alone(ctx, id)
  const row = await readImport(ctx, id)
  // an import written a moment ago under another key is refused by its state
  if (row.version !== version && row.state === 'checked') throw await stale(ctx, id)
  const kind = await openKind(ctx, row.kind, row.target_id ?? undefined)
  if (row.state === 'checked' && mode === 'ALL' && row.rows_bad > 0)
    throw new Problem('import.bad', { count: row.rows_bad })
  if (row.state !== 'checked')
    throw new Problem('state.wrong', {
      state: importStates.states[row.state].label,
      move: importStates.moves.write.label,
    })

  const { rows, faults: unread } = row.content
  const judged = await kind.judge(ctx, rows, {
    targetId: row.target_id ?? undefined,
    isWriting: true,
    progress: sayHowFar(ctx, id),
  })
  const wasBad = badRows(row.faults)
  const isBad = badRows([...unread, ...judged.faults])
  const changed = [...isBad].filter(n => !wasBad.has(n)).toSorted((a, b) => a - b)
  const faults = inOrder([...row.faults, ...judged.faults.filter(fault => !wasBad.has(fault.row))])
  const told = { rows_bad: badRows(faults).size, faults: JSON.stringify(faults), changed }
  if (mode === 'ALL' && changed.length > 0) {
    await ctx.tx.run(
      q
        .updateTable('imports')
        .set({ ...told, version: version + 1, updated_at: ctx.now })
        .where('id', '=', id),
    )
    ctx.touched('import', id, { 未写入: `${changed.length} 行已不正确` })
    return findImport(ctx, { id })
  }
  const only = new Set(rows.flatMap(({ row: n }) => (wasBad.has(n) || isBad.has(n) ? [] : [n])))
  if (only.size === 0) throw new Problem('import.nothing')
  const results = await judged.write(only)
  if (results.length !== only.size)
    throw new Error(`import ${row.kind}: ${only.size} rows to write, ${results.length} written`)
  const kept: ImportContent = { rows: rows.filter(({ row: n }) => !only.has(n)), faults: [] }
  await move(ctx, importStates, row, 'write', {
    set: {
      ...told,
      mode,
      results: JSON.stringify(results),
      content: JSON.stringify(kept),
      rows_done: results.length,
      heartbeat_at: null,
      done_at: ctx.now,
    },
  })
  ctx.touched('import', id, {
    导入: importKinds[row.kind].label,
    方式: importModes[mode],
    已导入: `${results.length} 行`,
  })
  return findImport(ctx, { id })
}

/**
 * Says how far a run is, outside its transaction, which nobody else sees into. Best effort: an import never fails for
 * it.
 */
function sayHowFar(ctx: Ctx, id: string): (rows: number) => void {
  let saidAt = 0
  return rows => {
    const now = Date.now()
    if (now - saidAt < signEveryMs) return
    saidAt = now
    inTransaction(ctx.deps.pool, systemReach, tx =>
      tx.run(
        q
          .updateTable('imports')
          .set({ rows_done: rows, heartbeat_at: now })
          .where('id', '=', id)
          .where('state', '=', 'checked'),
      ),
    ).catch((error: unknown) => ctx.log.warn({ err: error }, 'progress of an import'))
  }
}

/** Gives a checked file up; nothing of it is kept. */
export async function dropImport(
  ctx: Ctx,
  { id, version }: Input<typeof calls.dropImport>,
): Promise<Output<typeof calls.dropImport>> {
  await alone(ctx, id)
  const row = await readImport(ctx, id)
  const moved = await move(ctx, importStates, row, 'drop', {
    version,
    set: { content: JSON.stringify(emptyImportContent), faults: '[]', notes: '[]' },
  })
  ctx.touched('import', id)
  return { id, version: moved.version }
}

/** The content kept of a file that is over. */
export const emptyImportContent: ImportContent = { rows: [], faults: [] }

/** The rows with faults as they were handed in, each with what is wrong with it. */
export async function faultFile(ctx: Ctx, { id }: Input<typeof calls.getImportFaults>): Promise<FileAnswer> {
  const { kind: key, content, faults, file_name: name } = await readImport(ctx, id)
  const { columns } = permitted(ctx, key)
  const reasons = new Map<number, string[]>()
  for (const { row, field, reason } of faults)
    reasons.set(row, [
      ...(reasons.get(row) ?? []),
      field === undefined ? reason : `${columns[field]?.title ?? field}：${reason}`,
    ])
  const keys = Object.keys(columns)
  const lines = content.rows.flatMap(({ row, cells }) => {
    const told = reasons.get(row)
    return told ? [[...keys.map(field => cells[field]), `第${row}行：${told.join('；')}`]] : []
  })
  if (lines.length === 0) throw new Problem('row.none')
  ctx.touched('import', id)
  const titles = [
    ...Object.values(columns).map(({ title, required, width = 16 }) => ({
      title: `${title}${required ? '*' : ''}`,
      width,
    })),
    { title: faultTitle, width: 60 },
  ]
  return {
    name: `${name.replace(/\.[^.]*$/, '')}-错误.xlsx`,
    mime: xlsxMime,
    body: xlsxStream('错误', titles, batches(lines)),
  }
}

async function* batches<T>(lines: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < lines.length; at += 500) yield lines.slice(at, at + 500)
}
