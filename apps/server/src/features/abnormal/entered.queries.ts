// Arrivals that people entered, of every waybill of a vehicle and whatever became of it since, held against the trail.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { gcjOf } from '@yunshu/track/datum'
import { metresOutside, type Ground } from '@yunshu/track/ground'
import { isTrusted, type Point } from '@yunshu/track/point'
import { classifiedPoints } from '@yunshu/track/quality'
import { hourOf, readSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { carriedAt } from '../../work/carried.ts'
import type { Ctx } from '../../work/ctx.ts'
import { fenceAt, readGround, type ShapeColumns } from '../fence/versions.queries.ts'
import { watchedColumns, watchedTables, type Watched } from './underWay.queries.ts'

/** An entered arrival is judged once the positions around it are written, and looked at for this long after that. */
const writtenMs = 2 * MINUTE_MS,
  enteredMs = 60 * MINUTE_MS

/** A waybill with an arrival that was entered a while ago. */
export interface Entered extends Watched {
  readonly kind: 'load' | 'unload'
  readonly entered_at: number
}

/** Arrivals entered within the last minutes that any rule may have to judge now, by the vehicle that arrived. */
export async function findEntered(ctx: Ctx): Promise<Entered[]> {
  const [from, to] = [ctx.now - enteredMs - abnormalKinds.placeMismatch.most * MINUTE_MS, ctx.now - writtenMs]
  return ctx.tx.rows(
    sql<Entered>`
    select ${watchedColumns}, e.kind, e.entered_at ${watchedTables}
    cross join lateral (values ('load', w.arrived_load_at), ('unload', w.arrived_unload_at)) e (kind, entered_at)
    where (w.arrived_load_at between ${from} and ${to} or w.arrived_unload_at between ${from} and ${to})
      and w.state not in ('cancelled', 'void') and e.entered_at between ${from} and ${to}
      and e.entered_at >= coalesce(${carriedAt}, 0)
    order by w.id, e.kind`.compile(q),
  )
}

/** The vehicle's nearest position to a fence around an entry, and the metres between it and the fence's edge. */
export interface Outside {
  readonly metres: number
  readonly point: Point
}

/** An arrival that is to be judged now, by the positions within some time around its entry. */
interface Judged {
  readonly one: Entered
  readonly aroundMs: number
}

/**
 * The nearest position of each vehicle to the edge of its fence within the minutes of its rule, for all arrivals by two
 * reads. None before the positions after an entry are written, an hour later, without a fence, and without a position.
 */
export async function findOutside(
  ctx: Ctx,
  entered: readonly Entered[],
  minutesOf: (one: Entered) => number,
): Promise<ReadonlyMap<Entered, Outside>> {
  const judged = entered
    .map((one): Judged => ({ one, aroundMs: minutesOf(one) * MINUTE_MS }))
    .filter(({ one, aroundMs }) => {
      const sinceMs = ctx.now - one.entered_at - aroundMs
      return sinceMs >= writtenMs && sinceMs <= enteredMs
    })
  if (judged.length === 0) return new Map()
  const fences = await findFences(ctx, judged)
  const trails = await findTrails(
    ctx,
    judged.filter((_, n) => fences.has(n)),
  )
  return new Map(
    judged.flatMap(({ one, aroundMs }, n): [Entered, Outside][] => {
      const grounds = (fences.get(n) ?? []).map(readGround)
      const around = pointsAround(trails.get(one.track_no) ?? [], one.entered_at, aroundMs)
      const nearest = nearestOf(around, grounds)
      return nearest ? [[one, nearest]] : []
    }),
  )
}

/** Fences of the entries as they stood then, by the place of the entry. */
async function findFences({ tx }: Ctx, judged: readonly Judged[]): Promise<ReadonlyMap<number, ShapeColumns[]>> {
  const rows = await tx.rows(
    sql<ShapeColumns & { n: number }>`
      select (e.n - 1)::int as n, s.lon_e6, s.lat_e6, s.radius_m, s.corners
      from unnest(${judged.map(({ one }) => one.id)}::uuid[], ${judged.map(({ one }) => one.kind)}::text[],
          ${judged.map(({ one }) => one.entered_at)}::bigint[]) with ordinality e(id, kind, entered_at, n)
        join waybills w on w.id = e.id join fences f on f.goods_id = w.goods_id and f.kind = e.kind
        cross join lateral ${fenceAt(sql<number>`e.entered_at`)} s
      where s.is_on`.compile(q),
  )
  return Map.groupBy(rows, ({ n }) => n)
}

/** Positions of the hours around the entries, by vehicle. */
async function findTrails({ tx }: Ctx, judged: readonly Judged[]): Promise<ReadonlyMap<number, Point[]>> {
  if (judged.length === 0) return new Map()
  const froms = judged.map(({ one, aroundMs }) => hourOf(one.entered_at - aroundMs))
  const tos = judged.map(({ one, aroundMs }) => one.entered_at + aroundMs)
  const rows = await tx.rows(
    sql<{ track_no: number; hour_at: number; payload: Buffer }>`
      select distinct on (s.track_no, s.hour_at) s.track_no, s.hour_at, s.payload
      from unnest(${judged.map(({ one }) => one.track_no)}::int[], ${froms}::bigint[], ${tos}::bigint[]) e(track_no, from_at, to_at)
        join track_segments s on s.track_no = e.track_no and s.hour_at between e.from_at and e.to_at
      order by s.track_no, s.hour_at`.compile(q),
  )
  const trails = new Map<number, Point[]>()
  for (const { track_no, hour_at, payload } of rows)
    trails.set(track_no, [...(trails.get(track_no) ?? []), ...readSegment(hour_at, payload)])
  return trails
}

const pointsAround = (points: readonly Point[], at: number, ms: number): Point[] =>
  classifiedPoints(points).filter(point => isTrusted(point) && Math.abs(point.at - at) <= ms)

function nearestOf(around: readonly Point[], grounds: readonly Ground[]): Outside | undefined {
  if (grounds.length === 0) return undefined
  const found = around.map((point): Outside => {
    const place = gcjOf(point, point.datum)
    return { point, metres: Math.round(Math.min(...grounds.map(ground => metresOutside(place, ground)))) }
  })
  return found.toSorted((a, b) => a.metres - b.metres)[0]
}
