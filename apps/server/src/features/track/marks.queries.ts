// Marks beside a trail: visits of fences and abnormal positions of its vehicle, cut to the stretches that are shown.
import type { Output } from '@yunshu/contract/call'
import type { getTrail } from '@yunshu/contract/track/map'
import { fenceKinds } from '@yunshu/domain/fence'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { safetyAlarms } from '@yunshu/jt808/safety'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownRows } from '../../work/scope.ts'

/** The most marks of a month: a vehicle has a few a day. */
const marksMost = 1000

interface MarkRow {
  readonly kind: string
  readonly fence: string | null
  readonly waybill_no: string
  readonly is_counted: boolean
  readonly from_at: number
  readonly to_at: number
}

/**
 * Visits and abnormal positions of a vehicle within stretches of time, in order: of waybills the actor sees, and nothing
 * of them outside the stretches. False alarms are left out.
 */
export async function findMarks(
  ctx: Ctx,
  trackNo: number,
  stretches: readonly { readonly fromAt: number; readonly toAt: number }[],
): Promise<Pick<Output<typeof getTrail>, 'visits' | 'episodes' | 'alarms'>> {
  if (stretches.length === 0) return { visits: [], episodes: [], alarms: [] }
  const { tx, actor, now } = ctx
  const [froms, tos] = [stretches.map(({ fromAt }) => fromAt), stretches.map(({ toAt }) => toAt)]
  const until = Math.max(...tos)
  const within = (
    from: string,
    to: ReturnType<typeof sql>,
  ) => sql`cross join lateral unnest(seen.spans * int8multirange(
    int8range(${sql.ref(from)}, greatest(${sql.ref(from)}, ${to}), '[]'))) as part`
  const rows = await tx.rows(
    sql<MarkRow>`with seen as (select range_agg(int8range(s.from_at, s.to_at, '[]')) as spans
        from unnest(${froms}::bigint[], ${tos}::bigint[]) as s (from_at, to_at))
      select f.kind, f.name as fence, w.waybill_no, v.counted_at is not null as is_counted,
        lower(part) as from_at, upper(part) - 1 as to_at
      from seen cross join fence_visits v join fences f on f.id = v.fence_id join waybills w on w.id = v.waybill_id
        ${within('v.entered_at', sql`coalesce(v.left_at, ${now}::bigint)`)}
      where v.track_no = ${trackNo} and v.stay <> 'withdrawn' and v.entered_at <= ${until}::bigint
        and ${ownRows(actor, 'w')}
      union all
      select e.kind, null, w.waybill_no, false, lower(part), upper(part) - 1
      from seen cross join episodes e join waybills w on w.id = e.waybill_id
        ${within(
          'e.from_at',
          sql`case e.kind when 'placeMismatch' then e.from_at
          else coalesce(e.recovered_at, e.to_at, ${now}::bigint) end`,
        )}
      where ${ctx.can('abnormal.view')} and e.track_no = ${trackNo} and e.state <> 'falseAlarm'
        and e.from_at <= ${until}::bigint and ${ownRows(actor, 'w')}
      order by from_at limit ${marksMost}`.compile(q),
  )
  return {
    visits: rows.flatMap(({ fence, ...row }) =>
      fence === null
        ? []
        : [
            {
              fromAt: row.from_at,
              toAt: row.to_at,
              fence,
              kind: keyOf(fenceKinds, row.kind),
              waybillNo: row.waybill_no,
              isCounted: row.is_counted,
            },
          ],
    ),
    episodes: rows.flatMap(row =>
      row.fence === null ? [{ fromAt: row.from_at, toAt: row.to_at, kind: keyOf(abnormalKinds, row.kind) }] : [],
    ),
    alarms: ctx.can('abnormal.view') ? await findSafety(ctx, trackNo, stretches) : [],
  }
}

/** Alarms of active safety that began within the stretches, each cut to its own: hours of trails do not hold them. */
async function findSafety(
  { tx }: Ctx,
  trackNo: number,
  stretches: readonly { readonly fromAt: number; readonly toAt: number }[],
): Promise<Output<typeof getTrail>['alarms']> {
  const rows = await tx.rows(
    sql<{ kind: string; from_at: number; to_at: number }>`
      select t.kind, t.from_at, least(t.to_at, max(s.to_at)) as to_at
      from unnest(${stretches.map(({ fromAt }) => fromAt)}::bigint[], ${stretches.map(({ toAt }) => toAt)}::bigint[]) as s (from_at, to_at)
        join track_alarms t on t.track_no = ${trackNo} and t.from_at between s.from_at and s.to_at
      where t.kind = any(${Object.keys(safetyAlarms)}::text[])
      group by t.kind, t.from_at, t.to_at order by t.from_at, t.kind limit ${marksMost}`.compile(q),
  )
  return rows.map(({ kind, from_at: fromAt, to_at: toAt }) => ({
    fromAt,
    toAt,
    text: safetyAlarms[keyOf(safetyAlarms, kind)].label,
  }))
}
