// Reads of the map: vehicles an actor may see now, their last positions, and the positions of one within its spans.
import type { Input, Output } from '@yunshu/contract/call'
import type { getLive, getTrackDistrict, listTracked, LivePosition, Tracked } from '@yunshu/contract/track/map'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { accessOf } from '@yunshu/domain/track/access'
import { livingEpisodes } from '@yunshu/domain/track/abnormal'
import { helpKinds, isHelpKind } from '@yunshu/domain/track/drivingAlarms'
import { trackBehindMs } from '@yunshu/domain/track/live'
import { openWaybillStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { divisionAt } from '@yunshu/regions/divisionAt'
import { gcjOf, type Place } from '@yunshu/track/datum'
import { datums, isTrusted, liveStates, type Point } from '@yunshu/track/point'
import { hourOf, readSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownRows } from '../../work/scope.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { loadTimes } from '../../work/trackAccess.ts'
import { spanHolds, usableSpans } from './access.queries.ts'
import { isOfGoal } from './eta.queries.ts'

/** The most vehicles of one map. */
const vehiclesMost = 5000

/** A row of the vehicles an actor may see now. */
interface TrackedRow {
  readonly no: number
  readonly vehicle_id: string
  readonly plate: string | null
  readonly driver_name: string | null
  readonly driver_mobile: string | null
  readonly waybill_id: string | null
  readonly waybill_no: string | null
  readonly load_place: string | null
  readonly unload_place: string | null
  readonly item_names: string | null
  readonly eta_at: number | null
  readonly left_m: number | null
  readonly due_at: number | null
  readonly is_late: boolean | null
  readonly help: string | null
  readonly terminal_id: string | null
  readonly last_at: number | null
  readonly is_bound: boolean
}

/** A vehicle as its row has it. */
const trackedOf = (row: TrackedRow): Omit<Tracked, 'isUnplaced'> => ({
  no: row.no,
  vehicleId: row.vehicle_id,
  plate: row.plate ?? '',
  isBound: row.is_bound,
  ...(row.terminal_id === null ? {} : { terminalId: row.terminal_id }),
  ...(row.last_at === null ? {} : { lastAt: row.last_at }),
  ...(row.waybill_id === null
    ? {}
    : {
        driver: row.driver_name ?? '',
        driverMobile: row.driver_mobile ?? '',
        waybillId: row.waybill_id,
        waybillNo: row.waybill_no ?? '',
        loadPlace: row.load_place ?? '',
        unloadPlace: row.unload_place ?? '',
        itemNames: row.item_names ?? '',
        ...(row.eta_at === null ? {} : { etaAt: row.eta_at }),
        ...(row.left_m === null ? {} : { leftM: row.left_m }),
        ...(row.due_at === null ? {} : { dueAt: row.due_at }),
        isLate: row.is_late === true,
        ...(row.help !== null && isHelpKind(row.help) ? { help: row.help } : {}),
      }),
})

/** Vehicles the actor may see now, each once, with the open waybill it drives for them. */
export async function findTracked(ctx: Ctx): Promise<Output<typeof listTracked>> {
  const { tx, actor, now } = ctx
  // terminals of other fleets are behind the wall
  const mayOrder = ctx.can('terminal.command')
    ? sql`(select o.id from terminals o where o.vehicle_id = t.vehicle_id and o.role = 'main' and ${ownFleet(actor, 'o')} limit 1)`
    : sql`null::uuid`
  const help = ctx.can('abnormal.view')
    ? sql`(select p.kind from episodes p where p.waybill_id = w.id and p.kind = any(${[...helpKinds]}::text[])
        and p.state = any(${[...livingEpisodes]}::text[]) order by p.id desc limit 1)`
    : sql`null::text`
  const rows = await tx.rows(
    sql<TrackedRow>`select t.track_no as no, t.vehicle_id, coalesce(w.plate, v.plate) as plate, w.driver_name, w.driver_mobile,
        w.id as waybill_id, w.waybill_no, w.load_place, w.unload_place, w.item_names, e.eta_at, e.left_m,
        coalesce(e.due_at, w.late_due_at) as due_at, (w.state in ('toLoad', 'inTransit') and w.late_due_at is not null) as is_late,
        ${help} as help, ${mayOrder} as terminal_id, d.last_at,
        exists (select from terminal_bindings b where b.vehicle_id = t.vehicle_id and b.to_at is null) as is_bound
      from (select distinct a.track_no, a.vehicle_id from track_access a
        where ${usableSpans(actor)} and ${spanHolds(sql<number>`${now}::bigint`)}
        order by a.track_no limit ${vehiclesMost + 1}) as t
      left join vehicles v on v.id = t.vehicle_id
      left join lateral (select w.* from waybills w
        where w.vehicle_id = t.vehicle_id and w.state = any(${[...openWaybillStates]}::text[]) and ${ownRows(actor, 'w')}
        order by w.id desc limit 1) as w on true
      left join lateral (select d.last_at from track_days d where d.track_no = t.track_no
        and exists (select from track_access a where a.track_no = d.track_no and ${usableSpans(actor)} and ${spanHolds(sql<number>`d.last_at`)})
        and not exists (select from vehicle_live l where l.track_no = t.track_no)
        order by d.day desc limit 1) as d on true
      left join waybill_eta e on e.waybill_id = w.id and ${isOfGoal}
      order by t.track_no`.compile(q),
  )
  const placed = await findPlaced(
    tx,
    rows.filter(row => row.is_bound).map(row => row.no),
  )
  const lasts = await findLastPlaces(
    tx,
    rows.flatMap(({ no, last_at: lastAt }) => (lastAt === null ? [] : { no, lastAt })),
  )
  return {
    isMore: rows.length > vehiclesMost,
    behindSince: await findBehindSince(ctx),
    rows: rows.slice(0, vehiclesMost).map(row => ({
      ...trackedOf(row),
      isUnplaced: row.is_bound && !placed.has(row.no),
      ...lasts.get(row.no),
    })),
  }
}

/**
 * The moment after which nothing received is on the map, while the track role is away or makes up for it; undefined when
 * it keeps up, also where nothing comes. The log is the product's, and no row of it is told.
 */
async function findBehindSince({ tx, now, deps }: Ctx): Promise<number | undefined> {
  if (!deps.config.isTracking) return undefined
  const { since } = await tx.elevated(() =>
    tx.one(
      sql<{ since: number | null }>`select min(i.received_at) as since from track_lanes l
        left join track_cursors c on c.lane = l.id and c.consumer = 'live'
        cross join lateral (select received_at from track_intake
          where lane = l.id and seq > coalesce(c.seq, 0) order by seq limit 1) as i`.compile(q),
    ),
  )
  return since !== null && since <= now - trackBehindMs ? since : undefined
}

/** Vehicles that have ever told a place, whoever saw it: a place outside the span of the actor is not none. */
async function findPlaced(tx: Ctx['tx'], nos: readonly number[]): Promise<ReadonlySet<number>> {
  if (nos.length === 0) return new Set()
  const rows = await tx.elevated(() =>
    tx.rows(
      sql<{ no: number }>`select track_no as no from vehicle_live where track_no = any(${nos}::int[])`.compile(q),
    ),
  )
  return new Set(rows.map(({ no }) => no))
}

/** The most vehicles that are away whose last places are read out of their trails. */
const lastsMost = 500

/** The places at which vehicles were heard last, from the hours of their trails. */
async function findLastPlaces(
  tx: Ctx['tx'],
  away: readonly { readonly no: number; readonly lastAt: number }[],
): Promise<ReadonlyMap<number, Pick<Tracked, 'lastPlace' | 'lastDistrict'>>> {
  const read = away.slice(0, lastsMost)
  if (read.length === 0) return new Map()
  const hours = await tx.rows(
    sql<{ no: number; last_at: number; hour_at: number; payload: Buffer }>`
      select x.no, x.last_at, s.hour_at, s.payload
      from unnest(${read.map(({ no }) => no)}::int[], ${read.map(({ lastAt }) => hourOf(lastAt))}::bigint[],
        ${read.map(({ lastAt }) => lastAt)}::bigint[]) as x(no, hour_at, last_at)
      join track_segments s on s.track_no = x.no and s.hour_at = x.hour_at`.compile(q),
  )
  return new Map(
    hours.map(({ no, last_at: lastAt, hour_at: hourAt, payload }) => {
      const last = readSegment(hourAt, payload).findLast(point => point.at <= lastAt && isTrusted(point))
      return [
        no,
        last === undefined
          ? {}
          : {
              lastPlace: { lonE6: last.lonE6, latE6: last.latE6, datum: last.datum },
              lastDistrict: divisionAt(gcjOf(last, last.datum)),
            },
      ] as const
    }),
  )
}

/** A last position as its row has it. */
export interface LiveRow {
  readonly track_no: number
  readonly lon_e6: number
  readonly lat_e6: number
  readonly datum: number
  readonly speed: number
  readonly heading: number
  readonly at: number
  readonly received_at: number
  readonly state: number
}

/** Last positions that lie within a span of the actor that still runs: what comes after its end is not theirs. */
export async function findLive({ tx, actor, now }: Ctx): Promise<Output<typeof getLive>> {
  const rows = await tx.rows(
    sql<LiveRow>`select l.track_no, l.lon_e6, l.lat_e6, l.datum, l.speed, l.heading, l.at, l.received_at, l.state
      from vehicle_live l where exists (select from track_access a where a.track_no = l.track_no
        and ${usableSpans(actor)} and ${spanHolds(sql<number>`l.at`)} and ${spanHolds(sql<number>`${now}::bigint`)})
      order by l.track_no limit ${vehiclesMost}`.compile(q),
  )
  return { at: now, rows: rows.map(toPosition) }
}

/** A row of vehicle_live as the wire has it. */
export const toPosition = (row: LiveRow): LivePosition => ({
  no: row.track_no,
  lonE6: row.lon_e6,
  latE6: row.lat_e6,
  datum: datums[row.datum] ?? 'wgs84',
  speed: row.speed,
  heading: row.heading,
  at: row.at,
  receivedAt: row.received_at,
  state: liveStates[row.state] ?? 'unknown',
})

/** A vehicle heard of within this time has a place, ms. */
const placeReachMs = DAY_MS

/** Places of vehicles by their id, in GCJ-02: last positions the actor may see now, of vehicles heard within a day. */
export async function findLivePlaces(
  { tx, actor, now }: Ctx,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly place: Place; readonly at: number }>> {
  const rows = await tx.rows(
    sql<LiveRow & { vehicle_id: string }>`select l.* from vehicle_live l
      where l.vehicle_id = any(${vehicleIds}::uuid[]) and l.received_at >= ${now - placeReachMs}::bigint
        and exists (select from track_access a where a.track_no = l.track_no
          and ${usableSpans(actor)} and ${spanHolds(sql<number>`l.at`)} and ${spanHolds(sql<number>`${now}::bigint`)})`.compile(
      q,
    ),
  )
  return new Map(
    rows.map(row => [
      row.vehicle_id,
      { place: gcjOf({ lonE6: row.lon_e6, latE6: row.lat_e6 }, datums[row.datum] ?? 'wgs84'), at: row.at },
    ]),
  )
}

/** The district a vehicle is in. */
export async function findDistrict(
  ctx: Ctx,
  { vehicleId }: Input<typeof getTrackDistrict>,
): Promise<Output<typeof getTrackDistrict>> {
  const there = (await findLivePlaces(ctx, [vehicleId])).get(vehicleId)
  return { district: there && divisionAt(there.place) }
}

/** A span of an actor's access to a vehicle. */
export interface AccessSpan {
  readonly track_no: number
  readonly from_at: number
  readonly to_at: number | null
  readonly waybill_id: string | null
  readonly waybill_no: string | null
}

/** All spans in which the actor may see a vehicle; none for a vehicle that is none of theirs. */
export const findSpans = ({ tx, actor }: Pick<Ctx, 'tx' | 'actor'>, vehicleId: string): Promise<AccessSpan[]> =>
  tx.rows(
    sql<AccessSpan>`select a.track_no, a.from_at, a.to_at, a.waybill_id, w.waybill_no
      from track_access a left join waybills w on w.id = a.waybill_id
      where a.vehicle_id = ${vehicleId}::uuid and ${usableSpans(actor)} order by a.from_at, a.id`.compile(q),
  )

/** The plate of a vehicle, as the actor knows it: of its own, or of a waybill the vehicle drove for it. */
export async function findPlate({ tx, actor }: Pick<Ctx, 'tx' | 'actor'>, vehicleId: string): Promise<string> {
  const row = await tx.first(
    sql<{ plate: string }>`select coalesce((select v.plate from vehicles v where v.id = ${vehicleId}::uuid),
      (select w.plate from waybills w where w.vehicle_id = ${vehicleId}::uuid and ${ownRows(actor, 'w')}
        order by w.id desc limit 1)) as plate`.compile(q),
  )
  return row?.plate ?? ''
}

/** The newest waybill the actor has of a vehicle, with the span in which its shipper sees it; undefined while it has not begun. */
export async function findTrip(
  { tx, actor }: Pick<Ctx, 'tx' | 'actor'>,
  vehicleId: string,
): Promise<{ waybillNo: string; fromAt: number; toAt: number | undefined } | undefined> {
  const row = await tx.first(
    sql<{
      waybill_no: string
      state: string
      accepted_at: number | null
      planned_load_at: number | null
      loading_at: number | null
      unloaded_at: number | null
      ended_at: number | null
    }>`select w.waybill_no, w.state, w.accepted_at, w.unloaded_at, ${loadTimes},
        case w.state when 'cancelled' then coalesce(w.state_since, w.updated_at) end as ended_at
      from waybills w where w.vehicle_id = ${vehicleId}::uuid and w.accepted_at is not null
        and w.state not in ('void', 'toAccept') and ${ownRows(actor, 'w')}
      order by w.id desc limit 1`.compile(q),
  )
  if (!row) return undefined
  const [span] = accessOf(
    {
      state: keyOf(waybillStates.states, row.state),
      shipperId: '',
      branchId: '',
      acceptedAt: row.accepted_at ?? undefined,
      plannedLoadAt: row.planned_load_at ?? undefined,
      loadingAt: row.loading_at ?? undefined,
      unloadedAt: row.unloaded_at ?? undefined,
      endedAt: row.ended_at ?? undefined,
    },
    [{ vehicleId, trackNo: 0, fromAt: 0, toAt: undefined }],
  ).filter(({ why }) => why === 'waybill')
  return span && { waybillNo: row.waybill_no, fromAt: span.fromAt, toAt: span.toAt }
}

/** Positions of a vehicle in stretches of time, in order; whole hours are read and cut to the second. */
export async function findPoints(
  { tx }: Pick<Ctx, 'tx'>,
  trackNo: number,
  stretches: readonly { readonly fromAt: number; readonly toAt: number }[],
): Promise<Point[]> {
  if (stretches.length === 0) return []
  const fromAt = hourOf(Math.min(...stretches.map(each => each.fromAt)))
  const toAt = Math.max(...stretches.map(each => each.toAt))
  const hours = await tx.rows(
    sql<{ hour_at: number; payload: Buffer }>`select hour_at, payload from track_segments
      where track_no = ${trackNo} and hour_at between ${fromAt} and ${toAt} order by hour_at`.compile(q),
  )
  return hours
    .flatMap(({ hour_at: hourAt, payload }) => readSegment(hourAt, payload))
    .filter(({ at }) => stretches.some(each => at >= each.fromAt && at <= each.toAt))
}
