// The moment since which a waybill (`w`) is carried by the vehicle it has: what another one did before is not its doing.
import { formatDateTime } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q } from '../db/tx.ts'
import type { Ctx } from './ctx.ts'

/** The text of `carriedAt`, for statements of roles that write theirs by hand. */
export const carriedAtText = `greatest(w.vehicle_at, (select max(s.to_at) from waybill_segments s
  where s.waybill_id = w.id and s.vehicle_id <> w.vehicle_id))`

/** The end of the last carriage by another vehicle, or a change before loading; null where there was none. */
export const carriedAt = sql<number | null>`${sql.raw(carriedAtText)}`

/**
 * Whether a stay (`v`) is of a vehicle that carried the goods of the waybill (`w`): one that ended before the change of
 * vehicle before loading proves nothing of them.
 */
export const isOfCarriage = sql<boolean>`(v.left_at is null or v.left_at > coalesce(w.vehicle_at, 0))`

/** The moment of `carriedAt` of one waybill; 0 where there was no change. */
export async function findCarriedAt({ tx }: Pick<Ctx, 'tx'>, waybillId: string): Promise<number> {
  const row = await tx.one(
    sql<{ at: number | null }>`select ${carriedAt} as at from waybills w where w.id = ${waybillId}::uuid`.compile(q),
  )
  return row.at ?? 0
}

/** The fault of a time a person enters for a step of the vehicle that came later. */
export const beforeCarriageFault = (carried: number): string => `不能早于换车的时间 ${formatDateTime(carried)}`
