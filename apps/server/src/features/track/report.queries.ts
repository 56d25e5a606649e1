// Reads of what trails tell: stops and mileage by day, each within the spans of the actor.
import type { Input, Output } from '@yunshu/contract/call'
import type { listTrackDays, listTrackStops, sumTrackDays } from '@yunshu/contract/track/report'
import { printCentre } from '@yunshu/domain/fence'
import { formatDate, MINUTE_MS } from '@yunshu/domain/figures/time'
import { odometerSlack, reportSpan, stopKinds, stopLengths } from '@yunshu/domain/track/report'
import { divisionAt } from '@yunshu/regions/divisionAt'
import { sql, type RawBuilder } from 'kysely'
import { contains, dayAtInSql } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault, rowsToAsk, toPage, type PageInput } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { besideSeen, usableSpans } from './access.queries.ts'
import { noteListLook } from './listLook.ts'

type Condition = RawBuilder<boolean>
/** The days of a list, from the first moment to the first one after them. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The days of a list; refuses too many. */
export function spanOf(input: { from?: number | undefined; to?: number | undefined }, now: number): Span {
  const span = reportSpan(input, now)
  if (span === undefined) throw wrongField('to', '应晚于开始日期，一次最多查询 31 天')
  return span
}

/** The place of a row in an order of two numbers, as a cursor has it. */
export const placeOf = (first: number, trackNo: number): string => `${first}.${trackNo}`

/** Rows behind the cursor of an order that walks both columns down. */
export function afterCursor(
  { cursor }: PageInput,
  first: RawBuilder<unknown>,
  trackNo: RawBuilder<unknown>,
): Condition | undefined {
  if (cursor === undefined) return undefined
  const [, at, no] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? []
  if (at === undefined || no === undefined) throw placeFault()
  return sql<boolean>`(${first}, ${trackNo}) < (${Number(at)}::bigint, ${Number(no)}::int)`
}

/** Vehicles with a span of the actor in these days, so that its few are looked for, not found among everybody's. */
export const ownVehicles = (actor: Actor, trackNo: string, { from, to }: Span): Condition =>
  sql<boolean>`${sql.ref(trackNo)} = any(array(select distinct a.track_no from track_access a
    where ${usableSpans(actor)} and a.from_at < ${to}::bigint and (a.to_at is null or a.to_at >= ${from}::bigint)))`

interface StopRow {
  readonly id: string
  readonly track_no: number
  readonly vehicle_id: string
  readonly plate: string
  readonly carrier_name: string | null
  readonly kind: string
  readonly from_at: number
  readonly to_at: number
  readonly lon_e6: number
  readonly lat_e6: number
  readonly fence: string | null
  readonly waybill_id: string | null
  readonly waybill_no: string | null
}

/** Stops whose beginning the actor could see, newest first; their ends are cut to the span. */
export async function findTrackStops(
  ctx: Ctx,
  input: Input<typeof listTrackStops>,
): Promise<Output<typeof listTrackStops>> {
  const { tx, actor, now } = ctx
  const span = spanOf(input, now)
  await noteListLook(ctx, 'stops', { ...span, text: input.text, cursor: input.cursor })
  const { from, to } = span
  const least = input.stay && stopLengths[input.stay].minutes * MINUTE_MS
  const where = allOf([
    sql<boolean>`seen.until is not null and s.from_at >= ${from}::bigint and s.from_at < ${to}::bigint`,
    ownVehicles(actor, 's.track_no', span),
    contains(['s.plate', 'w.waybill_no'], input.text),
    input.kind && sql<boolean>`s.kind = ${input.kind}`,
    least === undefined ? undefined : sql<boolean>`seen.until - s.from_at >= ${least}::bigint`,
    afterCursor(input, sql`s.from_at`, sql`s.track_no`),
  ])
  const rows = await tx.rows(
    sql<StopRow>`select s.track_no || '-' || s.from_at as id, s.track_no, s.vehicle_id, s.plate,
      c.name as carrier_name, s.kind,
        s.from_at, seen.until as to_at, s.lon_e6, s.lat_e6, w.id as waybill_id, w.waybill_no,
        (select f.name from fence_visits v join fences f on f.id = v.fence_id
          where v.waybill_id = w.id and v.track_no = s.track_no and v.stay <> 'withdrawn'
            and v.entered_at <= s.from_at and coalesce(v.left_at, s.from_at) >= s.from_at limit 1) as fence
      from track_stops s ${besideSeen(actor)}
      where ${where} order by s.from_at desc, s.track_no desc limit ${rowsToAsk(input)}`.compile(q),
  )
  return toPage(
    rows,
    input,
    row => ({
      id: row.id,
      vehicleId: row.vehicle_id,
      plate: row.plate,
      carrierName: row.carrier_name ?? undefined,
      kind: keyOf(stopKinds, row.kind),
      fromAt: row.from_at,
      toAt: row.to_at,
      place: printCentre({ lonE6: row.lon_e6, latE6: row.lat_e6 }),
      district: divisionAt({ lonE6: row.lon_e6, latE6: row.lat_e6 }),
      ...(row.fence === null ? {} : { fence: row.fence }),
      waybillId: row.waybill_id ?? undefined,
      waybillNo: row.waybill_no ?? undefined,
    }),
    row => placeOf(row.from_at, row.track_no),
  )
}

