// One run of an export: the rows of the list, read in one snapshot as the person who asked, written into the store as
// they are read.
import { exportLimits, exportStates } from '@yunshu/domain/exporting'
import { Problem } from '@yunshu/domain/problems/problems'
import { formatDateTime } from '@yunshu/domain/figures/time'
import * as z from 'zod/mini'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import type { Exports } from '../../db/tables.gen.ts'
import { inSnapshot, inTransaction, q, systemReach } from '../../db/tx.ts'
import { xlsxMime, xlsxStream, type Cell, type Line } from '../../exports/xlsx.ts'
import { isNarrowedByBranch } from '@yunshu/contract/call'
import { exportLists } from '@yunshu/contract/exporting/exportLists'
import { reachOf, writtenName, type Actor, type Ctx, type Deps } from '../../work/ctx.ts'
import { makeCtx, may, mayCall } from '../../work/makeCtx.ts'
import { asSystem } from '../../work/system.ts'
import { tellHappening } from '../../work/outbox.ts'
import { findAbsent } from '../session/absent.queries.ts'
import type { Exportable, Reader, WireFilter } from './exportable.ts'
import { isPack, packs, type Pack } from './packs.ts'
import { sheets } from './sheets.ts'

/** A file whose run has begun. */
export type Running = Omit<Selectable<Exports>, 'state'> & { readonly state: 'running' }

/** Rows read and written at a time: few enough that other requests of the process do not wait for them. */
const batch = 500
/** Time between signs of life of a run, ms. */
const signEveryMs = 1000

/** A run that ends before its end: the person called it off, or the process stops. */
class Ended extends Error {
  readonly isCalledOff: boolean
  constructor(isCalledOff: boolean) {
    super(isCalledOff ? 'called off' : 'stopped')
    this.isCalledOff = isCalledOff
  }
}

/** Makes the file of an export and says how it ended; never throws for what is wrong with the export itself. */
export async function runExport(deps: Deps, row: Running, signal: AbortSignal): Promise<void> {
  // a key that was never used: an earlier attempt may have left some of its own
  const key = keyOfAttempt(row, row.attempts)
  for (let before = 1; before < row.attempts; before++) await deps.store.remove(keyOfAttempt(row, before))
  try {
    const { actor, sheet } = await prepare(deps, row)
    const made = await make(deps, row, { actor, sheet, key, signal })
    const isKept = await end(deps, row, 'finish', {
      storage_key: key,
      done_at: Date.now(),
      ...made,
      rows_total: made.rows_done,
    })
    if (!isKept) await deps.store.remove(key)
  } catch (error) {
    await deps.store.remove(key).catch(() => undefined)
    if (error instanceof Ended) return error.isCalledOff ? undefined : void (await end(deps, row, 'resume', {}))
    if (error instanceof Problem) return void (await end(deps, row, 'fail', { fault: error.message }))
    // the fault is not of this export's data: it is tried again, a few times
    console.error(`export ${row.id}:`, error)
    await end(
      deps,
      row,
      row.attempts < exportLimits.attempts ? 'resume' : 'fail',
      row.attempts < exportLimits.attempts ? {} : { fault: '系统错误，请稍后重试' },
    )
  }
}

const keyOfAttempt = (row: Running, attempt: number): string =>
  `export/${new Date(row.created_at).toISOString().slice(0, 7)}/${row.id}-${attempt}.${row.file_name.split('.').at(-1) ?? 'xlsx'}`

/** The person with the rights they have now, and the list. */
async function prepare(deps: Deps, row: Running): Promise<{ actor: Actor; sheet: Exportable | Pack }> {
  const sheet = isPack(row.list) ? packs[row.list] : sheets[keyOf(exportLists, row.list)]
  const found = await findAbsent(deps, row.user_id, row.acting_for)
  if (!found) throw new Problem('export.person')
  // a branch a platform account had chosen
  const actor: Actor =
    row.branch_id !== null && found.side === 'platform' && isNarrowedByBranch(sheet.call)
      ? { ...found, side: 'branch', branchId: row.branch_id }
      : found
  if (!may(actor, 'export.run') || !mayCall(actor, sheet.call)) throw new Problem('permit.missing')
  return { actor, sheet }
}

interface Making {
  readonly actor: Actor
  readonly sheet: Exportable | Pack
  readonly key: string
  readonly signal: AbortSignal
}
interface Made {
  readonly rows_done: number
  readonly size: number
  readonly sums: string
}

