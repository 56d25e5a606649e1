// Urging (催办) of records whose history remembers it: once per record and day in China, under the lock of the record.
import type { Awaited, Urged, UrgedBefore } from '@yunshu/contract/urged'
import type { Entity } from '@yunshu/domain/entities'
import { startOfDay } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { q } from '../db/tx.ts'
import { writtenName, type Change, type Ctx } from './ctx.ts'
import { logEvent } from './history.ts'

/** The word of it in a record's history. */
const action = '催办'
/** The word by which the history of a carrier tells for which branch it was asked for invoices of what is estimated. */
export const estimateUrged = '暂估方'
/** True for a line of history, by its changes, that names a part. */
const isUrgeOf = (diff: RawBuilder<unknown>, field: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql<boolean>`${diff} @> jsonb_build_array(jsonb_build_object('field', ${field}::text, 'new', ${value}::text))`

/** When a part of a record `id` was last urged; both are expressions of the row. */
export const lastUrgeOf = (
  id: RawBuilder<unknown>,
  { field, value }: { readonly field: string; readonly value: RawBuilder<unknown> },
): RawBuilder<number | null> => sql<number | null>`(select max(e.at) from events e where e.entity_id = ${id}
  and e.action = ${action} and ${isUrgeOf(sql`e.diff`, sql`${field}`, value)})`

/** The times a part of a record `id` was urged; both are expressions of the row. */
export const urgeCountOf = (
  id: RawBuilder<unknown>,
  { field, value }: { readonly field: string; readonly value: RawBuilder<unknown> },
): RawBuilder<number> => sql<number>`(select count(*)::int from events e where e.entity_id = ${id}
  and e.action = ${action} and ${isUrgeOf(sql`e.diff`, sql`${field}`, value)})`

const Told = z.array(z.object({ field: z.string(), new: z.string() }))

/** The times records were urged, and the last of them, by their ids; the caller has found them in the actor's reach. */
export async function urgesOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, UrgedBefore>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    q
      .selectFrom('events')
      .distinctOn('entity_id')
      .select(['entity_id', 'at', 'user_name'])
      .select(sql<number>`(count(*) over (partition by entity_id))::int`.as('count'))
      .where('entity_id', 'in', [...ids])
      .where('action', '=', action)
      .orderBy('entity_id')
      .orderBy('id', 'desc'),
  )
  const today = startOfDay(ctx.now)
  return new Map(
    rows.map(({ entity_id, at, user_name: by, count }) => [entity_id, { count, by, at, isToday: at >= today }]),
  )
}

/** The times one record was urged, and the last of them. */
export const urgedBefore = async (ctx: Ctx, id: string): Promise<UrgedBefore | undefined> =>
  (await urgesOf(ctx, [id])).get(id)

async function readUrges(ctx: Ctx, id: string, of?: Change) {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('events')
      .select(['at', 'user_name', 'diff', sql<number>`(count(*) over ())::int`.as('count')])
      .where('entity_id', '=', id)
      .where('action', '=', action)
      .where(of === undefined ? sql<boolean>`true` : isUrgeOf(sql`diff`, sql`${of.field}`, sql`${of.new}`))
      .orderBy('id', 'desc')
      .limit(1),
  )
  return { count: rows[0]?.count ?? 0, last: rows[0] }
}

interface Urging {
  readonly entity: Entity
  /** The record, which the caller holds under lock. */
  readonly id: string
  readonly awaits: Awaited | undefined
  /** The part of the record that is urged, where parts are urged each by itself: a line of its history names it. */
  readonly of?: Change
  /** Tells those it waits for. */
  readonly tell: () => Promise<void>
}

/**
 * Tells those whose turn it is. The lock of the record makes one of two people at once the first; the other is told who
 * it was. The record keeps its version: nothing of it changed.
 */
export async function urgeRecord(ctx: Ctx, { entity, id, awaits, of, tell }: Urging): Promise<Urged> {
  const { last } = await readUrges(ctx, id, of)
  if (last !== undefined && last.at >= startOfDay(ctx.now)) {
    const [told] = z.parse(Told, last.diff ?? [])
    return { by: last.user_name, at: last.at, company: told?.field ?? '', act: told?.new ?? '', isNew: false }
  }
  if (awaits === undefined) throw new Problem('turn.none')
  if (awaits.isOwn) throw new Problem('turn.own', { act: awaits.act })
  const diff = [{ field: awaits.name, old: '--', new: awaits.act }, ...(of === undefined ? [] : [of])]
  await logEvent(ctx, { entity, entityId: id, action, diff })
  await tell()
  ctx.touched(entity, id, diff)
  return { by: writtenName(ctx.actor), at: ctx.now, company: awaits.name, act: awaits.act, isNew: true }
}
