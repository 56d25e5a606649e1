// Vehicles online: the days they were answered for and reported on, and how whole their ways are, the worst first.
import type { Input, Output } from '@yunshu/contract/call'
import type { countTrackOnline, listTrackOnline } from '@yunshu/contract/track/report'
import { DAY_MS, formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { onlineMost } from '@yunshu/domain/track/report'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { placeFault, rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { usableSpans } from './access.queries.ts'
import { noteListLook } from './listLook.ts'
import { inDays, isSeenDay, placeOf, spanOf, type Span } from './report.queries.ts'

type Asked = Input<typeof listTrackOnline>

interface OnlineRow {
  readonly id: string
  readonly track_no: number
  readonly vehicle_id: string
  readonly plate: string | null
  readonly carrier_name: string | null
  readonly is_bound: boolean
  readonly days: number
  readonly online_days: number
  readonly online_s: number
  readonly distance_m: number
  readonly gap_m: number
  readonly points: number
  readonly late_points: number
  readonly last_at: number | null
  readonly rank: number
}

/** Millionths: shares are ranked by whole numbers, so that a place in the order is never a matter of rounding. */
const ppm = 1_000_000
/**
 * The share of days, then that of the way: 0 never reported, the highest was online every day and is whole. Of the days
 * that have ended: today changes while people page, and with it the place of a vehicle.
 */
const rank = sql`(f.ended_n::bigint * ${sql.lit(ppm)} / greatest(a.ended_days, f.ended_n, 1)) * ${sql.lit(ppm + 1)}
  + case when f.ended_n = 0 then 0 when f.ended_m = 0 then ${sql.lit(ppm)}
    else greatest(f.ended_m - f.ended_gap_m, 0) * ${sql.lit(ppm)} / f.ended_m end`

/** Spans `s` of the actor until a moment, of vehicles that the text names. */
const spansOf = (actor: Actor, { from, to }: Span, text: string | undefined): RawBuilder<unknown> => sql`
  select a.track_no, greatest(a.from_at, v.created_at) as from_at, a.to_at
  from track_access a join vehicles v on v.track_no = a.track_no left join companies c on c.id = v.carrier_id
  where ${allOf([
    usableSpans(actor),
    sql<boolean>`a.from_at < ${to}::bigint and (a.to_at is null or a.to_at >= ${from}::bigint)`,
    sql<boolean>`v.created_at < ${to}::bigint`,
    contains(['v.plate', 'c.name'], text),
  ])}`

/** Refuses more vehicles than are ranked at once. */
async function refuseMany({ tx, actor }: Ctx, span: Span, text: string | undefined): Promise<void> {
  const { n } = await tx.one(
    sql<{ n: number }>`select count(*)::int as n from (
      select distinct s.track_no from (${spansOf(actor, span, text)}) s limit ${onlineMost + 1}) x`.compile(q),
  )
  if (n > onlineMost) throw wrongField('text', `车辆超过 ${onlineMost / 10_000} 万辆，请按车牌号或承运商缩小范围`)
}

function behind(cursor: string | undefined): RawBuilder<boolean> | undefined {
  if (cursor === undefined) return undefined
  const [, at, no] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? []
  if (at === undefined || no === undefined) throw placeFault()
  return sql<boolean>`(t.rank, t.track_no) > (${Number(at)}::bigint, ${Number(no)}::int)`
}

/** Vehicles the actor answered for in the span, with the days on which they reported, the worst first. */
export async function findTrackOnline(ctx: Ctx, input: Asked): Promise<Output<typeof listTrackOnline>> {
  const { tx, actor, now } = ctx
  const asked = spanOf(input, now)
  const place = behind(input.cursor)
  await noteListLook(ctx, 'online', { ...asked, text: input.text, cursor: input.cursor })
  // the days that have begun
  const span = { from: asked.from, to: Math.min(asked.to, now) }
  const today = startOfDay(now)
  const hasEnded = sql`filter (where d.day < ${formatDate(today)}::date)`
  await refuseMany(ctx, span, input.text)
  const where = allOf([
    input.online && (input.online === 'some' ? sql<boolean>`t.online_days > 0` : sql<boolean>`t.online_days = 0`),
    place,
  ])
  const rows = await tx.rows(
    sql<OnlineRow>`
      with spans as materialized (${spansOf(actor, span, input.text)}),
      answered as (select s.track_no, count(distinct day_at)::int as days,
          (count(distinct day_at) filter (where day_at < ${today}::bigint))::int as ended_days from spans s
        left join generate_series(${span.from}::bigint, ${span.to - 1}::bigint, ${DAY_MS}::bigint) as day_at
          on s.from_at < day_at + ${DAY_MS}::bigint and (s.to_at is null or s.to_at >= day_at)
        group by s.track_no),
      ranked as (select a.track_no, a.days, f.n as online_days, f.online_s, f.distance_m, f.gap_m, f.points,
        f.late_points,
          f.last_at, ${rank} as rank
        from answered a cross join lateral (select count(*)::int as n, coalesce(sum(d.online_s), 0)::bigint as online_s,
          coalesce(sum(d.distance_m), 0)::bigint as distance_m, coalesce(sum(d.gap_m), 0)::bigint as gap_m,
          coalesce(sum(d.points), 0)::bigint as points, coalesce(sum(d.late_points), 0)::bigint as late_points,
          max(d.last_at) as last_at, (count(*) ${hasEnded})::int as ended_n,
          coalesce(sum(d.distance_m) ${hasEnded}, 0)::bigint as ended_m,
            coalesce(sum(d.gap_m) ${hasEnded}, 0)::bigint as ended_gap_m
          from track_days d where d.track_no = a.track_no and ${inDays(asked)} and ${isSeenDay(actor)}) as f)
      select t.track_no::text as id, t.*, v.id as vehicle_id, v.plate, c.name as carrier_name,
        exists (select from terminal_bindings b where b.vehicle_id = v.id and b.from_at < ${span.to}::bigint
          and (b.to_at is null or b.to_at >= ${span.from}::bigint)) as is_bound
      from (select * from ranked t where ${where} order by t.rank, t.track_no limit ${rowsToAsk(input)}) t
        join vehicles v on v.track_no = t.track_no left join companies c on c.id = v.carrier_id
      order by t.rank, t.track_no`.compile(q),
  )
  return toPage(
    rows,
    input,
    row => ({
      id: row.id,
      vehicleId: row.vehicle_id,
      plate: row.plate ?? '',
      carrierName: row.carrier_name ?? undefined,
      isBound: row.is_bound,
      days: Math.max(row.days, row.online_days),
      onlineDays: row.online_days,
      onlineS: row.online_s,
      distanceM: row.distance_m,
      wholeM: row.distance_m - row.gap_m,
      points: row.points,
      latePoints: row.late_points,
      lastAt: row.last_at ?? undefined,
    }),
    row => placeOf(row.rank, row.track_no),
  )
}

/** Counts of the vehicles of the list that reported on no day and on some. */
export async function countTrackOnlineBy(
  ctx: Ctx,
  input: Input<typeof countTrackOnline>,
): Promise<Output<typeof countTrackOnline>> {
  const { tx, actor, now } = ctx
  const asked = spanOf(input, now)
  const span = { from: asked.from, to: Math.min(asked.to, now) }
  await refuseMany(ctx, span, input.text)
  return {
    state: await tx.one(
      sql<{ never: number; some: number }>`
        select (count(*) filter (where not x.has))::int as "never", (count(*) filter (where x.has))::int as "some"
        from (select exists (select 1 from track_days d where d.track_no = s.track_no and ${inDays(asked)}
            and ${isSeenDay(actor)}) as has
          from (select distinct track_no from (${spansOf(actor, span, input.text)}) a) s) x`.compile(q),
    ),
  }
}
