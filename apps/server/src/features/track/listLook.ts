// Lines of looks at lists of tracks and at places of one vehicle, beside the reads that answer them: a read writes nothing by itself.
import { sameLookMs, type LookReason } from '@yunshu/domain/track/evidence'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { inTransaction, q, systemReach } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/**
 * Writes down a look at a list of tracks, beside the read, which writes nothing. The same list asked for again within
 * five minutes, and its further pages, are the same look.
 */
export async function noteListLook(
  { deps, actor, now, ip }: Ctx,
  why: LookReason,
  look: {
    readonly from: number
    readonly to: number
    readonly text: string | undefined
    readonly cursor: string | undefined
  },
): Promise<void> {
  if (look.cursor !== undefined) return
  const text = look.text === '' ? null : (look.text ?? null)
  await inTransaction(deps.pool, systemReach, async tx => {
    // a page asks for rows and sums at once
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`look ${actor.userId}`}, 0))`.compile(q))
    await tx.run(
      sql`insert into track_views (id, at, user_id, company_id, from_at, to_at, why, text, ip)
        select ${v7({ msecs: now })}::uuid, ${now}::bigint, ${actor.userId}::uuid, ${actor.companyId ?? null}::uuid,
          ${look.from}::bigint, ${look.to}::bigint, ${why}, ${text}::text, ${ip}
        where not exists (select from track_views v where v.user_id = ${actor.userId}::uuid and v.why = ${why}
          and v.at > ${now - sameLookMs}::bigint and v.id >= ${firstIdAt(now - sameLookMs)}::uuid
          and v.from_at = ${look.from}::bigint and v.to_at = ${look.to}::bigint
            and v.text is not distinct from ${text}::text)`.compile(q),
    )
  })
}

/**
 * Writes down a look at places of one vehicle, beside the read. A reader who asks again within five minutes, and is told of no
 * other time, has looked once.
 */
export async function noteVehicleLook(
  { deps, actor, now, ip }: Ctx,
  why: LookReason,
  look: {
    readonly vehicleId: string
    readonly waybillId: string | null
    readonly from: number
    readonly to: number
  },
): Promise<void> {
  await inTransaction(deps.pool, systemReach, async tx => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`look ${actor.userId}`}, 0))`.compile(q))
    await tx.run(
      sql`insert into track_views (id, at, user_id, company_id, vehicle_id, waybill_id, from_at, to_at, why, ip)
        select ${v7({ msecs: now })}::uuid, ${now}::bigint, ${actor.userId}::uuid, ${actor.companyId ?? null}::uuid,
          ${look.vehicleId}::uuid, ${look.waybillId}::uuid, ${look.from}::bigint, ${look.to}::bigint, ${why}, ${ip}
        where not exists (select from track_views v where v.user_id = ${actor.userId}::uuid and v.why = ${why}
          and v.vehicle_id = ${look.vehicleId}::uuid and v.at > ${now - sameLookMs}::bigint
          and v.id >= ${firstIdAt(now - sameLookMs)}::uuid
          and v.from_at <= ${look.from}::bigint and v.to_at >= ${look.to}::bigint)`.compile(q),
    )
  })
}

/** The lowest id a row of this moment can have: ids grow with time. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
