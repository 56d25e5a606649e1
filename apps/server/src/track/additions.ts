// Trails of signed waybills that got positions after their span: queued, so that what came late is sealed as an addition.
import { additionRestMs, sealedStates } from '@yunshu/domain/track/evidence'
import { segmentMs } from '@yunshu/track/segment'
import type pg from 'pg'
import type { TrailHour } from './trail.ts'

/** Queues the signed waybills whose spans lie in these hours: once all their spans are over, and the rest behind that. */
export async function queueAdditions(client: pg.ClientBase, touched: readonly TrailHour[], now: number): Promise<void> {
  await client.query({
    name: 'trail-additions',
    text: `insert into waybill_tracks_due as d (waybill_id, due_at)
       select distinct a.waybill_id, $3::bigint + greatest($6::bigint, (select max(o.to_at) from track_access o
           where o.waybill_id = a.waybill_id and o.why = 'waybill')) from unnest($1::int[], $2::bigint[]) as x(no, hour_at)
         join track_access a on a.track_no = x.no and a.why = 'waybill' and a.to_at >= x.hour_at and a.from_at < x.hour_at + $4
         join waybills w on w.id = a.waybill_id and w.state = any($5)
       order by 1 on conflict (waybill_id) do update set due_at = least(d.due_at, excluded.due_at), rev = d.rev + 1`,
    values: [
      touched.map(({ trackNo }) => trackNo),
      touched.map(({ hourAt }) => hourAt),
      additionRestMs,
      segmentMs,
      sealedStates,
      now,
    ],
  })
}
