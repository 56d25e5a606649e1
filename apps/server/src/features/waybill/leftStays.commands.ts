// Stays in fences that nobody folds any more: of waybills that ended, went back to their acceptance or were given another
// vehicle while their truck stood inside, and of those unloaded so long ago that corrections do not reach them.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Stays of unloaded waybills are folded for so long. */
const reachMs = 7 * DAY_MS
/** The most one look ends. */
const batch = 200

/** Ends such stays; the role that folds holds none of them while it writes it. */
export async function endLeftStays({ tx, now }: Pick<Ctx, 'tx' | 'now'>): Promise<void> {
  await tx.run(
    sql`update fence_visits x set stay = case when x.counted_at is null then 'passed' else 'closed' end,
        left_at = e.left_at, dwell_s = (e.left_at - x.entered_at) / 1000, rev = x.rev + 1, updated_at = ${now}
      from (select v.id, greatest(v.entered_at, case
            when w.state in ('cancelled', 'void', 'toAccept') then coalesce(w.state_since, w.updated_at)
            when k.track_no is distinct from v.track_no then coalesce((select max(s.to_at) from waybill_segments s
              join vehicles o on o.id = s.vehicle_id where s.waybill_id = w.id and o.track_no = v.track_no),
              w.vehicle_at, w.updated_at)
            else w.unloaded_at + ${reachMs}::bigint end) as left_at
          from fence_visits v join waybills w on w.id = v.waybill_id left join vehicles k on k.id = w.vehicle_id
          where v.stay = 'open' and (w.state in ('cancelled', 'void', 'toAccept') or k.track_no is distinct from v.track_no
            or w.unloaded_at < ${now - reachMs}::bigint)
          order by v.id limit ${batch} for update of v skip locked) e
      where x.id = e.id`.compile(q),
  )
}
