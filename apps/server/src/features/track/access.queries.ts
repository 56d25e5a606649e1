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

/**
 * Joined to rows `s` of tracks that last from … to …: `seen.until`, the end of what the actor may see of a row, null where
 * its beginning lies in no span of theirs; `w`, its waybill where that is the actor's; `c`, its carrier.
 */
export const besideSeen = (actor: Actor): RawBuilder<unknown> => sql`cross join lateral (
    select max(least(s.to_at, coalesce(a.to_at, s.to_at))) as until from track_access a
    where a.track_no = s.track_no and ${usableSpans(actor)} and ${spanHolds(sql<number>`s.from_at`)}) as seen
  left join waybills w on w.id = s.waybill_id and ${ownRows(actor, 'w')}
  left join companies c on c.id = s.carrier_id`

/** True for a span `a` that holds a moment. */
export const spanHolds = (moment: RawBuilder<number>): Condition =>
  sql<boolean>`(a.from_at <= ${moment} and (a.to_at is null or a.to_at >= ${moment}))`