/** A day `d` with a span of the actor in it; of a shipper the day lies whole within the span. */
export const isSeenDay = (actor: Actor): Condition => sql<boolean>`exists (select from track_access a
  where a.track_no = d.track_no and ${usableSpans(actor)} and a.from_at <= d.last_at and (a.to_at is null
    or a.to_at >= d.first_at)
    and (a.why <> 'waybill' or (a.from_at <= d.first_at and (a.to_at is null or a.to_at >= d.last_at))))`

/** Rows `d` of the days of a list. */
export const inDays = ({ from, to }: Span): Condition =>
  sql<boolean>`(d.day >= ${formatDate(from)}::date and d.day <= ${formatDate(to - 1)}::date)`

interface DayRow {
  readonly id: string
  readonly track_no: number
  readonly vehicle_id: string
  readonly plate: string
  readonly carrier_name: string | null
  readonly day_at: number
  readonly distance_m: number
  readonly gap_m: number
  readonly odometer_m: number | null
  readonly moving_s: number
  readonly idle_s: number
  readonly online_s: number
  readonly stops: number
  readonly first_at: number
  readonly last_at: number
  readonly points: number
  readonly late_points: number
}

/** The first millisecond of a day of China. */
const dayAt = dayAtInSql(sql`d.day`)

/** Days `d` of carriers `c` under the list's filter that the actor saw. */
function daysUnder(
  { actor }: Pick<Ctx, 'actor'>,
  { text, differs }: Input<typeof sumTrackDays>,
  span: Span,
): Condition {
  const { share, metres } = odometerSlack
  return allOf([
    inDays(span),
    ownVehicles(actor, 'd.track_no', span),
    isSeenDay(actor),
    contains(['d.plate', 'c.name'], text),
    differs === true
      ? sql<boolean>`abs(d.odometer_m - d.distance_m) > greatest(${metres}::float8, ${share}::float8 * d.distance_m)`
      : undefined,
  ])
}

/** The metres of the days under the list's filter. */
export async function sumTrackDaysOf(
  ctx: Ctx,
  input: Input<typeof sumTrackDays>,
): Promise<Output<typeof sumTrackDays>> {
  const span = spanOf(input, ctx.now)
  // metres of a vehicle are a look at its days, with or without their rows
  await noteListLook(ctx, 'days', { ...span, text: input.text, cursor: undefined })
  const { n, distance, gap } = await ctx.tx.one(
    sql<{ n: number; distance: number; gap: number }>`
      select count(*)::int as n, coalesce(sum(x.distance_m), 0)::float8 as distance, coalesce(sum(x.gap_m), 0)::float8 as gap
      from (select d.distance_m, d.gap_m from track_days d left join companies c on c.id = d.carrier_id
        where ${daysUnder(ctx, input, span)} order by d.day desc, d.track_no desc limit ${countCap}) x`.compile(q),
  )
  return { summed: n, sums: { distance, gap } }
}

/** Days of vehicles with their metres, newest first. */
export async function findTrackDays(
  ctx: Ctx,
  input: Input<typeof listTrackDays>,
): Promise<Output<typeof listTrackDays>> {
  const { tx, now } = ctx
  const span = spanOf(input, now)
  await noteListLook(ctx, 'days', { ...span, text: input.text, cursor: input.cursor })
  const where = allOf([daysUnder(ctx, input, span), afterCursor(input, dayAt, sql`d.track_no`)])
  const rows = await tx.rows(
    sql<DayRow>`select d.track_no || '-' || d.day as id, d.track_no, d.vehicle_id, d.plate, c.name as carrier_name,
      ${dayAt} as day_at,
        d.distance_m, d.gap_m, d.odometer_m, d.moving_s, d.idle_s, d.online_s, d.stops, d.first_at, d.last_at,
          d.points, d.late_points
      from track_days d left join companies c on c.id = d.carrier_id
      where ${where} order by d.day desc, d.track_no desc limit ${rowsToAsk(input)}`.compile(q),
  )
  return toPage(
    rows,
    input,
    row => ({
      id: row.id,
      vehicleId: row.vehicle_id,
      plate: row.plate,
      carrierName: row.carrier_name ?? undefined,
      dayAt: row.day_at,
      distanceM: row.distance_m,
      gapM: row.gap_m,
      odometerM: row.odometer_m ?? undefined,
      movingS: row.moving_s,
      idleS: row.idle_s,
      onlineS: row.online_s,
      stops: row.stops,
      firstAt: row.first_at,
      lastAt: row.last_at,
      points: row.points,
      latePoints: row.late_points,
    }),
    row => placeOf(row.day_at, row.track_no),
  )
}
