// Reads of exports: a person's own files, one of them, one under lock.
import type { Input, Output } from '@yunshu/contract/call'
import { exportLists, exportPacks } from '@yunshu/contract/exporting/exportLists'
import type { ExportRow, getExportAddress, listExports } from '@yunshu/contract/exporting/exporting'
import { exportLimits, exportMovesOf, exportStates, isExportMade, isExportRemovable } from '@yunshu/domain/exporting'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import { exportFile, fileAddress } from '../../files/signedAddress.ts'
import type { Ctx } from '../../work/ctx.ts'

/** One's own files: a person who acts for an employee still asks in their own name, and the file is theirs. */
const own = ({ actor }: Pick<Ctx, 'actor'>) => sql<boolean>`e.user_id = ${actor.userId}::uuid`

const listed = q
  .selectFrom('exports as e')
  .leftJoin('users as f', 'f.id', 'e.acting_for')
  .select([
    'e.id',
    'e.list',
    'e.title',
    'e.note',
    'e.state',
    'e.file_name',
    'e.rows_total',
    'e.rows_done',
    'e.size',
    'e.fault',
    'e.created_at',
    'e.done_at',
    'e.version',
    'f.name as acting_name',
  ])
type Found = Awaited<ReturnType<typeof listed.execute>>[number]

function toRow({ can }: Pick<Ctx, 'can'>, row: Found): ExportRow {
  const state = keyOf(exportStates.states, row.state)
  return {
    id: row.id,
    list: keyOf({ ...exportLists, ...exportPacks }, row.list),
    title: row.title,
    note: row.note,
    state,
    fileName: row.file_name,
    ...(row.rows_total === null ? {} : { rowsTotal: row.rows_total }),
    rowsDone: row.rows_done,
    ...(row.size === null ? {} : { size: row.size }),
    ...(row.fault === null ? {} : { fault: row.fault }),
    ...(row.acting_name === null ? {} : { actingFor: row.acting_name }),
    createdAt: row.created_at,
    ...(row.done_at === null
      ? {}
      : { doneAt: row.done_at, ...(isExportMade(state) ? { expiresAt: row.done_at + exportLimits.lifeMs } : {}) }),
    version: row.version,
    moves: exportMovesOf(state, can),
    canFetch: isExportMade(state),
    canRemove: isExportRemovable(state),
  }
}

/** One's own files, newest first. */
export async function findExportsPage(ctx: Ctx, input: Input<typeof listExports>): Promise<Output<typeof listExports>> {
  const where = allOf([own(ctx), input.state && sql<boolean>`e.state = ${input.state}`, afterCursor(input, 'e.id')])
  // names of people of other companies one works for
  const found = await ctx.tx.elevated(() =>
    ctx.tx.rows(listed.where(where).orderBy('e.id', 'desc').limit(rowsToAsk(input))),
  )
  return toPage(found, input, row => toRow(ctx, row))
}

/** The address of a file; refuses one that is not there. */
export async function findAddress(
  ctx: Ctx,
  { id }: Input<typeof getExportAddress>,
): Promise<Output<typeof getExportAddress>> {
  const row = await ctx.tx.one(
    q.selectFrom('exports as e').select(['e.id', 'e.state', 'e.file_name']).where('e.id', '=', id).where(own(ctx)),
  )
  const state = keyOf(exportStates.states, row.state)
  if (!isExportMade(state)) throw new Problem('state.wrong', { state: exportStates.states[state].label, move: '下载' })
  const address = { id: exportFile(row.id), session: ctx.actor.sessionId }
  return { url: fileAddress(ctx.deps.fileSecret, address, ctx.now), fileName: row.file_name }
}

/** One of one's own under lock. */
export async function lockExport(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(
    q.selectFrom('exports as e').selectAll('e').where('e.id', '=', id).where(own(ctx)).forUpdate(),
  )
  return { ...row, state: keyOf(exportStates.states, row.state) }
}

/** The number of one's own exports that are not finished. */
export async function countUnfinished(ctx: Ctx): Promise<number> {
  return (
    await ctx.tx.one(
      q
        .selectFrom('exports as e')
        .select(sql<number>`count(*)`.as('n'))
        .where(own(ctx))
        .where('e.state', 'in', ['waiting', 'running']),
    )
  ).n
}

/** The exports of the actor's company, whoever asked for them: the number not finished, and the bytes kept. */
export async function companyUse(ctx: Ctx): Promise<{ unfinished: number; bytes: number }> {
  const { companyId } = ctx.actor
  return ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<{ unfinished: number; bytes: number }>`
    select count(*) filter (where e.state <> 'done') as unfinished, coalesce(sum(e.size) filter (where e.state = 'done'), 0)::bigint as bytes
    from exports e where ${companyId === undefined ? sql`e.company_id is null` : sql`e.company_id = ${companyId}::uuid`} and e.state in ('waiting', 'running', 'done')`.compile(
        q,
      ),
    ),
  )
}
