// Lines of looks at trails: who looked at whose, when, and of which time. Positions of a vehicle tell of who drives it.
import type { LookReason } from '@yunshu/domain/track/evidence'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Writes down a look at the trail of a vehicle, in the transaction that shows it. */
export async function noteLook(
  { tx, actor, now, ip }: Ctx,
  why: LookReason,
  look: {
    readonly vehicleId: string
    readonly fromAt: number
    readonly toAt: number
    readonly waybillId: string | null
  },
): Promise<void> {
  await tx.elevated(() =>
    tx.run(
      q.insertInto('track_views').values({
        id: v7({ msecs: now }),
        at: now,
        user_id: actor.userId,
        company_id: actor.companyId ?? null,
        vehicle_id: look.vehicleId,
        waybill_id: look.waybillId,
        from_at: look.fromAt,
        to_at: look.toAt,
        why,
        ip,
      }),
    ),
  )
}

/** The same for the sealed trails of many waybills that are taken out as one file: a line for each of their vehicles. */
export async function noteSealedLooks(
  { tx, actor, now, ip }: Pick<Ctx, 'tx' | 'actor' | 'now' | 'ip'>,
  waybillIds: readonly string[],
): Promise<void> {
  const why = 'evidence' satisfies LookReason
  await tx.elevated(async () => {
    const spans = await tx.rows(
      sql<{ waybill_id: string; vehicle_id: string; from_at: number; to_at: number }>`
        select a.waybill_id, a.vehicle_id, a.from_at, coalesce(a.to_at, a.from_at) as to_at from track_access a
        where a.why = 'waybill' and a.waybill_id = any(${[...waybillIds]}::uuid[])
          and exists (select from waybill_tracks t where t.waybill_id = a.waybill_id)`.compile(q),
    )
    const by = { at: now, user_id: actor.userId, company_id: actor.companyId ?? null, why, ip }
    const rows = spans.map(span => ({ id: v7({ msecs: now }), ...by, ...span }))
    for (let from = 0; from < rows.length; from += 500)
      await tx.run(sql`${insertRows('track_views', rows.slice(from, from + 500))}`.compile(q))
  })
}
