// Expected arrivals, worked out anew every minute: metres left times 1.32 by the vehicle's own speed of the last two hours,
// and waybills that will be late marked.
import { dueOf, etaReachMs, lateUpdates, type EtaGoal } from '@yunshu/domain/track/due'
import { divisionPlace } from '@yunshu/regions/divisionPlace'
import { gcjOf, type Place } from '@yunshu/track/datum'
import { etaOf, type Eta } from '@yunshu/track/eta'
import { datums, liveStates, type Point } from '@yunshu/track/point'
import { classifiedPoints } from '@yunshu/track/quality'
import { hourOf, readSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isOfGoal } from './eta.queries.ts'
import { tellLateArrivals } from './etaTell.commands.ts'

/** Most waybills of one look, those looked at longest ago first. */
const waybillsMost = 2000

interface Bound {
  readonly id: string
  readonly state: 'toLoad' | 'inTransit'
  readonly track_no: number
  readonly region: string
  readonly planned_load_at: number | null
  readonly loaded_at: number | null
  readonly window_end: number | null
  readonly distance_km: number | null
  readonly fence_lon: number | null
  readonly fence_lat: number | null
  readonly lon_e6: number
  readonly lat_e6: number
  readonly datum: number
  readonly at: number
  readonly live_state: number
}

/**
 * Waybills whose vehicle was heard lately and drives to their goal: to the place of loading only one that carries
 * nothing and waits nowhere.
 */
const findBound = (ctx: Ctx): Promise<Bound[]> =>
  ctx.tx.rows(
    sql<Bound>`
      select w.id, w.state, v.track_no, case w.state when 'toLoad' then w.load_region
        else w.unload_region end as region,
        w.planned_load_at, w.loaded_at, (w.body ->> 'distanceKm')::float8 as distance_km,
        (case w.state when 'toLoad' then w.body -> 'loadPoints' -> 0
          else w.body -> 'unloadPoints' -> -1 end ->> 'windowEnd')::bigint as window_end,
        f.lon_e6 as fence_lon, f.lat_e6 as fence_lat, l.lon_e6, l.lat_e6, l.datum, l.at, l.state as live_state
      from waybills w join vehicles v on v.id = w.vehicle_id
      join vehicle_live l on l.track_no = v.track_no and l.at >= ${ctx.now - etaReachMs}::bigint
      left join waybill_eta e on e.waybill_id = w.id
      left join lateral (select f.lon_e6, f.lat_e6 from fences f where f.goods_id = w.goods_id and f.is_on
        and f.kind = case w.state when 'toLoad' then 'load' else 'unload' end
        order by case w.state when 'toLoad' then f.point_no else - f.point_no end limit 1) as f on true
      where w.state in ('toLoad', 'inTransit') and (w.state = 'inTransit' or not exists (
        select from waybills o where o.vehicle_id = w.vehicle_id
          and o.state in ('loading', 'inTransit', 'interrupted', 'arrived')))
      order by e.updated_at nulls first, w.id limit ${waybillsMost}`.compile(q),
  )

/** Trails of the last two hours by vehicle: their speeds are the vehicles' own. */
async function findTrails(ctx: Ctx, trackNos: readonly number[]): Promise<ReadonlyMap<number, readonly Point[]>> {
  const rows = await ctx.tx.rows(
    sql<{ track_no: number; hour_at: number; payload: Buffer }>`
      select track_no, hour_at, payload from track_segments
      where track_no = any(${[...new Set(trackNos)]}::int[])
        and hour_at between ${hourOf(ctx.now - etaReachMs)}::bigint and ${ctx.now}::bigint
      order by track_no, hour_at`.compile(q),
  )
  const byVehicle = Map.groupBy(rows, ({ track_no }) => track_no)
  return new Map(
    [...byVehicle].map(([no, hours]) => [
      no,
      classifiedPoints(hours.flatMap(({ hour_at, payload }) => readSegment(hour_at, payload))).filter(
        ({ at }) => at >= ctx.now - etaReachMs,
      ),
    ]),
  )
}

interface Found extends Eta {
  readonly waybillId: string
  readonly goal: EtaGoal
  readonly place: 'circle' | 'division'
  readonly fixAt: number
  readonly due: ReturnType<typeof dueOf>
}

function goalPlace({ fence_lon, fence_lat, region }: Bound): { place: Place; by: Found['place'] } | undefined {
  if (fence_lon !== null && fence_lat !== null) return { place: { lonE6: fence_lon, latE6: fence_lat }, by: 'circle' }
  const place = divisionPlace(region)
  return place && { place, by: 'division' }
}

