// Reads of imports: a person's own, what one holds, and one under lock.
import type { Input, Output } from '@yunshu/contract/call'
import {
  importKinds,
  type getImport,
  type ImportDetail,
  type ImportFault,
  type ImportRow,
  type listImports,
} from '@yunshu/contract/importing'
import type { RawRow, RowFault } from '@yunshu/domain/importing/cells'
import { importLimits, importStates } from '@yunshu/domain/importing/importing'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { kindOf } from './kinds.ts'

/** The most made records an answer names. */
const madeShown = 100

/** One's own, for the company one works for at the moment. */
const own = ({ actor }: Pick<Ctx, 'actor'>) =>
  sql<boolean>`(i.user_id = ${actor.userId}::uuid
    and i.acting_for is not distinct from ${actor.actingFor?.userId ?? null}::uuid
    and i.company_id is not distinct from ${actor.companyId ?? null}::uuid)`

const RawRows = z.array(z.object({ row: z.number(), cells: z.record(z.string(), z.string()) }))
const Faults = z.array(z.object({ row: z.number(), field: z.optional(z.string()), reason: z.string() }))
const Content = z.object({ rows: RawRows, faults: Faults })
const Results = z.array(z.object({ row: z.number(), id: z.string(), label: z.string() }))
/** The content of a file: its rows, and cells that could not be read whole. */
export interface ImportContent {
  readonly rows: readonly RawRow[]
  readonly faults: readonly RowFault[]
}

const headColumns = [
  'i.id',
  'i.kind',
  'i.target_id',
  'i.file_name',
  'i.state',
  'i.rows_total',
  'i.rows_bad',
  'i.rows_done',
  'i.heartbeat_at',
  'i.created_at',
  'i.done_at',
  'i.version',
] as const
const written = sql<number>`jsonb_array_length(i.results)`.as('rows_written')
const listed = q.selectFrom('imports as i').select(headColumns).select(written)
type Head = Awaited<ReturnType<typeof listed.execute>>[number]

function toRow(now: number, row: Head): ImportRow {
  const isRunning = row.state === 'checked' && (row.heartbeat_at ?? 0) > now - importLimits.aliveMs
  return {
    id: row.id,
    kind: keyOf(importKinds, row.kind),
    ...(row.target_id === null ? {} : { targetId: row.target_id }),
    fileName: row.file_name,
    state: keyOf(importStates.states, row.state),
    rowsTotal: row.rows_total,
    rowsBad: row.rows_bad,
    rowsWritten: row.rows_written,
    ...(isRunning ? { rowsDone: row.rows_done } : {}),
    createdAt: row.created_at,
    ...(row.done_at === null ? {} : { doneAt: row.done_at }),
    version: row.version,
  }
}

/** One's own imports that were not given up, newest first. */
export async function findImportsPage(ctx: Ctx, input: Input<typeof listImports>): Promise<Output<typeof listImports>> {
  const where = allOf([
    own(ctx),
    sql<boolean>`i.state <> 'dropped'`,
    input.kind === undefined ? undefined : sql<boolean>`i.kind = ${input.kind}`,
    input.targetId === undefined ? undefined : sql<boolean>`i.target_id = ${input.targetId}::uuid`,
    afterCursor(input, 'i.id'),
  ])
  return toPage(await ctx.tx.rows(listed.where(where).orderBy('i.id', 'desc').limit(rowsToAsk(input))), input, row =>
    toRow(ctx.now, row),
  )
}

/** One of one's own as the page shows it. */
export async function findImport(ctx: Ctx, { id }: Input<typeof getImport>): Promise<ImportDetail> {
  // hundreds of faults are shown, thousands stay where they are
  const row = await ctx.tx.one(
    listed
      .select([
        'i.notes',
        'i.changed',
        sql<number>`jsonb_array_length(i.faults)`.as('faults_total'),
        sql<unknown>`jsonb_path_query_array(i.faults, '$[0 to ${sql.raw(String(importLimits.faults - 1))}]')`.as(
          'faults',
        ),
        sql<unknown>`jsonb_path_query_array(i.results, '$[0 to ${sql.raw(String(madeShown - 1))}]')`.as('made'),
        sql<boolean>`i.rows_bad > 0 and jsonb_array_length(i.content -> 'rows') > 0`.as('has_file'),
      ])
      .where('i.id', '=', id)
      .where(own(ctx)),
  )
  const { columns } = kindOf(keyOf(importKinds, row.kind))
  return {
    ...toRow(ctx.now, row),
    notes: z.parse(z.array(z.string()), row.notes),
    changed: row.changed,
    faultsTotal: row.faults_total,
    hasFaultFile: row.has_file,
    made: z.parse(Results, row.made),
    faults: z.parse(Faults, row.faults).map(({ row: n, field, reason }): ImportFault => ({
      row: n,
      reason,
      ...(field === undefined ? {} : { title: columns[field]?.title ?? field }),
    })),
  }
}

/** Refuses an import that is not one's own as one that does not exist. */
export async function assertOwn(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx.one(q.selectFrom('imports as i').select('i.id').where('i.id', '=', id).where(own(ctx)))
}

/** Rows and faults of one of one's own. */
export async function readImport(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(q.selectFrom('imports as i').selectAll('i').where('i.id', '=', id).where(own(ctx)))
  return {
    ...row,
    kind: keyOf(importKinds, row.kind),
    state: keyOf(importStates.states, row.state),
    content: z.parse(Content, row.content),
    faults: z.parse(Faults, row.faults),
  }
}

/** The number of one's own files that wait to be written. */
export async function countWaiting(ctx: Ctx): Promise<number> {
  const { n } = await ctx.tx.one(
    q
      .selectFrom('imports as i')
      .select(sql<number>`count(*)`.as('n'))
      .where(own(ctx))
      .where('i.state', '=', 'checked'),
  )
  return n
}
