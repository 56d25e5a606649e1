// Vehicles under way with what is known of them: last position, planned times, terminals.
import { formatDateTime, MINUTE_MS } from '@yunshu/domain/figures/time'
import { abnormalKinds, type AbnormalKind, type UnderWay } from '@yunshu/domain/track/abnormal'
import { liveStates, type Point } from '@yunshu/track/point'
import { hourOf, readSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** A waybill under way with its vehicle. */
export interface Watched {
  readonly id: string
  readonly state: string
  readonly plate: string
  readonly vehicle_id: string
  readonly carrier_id: string
  readonly shipper_id: string
  readonly branch_id: string
  readonly track_no: number
  readonly planned_load_at: number | null
  readonly loaded_at: number | null
  readonly distance_km: number | null
  readonly at: number | null
  readonly received_at: number | null
  readonly speed: number | null
  readonly live_state: number | null
  readonly lon_e6: number | null
  readonly lat_e6: number | null
  readonly datum: number | null
  readonly wrong_terminal: boolean
}

/** The columns of `Watched`, of the tables below. */
export const watchedColumns = sql`w.id, w.state, w.plate, w.vehicle_id, w.carrier_id, w.shipper_id, w.branch_id, v.track_no,
  w.planned_load_at, w.loaded_at, (g.body ->> 'distanceKm')::float8 as distance_km,
  l.at, l.received_at, l.speed, l.state as live_state, l.lon_e6, l.lat_e6, l.datum,
  exists (select from terminals t where t.vehicle_id = v.id and t.state <> 'retired' and (t.state = 'conflict' or t.carrier_id <> v.carrier_id)) as wrong_terminal`
export const watchedTables = sql`from waybills w join vehicles v on v.id = w.vehicle_id join goods g on g.id = w.goods_id
  left join vehicle_live l on l.track_no = v.track_no`

/**
 * Waybills whose vehicle is under way. A vehicle with several is watched for the one accepted first.
 */
export async function findUnderWay(ctx: Ctx): Promise<Watched[]> {
  return ctx.tx.rows(
    sql<Watched>`
    select distinct on (v.track_no) ${watchedColumns} ${watchedTables}
    where w.state in ('toLoad', 'loading', 'inTransit', 'interrupted', 'arrived')
    order by v.track_no, w.accepted_at nulls last, w.id`.compile(q),
  )
}

/** A gateway beats every five seconds; a reader is behind at most by this. */
const aliveMs = MINUTE_MS
/** With so many vehicles a share of them that falls silent together is ours. */
const fewVehicles = 10,
  sharedSilence = 0.3

/** Whether silence is the vehicles' own: writers of the log live, and no great part of all fell silent together. */
export async function isLogAlive(ctx: Ctx, watched: readonly Watched[]): Promise<boolean> {
  const { beat } = await ctx.tx.one(
    sql<{ beat: number | null }>`select max(beat_at)::float8 as beat from track_lanes`.compile(q),
  )
  if (beat === null || ctx.now - beat > aliveMs) return false
  const heard = watched.filter(({ received_at }) => received_at !== null)
  const quiet = heard.filter(({ received_at }) => {
    const silentMs = ctx.now - (received_at ?? 0)
    return silentMs > 5 * MINUTE_MS && silentMs < 30 * MINUTE_MS
  })
  return heard.length < fewVehicles || quiet.length < sharedSilence * heard.length
}

/** The facts of a vehicle as the rules take them. */
export async function factsOf(ctx: Ctx, one: Watched, { isAlive }: { readonly isAlive: boolean }): Promise<UnderWay> {
  const { at, received_at: receivedAt, speed } = one
  return {
    state: one.state,
    live:
      at === null || receivedAt === null || speed === null
        ? undefined
        : { at, receivedAt, speed, noFix: await noFixOf(ctx, one) },
    isSilenceTheirs: isAlive,
    plannedLoadAt: one.planned_load_at ?? undefined,
    loadedAt: one.loaded_at ?? undefined,
    distanceKm: one.distance_km ?? undefined,
    isWrongTerminal: one.wrong_terminal,
  }
}

/** No rule calls less than this too long without a fix. */
const shortestMs = abnormalKinds.noFix.least * MINUTE_MS

/**
 * Reports without a fix behind the last place, as the first two hours with any and the last two have them: a vehicle may
 * report without one for weeks.
 */
async function noFixOf({ tx }: Ctx, { track_no, at, received_at, live_state }: Watched) {
  if (live_state !== liveStates.indexOf('noFix') || at === null || (received_at ?? 0) - at < shortestMs)
    return undefined
  const ends = await tx.rows(
    sql<Hour>`select hour_at, payload from track_segments where track_no = ${track_no} and hour_at in (
      (select hour_at from track_segments where track_no = ${track_no} and hour_at between ${hourOf(at)} and ${received_at}
        order by hour_at limit 2)
      union (select hour_at from track_segments where track_no = ${track_no} and hour_at between ${hourOf(at)} and ${received_at}
        order by hour_at desc limit 2)) order by hour_at`.compile(q),
  )
  const blind = pointsOf(ends).filter(point => point.at > at && (point.cls === 'noFix' || point.cls === 'zero'))
  const [first] = blind
  if (first === undefined) return undefined
  return blind.reduce(
    ({ since, mostSpeed }, point) => ({
      since: Math.min(since, point.at),
      mostSpeed: Math.max(mostSpeed, point.speed),
    }),
    { since: first.at, mostSpeed: first.speed },
  )
}

interface Hour {
  readonly hour_at: number
  readonly payload: Buffer
}

const pointsOf = (hours: readonly Hour[]): Point[] =>
  hours.flatMap(({ hour_at, payload }) => readSegment(hour_at, payload))

/** Positions of the hours a time touches. */
export async function readPoints(tx: Tx, trackNo: number, from: number, to: number): Promise<Point[]> {
  const rows = await tx.rows(
    sql<Hour>`
      select hour_at, payload from track_segments where track_no = ${trackNo} and hour_at between ${hourOf(from)} and ${to}
      order by hour_at`.compile(q),
  )
  return pointsOf(rows)
}

/** The evidence in a sentence people read. */
export function sentenceOn(one: Watched, kind: AbnormalKind): string {
  const heard =
    one.received_at === null
      ? '没有收到过位置'
      : `最后消息 ${formatDateTime(one.received_at)}，最后位置 ${formatDateTime(one.at ?? 0)}，速度 ${Math.round((one.speed ?? 0) / 10)} km/h`
  switch (kind) {
    case 'overdue':
      return one.state === 'toLoad'
        ? `计划装货 ${formatDateTime(one.planned_load_at ?? 0)}，仍未到装货地。${heard}`
        : `${formatDateTime(one.loaded_at ?? 0)} 发车，运距 ${one.distance_km ?? 0} 公里，仍未到卸货地。${heard}`
    case 'placeMismatch':
      return `登记到达时车辆不在围栏内。最近的位置 ${formatDateTime(one.at ?? 0)}，速度 ${Math.round((one.speed ?? 0) / 10)} km/h`
    case 'mismatch':
      return `${abnormalKinds.mismatch.hint}。${heard}`
    default:
      return heard
  }
}
