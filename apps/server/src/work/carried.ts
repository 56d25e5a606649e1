// The moment since which a waybill (`w`) is carried by the vehicle it has: what another one did before is not its doing.
import { sql } from 'kysely'

/** The end of the last carriage by another vehicle, or a change before loading; null where there was none. */
export const carriedAt = sql<number | null>`greatest(w.vehicle_at, (select max(s.to_at) from waybill_segments s
  where s.waybill_id = w.id and s.vehicle_id <> w.vehicle_id))`
