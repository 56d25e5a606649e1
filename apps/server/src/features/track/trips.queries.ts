// Trips between stops, each whole within a span of the actor: its figures cannot be cut.
import type { Input, Output } from '@yunshu/contract/call'
import type { listTrackTrips } from '@yunshu/contract/track/report'
import { printCentre } from '@yunshu/domain/fence'
import { divisionAt } from '@yunshu/regions/divisionAt'
import { gapMs } from '@yunshu/track/stops'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { usableSpans } from './access.queries.ts'
import { noteListLook } from './listLook.ts'
import { afterCursor, ownVehicles, placeOf, spanOf } from './report.queries.ts'

interface TripRow {
  readonly id: string
  readonly track_no: number
  readonly vehicle_id: string
  readonly plate: string
  readonly carrier_name: string | null
  readonly from_at: number
  readonly to_at: number
  readonly distance_m: number
  readonly gap_m: number
  readonly moving_s: number
  readonly most_speed: number
  readonly from_lon_e6: number
  readonly from_lat_e6: number
  readonly to_lon_e6: number
  readonly to_lat_e6: number
  readonly waybill_id: string | null
  readonly waybill_no: string | null
  readonly is_under_way: boolean
}

/** A trip `s` that no stop has ended, of a vehicle that is heard of: none begins behind it. */
const isUnderWay = (now: number) => sql<boolean>`s.to_at >= ${now - gapMs}::bigint
  and not exists (select from track_stops e where e.track_no = s.track_no and e.from_at = s.to_at)
  and not exists (select from track_trips n where n.track_no = s.track_no and n.from_at >= s.to_at)`

/** Trips that lie whole within a span of the actor, newest first. */
export async function findTrackTrips(
  ctx: Ctx,
  input: Input<typeof listTrackTrips>,
): Promise<Output<typeof listTrackTrips>> {
  const { tx, actor, now } = ctx
  const span = spanOf(input, now)
  await noteListLook(ctx, 'trips', { ...span, text: input.text, cursor: input.cursor })
  const where = allOf([
    sql<boolean>`s.from_at >= ${span.from}::bigint and s.from_at < ${span.to}::bigint`,
    ownVehicles(actor, 's.track_no', span),
    sql<boolean>`exists (select from track_access a where a.track_no = s.track_no and ${usableSpans(actor)}
      and a.from_at <= s.from_at and (a.to_at is null or a.to_at >= s.to_at))`,
    contains(['s.plate', 'w.waybill_no'], input.text),
    afterCursor(input, sql`s.from_at`, sql`s.track_no`),
  ])
  const rows = await tx.rows(
    sql<TripRow>`select s.track_no || '-' || s.from_at as id, s.*, c.name as carrier_name, w.id as waybill_id,
      w.waybill_no, ${isUnderWay(now)} as is_under_way
      from track_trips s
      left join waybills w on w.id = s.waybill_id and ${ownRows(actor, 'w')}
      left join companies c on c.id = s.carrier_id
      where ${where} order by s.from_at desc, s.track_no desc limit ${rowsToAsk(input)}`.compile(q),
  )
  return toPage(
    rows,
    input,
    row => {
      const [from, to] = [
        { lonE6: row.from_lon_e6, latE6: row.from_lat_e6 },
        { lonE6: row.to_lon_e6, latE6: row.to_lat_e6 },
      ]
      return {
        id: row.id,
        vehicleId: row.vehicle_id,
        plate: row.plate,
        carrierName: row.carrier_name ?? undefined,
        fromAt: row.from_at,
        toAt: row.to_at,
        isUnderWay: row.is_under_way,
        fromPlace: printCentre(from),
        toPlace: printCentre(to),
        fromDistrict: divisionAt(from),
        toDistrict: divisionAt(to),
        distanceM: row.distance_m,
        gapM: row.gap_m,
        movingS: row.moving_s,
        mostSpeed: row.most_speed,
        waybillId: row.waybill_id ?? undefined,
        waybillNo: row.waybill_no ?? undefined,
      }
    },
    row => placeOf(row.from_at, row.track_no),
  )
}