async function make(deps: Deps, row: Running, { actor, sheet, key, signal }: Making): Promise<Made> {
  const filter: WireFilter = z.parse(z.record(z.string(), z.string()), row.filter)
  if ('pack' in sheet) return makePack(deps, actor, { pack: sheet, filter, key, id: row.id })
  if (Object.keys(sheet.faults(filter)).length > 0) throw new Problem('export.filter')
  return inSnapshot(deps.pool, reachOf(actor), async tx => {
    const { ctx } = makeCtx(
      { deps, actor, now: Date.now(), requestId: `export-${row.id}`, ip: '', log: silent, files: [], isForFile: true },
      tx,
    )
    const reader = sheet.open(filter, row.columns, permit => ctx.can(permit))
    const most = deps.config.exportRows
    const total = await reader.count?.(ctx, most + 1)
    if ((total ?? 0) > most) throw new Problem('export.tooMany', { most })
    let done = 0,
      signedAt = 0
    const sign = async (): Promise<void> => {
      if (signal.aborted) throw new Ended(false)
      if (Date.now() - signedAt < signEveryMs) return
      signedAt = Date.now()
      if (!(await live(deps, row, { rows_done: done, ...(total === undefined ? {} : { rows_total: total }) })))
        throw new Ended(true)
    }
    async function* lines(): AsyncGenerator<readonly Line[]> {
      for (let cursor: string | undefined; ;) {
        await sign()
        const page = await reader.page(ctx, cursor, batch)
        done += page.lines.length
        if (done > most) throw new Problem('export.tooMany', { most })
        yield page.lines
        if (page.next === undefined) break
        cursor = page.next
      }
      yield closing(reader, row, actor, done, ctx.now)
    }
    const size = await deps.store.putStream(key, xlsxStream(row.title, reader.columns, lines()), xlsxMime)
    return { rows_done: done, size, sums: JSON.stringify(sumsOf(reader)) }
  })
}

interface PackMaking {
  readonly pack: Pack
  readonly filter: WireFilter
  readonly key: string
  readonly id: string
}

/** A pack is read in one snapshot and written as its papers are opened. */
const makePack = (deps: Deps, actor: Actor, { pack, filter, key, id }: PackMaking): Promise<Made> =>
  inSnapshot(deps.pool, reachOf(actor), async tx => {
    const { ctx } = makeCtx(
      { deps, actor, now: Date.now(), requestId: `export-${id}`, ip: '', log: silent, files: [], isForFile: true },
      tx,
    )
    const { rows, body } = await pack.pack(ctx, filter)
    const size = await deps.store.putStream(key, body, 'application/zip')
    return { rows_done: rows, size, sums: '{}' }
  })

/** A logger for reads on nobody's request. */
const silent: Ctx['log'] = (() => {
  const hush = (): void => {}
  return {
    level: 'silent',
    fatal: hush,
    error: hush,
    warn: hush,
    info: hush,
    debug: hush,
    trace: hush,
    silent: hush,
    child: () => silent,
  }
})()

/** The last lines of a file: the sums under their columns, the number of rows, the filter, and the person who asked. */
function closing(reader: Reader, row: Running, actor: Actor, rows: number, now: number): readonly Line[] {
  const [first, ...sums] = reader.totals()
  const strong = (...cells: readonly Cell[]): Line => ({ strong: cells })
  return [
    ...(first === undefined ? [strong('合计', ...sums)] : [strong('合计'), strong(first, ...sums)]),
    strong('导出行数', rows),
    strong('查询条件', row.note || '全部'),
    strong('导出人', writtenName(actor)),
    strong('数据时间', formatDateTime(now)),
  ]
}

/** The sums by the title of their column, as text. */
function sumsOf(reader: Reader): Record<string, string> {
  const totals = reader.totals()
  return Object.fromEntries(
    reader.columns.flatMap(({ title }, at) => {
      const total = totals[at]
      return total === undefined ? [] : [[title, typeof total === 'object' ? total.decimal : String(total)]]
    }),
  )
}

/** Says that the run lives and how far it is; false when it was called off. */
async function live({ pool }: Deps, row: Running, so: { rows_done: number; rows_total?: number }): Promise<boolean> {
  return (
    (await inTransaction(pool, systemReach, tx =>
      tx.run(
        q
          .updateTable('exports')
          .set({ ...so, heartbeat_at: Date.now() })
          .where('id', '=', row.id)
          .where('state', '=', 'running')
          .where('version', '=', row.version),
      ),
    )) === 1
  )
}

/** Ends the run and tells the person; false when the export is no longer this run's to end. */
async function end(
  deps: Deps,
  row: Running,
  name: 'finish' | 'fail' | 'resume',
  set: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return asSystem(deps, async ctx => {
    const now = await ctx.tx.first(
      q
        .selectFrom('exports')
        .select(['id', 'version', 'rows_done'])
        .where('id', '=', row.id)
        .where('state', '=', 'running')
        .where('version', '=', row.version)
        .forUpdate(),
    )
    if (!now) return false
    await move(ctx, exportStates, row, name, { set })
    await tell(ctx, row, name, set)
    return true
  })
}

async function tell(
  ctx: Ctx,
  row: Running,
  name: 'finish' | 'fail' | 'resume',
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  const to = { users: [row.user_id] }
  const file = row.file_name
  if (name === 'resume') await tellHappening(ctx, 'export.resumed', to)
  else if (name === 'finish') await tellHappening(ctx, 'export.finished', to, { file, count: String(set['rows_done']) })
  else await tellHappening(ctx, 'export.failed', to, { file, reason: String(set['fault']) })
}
