// Lines of looks at trails: who looked at whose, when, and of which time. Positions of a vehicle tell of who drives it.
import type { LookReason } from '@yunshu/domain/track/evidence'
import { v7 } from 'uuid'
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
