// The spans of time in which an actor may see a vehicle, as conditions of queries; row-level security is the second wall.
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../work/ctx.ts'
import { allOf, bySide, ownRows } from '../../work/scope.ts'

type Condition = RawBuilder<boolean>

/**
 * Rows `a` of track_access an actor may use: those of its company, and of a waybill only within the person's data scope.
 * The platform sees vehicles on waybills; the free time of carriers is theirs.
 */
export const usableSpans = (actor: Actor): Condition =>
  allOf([
    bySide(actor, {
      platform: sql<boolean>`a.why <> 'own'`,
      branch: id => sql<boolean>`a.company_id = ${id}::uuid`,
      company: id => sql<boolean>`a.company_id = ${id}::uuid`,
    }),
    sql<boolean>`(a.waybill_id is null or exists (select from waybills w where w.id = a.waybill_id
      and ${ownRows(actor, 'w')}))`,
  ])

/** True for a span `a` that holds a moment. */
export const spanHolds = (moment: RawBuilder<number>): Condition =>
  sql<boolean>`(a.from_at <= ${moment} and (a.to_at is null or a.to_at >= ${moment}))`
