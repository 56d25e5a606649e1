// The mark of a proven arrival in SQL alone: of a row of the list, of its filter, and of the work of today.
import { arrivalMoveKeys, arrivalMoves, type ArrivalMove } from '@yunshu/domain/track/arrival'
import { sql, type RawBuilder } from 'kysely'

type Condition = RawBuilder<boolean>

/** True where one of these holds. */
export const anyOf = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** True where proposal `p` is about the next step of waybill `w`: one the waybill has gone past is dead at once. */
export const isLiving = sql<boolean>`(p.state = 'open' and ${anyOf(
  arrivalMoveKeys.map(
    name => sql<boolean>`(p.move = ${sql.lit(name)} and w.state = ${sql.lit(arrivalMoves[name].from)})`,
  ),
)})`

/** The step a circle proves of waybill `w`, as a selected column; null where there is none. */
export const provenOf = sql<ArrivalMove | null>`(select p.move from waybill_proposals p where p.waybill_id = w.id
  and ${isLiving} limit 1)`

/** Waybills with a proven arrival that waits; found by the proposals that are open, which are few. */
export const hasArrival = sql<boolean>`(w.id = any(array(select p.waybill_id from waybill_proposals p
  where p.state = 'open')) and ${provenOf} is not null)`

/** Since when the arrival of `w` is proven. */
export const provenSince = sql<number>`(select p.at from waybill_proposals p where p.waybill_id = w.id
  and ${isLiving} limit 1)`
