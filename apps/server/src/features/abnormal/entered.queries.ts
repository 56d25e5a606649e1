// Arrivals that people entered, of every waybill of a vehicle and whatever became of it since, held against the trail.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { gcjOf } from '@yunshu/track/datum'
import { metresOutside } from '@yunshu/track/ground'
import { isTrusted, type Point } from '@yunshu/track/point'
import { classified } from '@yunshu/track/quality'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { fenceAt, readGround, type ShapeColumns } from '../fence/versions.queries.ts'
import { readPoints, watchedColumns, watchedTables, type Watched } from './underWay.queries.ts'

/** An entered arrival is judged once the positions around it are written, and looked at for this long after that. */
const writtenMs = 2 * MINUTE_MS,
  enteredMs = 60 * MINUTE_MS

/** A waybill with an arrival that was entered a while ago. */
export interface Entered extends Watched {
  readonly kind: 'load' | 'unload'
  readonly entered_at: number
}

/** Arrivals entered within the last minutes that any rule may have to judge now. */
export async function findEntered(ctx: Ctx): Promise<Entered[]> {
  const [from, to] = [ctx.now - enteredMs - abnormalKinds.placeMismatch.most * MINUTE_MS, ctx.now - writtenMs]
  return ctx.tx.rows(
    sql<Entered>`
    select ${watchedColumns}, e.kind, e.entered_at ${watchedTables}
    cross join lateral (values ('load', w.arrived_load_at), ('unload', w.arrived_unload_at)) e (kind, entered_at)
    where (w.arrived_load_at between ${from} and ${to} or w.arrived_unload_at between ${from} and ${to})
      and w.state not in ('cancelled', 'void') and e.entered_at between ${from} and ${to}
    order by w.id, e.kind`.compile(q),
  )
}

/** The vehicle's nearest position to a fence around an entry, and the metres between it and the fence's edge. */
export interface Outside {
  readonly metres: number
  readonly point: Point
}

/**
 * The vehicle's nearest position to the edge of the fence within `minutes` of the entry. Undefined
 * before the positions after it are written, an hour later, without a fence, and without a position.
 */
export async function findOutside(ctx: Ctx, one: Entered, minutes: number): Promise<Outside | undefined> {
  const sinceMs = ctx.now - one.entered_at - minutes * MINUTE_MS
  if (sinceMs < writtenMs || sinceMs > enteredMs) return undefined
  const fences = await ctx.tx.rows(
    sql<ShapeColumns>`
      select s.lon_e6, s.lat_e6, s.radius_m, s.corners from fences f join waybills w on w.goods_id = f.goods_id
        cross join lateral ${fenceAt(one.entered_at)} s
      where w.id = ${one.id}::uuid and f.kind = ${one.kind} and s.is_on`.compile(q),
  )
  if (fences.length === 0) return undefined
  const grounds = fences.map(readGround)
  const around = await findTrailAround(ctx, one.track_no, one.entered_at, minutes * MINUTE_MS)
  const found = around.map((point): Outside => {
    const place = gcjOf(point, point.datum)
    return { point, metres: Math.round(Math.min(...grounds.map(ground => metresOutside(place, ground)))) }
  })
  return found.toSorted((a, b) => a.metres - b.metres)[0]
}

async function findTrailAround({ tx }: Ctx, trackNo: number, at: number, ms: number): Promise<Point[]> {
  const points = await readPoints(tx, trackNo, at - ms, at + ms)
  return classified(points).filter(point => isTrusted(point) && Math.abs(point.at - at) <= ms)
}
