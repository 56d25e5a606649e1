// The history of records: lines as people read them, newest first, and the one place that writes them.
import { LogLine } from '@yunshu/contract/goods/goods'
import type { Entity } from '@yunshu/domain/entities'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { printAct } from '@yunshu/domain/print'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { writtenName, type Change, type Ctx } from './ctx.ts'
import { insertMany } from '../db/insertRows.ts'
import { q } from '../db/tx.ts'
import { shownChange } from './numbers.ts'

/** One line to be written. */
export interface HistoryLine {
  entity: Entity
  entityId: string
  action: string
  from?: string
  to?: string
  reason?: string | undefined
  diff?: readonly Change[] | undefined
  /** The author it is told of, where that is not the actor. */
  by?: string
}

/** The word commands use for a value that is not there. */
const nothing = '--'

/** A change as it is kept: nothing stays empty, so that a page can tell a first value from one that replaced another. */
const keptChange = (change: Change): Change => ({
  ...change,
  old: change.old === nothing ? '' : change.old,
  new: change.new === nothing ? '' : change.new,
})

/** Writes lines, of one record or many, in their order. */
export async function writeHistory(ctx: Ctx, lines: readonly HistoryLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(line => ({
    id: v7(),
    entity: line.entity,
    entity_id: line.entityId,
    at: ctx.now,
    user_id: ctx.actor.userId,
    user_name: line.by ?? writtenName(ctx.actor),
    action: line.action,
    from_state: line.from ?? null,
    to_state: line.to ?? null,
    remark: line.reason ?? null,
    diff: line.diff?.length ? line.diff.map(keptChange) : null,
  }))
  await insertMany(ctx.tx, 'events', rows)
}

/** Changes of a line of history for the audit row. */
export const notedOf = ({ diff = [], reason }: Pick<HistoryLine, 'diff' | 'reason'>): Change[] => [
  ...diff,
  ...(reason ? [{ field: '说明', old: '--', new: reason }] : []),
]

/** Writes a line of a record's history; the audit row hears of it. */
export async function logEvent(ctx: Ctx, line: HistoryLine): Promise<void> {
  ctx.noted(notedOf(line))
  await writeHistory(ctx, [line])
}

/**
 * Writes a line into each of many records' histories; the audit row, which holds some of its changes only, hears of the
 * first.
 */
export async function logEvents(ctx: Ctx, lines: readonly HistoryLine[]): Promise<void> {
  await writeHistory(ctx, lines)
  ctx.noted(firstChanges(lines))
}

/** The most lines of which the audit row hears. */
const notedMax = 100

/** The changes of the first of many lines, for the audit row. */
export const firstChanges = (lines: readonly Pick<HistoryLine, 'diff'>[]): Change[] =>
  lines.slice(0, notedMax).flatMap(({ diff = [] }) => diff)

/** The refusal for a row someone else changed, naming who changed it last. */
export const stale = async (ctx: Ctx, entityId: string): Promise<Problem> =>
  new Problem('row.stale', { who: await lastHand(ctx, entityId) })

/**
 * The person who changed a record last, as the actor is told: themselves elsewhere, a colleague by name, people of another company
 * by that company; the house knows everybody. A print is a look.
 */
export async function lastHand(ctx: Ctx, entityId: string): Promise<string> {
  const last = await ctx.tx.first(
    q
      .selectFrom('events')
      .select(['user_id', 'user_name'])
      .where('entity_id', '=', entityId)
      .where('action', '<>', printAct)
      .orderBy('id', 'desc')
      .limit(1),
  )
  if (last === undefined) return '其他人'
  if (last.user_name === systemHand) return systemHand
  if (last.user_id === ctx.actor.userId) return '您在别处'
  if (isHouseSide(ctx.actor.side)) return last.user_name
  const theirs = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('users as u')
        .leftJoin('companies as c', 'c.id', 'u.company_id')
        .select(['u.company_id', 'c.name'])
        .where('u.id', '=', last.user_id),
    ),
  )
  return theirs?.company_id === ctx.actor.companyId ? last.user_name : (theirs?.name ?? '平台')
}

/** The name of what the product does by itself. */
const systemHand = '系统'

/** The most lines of history a page shows. */
const shownMax = 200

/** Lines of a record the caller has already found in the actor's reach: the table itself has no owner columns. */
export async function findLog(ctx: Ctx, entityId: string): Promise<LogLine[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('events')
      .select(['at', 'user_name', 'action', 'remark', 'diff'])
      .where('entity_id', '=', entityId)
      .orderBy('id', 'desc')
      .limit(shownMax),
  )
  return rows.map(row => {
    const line = z.parse(LogLine, {
      at: row.at,
      by: row.user_name,
      action: row.action,
      ...(row.remark === null ? {} : { remark: row.remark }),
      ...(row.diff === null ? {} : { diff: row.diff }),
    })
    return line.diff === undefined ? line : { ...line, diff: line.diff.map(shownChange) }
  })
}