/** The expected arrival of a waybill's vehicle; undefined where its goal has no place. */
function expected(one: Bound, trail: readonly Point[], now: number): Found | undefined {
  const to = goalPlace(one)
  if (!to) return undefined
  const goal = one.state === 'toLoad' ? 'load' : 'unload'
  const here = gcjOf({ lonE6: one.lon_e6, latE6: one.lat_e6 }, datums[one.datum] ?? 'wgs84')
  // one that drove when it was last heard has driven on since; one that stood starts now
  const from = liveStates[one.live_state] === 'moving' ? one.at : now
  return {
    ...etaOf(trail, here, to.place, from),
    waybillId: one.id,
    goal,
    place: to.by,
    fixAt: one.at,
    due: dueOf({
      goal,
      plannedLoadAt: one.planned_load_at ?? undefined,
      windowEnd: one.window_end ?? undefined,
      loadedAt: one.loaded_at ?? undefined,
      distanceKm: one.distance_km ?? undefined,
    }),
  }
}

async function writeEtas(ctx: Ctx, found: readonly Found[]): Promise<void> {
  const isLate = ({ at, due }: Found): boolean => due !== undefined && at > due.at
  await ctx.tx.run(
    sql`insert into waybill_eta as e (waybill_id, goal, place, eta_at, due_at, due_by, left_m, kmh, is_own_speed,
      fix_at, late_times, updated_at)
      select x.waybill_id, x.goal, x.place, x.eta_at, x.due_at, x.due_by, x.left_m, x.kmh, x.is_own_speed, x.fix_at,
        x.late, ${ctx.now}::bigint
      from unnest(${found.map(({ waybillId }) => waybillId)}::uuid[], ${found.map(({ goal }) => goal)}::text[],
        ${found.map(({ place }) => place)}::text[],
        ${found.map(({ at }) => at)}::bigint[], ${found.map(({ due }) => due?.at ?? null)}::bigint[],
          ${found.map(({ due }) => due?.by ?? null)}::text[],
        ${found.map(({ leftM }) => leftM)}::int[], ${found.map(({ kmh }) => kmh)}::int[],
          ${found.map(({ isOwnSpeed }) => isOwnSpeed)}::bool[],
        ${found.map(({ fixAt }) => fixAt)}::bigint[], ${found.map(one => (isLate(one) ? 1 : 0))}::int[])
        as x(waybill_id, goal, place, eta_at, due_at, due_by, left_m, kmh, is_own_speed, fix_at, late)
      on conflict (waybill_id) do update set goal = excluded.goal, place = excluded.place, eta_at = excluded.eta_at,
        due_at = excluded.due_at,
        due_by = excluded.due_by, left_m = excluded.left_m, kmh = excluded.kmh, is_own_speed = excluded.is_own_speed,
          fix_at = excluded.fix_at,
        late_times = case when excluded.late_times = 0 then 0 when e.goal <> excluded.goal then 1
          else least(e.late_times + 1, 100) end,
        updated_at = excluded.updated_at`.compile(q),
  )
}

/**
 * Marks waybills that were found late twice running, and takes the mark from those that are not, or drive to another
 * goal by now. A row somebody works on keeps its mark until the next look.
 */
const markLate = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(
    sql`with other as (
        select w.id, late.due_at from waybills w left join waybill_eta e on e.waybill_id = w.id
        cross join lateral (select case when e.late_times >= ${lateUpdates} and ${isOfGoal}
          then e.due_at end as due_at) as late
        where (w.state in ('toLoad', 'inTransit') or w.late_due_at is not null) and late.due_at is distinct
          from w.late_due_at
        order by w.id for no key update of w skip locked)
      update waybills w set late_due_at = other.due_at from other where w.id = other.id`.compile(q),
  )

/** Looks once: works out what can be, and marks. */
export async function lookForEtas(ctx: Ctx): Promise<void> {
  const bound = await findBound(ctx)
  const trails = await findTrails(
    ctx,
    bound.map(({ track_no }) => track_no),
  )
  const found = bound
    .map(one => expected(one, trails.get(one.track_no) ?? [], ctx.now))
    .filter(one => one !== undefined)
    .toSorted((a, b) => (a.waybillId < b.waybillId ? -1 : 1))
  if (found.length > 0) await writeEtas(ctx, found)
  await markLate(ctx)
  await tellLateArrivals(ctx)
}
